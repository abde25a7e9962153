// RUN: alcove-opt %s --super-tiling="memory-bytes=6144 remarks" 2>&1 | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling-pipeline{memory-bytes=6144}" --opt-level=0 | FileCheck %s --check-prefix=EXEC

// Four diamonds, one loop, and each operation once in it: a traversal that fused every slice by itself would copy the first
// diamond sixteen times. Three tiles of 256 B per row are live at most (both sides and their difference): 8 rows.
// CHECK: remark: tile loop of 'linalg.sub': tile [8, 64], 12 operations, 0 yielded, footprint 6144 of 6144 B, traffic 32768 B, 0 operations repeated
// CHECK-NOT: remark: tile loop
// CHECK: scf.for
// CHECK-COUNT-4: linalg.exp
// CHECK-NOT: linalg.exp
// EXEC: equal, 4096 elements, 0 differ
func.func @diamonds(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %a0 = linalg.exp ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b0 = linalg.negf ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c0 = linalg.sub ins(%a0, %b0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a1 = linalg.exp ins(%c0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b1 = linalg.negf ins(%c0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c1 = linalg.sub ins(%a1, %b1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a2 = linalg.exp ins(%c1 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b2 = linalg.negf ins(%c1 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c2 = linalg.sub ins(%a2, %b2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a3 = linalg.exp ins(%c2 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b3 = linalg.negf ins(%c2 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c3 = linalg.sub ins(%a3, %b3 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c3 : tensor<64x64xf32>
}
