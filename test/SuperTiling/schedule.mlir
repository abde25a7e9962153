// RUN: rm -f %t.schedule.mlir
// RUN: alcove-opt %s --super-tiling="memory-bytes=65536 schedule=%t.schedule.mlir" -o %t.ours.mlir
// RUN: FileCheck %s --check-prefix=SCHEDULE --input-file=%t.schedule.mlir
// RUN: mlir-opt %s --transform-preload-library=transform-library-paths=%t.schedule.mlir --transform-interpreter \
// RUN:   | FileCheck %s

// Operations by their number among those with a tile: 0 fill, 1 matmul, 2 exp. The exp takes the two others into its
// loop, the matmul gets panels.
// SCHEDULE: ops{["func.func"]} attributes{sym_name = "main"}
// SCHEDULE: transform.annotate %[[M:f0_1]] "alcove.g0_[[NODE:[0-9]+]]"
// SCHEDULE: transform.structured.fuse %f0_2 tile_sizes [64, 0] interchange [0, 1]
// SCHEDULE: match attributes{alcove.g0_[[NODE]]}
// SCHEDULE: transform.structured.tile_using_for {{.*}} tile_sizes [0, 0, 64]

// CHECK-LABEL: func.func @main
// CHECK: scf.for {{.*}} step %c64
// CHECK: linalg.fill
// CHECK: scf.for {{.*}} step %c64
// CHECK: linalg.matmul {{.*}} -> tensor<64x96xf32>
// CHECK: linalg.exp {{.*}} -> tensor<64x96xf32>
// CHECK: tensor.insert_slice
func.func @main(%a: tensor<128x256xf32>, %b: tensor<256x96xf32>) -> tensor<128x96xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x96xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<128x96xf32>) -> tensor<128x96xf32>
  %m = linalg.matmul ins(%a, %b : tensor<128x256xf32>, tensor<256x96xf32>) outs(%f : tensor<128x96xf32>) -> tensor<128x96xf32>
  %x = linalg.exp ins(%m : tensor<128x96xf32>) outs(%e : tensor<128x96xf32>) -> tensor<128x96xf32>
  return %x : tensor<128x96xf32>
}
