// RUN: alcove-opt %s --super-tiling="memory-bytes=4096 remarks" --verify-super-tiling="memory-bytes=4096" 2>&1 | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling-pipeline{memory-bytes=4096}" | FileCheck %s --check-prefix=EXEC

// 64 x 64 x 4 B = 16384 B per tensor, 4096 B of memory. One row of a tile is 256 B; at the second operation the tile of
// the first and its own result are live: 2 x 256 B per row, so 8 rows fit and 16 do not. Only %x is read and only the
// last result is written: 2 x 16384 B.
// CHECK: remark: tile loop of 'linalg.negf': tile [8, 64], 2 operations, 0 yielded, footprint 4096 of 4096 B, traffic 32768 B, 0 operations repeated
// CHECK-LABEL: func.func @chain
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[OUT:.*]] = %{{.*}}) -> (tensor<64x64xf32>)
// CHECK: %[[X:.*]] = tensor.extract_slice %{{.*}}[%[[I]], 0] [8, 64] [1, 1]
// CHECK: %[[EXP:.*]] = linalg.exp ins(%[[X]] : tensor<8x64xf32>)
// CHECK: %[[NEG:.*]] = linalg.negf ins(%[[EXP]] : tensor<8x64xf32>)
// CHECK: tensor.insert_slice %[[NEG]] into %[[OUT]][%[[I]], 0]
// CHECK: {alcove.tile_loop}
// CHECK-NOT: linalg.
// EXEC: equal, 4096 elements, 0 differ
func.func @chain(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %1 = linalg.exp ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.negf ins(%1 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
