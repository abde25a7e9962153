// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @below {{decomposition @g is not a function of this module}}
  %0 = "ttcore.composite"(%x) <{composite_name = "n", decomposition = @g}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func private @g(tensor<4x8xf32>) -> tensor<4x9xf32>
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @below {{takes 'tensor<4x8xf32>' and gives 'tensor<4x8xf32>', its decomposition @g is '(tensor<4x8xf32>) -> tensor<4x9xf32>'}}
  %0 = "ttcore.composite"(%x) <{composite_name = "n", decomposition = @g}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func private @g(tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @below {{its decomposition @g is '(tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>'}}
  %0 = "ttcore.composite"(%x) <{composite_name = "n", decomposition = @g}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>) {
  // expected-error @below {{requires attribute 'decomposition'}}
  %0 = "ttcore.composite"(%x) <{composite_name = "n"}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// expected-error @below {{index must be at least 0, got -1}}
ttcore.global @g = tensor<4xf32> [-1]

// -----

module {
  // expected-note @below {{see existing symbol definition here}}
  ttcore.global @g = tensor<4xf32>
  // expected-error @below {{redefinition of symbol named 'g'}}
  ttcore.global @g = tensor<4xf32>
}

// -----

func.func @f() {
  // expected-error @below {{@g is not a global of this module}}
  %0 = ttcore.get_global @g : tensor<4xf32>
  return
}

// -----

ttcore.global @g = tensor<5xf32>
func.func @f() {
  // expected-error @below {{result has type 'tensor<4xf32>', global @g has type 'tensor<5xf32>'}}
  %0 = ttcore.get_global @g : tensor<4xf32>
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error @below {{@g is not a global of this module}}
  %0 = ttcore.get_global @g : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{takes a !ttcore.dict, got 'tensor<4xf32>'}}
  %0 = ttcore.get_key_value %x["a"] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%d: !ttcore.dict, %x: tensor<4xf32>) {
  // expected-error @below {{expected ','}}
  ttcore.set_key_value %d[""] = %x : (!ttcore.dict, tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%t: tuple<tensor<4xf32>>) {
  // expected-error @below {{index 1 is out of range for 1 elements}}
  %0 = ttcore.get_tuple_element %t[1] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tuple<tensor<4xf32>>) {
  // expected-error @below {{attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %0 = "ttcore.get_tuple_element"(%t) <{index = -1 : i32}> : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tuple<tensor<4xf32>>) {
  // expected-error @below {{result has type 'tensor<5xf32>', element 0 has type 'tensor<4xf32>'}}
  %0 = ttcore.get_tuple_element %t[0] : (tuple<tensor<4xf32>>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{make no 'tuple<tensor<5xf32>>'}}
  %0 = "ttcore.tuple"(%x) : (tensor<4xf32>) -> tuple<tensor<5xf32>>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{callee @g is not a function of this module}}
  %0 = ttcore.load_cached(@g, [%x]) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @g(tensor<5xf32>) -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{operand 0 has type 'tensor<4xf32>', callee @g takes 'tensor<5xf32>'}}
  %0 = ttcore.load_cached(@g, [%x]) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @g(tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{callee @g takes 1 and returns 2 values, found 1 and 1}}
  %0 = ttcore.load_cached(@g, [%x]) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-error @below {{expects exactly one builtin.module inside, found 2 ops}}
ttcore.device_module {
  builtin.module {}
  builtin.module {}
}
