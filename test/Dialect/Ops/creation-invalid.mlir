// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.full: result0 rank
func.func @f() {
  // expected-error @below {{result has shape 7x4x8, expected 4x8}}
  %0 = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 4, 8>}> : () -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.full: result0 shape
func.func @f() {
  // expected-error @below {{result has shape 4x11, expected 4x8}}
  %0 = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 4, 8>}> : () -> tensor<4x11xf32>
  return
}

// -----

// ttir.full: result0 lower
func.func @f() {
  // expected-error @below {{result has shape 8, expected 4x8}}
  %0 = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 4, 8>}> : () -> tensor<8xf32>
  return
}

// -----

// ttir.full: attr shape short
func.func @f() {
  // expected-error @below {{result has shape 4x8, expected 4}}
  %0 = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 4>}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.full: attr shape neg
func.func @f() {
  // expected-error @below {{result has shape 4x8, expected -3x8}}
  %0 = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: -3, 8>}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.full: attr shape long
func.func @f() {
  // expected-error @below {{result has shape 4x8, expected 4x8x1}}
  %0 = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 4, 8, 1>}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.zeros: result0 rank
func.func @f() {
  // expected-error @below {{shape is 4x8, the result has shape 7x4x8: they must be equal}}
  %0 = "ttir.zeros"() <{shape = array<i32: 4, 8>}> : () -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.zeros: result0 shape
func.func @f() {
  // expected-error @below {{shape is 4x8, the result has shape 4x11: they must be equal}}
  %0 = "ttir.zeros"() <{shape = array<i32: 4, 8>}> : () -> tensor<4x11xf32>
  return
}

// -----

// ttir.zeros: result0 lower
func.func @f() {
  // expected-error @below {{shape is 4x8, the result has shape 8: they must be equal}}
  %0 = "ttir.zeros"() <{shape = array<i32: 4, 8>}> : () -> tensor<8xf32>
  return
}

// -----

// ttir.zeros: attr shape short
func.func @f() {
  // expected-error @below {{shape is 4, the result has shape 4x8: they must be equal}}
  %0 = "ttir.zeros"() <{shape = array<i32: 4>}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.zeros: attr shape neg
func.func @f() {
  // expected-error @below {{shape is -3x8, the result has shape 4x8: they must be equal}}
  %0 = "ttir.zeros"() <{shape = array<i32: -3, 8>}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.zeros: attr shape long
func.func @f() {
  // expected-error @below {{shape is 4x8x1, the result has shape 4x8: they must be equal}}
  %0 = "ttir.zeros"() <{shape = array<i32: 4, 8, 1>}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.ones: result0 rank
func.func @f() {
  // expected-error @below {{shape is 4x8, the result has shape 7x4x8: they must be equal}}
  %0 = "ttir.ones"() <{shape = array<i32: 4, 8>}> : () -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.ones: result0 shape
func.func @f() {
  // expected-error @below {{shape is 4x8, the result has shape 4x11: they must be equal}}
  %0 = "ttir.ones"() <{shape = array<i32: 4, 8>}> : () -> tensor<4x11xf32>
  return
}

// -----

// ttir.ones: result0 lower
func.func @f() {
  // expected-error @below {{shape is 4x8, the result has shape 8: they must be equal}}
  %0 = "ttir.ones"() <{shape = array<i32: 4, 8>}> : () -> tensor<8xf32>
  return
}

// -----

// ttir.ones: attr shape short
func.func @f() {
  // expected-error @below {{shape is 4, the result has shape 4x8: they must be equal}}
  %0 = "ttir.ones"() <{shape = array<i32: 4>}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.ones: attr shape neg
func.func @f() {
  // expected-error @below {{shape is -3x8, the result has shape 4x8: they must be equal}}
  %0 = "ttir.ones"() <{shape = array<i32: -3, 8>}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.ones: attr shape long
func.func @f() {
  // expected-error @below {{shape is 4x8x1, the result has shape 4x8: they must be equal}}
  %0 = "ttir.ones"() <{shape = array<i32: 4, 8, 1>}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttnn.full: result0 rank
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{shape is 4x8, the result has shape 7x4x8: they must be equal}}
  %0 = "ttnn.full"(%a0) <{fill_value = 1.0 : f32, shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.full: result0 shape
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{shape is 4x8, the result has shape 4x11: they must be equal}}
  %0 = "ttnn.full"(%a0) <{fill_value = 1.0 : f32, shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.full: result0 lower
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{shape is 4x8, the result has shape 8: they must be equal}}
  %0 = "ttnn.full"(%a0) <{fill_value = 1.0 : f32, shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<8xf32>
  return
}

// -----

// ttnn.full: without fill_value
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{requires attribute 'fill_value'}}
  %0 = "ttnn.full"(%a0) <{shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.zeros: result0 rank
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{shape is 4x8, the result has shape 7x4x8: they must be equal}}
  %0 = "ttnn.zeros"(%a0) <{shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.zeros: result0 shape
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{shape is 4x8, the result has shape 4x11: they must be equal}}
  %0 = "ttnn.zeros"(%a0) <{shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.zeros: result0 lower
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{shape is 4x8, the result has shape 8: they must be equal}}
  %0 = "ttnn.zeros"(%a0) <{shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<8xf32>
  return
}

// -----

// ttnn.zeros: without shape
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{requires attribute 'shape'}}
  %0 = "ttnn.zeros"(%a0) : (!ttnn.device) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.ones: result0 rank
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{shape is 4x8, the result has shape 7x4x8: they must be equal}}
  %0 = "ttnn.ones"(%a0) <{shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.ones: result0 shape
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{shape is 4x8, the result has shape 4x11: they must be equal}}
  %0 = "ttnn.ones"(%a0) <{shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.ones: result0 lower
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{shape is 4x8, the result has shape 8: they must be equal}}
  %0 = "ttnn.ones"(%a0) <{shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<8xf32>
  return
}

// -----

// ttnn.ones: without shape
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{requires attribute 'shape'}}
  %0 = "ttnn.ones"(%a0) : (!ttnn.device) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.empty: result0 rank
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{shape is 4x8, the result has shape 7x4x8: they must be equal}}
  %0 = "ttnn.empty"(%a0) <{shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.empty: result0 shape
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{shape is 4x8, the result has shape 4x11: they must be equal}}
  %0 = "ttnn.empty"(%a0) <{shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.empty: result0 lower
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{shape is 4x8, the result has shape 8: they must be equal}}
  %0 = "ttnn.empty"(%a0) <{shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<8xf32>
  return
}

// -----

// ttnn.empty: without shape
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{requires attribute 'shape'}}
  %0 = "ttnn.empty"(%a0) : (!ttnn.device) -> tensor<4x8xf32>
  return
}

// -----

// ttir.rand: result0 rank
func.func @f() {
  // expected-error @below {{result has shape 7x4x8, expected 4x8}}
  %0 = "ttir.rand"() <{high = 1.0 : f32, low = 0.0 : f32, seed = 0 : ui32, size = [4 : i32, 8 : i32]}> : () -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.rand: result0 shape
func.func @f() {
  // expected-error @below {{result has shape 4x11, expected 4x8}}
  %0 = "ttir.rand"() <{high = 1.0 : f32, low = 0.0 : f32, seed = 0 : ui32, size = [4 : i32, 8 : i32]}> : () -> tensor<4x11xf32>
  return
}

// -----

// ttir.rand: result0 type
func.func @f() {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.rand"() <{high = 1.0 : f32, low = 0.0 : f32, seed = 0 : ui32, size = [4 : i32, 8 : i32]}> : () -> tensor<4x8xi32>
  return
}

// -----

// ttir.rand: result0 lower
func.func @f() {
  // expected-error @below {{result has shape 8, expected 4x8}}
  %0 = "ttir.rand"() <{high = 1.0 : f32, low = 0.0 : f32, seed = 0 : ui32, size = [4 : i32, 8 : i32]}> : () -> tensor<8xf32>
  return
}

// -----

// ttir.rand: attr high = -1.0
func.func @f() {
  // expected-error @below {{low must be less than high}}
  %0 = "ttir.rand"() <{high = -1.0 : f32, low = 0.0 : f32, seed = 0 : ui32, size = [4 : i32, 8 : i32]}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.rand: attr high type
func.func @f() {
  // expected-error @below {{invalid properties {high = 1 : i32, low = 0.000000e+00 : f32, seed = 0 : ui32, size = [4 : i32, 8 : i32]} for op ttir.rand: Invalid attribute `high` in property conversion: 1 : i32}}
  %0 = "ttir.rand"() <{high = 1 : i32, low = 0.0 : f32, seed = 0 : ui32, size = [4 : i32, 8 : i32]}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttnn.rand: result0 rank
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{size is 4x8, the result has shape 7x4x8: they must be equal}}
  %0 = "ttnn.rand"(%a0) <{high = 1.0 : f32, low = 0.0 : f32, seed = 0 : ui32, size = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.rand: result0 shape
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{size is 4x8, the result has shape 4x11: they must be equal}}
  %0 = "ttnn.rand"(%a0) <{high = 1.0 : f32, low = 0.0 : f32, seed = 0 : ui32, size = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.rand: result0 type
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.rand"(%a0) <{high = 1.0 : f32, low = 0.0 : f32, seed = 0 : ui32, size = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.rand: result0 lower
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{size is 4x8, the result has shape 8: they must be equal}}
  %0 = "ttnn.rand"(%a0) <{high = 1.0 : f32, low = 0.0 : f32, seed = 0 : ui32, size = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<8xf32>
  return
}

// -----

// ttnn.rand: attr high = -1.0
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{low (0.000000) must be less than high (-1.000000)}}
  %0 = "ttnn.rand"(%a0) <{high = -1.0 : f32, low = 0.0 : f32, seed = 0 : ui32, size = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.rand: attr high type
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{invalid properties {high = 1 : i32, low = 0.000000e+00 : f32, seed = 0 : ui32, size = #ttnn.shape<4x8>} for op ttnn.rand: Invalid attribute `high` in property conversion: 1 : i32}}
  %0 = "ttnn.rand"(%a0) <{high = 1 : i32, low = 0.0 : f32, seed = 0 : ui32, size = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<4x8xf32>
  return
}

// -----

// ttir.arange: result0 rank
func.func @f() {
  // expected-error @below {{dimension 1 of result is 4, expected 8 (whole steps from start to end)}}
  %0 = "ttir.arange"() <{arange_dimension = 1 : i64, end = 16 : si64, start = 0 : si64, step = 2 : si64}> : () -> tensor<7x4x8xi32>
  return
}

// -----

// ttir.arange: result0 lower
func.func @f() {
  // expected-error @below {{arange_dimension must be in [0, 0], got 1}}
  %0 = "ttir.arange"() <{arange_dimension = 1 : i64, end = 16 : si64, start = 0 : si64, step = 2 : si64}> : () -> tensor<8xi32>
  return
}

// -----

// ttir.arange: attr arange_dimension = -7
func.func @f() {
  // expected-error @below {{arange_dimension must be in [0, 1], got -7}}
  %0 = "ttir.arange"() <{arange_dimension = -7 : i64, end = 16 : si64, start = 0 : si64, step = 2 : si64}> : () -> tensor<4x8xi32>
  return
}

// -----

// ttir.arange: attr end = -7
func.func @f() {
  // expected-error @below {{cannot count from 0 to -7 by 2}}
  %0 = "ttir.arange"() <{arange_dimension = 1 : i64, end = -7 : si64, start = 0 : si64, step = 2 : si64}> : () -> tensor<4x8xi32>
  return
}

// -----

// ttir.arange: attr start = 99
func.func @f() {
  // expected-error @below {{cannot count from 99 to 16 by 2}}
  %0 = "ttir.arange"() <{arange_dimension = 1 : i64, end = 16 : si64, start = 99 : si64, step = 2 : si64}> : () -> tensor<4x8xi32>
  return
}

// -----

// ttir.arange: attr step = 0
func.func @f() {
  // expected-error @below {{step is 0: it must not be}}
  %0 = "ttir.arange"() <{arange_dimension = 1 : i64, end = 16 : si64, start = 0 : si64, step = 0 : si64}> : () -> tensor<4x8xi32>
  return
}

// -----

// ttnn.arange: result0 rank
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{result must have rank 1, got rank 2 (7x8)}}
  %0 = "ttnn.arange"(%a0) <{end = 16 : si64, start = 0 : si64, step = 2 : si64}> : (!ttnn.device) -> tensor<7x8xsi32>
  return
}

// -----

// ttnn.arange: result0 shape
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{counts 8 values, dimension 0 of result is 11}}
  %0 = "ttnn.arange"(%a0) <{end = 16 : si64, start = 0 : si64, step = 2 : si64}> : (!ttnn.device) -> tensor<11xsi32>
  return
}

// -----

// ttnn.arange: attr end = -7
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{cannot count from 0 to -7 by 2}}
  %0 = "ttnn.arange"(%a0) <{end = -7 : si64, start = 0 : si64, step = 2 : si64}> : (!ttnn.device) -> tensor<8xsi32>
  return
}

// -----

// ttnn.arange: attr start = 99
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{cannot count from 99 to 16 by 2}}
  %0 = "ttnn.arange"(%a0) <{end = 16 : si64, start = 99 : si64, step = 2 : si64}> : (!ttnn.device) -> tensor<8xsi32>
  return
}

// -----

// ttnn.arange: attr step = 0
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{step is 0: it must not be}}
  %0 = "ttnn.arange"(%a0) <{end = 16 : si64, start = 0 : si64, step = 0 : si64}> : (!ttnn.device) -> tensor<8xsi32>
  return
}

// -----

// ttnn.arange: attr step = -7
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{cannot count from 0 to 16 by -7}}
  %0 = "ttnn.arange"(%a0) <{end = 16 : si64, start = 0 : si64, step = -7 : si64}> : (!ttnn.device) -> tensor<8xsi32>
  return
}

// -----

// ttir.constant: result0 rank
func.func @f() {
  // expected-error @below {{result has shape 7x4x8, expected 4x8}}
  %0 = "ttir.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.constant: result0 shape
func.func @f() {
  // expected-error @below {{result has shape 4x11, expected 4x8}}
  %0 = "ttir.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<4x11xf32>
  return
}

// -----

// ttir.constant: result0 type
func.func @f() {
  // expected-error @below {{value has elements of type 'f32', the result of 'i32': both must be integers or both reals}}
  %0 = "ttir.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<4x8xi32>
  return
}

// -----

// ttir.constant: result0 lower
func.func @f() {
  // expected-error @below {{result has shape 8, expected 4x8}}
  %0 = "ttir.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<8xf32>
  return
}

// -----

// ttir.constant: without value
func.func @f() {
  // expected-error @below {{requires attribute 'value'}}
  %0 = "ttir.constant"() : () -> tensor<4x8xf32>
  return
}

// -----

// ttnn.constant: result0 rank
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{value has type 'tensor<4x8xf32>', the result 'tensor<7x4x8xf32>'}}
  %0 = "ttnn.constant"(%a0) <{value = dense<1.0> : tensor<4x8xf32>}> : (!ttnn.device) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.constant: result0 shape
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{value has type 'tensor<4x8xf32>', the result 'tensor<4x11xf32>'}}
  %0 = "ttnn.constant"(%a0) <{value = dense<1.0> : tensor<4x8xf32>}> : (!ttnn.device) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.constant: result0 type
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{value has elements of type 'f32', the result of 'i32': both must be integers or both reals}}
  %0 = "ttnn.constant"(%a0) <{value = dense<1.0> : tensor<4x8xf32>}> : (!ttnn.device) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.constant: result0 lower
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{value has type 'tensor<4x8xf32>', the result 'tensor<8xf32>'}}
  %0 = "ttnn.constant"(%a0) <{value = dense<1.0> : tensor<4x8xf32>}> : (!ttnn.device) -> tensor<8xf32>
  return
}

// -----

// ttnn.constant: without value
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{requires attribute 'value'}}
  %0 = "ttnn.constant"(%a0) : (!ttnn.device) -> tensor<4x8xf32>
  return
}
