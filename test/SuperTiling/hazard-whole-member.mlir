// RUN: alcove-opt %s --super-tiling="memory-bytes=8192 remarks" 2>&1 | FileCheck %s --check-prefix=STRIPS
// RUN: alcove-opt %s --super-tiling="memory-bytes=8192 mode=no-fuse remarks" 2>&1 | FileCheck %s
// RUN: alcove-opt %s --super-tiling="memory-bytes=8192 mode=max-producers remarks" 2>&1 | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=8192},verify-super-tiling{memory-bytes=8192}" | FileCheck %s --check-prefix=EXEC

// SUT-H4: however the rows and columns of %1 are cut, every tile needs the whole of %0 = exp(%scale), one element: it stays
// in front of the loop, which would compute it again in every iteration.
// CHECK: remark: tile loop of 'linalg.generic': {{.*}} 1 operations, {{.*}} 0 operations repeated
// CHECK-LABEL: func.func @f
// CHECK: linalg.exp {{.*}} tensor<f32>
// CHECK: scf.for
// CHECK-NOT: linalg.exp

// SUT-H17: in a loop of one iteration it is computed once, in front of the strips.
// STRIPS: remark: tile loop of 'linalg.generic': tile [64, 64], 2 operations, {{.*}} 0 operations repeated
// STRIPS: scf.for {{.*}} step %c64
// STRIPS-NEXT: linalg.exp {{.*}} tensor<f32>
// STRIPS: scf.for {{.*}} step %c8
// STRIPS-NOT: linalg.exp
// EXEC: equal
#one = affine_map<(i, j) -> ()>
#all = affine_map<(i, j) -> (i, j)>
func.func @f(%x: tensor<64x64xf32>, %scale: tensor<f32>) -> tensor<64x64xf32> {
  %r = tensor.empty() : tensor<f32>
  %0 = linalg.exp ins(%scale : tensor<f32>) outs(%r : tensor<f32>) -> tensor<f32>
  %e = tensor.empty() : tensor<64x64xf32>
  %1 = linalg.generic {indexing_maps = [#all, #one, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %0 : tensor<64x64xf32>, tensor<f32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
