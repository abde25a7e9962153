// Forms stand behind what they stand for, and nobody reads them. A product without an epilogue has none, and neither has
// one that brings its program, which says itself what it fuses.
// RUN: alcove-opt --ttnn-propose-forms --split-input-file --verify-diagnostics %s | FileCheck %s
// Twice is once.
// RUN: alcove-opt --ttnn-propose-forms --ttnn-propose-forms --split-input-file %s | FileCheck %s

module {
  // CHECK-LABEL: func.func @forward
  // CHECK: %[[FIRST:.*]] = "ttnn.linear"(%arg0, %arg1, %arg2) <{activation = "gelu"{{.*}}form = "as-it-stands", number = 0 : i64, part = "dense", results = array<i64: 0>
  // CHECK-NEXT: %[[SUM:.*]] = "ttnn.linear"(%arg0, %arg1, %arg2) <{{.*}}form = "activation-apart", number = 1 : i64, part = "dense", results = array<i64: -1>
  // CHECK-NEXT: "ttnn.gelu"(%[[SUM]]) {{.*}}form = "activation-apart", number = 1 : i64, part = "dense", results = array<i64: 0>
  // CHECK-NEXT: %[[PRODUCT:.*]] = "ttnn.matmul"(%arg0, %arg1) <{{.*}}form = "bias-and-activation-apart", number = 2 : i64
  // CHECK-NEXT: %[[ADDED:.*]] = "ttnn.add"(%[[PRODUCT]], %arg2) {{.*}}form = "bias-and-activation-apart"
  // CHECK-NEXT: "ttnn.gelu"(%[[ADDED]]) {{.*}}form = "bias-and-activation-apart"{{.*}}results = array<i64: 0>
  // CHECK-NEXT: %[[PLAIN:.*]] = "ttnn.matmul"(%[[FIRST]], %arg3)
  // CHECK-NOT: alcove.form
  // CHECK: return %[[PLAIN]]
  func.func @forward(%arg0: tensor<32x64xf32>, %arg1: tensor<64x128xf32>, %arg2: tensor<1x128xf32>, %arg3: tensor<128x64xf32>) -> tensor<32x64xf32>
      attributes {tt.function_type = "forward_device"} {
    %0 = "ttnn.linear"(%arg0, %arg1, %arg2) <{activation = "gelu", transpose_a = false, transpose_b = false}> : (tensor<32x64xf32>, tensor<64x128xf32>, tensor<1x128xf32>) -> tensor<32x128xf32> loc("dense")
    %1 = "ttnn.matmul"(%0, %arg3) <{transpose_a = false, transpose_b = false}> : (tensor<32x128xf32>, tensor<128x64xf32>) -> tensor<32x64xf32> loc("out")
    return %1 : tensor<32x64xf32>
  }
}

// -----

// Powers as products. Another exponent, integers and a result of another type have no other form.
module {
  // CHECK-LABEL: func.func @powers
  // CHECK: "ttnn.pow_scalar"(%arg0) <{rhs = 2.{{.*}}form = "as-it-stands", number = 0 : i64, part = "square"
  // CHECK-NEXT: "ttnn.multiply"(%arg0, %arg0) {{.*}}form = "as-products", number = 1 : i64, part = "square", results = array<i64: 0>
  // CHECK-NEXT: "ttnn.pow_scalar"(%arg0) <{rhs = 3.
  // CHECK-NEXT: %[[S:.*]] = "ttnn.multiply"(%arg0, %arg0) {{.*}}part = "cube", results = array<i64: -1>
  // CHECK-NEXT: "ttnn.multiply"(%[[S]], %arg0) {{.*}}part = "cube", results = array<i64: 0>
  // CHECK-NEXT: "ttnn.pow_scalar"(%arg0) <{rhs = 4.
  // CHECK-NEXT: %[[S:.*]] = "ttnn.multiply"(%arg0, %arg0) {{.*}}part = "fourth", results = array<i64: -1>
  // CHECK-NEXT: "ttnn.multiply"(%[[S]], %[[S]]) {{.*}}part = "fourth", results = array<i64: 0>
  // CHECK-NEXT: "ttnn.pow_scalar"(%arg0) <{rhs = 2.5
  // CHECK-NOT: alcove.form
  // CHECK: return
  func.func @powers(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xi32>) -> (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xi32>)
      attributes {tt.function_type = "forward_device"} {
    %0 = "ttnn.pow_scalar"(%arg0) <{rhs = 2.0 : f32}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16> loc("square")
    %1 = "ttnn.pow_scalar"(%arg0) <{rhs = 3.0 : f32}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16> loc("cube")
    %2 = "ttnn.pow_scalar"(%arg0) <{rhs = 4.0 : f32}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16> loc("fourth")
    %3 = "ttnn.pow_scalar"(%arg0) <{rhs = 2.5 : f32}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16> loc("other")
    %4 = "ttnn.pow_scalar"(%arg1) <{rhs = 2 : i32}> : (tensor<32x64xi32>) -> tensor<32x64xi32> loc("integers")
    return %0, %1, %2, %3, %4 : tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xi32>
  }
}

// -----

// Channels last and back, each in two moves. A permute that keeps the last dimension, one that turns tiles alone, and
// one that moves units alone are one move.
module {
  // CHECK-LABEL: func.func @images
  // CHECK: "ttnn.permute"(%arg0) {{.*}}permutation = array<i64: 0, 2, 3, 1>{{.*}}form = "as-it-stands", number = 0 : i64, part = "last"
  // CHECK-NEXT: %[[R:.*]] = "ttnn.permute"(%arg0) {{.*}}permutation = array<i64: 0, 2, 1, 3>{{.*}}form = "in-two-moves", number = 1{{.*}} -> tensor<2x40x3x50xbf16>
  // CHECK-NEXT: "ttnn.permute"(%[[R]]) {{.*}}permutation = array<i64: 0, 1, 3, 2>{{.*}}results = array<i64: 0>{{.*}} -> tensor<2x40x50x3xbf16>
  // CHECK-NEXT: "ttnn.permute"(%arg0) {{.*}}permutation = array<i64: 0, 3, 1, 2>{{.*}}part = "first"
  // CHECK-NEXT: %[[T:.*]] = "ttnn.permute"(%arg0) {{.*}}permutation = array<i64: 0, 1, 3, 2>{{.*}} -> tensor<2x3x50x40xbf16>
  // CHECK-NEXT: "ttnn.permute"(%[[T]]) {{.*}}permutation = array<i64: 0, 2, 1, 3>{{.*}} -> tensor<2x50x3x40xbf16>
  // CHECK-NEXT: ttnn.permute
  // CHECK-NOT: alcove.form
  // CHECK: return
  func.func @images(%arg0: tensor<2x3x40x50xbf16>, %arg1: tensor<1x40x1x50xbf16>) -> (tensor<2x40x50x3xbf16>, tensor<2x50x3x40xbf16>, tensor<2x40x3x50xbf16>, tensor<2x3x50x40xbf16>, tensor<1x40x50x1xbf16>)
      attributes {tt.function_type = "forward_device"} {
    %0 = "ttnn.permute"(%arg0) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x3x40x50xbf16>) -> tensor<2x40x50x3xbf16> loc("last")
    %1 = "ttnn.permute"(%arg0) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<2x3x40x50xbf16>) -> tensor<2x50x3x40xbf16> loc("first")
    %2 = "ttnn.permute"(%arg0) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x3x40x50xbf16>) -> tensor<2x40x3x50xbf16> loc("rows")
    %3 = "ttnn.permute"(%arg0) <{permutation = array<i64: 0, 1, 3, 2>}> : (tensor<2x3x40x50xbf16>) -> tensor<2x3x50x40xbf16> loc("tiles")
    %4 = "ttnn.permute"(%arg1) <{permutation = array<i64: 0, 1, 3, 2>}> : (tensor<1x40x1x50xbf16>) -> tensor<1x40x50x1xbf16> loc("units")
    return %0, %1, %2, %3, %4 : tensor<2x40x50x3xbf16>, tensor<2x50x3x40xbf16>, tensor<2x40x3x50xbf16>, tensor<2x3x50x40xbf16>, tensor<1x40x50x1xbf16>
  }
}
