// RUN: alcove-run %s --function=reference | FileCheck %s
// RUN: alcove-run %s --function=reference --compare=%S/Inputs/run-compare-same.mlir | FileCheck %s --check-prefix=SAME
// RUN: not alcove-run %s --function=reference --compare=%S/Inputs/run-compare-swapped.mlir | FileCheck %s --check-prefix=SWAPPED
// RUN: not alcove-run %s --function=freed 2>&1 | FileCheck %s --check-prefix=NUM-E3
// RUN: not alcove-run %s --function=freed_twice 2>&1 | FileCheck %s --check-prefix=NUM-E4
// RUN: not alcove-run %s --function=unknown 2>&1 | FileCheck %s --check-prefix=NUM-E1
// RUN: not alcove-run %s --function=out_of_table 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: not alcove-run %s --function=forever 2>&1 | FileCheck %s --check-prefix=NUM-E6
// RUN: not alcove-run %s --function=large --memory-limit-gb=1 2>&1 | FileCheck %s --check-prefix=NUM-E5
// RUN: alcove-run %s --function=in_place | FileCheck %s --check-prefix=NUM-E7
// RUN: not alcove-run %s --function=nobody 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: alcove-run %s --function=reference --seed=7 > %t.1
// RUN: alcove-run %s --function=reference --seed=7 > %t.2
// RUN: diff %t.1 %t.2

// 7 - 2 = 5 in every element.
// CHECK: function reference
// CHECK-NEXT: result 0: 2x3 bf16, min 5, max 5, mean 5
// SAME: result 0: 2x3 f32 against f32: equal; 100.0 % of 3 ops observed, the same numbers
// SAME-NEXT: result 0: 2x3 bf16 against bf16: equal as declared, the same numbers
// SWAPPED: result 0: 2x3 f32 against f32: DIFFERS
// SWAPPED-NEXT: first at [0, 0]: 5 against -5
// SWAPPED-NEXT: first deviating op: 'ttir.subtract' {{.*}}run-compare-swapped.mlir
// SWAPPED-NEXT: result 0: 2x3 bf16 against bf16: DIFFERS as declared
func.func @reference() -> tensor<2x3xbf16> {
  %0 = "ttir.full"() <{shape = array<i32: 2, 3>, fill_value = 7.0 : f32}> : () -> tensor<2x3xbf16>
  %1 = "ttir.full"() <{shape = array<i32: 1, 3>, fill_value = 2.0 : f32}> : () -> tensor<1x3xbf16>
  %2 = "ttir.subtract"(%0, %1) : (tensor<2x3xbf16>, tensor<1x3xbf16>) -> tensor<2x3xbf16>
  return %2 : tensor<2x3xbf16>
}

// NUM-E3: run-compare.mlir:{{[0-9]+}}:{{[0-9]+}}: 'ttnn.relu': NUM-E3: operand 0 was deallocated by 'ttnn.deallocate'
func.func @freed(%arg0: tensor<32x32xbf16>) -> tensor<32x32xbf16> {
  "ttnn.deallocate"(%arg0) <{force = false}> : (tensor<32x32xbf16>) -> ()
  %0 = "ttnn.relu"(%arg0) : (tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %0 : tensor<32x32xbf16>
}

// NUM-E4: 'ttnn.deallocate': NUM-E4: operand 0 was deallocated by 'ttnn.deallocate'
func.func @freed_twice(%arg0: tensor<32x32xbf16>) {
  "ttnn.deallocate"(%arg0) <{force = false}> : (tensor<32x32xbf16>) -> ()
  "ttnn.deallocate"(%arg0) <{force = false}> : (tensor<32x32xbf16>) -> ()
  return
}

// NUM-E1: 'ttnn.no_such_op': NUM-E1: no kernel executes this op
func.func @unknown(%arg0: tensor<32x32xbf16>) -> tensor<32x32xbf16> {
  %0 = "ttnn.no_such_op"(%arg0) : (tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %0 : tensor<32x32xbf16>
}

// INDEX: 'ttir.embedding': embedding index 9 at position 0 is outside [0, 4)
func.func @out_of_table(%arg0: tensor<4x2xbf16>) -> tensor<1x2xbf16> {
  %0 = "ttir.full"() <{shape = array<i32: 1>, fill_value = 9 : i32}> : () -> tensor<1xi32>
  %1 = "ttir.embedding"(%0, %arg0) : (tensor<1xi32>, tensor<4x2xbf16>) -> tensor<1x2xbf16>
  return %1 : tensor<1x2xbf16>
}

// NUM-E6: calls nest deeper than 16
func.func @forever(%arg0: tensor<1xf32>) -> tensor<1xf32> {
  %0 = func.call @forever(%arg0) : (tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// NUM-E5: 'ttir.zeros': NUM-E5: operands and results take 12884901888 bytes of host memory, 0 are live, the limit is 1073741824
func.func @large() -> tensor<32768x32768xbf16> {
  %0 = "ttir.zeros"() <{shape = array<i32: 32768, 32768>}> : () -> tensor<32768x32768xbf16>
  return %0 : tensor<32768x32768xbf16>
}

// A write inside a callee is seen by the caller and reported as a result of its own.
// NUM-E7: argument 0 (written in place): 1x1x2x2 f32, min 3, max 3, mean 3
func.func private @fill(%cache: tensor<1x1x2x2xf32>) {
  %0 = "ttir.full"() <{shape = array<i32: 1, 1, 2, 2>, fill_value = 3.0 : f32}> : () -> tensor<1x1x2x2xf32>
  "ttir.fill_cache"(%cache, %0) <{batch_offset = 0 : i32}> : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> ()
  return
}
func.func @in_place(%cache: tensor<1x1x2x2xf32>) {
  func.call @fill(%cache) : (tensor<1x1x2x2xf32>) -> ()
  return
}

// NOBODY: no function to run of the name 'nobody'
