// SUT-J2: a product of no rows computes nothing and reads nothing, however large its weight. A product of one row holds its
// weight, and a sum over no terms holds its result.
// RUN: alcove-opt %s --verify-super-tiling=memory-bytes=131072 --split-input-file --verify-diagnostics
// SUT-H11: the pipeline leaves none that computes nothing, where nothing else has a tile, too.
// RUN: sed '/^func.func @row(/,/^}/d' %s > %t.mlir && alcove-opt %t.mlir --super-tiling-pipeline="memory-bytes=131072" | FileCheck %s
// RUN: alcove-exec %t.mlir --pipeline='super-tiling-pipeline{memory-bytes=131072}' | FileCheck %s --check-prefix=RAN
// CHECK-NOT: linalg
// RAN: rows: {{.*}}equal
func.func @rows(%x: tensor<0x256xf32>, %y: tensor<256x512xf32>, %e: tensor<0x512xf32>) -> tensor<0x512xf32> {
  %0 = linalg.matmul ins(%x, %y : tensor<0x256xf32>, tensor<256x512xf32>) outs(%e : tensor<0x512xf32>) -> tensor<0x512xf32>
  return %0 : tensor<0x512xf32>
}

// -----

func.func @row(%x: tensor<1x256xf32>, %y: tensor<256x512xf32>, %e: tensor<1x512xf32>) -> tensor<1x512xf32> {
  // expected-error @below {{SUT-J2: needs 527360 B of local memory, 131072 B are available, 396288 B too many}}
  %0 = linalg.matmul ins(%x, %y : tensor<1x256xf32>, tensor<256x512xf32>) outs(%e : tensor<1x512xf32>) -> tensor<1x512xf32>
  return %0 : tensor<1x512xf32>
}

// -----

func.func @terms(%x: tensor<64x0xf32>, %y: tensor<0x1024xf32>, %e: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  // expected-error @below {{SUT-J2: needs 262144 B of local memory, 131072 B are available, 131072 B too many}}
  %0 = linalg.matmul ins(%x, %y : tensor<64x0xf32>, tensor<0x1024xf32>) outs(%e : tensor<64x1024xf32>) -> tensor<64x1024xf32>
  return %0 : tensor<64x1024xf32>
}
