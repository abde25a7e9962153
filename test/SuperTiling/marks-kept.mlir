// RUN: alcove-opt %s --super-tiling="memory-bytes=65536 remarks report=%t" --verify-super-tiling="memory-bytes=65536" 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=65536}" --opt-level=0 | FileCheck %s --check-prefix=EXEC

// SUT-M1, SUT-H20: both groups are in one loop. 64 x 128 of what is in between (32768 B) are made while panels of 32 pass, 64 x 32
// (8192 B) of one operand and 32 x 128 (16384 B) of the other, and used up in strips. The input of 131072 B comes for each of 2 parts
// in between, both weights (262144 and 131072 B) for each of 2 parts of the rows; the result of 65536 B is stored twice and
// loaded once.
// CHECK-NOT: is not in one loop
// CHECK: remark: tile loop of 'linalg.matmul': tile [64, 128, 128], panels [32] of 'linalg.matmul', 3 operations, 0 yielded, footprint 65536 of 65536 B, traffic 1245184 B
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
