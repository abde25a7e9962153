// A program of TTIR is told which arguments are weights, too; what none is, is an error, and so is a program of TTNN.
// RUN: alcove-opt %s --convert-stablehlo-to-ttir="parameters=1,bias" --convert-tosa-to-ttir="parameters=1,bias" | FileCheck %s
// RUN: alcove-opt %s --convert-stablehlo-to-ttir | FileCheck %s --check-prefix=AS-IT-IS
// RUN: not alcove plan %s --parameters=7 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: alcove plan %s --parameters=1-2 -o %t.ttnn.mlir
// RUN: FileCheck %s --check-prefix=HOISTED < %t.ttnn.mlir
// RUN: alcove plan %s -o %t.inputs.mlir && not grep const_eval %t.inputs.mlir
// RUN: not alcove plan %t.ttnn.mlir --parameters=1 2>&1 | FileCheck %s --check-prefix=TTNN
// CHECK: %arg0: tensor<32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}
// CHECK-SAME: %arg1: tensor<32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}
// CHECK-SAME: %arg2: tensor<32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>, ttir.name = "bias"}
// AS-IT-IS: %arg0: tensor<32x32xbf16>, %arg1: tensor<32x32xbf16>, %arg2
// NONE: error: parameters=7: '7' is no argument of @forward, which has 3
// HOISTED: const_eval
// TTNN: alcove plan: error: --parameters is for StableHLO, TOSA and TTIR; the model is TTNN
func.func @forward(%x: tensor<32x32xbf16>, %w: tensor<32x32xbf16>, %b: tensor<32x32xbf16> {ttir.name = "bias"}) -> tensor<32x32xbf16> {
  %0 = "ttir.multiply"(%w, %b) : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  %1 = "ttir.matmul"(%x, %0) : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %1 : tensor<32x32xbf16>
}
