// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttcore.tuple: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<2xf32>) {
  // expected-error @below {{operands of types 'tensor<7x4x8xf32>', 'tensor<2xf32>' make no 'tuple<tensor<4x8xf32>, tensor<2xf32>>'}}
  %0 = "ttcore.tuple"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<2xf32>) -> tuple<tensor<4x8xf32>, tensor<2xf32>>
  return
}

// -----

// ttcore.tuple: operand0 shape
func.func @f(%a0: tensor<4x11xf32>, %a1: tensor<2xf32>) {
  // expected-error @below {{operands of types 'tensor<4x11xf32>', 'tensor<2xf32>' make no 'tuple<tensor<4x8xf32>, tensor<2xf32>>'}}
  %0 = "ttcore.tuple"(%a0, %a1) : (tensor<4x11xf32>, tensor<2xf32>) -> tuple<tensor<4x8xf32>, tensor<2xf32>>
  return
}

// -----

// ttcore.tuple: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<2xf32>) {
  // expected-error @below {{operands of types 'tensor<4x8xi32>', 'tensor<2xf32>' make no 'tuple<tensor<4x8xf32>, tensor<2xf32>>'}}
  %0 = "ttcore.tuple"(%a0, %a1) : (tensor<4x8xi32>, tensor<2xf32>) -> tuple<tensor<4x8xf32>, tensor<2xf32>>
  return
}

// -----

// ttcore.tuple: operand0 lower
func.func @f(%a0: tensor<8xf32>, %a1: tensor<2xf32>) {
  // expected-error @below {{operands of types 'tensor<8xf32>', 'tensor<2xf32>' make no 'tuple<tensor<4x8xf32>, tensor<2xf32>>'}}
  %0 = "ttcore.tuple"(%a0, %a1) : (tensor<8xf32>, tensor<2xf32>) -> tuple<tensor<4x8xf32>, tensor<2xf32>>
  return
}

// -----

// ttcore.tuple: operand1 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<7x2xf32>) {
  // expected-error @below {{operands of types 'tensor<4x8xf32>', 'tensor<7x2xf32>' make no 'tuple<tensor<4x8xf32>, tensor<2xf32>>'}}
  %0 = "ttcore.tuple"(%a0, %a1) : (tensor<4x8xf32>, tensor<7x2xf32>) -> tuple<tensor<4x8xf32>, tensor<2xf32>>
  return
}

// -----

// ttcore.tuple: operand1 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<2xi32>) {
  // expected-error @below {{operands of types 'tensor<4x8xf32>', 'tensor<2xi32>' make no 'tuple<tensor<4x8xf32>, tensor<2xf32>>'}}
  %0 = "ttcore.tuple"(%a0, %a1) : (tensor<4x8xf32>, tensor<2xi32>) -> tuple<tensor<4x8xf32>, tensor<2xf32>>
  return
}

// -----

// ttcore.get_tuple_element: result0 rank
func.func @f(%a0: tuple<tensor<4x8xf32>, tensor<2xf32>>) {
  // expected-error @below {{result has type 'tensor<7x2xf32>', element 1 has type 'tensor<2xf32>'}}
  %0 = "ttcore.get_tuple_element"(%a0) <{index = 1 : i32}> : (tuple<tensor<4x8xf32>, tensor<2xf32>>) -> tensor<7x2xf32>
  return
}

// -----

// ttcore.get_tuple_element: result0 shape
func.func @f(%a0: tuple<tensor<4x8xf32>, tensor<2xf32>>) {
  // expected-error @below {{result has type 'tensor<5xf32>', element 1 has type 'tensor<2xf32>'}}
  %0 = "ttcore.get_tuple_element"(%a0) <{index = 1 : i32}> : (tuple<tensor<4x8xf32>, tensor<2xf32>>) -> tensor<5xf32>
  return
}

// -----

// ttcore.get_tuple_element: result0 type
func.func @f(%a0: tuple<tensor<4x8xf32>, tensor<2xf32>>) {
  // expected-error @below {{result has type 'tensor<2xi32>', element 1 has type 'tensor<2xf32>'}}
  %0 = "ttcore.get_tuple_element"(%a0) <{index = 1 : i32}> : (tuple<tensor<4x8xf32>, tensor<2xf32>>) -> tensor<2xi32>
  return
}

// -----

// ttcore.get_tuple_element: attr index = 99
func.func @f(%a0: tuple<tensor<4x8xf32>, tensor<2xf32>>) {
  // expected-error @below {{index 99 is out of range for 2 elements}}
  %0 = "ttcore.get_tuple_element"(%a0) <{index = 99 : i32}> : (tuple<tensor<4x8xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

// ttcore.get_tuple_element: attr index = 0
func.func @f(%a0: tuple<tensor<4x8xf32>, tensor<2xf32>>) {
  // expected-error @below {{result has type 'tensor<2xf32>', element 0 has type 'tensor<4x8xf32>'}}
  %0 = "ttcore.get_tuple_element"(%a0) <{index = 0 : i32}> : (tuple<tensor<4x8xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

// ttcore.get_tuple_element: attr index = -7
func.func @f(%a0: tuple<tensor<4x8xf32>, tensor<2xf32>>) {
  // expected-error @below {{attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %0 = "ttcore.get_tuple_element"(%a0) <{index = -7 : i32}> : (tuple<tensor<4x8xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

// ttcore.get_key_value: without key
func.func @f(%a0: !ttcore.dict) {
  // expected-error @below {{requires attribute 'key'}}
  %0 = "ttcore.get_key_value"(%a0) : (!ttcore.dict) -> tensor<4x8xf32>
  return
}

// -----

// ttcore.get_key_value: missing operand
func.func @f() {
  // expected-error @below {{requires a single operand}}
  %0 = "ttcore.get_key_value"() <{key = "a"}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttcore.set_key_value: without key
func.func @f(%a0: !ttcore.dict, %a1: tensor<4x8xf32>) {
  // expected-error @below {{requires attribute 'key'}}
  "ttcore.set_key_value"(%a0, %a1) : (!ttcore.dict, tensor<4x8xf32>) -> ()
  return
}

// -----

// ttcore.optimization_barrier: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{gives back 'tensor<7x4x8xf32>' for operands of types 'tensor<4x8xf32>'}}
  %0 = "ttcore.optimization_barrier"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttcore.optimization_barrier: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{gives back 'tensor<4x11xf32>' for operands of types 'tensor<4x8xf32>'}}
  %0 = "ttcore.optimization_barrier"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttcore.optimization_barrier: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{gives back 'tensor<4x8xi32>' for operands of types 'tensor<4x8xf32>'}}
  %0 = "ttcore.optimization_barrier"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttcore.optimization_barrier: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{gives back 'tensor<8xf32>' for operands of types 'tensor<4x8xf32>'}}
  %0 = "ttcore.optimization_barrier"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttcore.optimization_barrier: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{gives back 'tensor<4x8xf32>' for operands of types 'tensor<7x4x8xf32>'}}
  %0 = "ttcore.optimization_barrier"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttcore.optimization_barrier: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{gives back 'tensor<4x8xf32>' for operands of types 'tensor<4x8xi32>'}}
  %0 = "ttcore.optimization_barrier"(%a0) : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}
