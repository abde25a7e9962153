// RUN: alcove-opt --ttir-weight-dtype-conversion --split-input-file --verify-diagnostics %s | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: alcove-opt --ttir-weight-dtype-conversion=weight-dtype=bfp_bf8 --split-input-file --verify-diagnostics=only-expected %s | FileCheck %s --check-prefixes=CHECK,BF8

// The annotation of the argument wins over the option, through whatever only moves data.
// CHECK-LABEL: @annotated
// CHECK: %[[P:.*]] = "ttir.permute"(%arg1)
// CHECK: %[[W:.*]] = "ttir.typecast"(%[[P]]) {{.*}} -> tensor<64x96x!ttcore.tile<32x32, bfp_bf4>>
// CHECK: "ttir.matmul"(%arg0, %[[W]])
func.func @annotated(%x: tensor<32x64xbf16>, %w: tensor<96x64xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>, ttcore.weight_dtype = "bfp_bf4"}) -> tensor<32x96xbf16> {
  %0 = "ttir.permute"(%w) <{permutation = array<i64: 1, 0>}> : (tensor<96x64xbf16>) -> tensor<64x96xbf16>
  %1 = "ttir.matmul"(%x, %0) : (tensor<32x64xbf16>, tensor<64x96xbf16>) -> tensor<32x96xbf16>
  return %1 : tensor<32x96xbf16>
}

// -----

// That of the op wins over both.
// CHECK-LABEL: @annotated_op
// CHECK-NOT: ttir.typecast
// CHECK: "ttir.linear"(%arg0, %arg1, %arg2)
func.func @annotated_op(%x: tensor<32x64xbf16>, %w: tensor<64x96xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>, ttcore.weight_dtype = "bfp_bf4"}, %b: tensor<96xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x96xbf16> {
  %0 = "ttir.linear"(%x, %w, %b) {ttcore.weight_dtype = "none"} : (tensor<32x64xbf16>, tensor<64x96xbf16>, tensor<96xbf16>) -> tensor<32x96xbf16>
  return %0 : tensor<32x96xbf16>
}

// -----

// Without annotation the option decides.
// CHECK-LABEL: @by_option
// NONE-NOT: ttir.typecast
// BF8: %[[W:.*]] = "ttir.typecast"(%arg1) {{.*}} -> tensor<64x96x!ttcore.tile<32x32, bfp_bf8>>
// BF8: "ttir.matmul"(%arg0, %[[W]])
func.func @by_option(%x: tensor<32x64xbf16>, %w: tensor<64x96xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x96xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<32x64xbf16>, tensor<64x96xbf16>) -> tensor<32x96xbf16>
  return %0 : tensor<32x96xbf16>
}

// -----

// Two activations: neither is known before the run.
// CHECK-LABEL: @no_weight
// CHECK-NOT: ttir.typecast
func.func @no_weight(%x: tensor<32x64xbf16>, %y: tensor<64x96xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}) -> tensor<32x96xbf16> {
  %0 = "ttir.matmul"(%x, %y) : (tensor<32x64xbf16>, tensor<64x96xbf16>) -> tensor<32x96xbf16>
  return %0 : tensor<32x96xbf16>
}

// -----

func.func @unknown(%x: tensor<32x64xbf16>, %w: tensor<64x96xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>, ttcore.weight_dtype = "int3"}) -> tensor<32x96xbf16> {
  // expected-error @below {{ttcore.weight_dtype = 'int3': expected none, bfp_bf8 or bfp_bf4}}
  %0 = "ttir.matmul"(%x, %w) : (tensor<32x64xbf16>, tensor<64x96xbf16>) -> tensor<32x96xbf16>
  return %0 : tensor<32x96xbf16>
}
