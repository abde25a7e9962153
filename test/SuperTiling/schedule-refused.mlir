// RUN: rm -f %t.schedule.mlir
// RUN: not alcove-opt %s --super-tiling="memory-bytes=16384 schedule=%t.schedule.mlir" 2>&1 | FileCheck %s
// RUN: not ls %t.schedule.mlir

// The concatenation is in the loop of what reads it, and structured.fuse would leave it outside.
// CHECK: error: super-tiling: SUT-T1: no schedule for the group of 'linalg.exp': 'tensor.concat' has no tile, and structured.fuse stops there
func.func @main(%a: tensor<128x64xf32>, %b: tensor<128x64xf32>) -> tensor<128x128xf32> {
  %e = tensor.empty() : tensor<128x128xf32>
  %c = tensor.concat dim(1) %a, %b : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x128xf32>
  %x = linalg.exp ins(%c : tensor<128x128xf32>) outs(%e : tensor<128x128xf32>) -> tensor<128x128xf32>
  return %x : tensor<128x128xf32>
}
