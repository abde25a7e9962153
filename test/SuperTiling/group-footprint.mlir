// RUN: alcove-opt %s --super-tiling="memory-bytes=6144 remarks" --verify-super-tiling="memory-bytes=6144" 2>&1 | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling-pipeline{memory-bytes=6144}" --opt-level=0 | FileCheck %s --check-prefix=EXEC

// Three operations on 32 x 64 x 4 B = 8192 B per tensor, 6144 B of memory, 256 B per row. Without a mark at most three tiles
// are live (sum so far, residual, result): 3 x 256 B x 8 rows = 6144 B. A marked group becomes one operation that holds all
// of its inputs, found by walking backward, and its result: x, p, q and the result, 4 x 256 B x 6 rows = 6144 B. The judge, which sees
// the body, counts three tiles of it.
// CHECK: remark: tile loop of 'linalg.add': tile [8, 64], 3 operations, 0 yielded, footprint 6144 of 6144 B
// CHECK: remark: tile loop of 'linalg.add': tile [6, 64], 3 operations, 0 yielded, footprint 4608 of 6144 B
// CHECK-LABEL: func.func @two_residuals
// EXEC-COUNT-2: equal, 2048 elements, 0 differ
func.func @two_residuals(%x: tensor<32x64xf32>, %p: tensor<32x64xf32>, %q: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %e = tensor.empty() : tensor<32x64xf32>
  %0 = linalg.exp ins(%x : tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = linalg.add ins(%0, %p : tensor<32x64xf32>, tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %2 = linalg.add ins(%1, %q : tensor<32x64xf32>, tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}
func.func @marked(%x: tensor<32x64xf32>, %p: tensor<32x64xf32>, %q: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %e = tensor.empty() : tensor<32x64xf32>
  %0 = linalg.exp {"torq-fuse-group" = [0]} ins(%x : tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = linalg.add {"torq-fuse-group" = [0]} ins(%0, %p : tensor<32x64xf32>, tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %2 = linalg.add {"torq-fuse-group" = [0]} ins(%1, %q : tensor<32x64xf32>, tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}
