// RUN: alcove-opt %s --super-tiling="memory-bytes=4096 remarks" --verify-super-tiling="memory-bytes=4096" 2>&1 | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling-pipeline{memory-bytes=4096}" --opt-level=0 | FileCheck %s --check-prefix=EXEC

// A producer with several consumers, 64 x 64 x 4 B = 16384 B per tensor, 4096 B of memory.
//   yield      %a leaves the function and feeds %b. The tiles of %b partition %a: their loop also assembles %a. Traffic: %x
//              read, %a and %b written, 3 x 16384 B
//   recompute  %a is an outer sum, cheap to compute from two vectors of 66 elements; %b needs three elements of a diagonal
//              for each of its own, so its tiles do not partition %a and it is not yielded. It is computed again for %b (4096 B more
//              traffic per pass over it would cost more), and in a loop of its own for the function
//   cut        every tile of the product needs a block of %a again
// CHECK: remark: tile loop of 'linalg.negf': tile [8, 64], 2 operations, 1 yielded, {{.*}} traffic 49152 B, 0 operations repeated
// CHECK: remark: tile loop of 'linalg.generic': {{.*}} 2 operations, 0 yielded
// CHECK: remark: tile loop of 'linalg.generic': {{.*}} 1 operations, 0 yielded
// EXEC: yield: {{.*}} equal, 8192 elements, 0 differ
// EXEC: recompute: {{.*}} equal, 8452 elements, 0 differ
// EXEC: cut: {{.*}} equal
func.func @yield(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %e = tensor.empty() : tensor<64x64xf32>
  %a = linalg.exp ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = linalg.negf ins(%a : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %a, %b : tensor<64x64xf32>, tensor<64x64xf32>
}
func.func @recompute(%x: tensor<66xf32>, %y: tensor<66xf32>) -> (tensor<66x66xf32>, tensor<64x64xf32>) {
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<66x66xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i)>, affine_map<(i,j) -> (j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel","parallel"]} ins(%x, %y : tensor<66xf32>, tensor<66xf32>) outs(%e0 : tensor<66x66xf32>) { ^bb0(%u: f32, %v: f32, %o: f32): %s = arith.addf %u, %v : f32 linalg.yield %s : f32 } -> tensor<66x66xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %k = tensor.empty() : tensor<3xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i + k, j + k)>, affine_map<(i,j,k) -> (k)>, affine_map<(i,j,k) -> (i,j)>], iterator_types = ["parallel","parallel","reduction"]} ins(%a, %k : tensor<66x66xf32>, tensor<3xf32>) outs(%f : tensor<64x64xf32>) { ^bb0(%u: f32, %v: f32, %o: f32): %s = arith.addf %u, %o : f32 linalg.yield %s : f32 } -> tensor<64x64xf32>
  return %a, %b : tensor<66x66xf32>, tensor<64x64xf32>
}
func.func @cut(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %a = linalg.exp ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = linalg.matmul ins(%w, %a : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %b : tensor<64x64xf32>
}
