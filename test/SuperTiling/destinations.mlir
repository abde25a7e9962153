// RUN: alcove-opt %s --super-tiling="memory-bytes=4096 remarks" --verify-super-tiling=memory-bytes=4096 \
// RUN:   --split-input-file 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// SUT-H10: three operations name one argument and read none of it. 16 KiB come in and go out, nothing else moves: the
// tile of 512 elements is held once as input and once as result.
// REMARK: tile loop of 'linalg.exp': tile [512], 3 operations{{.*}}footprint 4096 of 4096 B, traffic 32768 B
// REMARK: traffic 32768 >= bound 32768 B (gap 0.0 %)
// CHECK-LABEL: func.func @shared
// CHECK-SAME: %[[X:.*]]: tensor<4096xf32>, %[[OUT:.*]]: tensor<4096xf32>
// CHECK-NOT: extract_slice %[[OUT]]
func.func @shared(%x: tensor<4096xf32>, %out: tensor<4096xf32>) -> tensor<4096xf32> {
  %0 = linalg.exp ins(%x : tensor<4096xf32>) outs(%out : tensor<4096xf32>) -> tensor<4096xf32>
  %1 = linalg.exp ins(%0 : tensor<4096xf32>) outs(%out : tensor<4096xf32>) -> tensor<4096xf32>
  %2 = linalg.exp ins(%1 : tensor<4096xf32>) outs(%out : tensor<4096xf32>) -> tensor<4096xf32>
  return %2 : tensor<4096xf32>
}

// -----

// SUT-H10: memory that the caller gives for the result alone is still what is written.
// CHECK-LABEL: func.func @given
// CHECK-SAME: %{{.*}}: tensor<4096xf32>, %[[OUT:.*]]: tensor<4096xf32>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[OUT]])
func.func @given(%x: tensor<4096xf32>, %out: tensor<4096xf32>) -> tensor<4096xf32> {
  %0 = linalg.exp ins(%x : tensor<4096xf32>) outs(%out : tensor<4096xf32>) -> tensor<4096xf32>
  return %0 : tensor<4096xf32>
}

// -----

// SUT-H10: what is computed to be overwritten is not computed.
// CHECK-LABEL: func.func @overwritten
// CHECK-NOT: linalg.negf
// CHECK: linalg.exp
func.func @overwritten(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %e = tensor.empty() : tensor<4096xf32>
  %n = linalg.negf ins(%x : tensor<4096xf32>) outs(%e : tensor<4096xf32>) -> tensor<4096xf32>
  %0 = linalg.exp ins(%x : tensor<4096xf32>) outs(%n : tensor<4096xf32>) -> tensor<4096xf32>
  return %0 : tensor<4096xf32>
}

// -----

// SUT-H10: nor does it count where nothing has a loop: 3200 B of the result fit, exponents and what they are of would not.
// CHECK-LABEL: func.func @overwritten_that_fits
// CHECK-NOT: linalg.exp
// CHECK: linalg.broadcast
func.func @overwritten_that_fits(%x: tensor<20x40xf32>, %v: tensor<40xf32>) -> tensor<20x40xf32> {
  %e = tensor.empty() : tensor<20x40xf32>
  %n = linalg.exp ins(%x : tensor<20x40xf32>) outs(%e : tensor<20x40xf32>) -> tensor<20x40xf32>
  %0 = linalg.broadcast ins(%v : tensor<40xf32>) outs(%n : tensor<20x40xf32>) dimensions = [0]
  return %0 : tensor<20x40xf32>
}

// -----

// A destination that is read is an operand: 3 x 16 KiB move.
// REMARK: traffic 49152 >= bound 49152 B
// CHECK-LABEL: func.func @accumulated
func.func @accumulated(%x: tensor<4096xf32>, %sum: tensor<4096xf32>) -> tensor<4096xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4096xf32>) outs(%sum : tensor<4096xf32>) {
  ^bb0(%a: f32, %s: f32):
    %r = arith.addf %a, %s : f32
    linalg.yield %r : f32
  } -> tensor<4096xf32>
  return %0 : tensor<4096xf32>
}

// -----

// SUT-H11: a product over no elements is what its sums begin with.
// CHECK-LABEL: func.func @nothing
// CHECK-NOT: linalg.matmul
// CHECK: linalg.exp
func.func @nothing(%x: tensor<64x0xf32>, %y: tensor<0x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<64x0xf32>, tensor<0x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.exp ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// -----

// SUT-H12: the norm of one row. 2 x 2000 bytes move; the row of exponentials (2000) is beside input or result.
// REMARK: tile loop of 'linalg.generic': tile [1, 500], 3 operations{{.*}}footprint 4004 of 4096 B, traffic 4000 B
// CHECK-LABEL: func.func @one_row
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @one_row(%x: tensor<1x500xf32>) -> tensor<1x500xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x500xf32>
  %s = tensor.empty() : tensor<1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%s : tensor<1xf32>) -> tensor<1xf32>
  %0 = linalg.exp ins(%x : tensor<1x500xf32>) outs(%e : tensor<1x500xf32>) -> tensor<1x500xf32>
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<1x500xf32>) outs(%f : tensor<1xf32>) dimensions = [1]
  %2 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<1x500xf32>, tensor<1xf32>) outs(%e : tensor<1x500xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<1x500xf32>
  return %2 : tensor<1x500xf32>
}

// -----

// One elementwise and one reduced result: the row is cut, the sum held across its parts.
// REMARK: tile loop of 'linalg.generic': tile [1, 256], 1 operations
// CHECK-LABEL: func.func @cut_row
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @cut_row(%x: tensor<4x4096xf32>, %s: tensor<4xf32>) -> (tensor<4x4096xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4x4096xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x4096xf32>) outs(%e, %s : tensor<4x4096xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32, %t: f32):
    %r = arith.negf %a : f32
    %u = arith.addf %a, %t : f32
    linalg.yield %r, %u : f32, f32
  } -> (tensor<4x4096xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4x4096xf32>, tensor<4xf32>
}
