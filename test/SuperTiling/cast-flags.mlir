// RUN: alcove-opt %s --super-tiling-pipeline="device=cpu reassociate=true" | alcove-opt --cpu-pipeline | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling-pipeline{device=cpu reassociate=true}" --lowering=cpu-pipeline | FileCheck %s --check-prefix=EQUAL

// Sums may be reassociated, casts have nothing to be: a flag on one would stay in arith's words, which nothing translates.
// EQUAL: equal, 64 elements
// CHECK-NOT: arith
// CHECK: llvm.fptrunc
// CHECK-NOT: arith
func.func @sums(%x: tensor<64x64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<64xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<64xf64>) -> tensor<64xf64>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x64xf32>) outs(%f : tensor<64xf64>) {
  ^bb0(%a: f32, %o: f64):
    %1 = arith.extf %a : f32 to f64
    %2 = arith.addf %1, %o : f64
    linalg.yield %2 : f64
  } -> tensor<64xf64>
  %h = tensor.empty() : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%s : tensor<64xf64>) outs(%h : tensor<64xf32>) {
  ^bb0(%a: f64, %o: f32):
    %1 = arith.truncf %a : f64 to f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}
