// -----

// Forms beside those of test/Ops/Rules/valid.mlir: other types, dimensions, reductions.
func.func @f(%x: tensor<4x8xf32>, %s: tensor<8xf32>, %z: tensor<8xi32>, %q: tensor<4x8x!quant.uniform<i8:f32, 0.1:3>>, %o: tensor<1xf32>, %p: tensor<1xi32>) {
  %0 = "ttir.quantize_unrolled"(%x, %s, %z) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xi32>) -> tensor<4x8x!quant.uniform<i8:f32, 0.1:3>>
  %1 = "ttir.dequantize_unrolled"(%q, %o, %p) : (tensor<4x8x!quant.uniform<i8:f32, 0.1:3>>, tensor<1xf32>, tensor<1xi32>) -> tensor<4x8xf32>
  %2 = "ttir.requantize_unrolled"(%q, %o, %p, %o, %p) : (tensor<4x8x!quant.uniform<i8:f32, 0.1:3>>, tensor<1xf32>, tensor<1xi32>, tensor<1xf32>, tensor<1xi32>) -> tensor<4x8x!quant.uniform<i8:f32, 0.2>>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %h: tensor<4x8xbf16>, %n: tensor<4x8xi32>, %i: tensor<3x8xi32>, %u: tensor<3x8xf32>, %v: tensor<3x8xbf16>, %w: tensor<3x8xi32>) {
  %0 = "ttir.scatter"(%x, %i, %u) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<4x8xf32>, tensor<3x8xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  %1 = "ttir.scatter"(%h, %i, %v) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<prod>}> : (tensor<4x8xbf16>, tensor<3x8xi32>, tensor<3x8xbf16>) -> tensor<4x8xbf16>
  %2 = "ttir.scatter"(%n, %i, %w) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<max>}> : (tensor<4x8xi32>, tensor<3x8xi32>, tensor<3x8xi32>) -> tensor<4x8xi32>
  %3 = "ttnn.scatter"(%x, %i, %u) <{dim = 0 : si32, scatter_reduce_type = #ttcore.reduce_type<min>}> : (tensor<4x8xf32>, tensor<3x8xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3x4xf32>, %n: tensor<2x3x4xi32>) {
  %0 = "ttir.argmax"(%x) <{dim_arg = [0 : i32, 2 : i32], keep_dim = false}> : (tensor<2x3x4xf32>) -> tensor<3xi32>
  %1 = "ttir.argmax"(%n) <{dim_arg = [1 : i32, 2 : i32], keep_dim = true}> : (tensor<2x3x4xi32>) -> tensor<2x1x1xi32>
  return
}

// -----

func.func @f(%a: tensor<4x8xi16>, %b: tensor<4x8xui8>, %c: tensor<4x8xi64>) {
  %0:2 = "ttir.sort"(%a) <{descending = true, dim = 1 : si32}> : (tensor<4x8xi16>) -> (tensor<4x8xi16>, tensor<4x8xi16>)
  %1:2 = "ttir.sort"(%b) <{descending = false, dim = 0 : si32}> : (tensor<4x8xui8>) -> (tensor<4x8xui8>, tensor<4x8xi32>)
  %2:2 = "ttir.sort"(%c) <{descending = false, dim = 0 : si32}> : (tensor<4x8xi64>) -> (tensor<4x8xi64>, tensor<4x8xi64>)
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xi32>) {
  %0 = "ttir.reduce_or"(%a) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<4x8xf32>) -> tensor<8xf32>
  %1 = "ttir.reduce_and"(%b) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<4x8xi32>) -> tensor<8xi32>
  return
}
