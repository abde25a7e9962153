// RUN: alcove-opt %s --super-tiling="memory-bytes=4096 remarks" --verify-super-tiling="memory-bytes=4096" 2>&1 | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling-pipeline{memory-bytes=4096}" --opt-level=0 | FileCheck %s --check-prefix=EXEC

// Reshapes, slices and concatenations do not end a group: a slice of a view is a view of a slice. Each pair shares a loop, so
// only %x is read and only the last result is written: 2 x 16384 B.
// CHECK: remark: tile loop of 'linalg.negf': tile [8, 64], 2 operations, {{.*}} traffic 32768 B
// CHECK: remark: tile loop of 'linalg.negf': tile [512], 2 operations, {{.*}} traffic 32768 B
// CHECK: remark: tile loop of 'linalg.negf': {{.*}} 2 operations, {{.*}} traffic 32768 B
// CHECK: remark: tile loop of 'linalg.negf': tile [8, 64], 2 operations, {{.*}} traffic 32768 B
// CHECK-NOT: remark: tile loop
// EXEC-COUNT-4: equal, 4096 elements, 0 differ
func.func @expand(%x: tensor<4096xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<4096xf32>
  %0 = linalg.exp ins(%x : tensor<4096xf32>) outs(%e : tensor<4096xf32>) -> tensor<4096xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [64, 64] : tensor<4096xf32> into tensor<64x64xf32>
  %e2 = tensor.empty() : tensor<64x64xf32>
  %2 = linalg.negf ins(%1 : tensor<64x64xf32>) outs(%e2 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
func.func @collapse(%x: tensor<64x64xf32>) -> tensor<4096xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.exp ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<64x64xf32> into tensor<4096xf32>
  %e2 = tensor.empty() : tensor<4096xf32>
  %2 = linalg.negf ins(%1 : tensor<4096xf32>) outs(%e2 : tensor<4096xf32>) -> tensor<4096xf32>
  return %2 : tensor<4096xf32>
}
func.func @concat(%x: tensor<64x32xf32>, %y: tensor<64x32xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x32xf32>
  %0 = linalg.exp ins(%x : tensor<64x32xf32>) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  %1 = tensor.concat dim(1) %0, %y : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32>
  %e2 = tensor.empty() : tensor<64x64xf32>
  %2 = linalg.negf ins(%1 : tensor<64x64xf32>) outs(%e2 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
func.func @slice(%x: tensor<80x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<80x64xf32>
  %0 = linalg.exp ins(%x : tensor<80x64xf32>) outs(%e : tensor<80x64xf32>) -> tensor<80x64xf32>
  %1 = tensor.extract_slice %0[8, 0] [64, 64] [1, 1] : tensor<80x64xf32> to tensor<64x64xf32>
  %e2 = tensor.empty() : tensor<64x64xf32>
  %2 = linalg.negf ins(%1 : tensor<64x64xf32>) outs(%e2 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
