// RUN: alcove-opt %s --super-tiling="memory-bytes=16384 remarks" --verify-super-tiling=memory-bytes=16384 \
// RUN:   --split-input-file 2>&1 | FileCheck %s

// The reduction runs in panels of 125: 10 x 125 and 125 x 12 elements beside 10 x 12 sums are 11,480 bytes. The loop
// around them has one iteration, for the sums, which are computed by another operation and stay. Cut in two, the right
// operand would be loaded twice.
// CHECK: tile [10, 12, 5000], panels [125]{{.*}}2 operations{{.*}}footprint 11480 of 16384 B, traffic 440960 B
// CHECK-LABEL: func.func @panels
// CHECK: scf.for {{.*}} step %c10
// CHECK: linalg.exp
// CHECK: scf.for {{.*}} step %c125
// CHECK: linalg.matmul
func.func @panels(%a: tensor<10x5000xf32>, %b: tensor<5000x12xf32>, %c: tensor<10x12xf32>) -> tensor<10x12xf32> {
  %e = tensor.empty() : tensor<10x12xf32>
  %sums = linalg.exp ins(%c : tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
  %r = linalg.matmul ins(%a, %b : tensor<10x5000xf32>, tensor<5000x12xf32>) outs(%sums : tensor<10x12xf32>) -> tensor<10x12xf32>
  return %r : tensor<10x12xf32>
}

// -----

// Unknown extents have no only tile: nothing would bound it.
// CHECK-LABEL: func.func @unknown
// CHECK: scf.for {{.*}} step %c128
// CHECK: linalg.exp
func.func @unknown(%c: tensor<?x12xf32>) -> tensor<?x12xf32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %c, %zero : tensor<?x12xf32>
  %e = tensor.empty(%n) : tensor<?x12xf32>
  %0 = linalg.exp ins(%c : tensor<?x12xf32>) outs(%e : tensor<?x12xf32>) -> tensor<?x12xf32>
  %1 = linalg.negf ins(%0 : tensor<?x12xf32>) outs(%e : tensor<?x12xf32>) -> tensor<?x12xf32>
  return %1 : tensor<?x12xf32>
}
