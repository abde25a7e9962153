// Which arguments are weights: by index, range or name; what names none is an error.
// RUN: alcove-opt %s --convert-stablehlo-to-ttir="parameters=1,lay" | FileCheck %s
// RUN: not alcove-opt %s --convert-stablehlo-to-ttir="parameters=7" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not alcove-opt %s --convert-stablehlo-to-ttir="parameters=1-3" 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: alcove-opt %s --convert-stablehlo-to-ttir="parameters=1-2" | FileCheck %s
// RUN: alcove-opt %s --convert-stablehlo-to-ttir 2>&1 | FileCheck %s --check-prefix=GUESS
// RUN: alcove plan %s --parameters=0-1 | FileCheck %s --check-prefix=PLAN --allow-empty

// CHECK: %arg0: tensor<32x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>}
// CHECK-SAME: %arg1: tensor<32x32xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}
// CHECK-SAME: %arg2: tensor<32x32xf32> {jax.arg_info = "layer['w']", ttcore.argument_type = #ttcore.argument_type<parameter>
// BEYOND: error: parameters=1-3: '1-3' is no argument of @main, which has 3
// NONE: error: parameters=7: '7' is no argument of @main, which has 3; indices begin at 0
// GUESS: remark: arguments 2 of @main are taken for parameters, by how they are used
// PLAN-NOT: error
func.func @main(%x: tensor<32x32xf32>, %y: tensor<32x32xf32>, %w: tensor<32x32xf32> {jax.arg_info = "layer['w']"}) -> tensor<32x32xf32> {
  %0 = stablehlo.add %x, %y : tensor<32x32xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
