// RUN: alcove-opt %s --super-tiling="memory-bytes=8192 mode=max-producers remarks" 2>&1 | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=8192 mode=max-producers},verify-super-tiling{memory-bytes=8192}" | FileCheck %s --check-prefix=EXEC

// SUT-H5: %b, the sum of %a, needs the whole of it and is needed whole by every tile of %c: it stands between the two and is
// in neither's loop. So %a is not moved behind %b: it has a loop in front, for %b, and is computed again in that of %c.
// CHECK: scf.for
// CHECK: linalg.exp
// CHECK: scf.yield
// CHECK: scf.for
// CHECK-NOT: linalg.exp
// CHECK: linalg.reduce
// CHECK: scf.yield
// CHECK: scf.for
// CHECK: linalg.exp
// CHECK: linalg.generic
// CHECK: scf.yield
// EXEC: equal
#row = affine_map<(i, j) -> (i, j)>
#one = affine_map<(i, j) -> ()>
func.func @f(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %a = linalg.exp ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%r : tensor<f32>) -> tensor<f32>
  %b = linalg.reduce { arith.addf } ins(%a : tensor<64x64xf32>) outs(%f : tensor<f32>) dimensions = [0, 1]
  %c = linalg.generic {indexing_maps = [#row, #one, #row], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<64x64xf32>, tensor<f32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.mulf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}
