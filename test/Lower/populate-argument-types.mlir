// RUN: alcove-opt --ttcore-populate-argument-types="argument-types=main=input,parameter" %s | FileCheck %s
// RUN: not alcove-opt --ttcore-populate-argument-types="argument-types=main=input" %s 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not alcove-opt --ttcore-populate-argument-types="argument-types=other=input" %s 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not alcove-opt --ttcore-populate-argument-types="argument-types=main=input,weights" %s 2>&1 | FileCheck %s --check-prefix=KIND

// The second argument has its kind already and keeps it, which is said.
// RUN: alcove-opt --ttcore-populate-argument-types="argument-types=main=input,parameter" %s 2>&1 >/dev/null | FileCheck %s --check-prefix=KEPT
// KEPT: warning: argument-types: argument 1 of @main stays constant, as the module marks it; the option says parameter
// CHECK: func.func @main(%arg0: tensor<4xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %arg1: tensor<4xf32> {ttcore.argument_type = #ttcore.argument_type<constant>})
// COUNT: error: argument-types: @main has 2 arguments, the option names 1
// NAME: error: argument-types: there is no function @other
// KIND: error: argument-types: 'weights' is not input, parameter, constant or default
func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32> {ttcore.argument_type = #ttcore.argument_type<constant>}) {
  return
}
