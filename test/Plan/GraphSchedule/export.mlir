// RUN: alcove-opt %s --export-graph-schedule="function=block capacity=40000 bandwidth=8 native-width=32 native-height=32 matmul-rate=1024 pointwise-rate=32" -o /dev/null | FileCheck %s
// RUN: alcove-opt %s --export-graph-schedule="function=block output=%t.json" -o /dev/null
// RUN: alcove-solve schedule %t.json %t.out.json --work=20000 --explain | FileCheck %s --check-prefix=EXPLAIN
// RUN: alcove-solve check schedule %t.json %t.out.json | FileCheck %s --check-prefix=VALID

// x (64 rows, 32 columns) · w (32 × 48), bias row and relu, · the transpose of v (16 × 48), plus an input; the relu is
// returned as well, so a copy without cost stores it. Tensors in the order of their first use:
//   0 x, 1 w, 2 product, 3 relu, 4 v turned over, 5 product, 6 y, 7 sum, 8 copy
// A product costs 32 · 32 · depth / 1024 = depth per tile, the relu (add, max) 32 · 32 · 2 / 32.
// CHECK: "widths": [32, 48, 48, 48, 16, 16, 16, 16, 48],
// CHECK-NEXT: "heights": [64, 32, 64, 64, 48, 64, 64, 64, 64],
// CHECK-NEXT: "inputs": [
// CHECK-NEXT: [0, 1],
// CHECK-NEXT: [2],
// CHECK-NEXT: [3, 4],
// CHECK-NEXT: [5, 6],
// CHECK-NEXT: [3]
// CHECK: "outputs": [
// CHECK-NEXT: [2],
// CHECK-NEXT: [3],
// CHECK-NEXT: [5],
// CHECK-NEXT: [7],
// CHECK-NEXT: [8]
// CHECK: "base_costs": [32, 64, 48, 32, 0],
// CHECK-NEXT: "op_types": [
// CHECK-NEXT: "MatMul",
// CHECK-NEXT: "Pointwise",
// CHECK-NEXT: "MatMul",
// CHECK-NEXT: "Pointwise",
// CHECK-NEXT: "Pointwise"
// CHECK: "fast_memory_capacity": 40000,
// CHECK-NEXT: "slow_memory_bandwidth": 8,
// CHECK-NEXT: "native_granularity": [32, 32],
// CHECK-NEXT: "op_names": [
// CHECK-NEXT: "up",
// CHECK-NEXT: "%{{.*}} linalg.generic",
// CHECK-NEXT: "down",
// CHECK-NEXT: "%{{.*}} linalg.add",
// CHECK-NEXT: "%{{.*}} linalg.generic (returned)"
// EXPLAIN: proved=yes
// EXPLAIN: up
// VALID: valid
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
func.func @block(%x: tensor<64x32xf32>, %w: tensor<32x48xf32>, %bias: tensor<48xf32>, %v: tensor<16x48xf32>,
                 %y: tensor<64x16xf32>) -> (tensor<64x16xf32>, tensor<64x48xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>
  %up = linalg.matmul ins(%x, %w : tensor<64x32xf32>, tensor<32x48xf32>) outs(%f : tensor<64x48xf32>) -> tensor<64x48xf32> loc("up")
  %relu = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]}
      ins(%up, %bias : tensor<64x48xf32>, tensor<48xf32>) outs(%e : tensor<64x48xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %s = arith.addf %a, %b : f32
      %m = arith.maximumf %s, %zero : f32
      linalg.yield %m : f32
  } -> tensor<64x48xf32>
  %e2 = tensor.empty() : tensor<64x16xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64x16xf32>) -> tensor<64x16xf32>
  %down = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>,
                                         affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%relu, %v : tensor<64x48xf32>, tensor<16x48xf32>) outs(%f2 : tensor<64x16xf32>) -> tensor<64x16xf32> loc("down")
  %sum = linalg.add ins(%down, %y : tensor<64x16xf32>, tensor<64x16xf32>) outs(%e2 : tensor<64x16xf32>) -> tensor<64x16xf32>
  return %sum, %relu : tensor<64x16xf32>, tensor<64x48xf32>
}
func.func @other(%x: tensor<64x32xf32>) -> tensor<64x32xf32> { return %x : tensor<64x32xf32> }
