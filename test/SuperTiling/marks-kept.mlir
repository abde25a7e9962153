// RUN: alcove-opt %s --super-tiling="memory-bytes=65536 remarks report=%t" --verify-super-tiling="memory-bytes=65536" 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=65536}" --opt-level=0 | FileCheck %s --check-prefix=EXEC

// SUT-M1, SUT-H6: both groups are held together, although neither product fits with its whole reduction: the sums of 64 x 128 stay in the
// body (32768 B) while panels of 32 pass, 64 x 32 (8192 B) of one operand and 32 x 128 (16384 B) of the other. The
// exponential of the first sums, 128 x 86 (44032 B), is made in strips: two of its tiles do not fit.
// CHECK-NOT: is not in one loop
// CHECK: remark: tile loop of 'linalg.matmul': tile [64, 128, 256], panels [32] of 'linalg.matmul', 1 operations, 0 yielded, footprint 57344 of 65536 B
// CHECK: remark: tile loop of 'linalg.exp': tile [128, 86], panels [24] of 'linalg.matmul', 2 operations, 0 yielded, footprint 64576 of 65536 B
// JSON: "torn_groups": 0,
// EXEC: equal
func.func @products(%x: tensor<128x256xf32>, %w: tensor<256x256xf32>, %v: tensor<256x128xf32>) -> tensor<128x128xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x256xf32>
  %f = linalg.fill {alcove.fuse_group = [0]} ins(%z : f32) outs(%e : tensor<128x256xf32>) -> tensor<128x256xf32>
  %0 = linalg.matmul {alcove.fuse_group = [0], alcove.fuse_group_id = 0 : i64} ins(%x, %w : tensor<128x256xf32>, tensor<256x256xf32>) outs(%f : tensor<128x256xf32>) -> tensor<128x256xf32>
  %1 = linalg.exp {alcove.fuse_group = [0]} ins(%0 : tensor<128x256xf32>) outs(%e : tensor<128x256xf32>) -> tensor<128x256xf32>
  %e2 = tensor.empty() : tensor<128x128xf32>
  %f2 = linalg.fill {alcove.fuse_group = [1]} ins(%z : f32) outs(%e2 : tensor<128x128xf32>) -> tensor<128x128xf32>
  %2 = linalg.matmul {alcove.fuse_group = [1], alcove.fuse_group_id = 1 : i64} ins(%1, %v : tensor<128x256xf32>, tensor<256x128xf32>) outs(%f2 : tensor<128x128xf32>) -> tensor<128x128xf32>
  return %2 : tensor<128x128xf32>
}
