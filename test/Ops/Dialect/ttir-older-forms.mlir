// RUN: alcove-opt --allow-unknown-ops %s 2>/dev/null | FileCheck %s
// RUN: alcove-opt --allow-unknown-ops %s 2>&1 >/dev/null | FileCheck %s --check-prefix=WARN
// RUN: alcove-opt --allow-unknown-ops %s -o %t 2>/dev/null && alcove-opt --allow-unknown-ops %t | diff %t -

// An empty tensor behind the operands is where the result went.
// CHECK-LABEL: @destinations
// CHECK-NEXT: %[[SUM:.*]] = "ttir.add"(%arg0, %arg1) : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
// CHECK-NEXT: %[[NORM:.*]] = "ttir.rms_norm"(%[[SUM]]) <{epsilon = 9.99999974E-6 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 0, 0>}>
// CHECK-NEXT: "ttir.concat"(%[[NORM]], %[[SUM]]) <{dim = 0 : si32}> : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<8x8xbf16>
// CHECK-NEXT: "ttir.sort"(%[[SUM]])
// CHECK-NEXT: "ttir.some_op"(%[[SUM]]) :
// CHECK-NEXT: return
func.func @destinations(%a: tensor<4x8xbf16>, %b: tensor<4x8xbf16>) -> (tensor<8x8xbf16>, tensor<4x8xi32>) {
  %0 = ttir.empty() : tensor<4x8xbf16>
  %1 = "ttir.add"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %2 = tensor.empty() : tensor<4x8xbf16>
  %3 = "ttir.rms_norm"(%1, %2) <{epsilon = 1.0e-05 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 0, 0, 1>}> : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %4 = ttir.empty() : tensor<8x8xbf16>
  %5 = "ttir.concat"(%3, %1, %4) <{dim = 0 : si32}> : (tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<8x8xbf16>
  %6 = ttir.empty() : tensor<4x8xbf16>
  %7 = ttir.empty() : tensor<4x8xi32>
  %8, %9 = "ttir.sort"(%1, %6, %7) <{descending = false, dim = -1 : si32, stable = false}> : (tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<4x8xi32>) -> (tensor<4x8xbf16>, tensor<4x8xi32>)
  %10 = ttir.empty() : tensor<4x8xbf16>
  %11 = "ttir.some_op"(%1, %10) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  return %5, %9 : tensor<8x8xbf16>, tensor<4x8xi32>
}

// What an op of a cache returned is the cache, written in place.
// CHECK-LABEL: @caches
// CHECK-NEXT: "ttir.update_cache"(%arg0, %arg1, %arg2) <{batch_offset = 0 : i32}> : {{.*}} -> ()
// CHECK-NEXT: return %arg0
func.func @caches(%c: tensor<1x8x64x64xbf16>, %x: tensor<1x8x1x64xbf16>, %at: tensor<1xi32>) -> tensor<1x8x64x64xbf16> {
  %0 = "ttir.update_cache"(%c, %x, %at) <{batch_offset = 0 : i32}> : (tensor<1x8x64x64xbf16>, tensor<1x8x1x64xbf16>, tensor<1xi32>) -> tensor<1x8x64x64xbf16>
  return %0 : tensor<1x8x64x64xbf16>
}

// Older names; attributes may stand in either place. Statistics of a batch in training are another op: it stays.
// CHECK-LABEL: @names
// CHECK-NEXT: "ttir.slice_static"(%arg0) <{begins = [1 : i32, 0 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 1 : i32]}>
// CHECK-NEXT: "ttir.clamp_scalar"
// CHECK-NEXT: "ttir.batch_norm_inference"({{.*}}) <{dimension = 1 : i32, epsilon = 9.99999974E-6 : f32}>
// CHECK-NEXT: "ttir.batch_norm"({{.*}}) <{dimension = 1 : i32, epsilon = 9.99999974E-6 : f32, training = true}>
func.func @names(%a: tensor<4x8xbf16>, %s: tensor<8xbf16>) -> tensor<3x8xbf16> {
  %0 = "ttir.slice"(%a) {begins = [1 : i32, 0 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 1 : i32]} : (tensor<4x8xbf16>) -> tensor<3x8xbf16>
  %1 = "ttir.clamp"(%0) <{max = 3.0 : f32, min = 2.0 : f32}> : (tensor<3x8xbf16>) -> tensor<3x8xbf16>
  %2 = "ttir.batch_norm"(%1, %s, %s, %s, %s) <{dimension = 1 : i32, epsilon = 1.0e-05 : f32, training = false}> : (tensor<3x8xbf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>) -> tensor<3x8xbf16>
  %3 = "ttir.batch_norm"(%2, %s, %s, %s, %s) <{dimension = 1 : i32, epsilon = 1.0e-05 : f32, training = true}> : (tensor<3x8xbf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>) -> tensor<3x8xbf16>
  return %3 : tensor<3x8xbf16>
}

// Nothing that is written is lost in silence.
// WARN: older-forms.mlir:[[#@LINE+3]]:8: warning: 'ttir.neg' has no property 'mode': it is left out
// WARN: older-forms.mlir:[[#@LINE+3]]:8: warning: 'ttir.sum' has no property 'mode': it is left out
func.func @unknown_properties(%a: tensor<4x8xbf16>) -> tensor<4xbf16> {
  %0 = "ttir.neg"(%a) <{mode = 1 : i32}> : (tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %1 = "ttir.sum"(%0) <{dim_arg = [1 : i32], keep_dim = false, mode = 1 : i32}> : (tensor<4x8xbf16>) -> tensor<4xbf16>
  return %1 : tensor<4xbf16>
}
