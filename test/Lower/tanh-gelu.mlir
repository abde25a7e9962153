// RUN: alcove-opt %s --ttir-fusing | FileCheck %s
// RUN: alcove-opt %s --ttir-fusing=disable-patterns=tanh-gelu | FileCheck %s --check-prefix=OFF
// RUN: alcove-opt %s --ttir-fusing -o %t.mlir
// RUN: alcove-run %s --function=powers --compare=%t.mlir --precision=declared | FileCheck %s --check-prefix=NEAR
// RUN: alcove-run %s --function=products --compare=%t.mlir --precision=declared | FileCheck %s --check-prefix=NEAR
// OFF-NOT: ttir.gelu
// NEAR: result 0: {{.*}} correlation {{1.0000000|0.9999[89]}}

// CHECK-LABEL: func.func @powers
// CHECK: %[[G:.*]] = "ttir.gelu"(%arg0)
// CHECK-NEXT: return %[[G]]
func.func @powers(%x: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %half = "ttir.full"() <{fill_value = 0.5 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %one = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %three = "ttir.full"() <{fill_value = 3.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %c = "ttir.full"() <{fill_value = 0.0446777344 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %root = "ttir.full"() <{fill_value = 0.796875 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %0 = "ttir.multiply"(%x, %half) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %1 = "ttir.pow"(%x, %three) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %2 = "ttir.multiply"(%1, %c) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %3 = "ttir.add"(%x, %2) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %4 = "ttir.multiply"(%3, %root) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %5 = "ttir.tanh"(%4) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %6 = "ttir.add"(%5, %one) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %7 = "ttir.multiply"(%0, %6) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %7 : tensor<32x64xbf16>
}

// The cube as products, factors in another order.
// CHECK-LABEL: func.func @products
// CHECK: "ttir.gelu"(%arg0)
func.func @products(%x: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %half = "ttir.full"() <{fill_value = 0.5 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %one = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %c = "ttir.full"() <{fill_value = 0.044715 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %root = "ttir.full"() <{fill_value = 0.79788456 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %0 = "ttir.multiply"(%x, %x) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %1 = "ttir.multiply"(%0, %x) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %2 = "ttir.multiply"(%c, %1) : (tensor<1x1xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %3 = "ttir.add"(%2, %x) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %4 = "ttir.multiply"(%root, %3) : (tensor<1x1xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %5 = "ttir.tanh"(%4) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %6 = "ttir.add"(%one, %5) : (tensor<1x1xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %7 = "ttir.multiply"(%6, %x) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %8 = "ttir.multiply"(%7, %half) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  return %8 : tensor<32x64xbf16>
}

// Near misses: f32 would show the difference; another cubic factor.
// CHECK-LABEL: func.func @wide
// CHECK-NOT: ttir.gelu
// CHECK-LABEL: func.func @other_factor
// CHECK-NOT: ttir.gelu
func.func @wide(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %half = "ttir.full"() <{fill_value = 0.5 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %one = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %three = "ttir.full"() <{fill_value = 3.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %c = "ttir.full"() <{fill_value = 0.044715 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %root = "ttir.full"() <{fill_value = 0.79788456 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %0 = "ttir.multiply"(%x, %half) : (tensor<32x64xf32>, tensor<1x1xf32>) -> tensor<32x64xf32>
  %1 = "ttir.pow"(%x, %three) : (tensor<32x64xf32>, tensor<1x1xf32>) -> tensor<32x64xf32>
  %2 = "ttir.multiply"(%1, %c) : (tensor<32x64xf32>, tensor<1x1xf32>) -> tensor<32x64xf32>
  %3 = "ttir.add"(%x, %2) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  %4 = "ttir.multiply"(%3, %root) : (tensor<32x64xf32>, tensor<1x1xf32>) -> tensor<32x64xf32>
  %5 = "ttir.tanh"(%4) : (tensor<32x64xf32>) -> tensor<32x64xf32>
  %6 = "ttir.add"(%5, %one) : (tensor<32x64xf32>, tensor<1x1xf32>) -> tensor<32x64xf32>
  %7 = "ttir.multiply"(%0, %6) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  return %7 : tensor<32x64xf32>
}
func.func @other_factor(%x: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %half = "ttir.full"() <{fill_value = 0.5 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %one = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %three = "ttir.full"() <{fill_value = 3.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %c = "ttir.full"() <{fill_value = 0.05 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %root = "ttir.full"() <{fill_value = 0.796875 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %0 = "ttir.multiply"(%x, %half) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %1 = "ttir.pow"(%x, %three) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %2 = "ttir.multiply"(%1, %c) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %3 = "ttir.add"(%x, %2) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %4 = "ttir.multiply"(%3, %root) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %5 = "ttir.tanh"(%4) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %6 = "ttir.add"(%5, %one) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %7 = "ttir.multiply"(%0, %6) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %7 : tensor<32x64xbf16>
}
