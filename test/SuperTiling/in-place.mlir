// RUN: alcove-opt %s --super-tiling="memory-bytes=4096 remarks" --verify-super-tiling="memory-bytes=4096" 2>&1 | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=4096}" --opt-level=0 | FileCheck %s --check-prefix=EXEC

// SUT-H13: the bias is added in the buffer of the sums. 28 x 28 sums of 4 B are 3136 B, and panels of two steps of both
// operands 2 x (28 + 28) x 4 = 448 B: 3584 of 4096 B, and four steps do not fit beside 28 elements of the bias. A buffer of
// its own for the result would not fit.
// CHECK: tile loop of 'linalg.generic': tile [28, 28], panels [2] of 'linalg.matmul', 2 operations, 0 yielded, footprint 3584 of 4096 B
// CHECK-LABEL: @bias
// CHECK: %[[SUMS:[0-9]+]] = scf.for {{.*}} -> (tensor<28x28xf32>)
// CHECK: linalg.matmul {{.*}} outs(%{{[a-z0-9]+}} : tensor<28x28xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{[^,]+}} : tensor<28xf32>) outs(%[[SUMS]] : tensor<28x28xf32>)
// EXEC: equal, 3136 elements, 0 differ
func.func @bias(%a: tensor<56x64xf32>, %b: tensor<64x56xf32>, %bias: tensor<56xf32>) -> tensor<56x56xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<56x56xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<56x56xf32>) -> tensor<56x56xf32>
  %p = linalg.matmul ins(%a, %b : tensor<56x64xf32>, tensor<64x56xf32>) outs(%f : tensor<56x56xf32>) -> tensor<56x56xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %bias : tensor<56x56xf32>, tensor<56xf32>) outs(%e : tensor<56x56xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<56x56xf32>
  return %r : tensor<56x56xf32>
}
