// Integers at the ends of their types: least ones, numbers that f32 does not hold, windows of products; and rows by indices.
// RUN: alcove-opt %s --stablehlo-execute -o /dev/null
// RUN: alcove-opt %s --stablehlo-execute=as-ttir=true -o /dev/null
// RUN: sed "s/dense<\[0, 1\]>/dense<[2, 1]>/" %s | not alcove-opt - --stablehlo-execute=as-ttir=true -o /dev/null 2>&1 | FileCheck %s
// CHECK: what is checked differs from what is expected

module @jit_main {
  func.func public @main() -> tensor<2x4xi32> {
    %0:3 = call @inputs() : () -> (tensor<2x4xi32>, tensor<2x4xui8>, tensor<2x2xi32>)
    %most = stablehlo.constant dense<2147483647> : tensor<i32>
    %mostByte = stablehlo.constant dense<255> : tensor<ui8>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %places = stablehlo.iota dim = 1 : tensor<2x4xi32>
    // The first row's least number has no negative.
    %least:2 = stablehlo.reduce(%0#0 init: %most), (%places init: %zero) across dimensions = [1] : (tensor<2x4xi32>, tensor<2x4xi32>, tensor<i32>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)
     reducer(%a: tensor<i32>, %b: tensor<i32>) (%c: tensor<i32>, %d: tensor<i32>) {
      %1 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %2 = stablehlo.compare EQ, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %3 = stablehlo.compare LT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %4 = stablehlo.and %2, %3 : tensor<i1>
      %5 = stablehlo.or %1, %4 : tensor<i1>
      %6 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<i32>
      %7 = stablehlo.select %5, %c, %d : tensor<i1>, tensor<i32>
      stablehlo.return %6, %7 : tensor<i32>, tensor<i32>
    }
    %leastWanted = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
    stablehlo.custom_call @check.expect_eq(%least#1, %leastWanted) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
    // Numbers without a sign have no negatives at all.
    %bytes:2 = stablehlo.reduce(%0#1 init: %mostByte), (%places init: %zero) across dimensions = [1] : (tensor<2x4xui8>, tensor<2x4xi32>, tensor<ui8>, tensor<i32>) -> (tensor<2xui8>, tensor<2xi32>)
     reducer(%a: tensor<ui8>, %b: tensor<ui8>) (%c: tensor<i32>, %d: tensor<i32>) {
      %1 = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %2 = stablehlo.compare EQ, %a, %b, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %3 = stablehlo.compare LT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %4 = stablehlo.and %2, %3 : tensor<i1>
      %5 = stablehlo.or %1, %4 : tensor<i1>
      %6 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<ui8>
      %7 = stablehlo.select %5, %c, %d : tensor<i1>, tensor<i32>
      stablehlo.return %6, %7 : tensor<ui8>, tensor<i32>
    }
    %bytesWanted = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
    stablehlo.custom_call @check.expect_eq(%bytes#1, %bytesWanted) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
    %pairs = "stablehlo.reduce_window"(%0#1, %mostByte) <{window_dimensions = array<i64: 1, 2>}> ({
    ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
      %1 = stablehlo.minimum %a, %b : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<2x4xui8>, tensor<ui8>) -> tensor<2x3xui8>
    %pairsWanted = stablehlo.constant dense<[[0, 0, 7], [9, 200, 8]]> : tensor<2x3xui8>
    stablehlo.custom_call @check.expect_eq(%pairs, %pairsWanted) {has_side_effect = true} : (tensor<2x3xui8>, tensor<2x3xui8>) -> ()
    // Products of each element with the one two places behind it; beside the tensor lie ones.
    %products = "stablehlo.reduce_window"(%0#2, %one) <{window_dimensions = array<i64: 1, 2>, window_dilations = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.multiply %a, %b : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
    %productsWanted = stablehlo.constant dense<[[3, 2], [5, 4]]> : tensor<2x2xi32>
    stablehlo.custom_call @check.expect_eq(%products, %productsWanted) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
    // Sums of each element and the one before it, which begin with 2, as what lies beside the tensor is.
    %two = stablehlo.constant dense<2> : tensor<i32>
    %sums = "stablehlo.reduce_window"(%0#2, %two) <{window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
    %sumsWanted = stablehlo.constant dense<[[6, 7], [8, 11]]> : tensor<2x2xi32>
    stablehlo.custom_call @check.expect_eq(%sums, %sumsWanted) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
    // Of 16777217 and 2147483647 f32 holds neighbours only.
    %odd = stablehlo.constant dense<16777217> : tensor<i32>
    %around = stablehlo.pad %0#2, %odd, low = [0, -1], high = [1, 1], interior = [0, 1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<3x3xi32>
    %aroundWanted = stablehlo.constant dense<[[16777217, 3, 16777217], [16777217, 5, 16777217], [16777217, 16777217, 16777217]]> : tensor<3x3xi32>
    stablehlo.custom_call @check.expect_eq(%around, %aroundWanted) {has_side_effect = true} : (tensor<3x3xi32>, tensor<3x3xi32>) -> ()
    %ends = stablehlo.pad %0#0, %most, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x5xi32>
    %endsWanted = stablehlo.constant dense<[[2147483647, -2147483648, 5, -2147483647, 0], [2147483647, 3, -9, -1, 7]]> : tensor<2x5xi32>
    stablehlo.custom_call @check.expect_eq(%ends, %endsWanted) {has_side_effect = true} : (tensor<2x5xi32>, tensor<2x5xi32>) -> ()
    // Of each row those that the row of the indices names; of all rows the same columns.
    %twos = stablehlo.constant dense<2> : tensor<2x2xi32>
    %columns = stablehlo.subtract %0#2, %twos : tensor<2x2xi32>
    %named = "stablehlo.torch_index_select"(%0#0, %columns) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<2x4xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    %namedWanted = stablehlo.constant dense<[[-2147483648, 5], [-1, 7]]> : tensor<2x2xi32>
    stablehlo.custom_call @check.expect_eq(%named, %namedWanted) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
    %same = "stablehlo.torch_index_select"(%0#0, %columns) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<2x4xi32>, tensor<2x2xi32>) -> tensor<2x2x2xi32>
    %sameWanted = stablehlo.constant dense<[[[-2147483648, 5], [-2147483647, 0]], [[3, -9], [-1, 7]]]> : tensor<2x2x2xi32>
    stablehlo.custom_call @check.expect_eq(%same, %sameWanted) {has_side_effect = true} : (tensor<2x2x2xi32>, tensor<2x2x2xi32>) -> ()
    // i8 wraps, where that of quantized numbers saturates: 127 + 127 = 254 - 256 = -2, and 300 - 256 = 44.
    %bytesSigned = stablehlo.bitcast_convert %0#1 : (tensor<2x4xui8>) -> tensor<2x4xi8>
    %twice = stablehlo.add %bytesSigned, %bytesSigned : tensor<2x4xi8>
    %twiceWanted = stablehlo.constant dense<[[6, 0, -2, 14], [18, -112, -2, 16]]> : tensor<2x4xi8>
    stablehlo.custom_call @check.expect_eq(%twice, %twiceWanted) {has_side_effect = true} : (tensor<2x4xi8>, tensor<2x4xi8>) -> ()
    %negative = stablehlo.negate %bytesSigned : tensor<2x4xi8>
    %product = stablehlo.multiply %negative, %twice : tensor<2x4xi8>
    %productWanted = stablehlo.constant dense<[[-18, 0, -2, -98], [94, -128, -2, -128]]> : tensor<2x4xi8>
    stablehlo.custom_call @check.expect_eq(%product, %productWanted) {has_side_effect = true} : (tensor<2x4xi8>, tensor<2x4xi8>) -> ()
    %by = stablehlo.constant dense<100> : tensor<2x2xi32>
    %hundreds = stablehlo.multiply %0#2, %by : tensor<2x2xi32>
    %cut = stablehlo.convert %hundreds : (tensor<2x2xi32>) -> tensor<2x2xi8>
    %cutWanted = stablehlo.constant dense<[[-56, 44], [-112, -12]]> : tensor<2x2xi8>
    stablehlo.custom_call @check.expect_eq(%cut, %cutWanted) {has_side_effect = true} : (tensor<2x2xi8>, tensor<2x2xi8>) -> ()
    // Sums of products wrap too: 6 * 6 + 2 * 2 + 14 * 14 = 236 - 256 = -20, and -2 * 2 - 3 * 4 = -16 = 65520 = 4294967280.
    %rows = stablehlo.dot_general %twice, %twice, contracting_dims = [1] x [1] : (tensor<2x4xi8>, tensor<2x4xi8>) -> tensor<2x2xi8>
    %rowsWanted = stablehlo.constant dense<[[-20, 80], [80, 72]]> : tensor<2x2xi8>
    stablehlo.custom_call @check.expect_eq(%rows, %rowsWanted) {has_side_effect = true} : (tensor<2x2xi8>, tensor<2x2xi8>) -> ()
    %below = stablehlo.negate %0#2 : tensor<2x2xi32>
    %shorts = stablehlo.convert %below : (tensor<2x2xi32>) -> tensor<2x2xui16>
    %by16 = stablehlo.convert %0#2 : (tensor<2x2xi32>) -> tensor<2x2xui16>
    %sum16 = stablehlo.dot_general %shorts, %by16, contracting_dims = [1] x [0] : (tensor<2x2xui16>, tensor<2x2xui16>) -> tensor<2x2xui16>
    %sum16Wanted = stablehlo.constant dense<[[65520, 65515], [65508, 65499]]> : tensor<2x2xui16>
    stablehlo.custom_call @check.expect_eq(%sum16, %sum16Wanted) {has_side_effect = true} : (tensor<2x2xui16>, tensor<2x2xui16>) -> ()
    %words = stablehlo.convert %below : (tensor<2x2xi32>) -> tensor<2x2xui32>
    %factors = stablehlo.convert %0#2 : (tensor<2x2xi32>) -> tensor<2x2xui32>
    %sum32 = stablehlo.dot_general %words, %factors, contracting_dims = [1] x [0] : (tensor<2x2xui32>, tensor<2x2xui32>) -> tensor<2x2xui32>
    %sum32Wanted = stablehlo.constant dense<[[4294967280, 4294967275], [4294967268, 4294967259]]> : tensor<2x2xui32>
    stablehlo.custom_call @check.expect_eq(%sum32, %sum32Wanted) {has_side_effect = true} : (tensor<2x2xui32>, tensor<2x2xui32>) -> ()
    return %0#0 : tensor<2x4xi32>
  }
  func.func private @inputs() -> (tensor<2x4xi32>, tensor<2x4xui8>, tensor<2x2xi32>) {
    %0 = stablehlo.constant dense<[[-2147483648, 5, -2147483647, 0], [3, -9, -1, 7]]> : tensor<2x4xi32>
    %1 = stablehlo.constant dense<[[3, 0, 255, 7], [9, 200, 255, 8]]> : tensor<2x4xui8>
    %2 = stablehlo.constant dense<[[2, 3], [4, 5]]> : tensor<2x2xi32>
    return %0, %1, %2 : tensor<2x4xi32>, tensor<2x4xui8>, tensor<2x2xi32>
  }
}
