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
