// RUN: alcove-opt --ttnn-layout --convert-ttir-to-ttnn --split-input-file --verify-diagnostics %s | FileCheck %s

// Loops and branches pass tiles in DRAM; a row-major input is converted before it enters.
// CHECK-LABEL: func.func @loop
// CHECK: %[[T:.*]] = "ttnn.to_tensor_spec"(%arg0)
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[T]])
// CHECK: "ttnn.relu"
func.func @loop(%x: tensor<4x8xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %n: index) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4x8xf32> {
    %1 = "ttir.relu"(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    scf.yield %1 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// -----

// Calls: the callee's arguments say what it takes; a declaration takes and gives tiles.
// CHECK: func.func private @ext(tensor<4x8xf32, #[[TILES:.*]]>) -> tensor<4x8xf32, #[[TILES]]>
// CHECK-LABEL: func.func @calls
// CHECK: %[[R:.*]] = call @ext(%arg0)
// CHECK: return %[[R]]
func.func private @ext(tensor<4x8xf32>) -> tensor<4x8xf32>
func.func @calls(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = func.call @ext(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// expected-error @below {{a layout needs a static shape, got 'tensor<?x8xf32>'}}
func.func @dynamic(%x: tensor<?x8xf32>) {
  return
}
