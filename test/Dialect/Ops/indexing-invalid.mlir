// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.gather: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xi32>) {
  // expected-error @below {{result has shape 7x4x3, index has 4x3: they must be equal}}
  %0 = "ttir.gather"(%a0, %a1) <{dim = 1 : i32}> : (tensor<4x8xf32>, tensor<4x3xi32>) -> tensor<7x4x3xf32>
  return
}

// -----

// ttir.gather: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xi32>) {
  // expected-error @below {{result has shape 4x6, index has 4x3: they must be equal}}
  %0 = "ttir.gather"(%a0, %a1) <{dim = 1 : i32}> : (tensor<4x8xf32>, tensor<4x3xi32>) -> tensor<4x6xf32>
  return
}

// -----

// ttir.gather: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xi32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.gather"(%a0, %a1) <{dim = 1 : i32}> : (tensor<4x8xf32>, tensor<4x3xi32>) -> tensor<4x3xi32>
  return
}

// -----

// ttir.gather: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xi32>) {
  // expected-error @below {{result has shape 3, index has 4x3: they must be equal}}
  %0 = "ttir.gather"(%a0, %a1) <{dim = 1 : i32}> : (tensor<4x8xf32>, tensor<4x3xi32>) -> tensor<3xf32>
  return
}

// -----

// ttir.gather: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<4x3xi32>) {
  // expected-error @below {{index must have rank 3, got rank 2 (4x3)}}
  %0 = "ttir.gather"(%a0, %a1) <{dim = 1 : i32}> : (tensor<7x4x8xf32>, tensor<4x3xi32>) -> tensor<4x3xf32>
  return
}

// -----

// ttir.gather: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x3xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.gather"(%a0, %a1) <{dim = 1 : i32}> : (tensor<4x8xi32>, tensor<4x3xi32>) -> tensor<4x3xf32>
  return
}

// -----

// ttnn.gather: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xui32>) {
  // expected-error @below {{result has shape 7x4x3, index has 4x3: they must be equal}}
  %0 = "ttnn.gather"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xui32>) -> tensor<7x4x3xf32>
  return
}

// -----

// ttnn.gather: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xui32>) {
  // expected-error @below {{result has shape 4x6, index has 4x3: they must be equal}}
  %0 = "ttnn.gather"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xui32>) -> tensor<4x6xf32>
  return
}

// -----

// ttnn.gather: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xui32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttnn.gather"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xui32>) -> tensor<4x3xi32>
  return
}

// -----

// ttnn.gather: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xui32>) {
  // expected-error @below {{result has shape 3, index has 4x3: they must be equal}}
  %0 = "ttnn.gather"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xui32>) -> tensor<3xf32>
  return
}

// -----

// ttnn.gather: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<4x3xui32>) {
  // expected-error @below {{index must have rank 3, got rank 2 (4x3)}}
  %0 = "ttnn.gather"(%a0, %a1) <{dim = 1 : si32}> : (tensor<7x4x8xf32>, tensor<4x3xui32>) -> tensor<4x3xf32>
  return
}

// -----

// ttnn.gather: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x3xui32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttnn.gather"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xi32>, tensor<4x3xui32>) -> tensor<4x3xf32>
  return
}

// -----

// ttir.scatter: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xi32>, %a2: tensor<4x3xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttir.scatter"(%a0, %a1, %a2) <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<invalid>}> : (tensor<4x8xf32>, tensor<4x3xi32>, tensor<4x3xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.scatter: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xi32>, %a2: tensor<4x3xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttir.scatter"(%a0, %a1, %a2) <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<invalid>}> : (tensor<4x8xf32>, tensor<4x3xi32>, tensor<4x3xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.scatter: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xi32>, %a2: tensor<4x3xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.scatter"(%a0, %a1, %a2) <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<invalid>}> : (tensor<4x8xf32>, tensor<4x3xi32>, tensor<4x3xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.scatter: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xi32>, %a2: tensor<4x3xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttir.scatter"(%a0, %a1, %a2) <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<invalid>}> : (tensor<4x8xf32>, tensor<4x3xi32>, tensor<4x3xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.scatter: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<4x3xi32>, %a2: tensor<4x3xf32>) {
  // expected-error @below {{index must have rank 3, got rank 2 (4x3)}}
  %0 = "ttir.scatter"(%a0, %a1, %a2) <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<invalid>}> : (tensor<7x4x8xf32>, tensor<4x3xi32>, tensor<4x3xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.scatter: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x3xi32>, %a2: tensor<4x3xf32>) {
  // expected-error @below {{source has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.scatter"(%a0, %a1, %a2) <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<invalid>}> : (tensor<4x8xi32>, tensor<4x3xi32>, tensor<4x3xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.scatter: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xui32>, %a2: tensor<4x3xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttnn.scatter"(%a0, %a1, %a2) <{dim = 1 : si32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<4x8xf32>, tensor<4x3xui32>, tensor<4x3xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.scatter: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xui32>, %a2: tensor<4x3xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttnn.scatter"(%a0, %a1, %a2) <{dim = 1 : si32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<4x8xf32>, tensor<4x3xui32>, tensor<4x3xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.scatter: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xui32>, %a2: tensor<4x3xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttnn.scatter"(%a0, %a1, %a2) <{dim = 1 : si32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<4x8xf32>, tensor<4x3xui32>, tensor<4x3xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.scatter: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xui32>, %a2: tensor<4x3xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttnn.scatter"(%a0, %a1, %a2) <{dim = 1 : si32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<4x8xf32>, tensor<4x3xui32>, tensor<4x3xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.scatter: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<4x3xui32>, %a2: tensor<4x3xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttnn.scatter"(%a0, %a1, %a2) <{dim = 1 : si32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<7x4x8xf32>, tensor<4x3xui32>, tensor<4x3xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.scatter: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x3xui32>, %a2: tensor<4x3xf32>) {
  // expected-error @below {{source has elements of type f32, input of i32: they must be equal}}
  %0 = "ttnn.scatter"(%a0, %a1, %a2) <{dim = 1 : si32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<4x8xi32>, tensor<4x3xui32>, tensor<4x3xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.embedding: result0 rank
func.func @f(%a0: tensor<2x5xui32>, %a1: tensor<100x16xbf16>) {
  // expected-error @below {{result has shape 7x2x5x16, expected 2x5x16}}
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<2x5xui32>, tensor<100x16xbf16>) -> tensor<7x2x5x16xbf16>
  return
}

// -----

// ttir.embedding: result0 shape
func.func @f(%a0: tensor<2x5xui32>, %a1: tensor<100x16xbf16>) {
  // expected-error @below {{result has shape 2x5x19, expected 2x5x16}}
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<2x5xui32>, tensor<100x16xbf16>) -> tensor<2x5x19xbf16>
  return
}

// -----

// ttir.embedding: result0 type
func.func @f(%a0: tensor<2x5xui32>, %a1: tensor<100x16xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<2x5xui32>, tensor<100x16xbf16>) -> tensor<2x5x16xi32>
  return
}

// -----

// ttir.embedding: result0 lower
func.func @f(%a0: tensor<2x5xui32>, %a1: tensor<100x16xbf16>) {
  // expected-error @below {{result has shape 5x16, expected 2x5x16}}
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<2x5xui32>, tensor<100x16xbf16>) -> tensor<5x16xbf16>
  return
}

// -----

// ttir.embedding: operand0 rank
func.func @f(%a0: tensor<7x2x5xui32>, %a1: tensor<100x16xbf16>) {
  // expected-error @below {{input must have rank 2 at most, got rank 3}}
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<7x2x5xui32>, tensor<100x16xbf16>) -> tensor<2x5x16xbf16>
  return
}

// -----

// ttnn.embedding: result0 rank
func.func @f(%a0: tensor<2x5xui32>, %a1: tensor<100x16xbf16>) {
  // expected-error @below {{result has shape 7x2x5x16, expected 2x5x16}}
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<2x5xui32>, tensor<100x16xbf16>) -> tensor<7x2x5x16xbf16>
  return
}

// -----

// ttnn.embedding: result0 shape
func.func @f(%a0: tensor<2x5xui32>, %a1: tensor<100x16xbf16>) {
  // expected-error @below {{result has shape 2x5x19, expected 2x5x16}}
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<2x5xui32>, tensor<100x16xbf16>) -> tensor<2x5x19xbf16>
  return
}

// -----

// ttnn.embedding: result0 type
func.func @f(%a0: tensor<2x5xui32>, %a1: tensor<100x16xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<2x5xui32>, tensor<100x16xbf16>) -> tensor<2x5x16xi32>
  return
}

// -----

// ttnn.embedding: result0 lower
func.func @f(%a0: tensor<2x5xui32>, %a1: tensor<100x16xbf16>) {
  // expected-error @below {{result has shape 5x16, expected 2x5x16}}
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<2x5xui32>, tensor<100x16xbf16>) -> tensor<5x16xbf16>
  return
}

// -----

// ttnn.embedding: operand0 rank
func.func @f(%a0: tensor<7x2x5xui32>, %a1: tensor<100x16xbf16>) {
  // expected-error @below {{result has shape 2x5x16, expected 7x2x5x16}}
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<7x2x5xui32>, tensor<100x16xbf16>) -> tensor<2x5x16xbf16>
  return
}

// -----

// ttnn.embedding: operand0 type
func.func @f(%a0: tensor<2x5xf32>, %a1: tensor<100x16xbf16>) {
  // expected-error @below {{input must have integer elements, got f32}}
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<2x5xf32>, tensor<100x16xbf16>) -> tensor<2x5x16xbf16>
  return
}

// -----

// ttir.embedding_backward: result0 rank
func.func @f(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error @below {{result has shape 7x512x128, weight has 512x128: they must be equal}}
  %0 = "ttir.embedding_backward"(%a0, %a1, %a2) : (tensor<1x32xui32>, tensor<512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<7x512x128xbf16>
  return
}

// -----

// ttir.embedding_backward: result0 shape
func.func @f(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error @below {{result has shape 512x131, weight has 512x128: they must be equal}}
  %0 = "ttir.embedding_backward"(%a0, %a1, %a2) : (tensor<1x32xui32>, tensor<512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<512x131xbf16>
  return
}

// -----

// ttir.embedding_backward: result0 shape0
func.func @f(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error @below {{result has shape 515x128, weight has 512x128: they must be equal}}
  %0 = "ttir.embedding_backward"(%a0, %a1, %a2) : (tensor<1x32xui32>, tensor<512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<515x128xbf16>
  return
}

// -----

// ttir.embedding_backward: result0 type
func.func @f(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error @below {{result has elements of type i32, in_gradient of bf16: they must be equal}}
  %0 = "ttir.embedding_backward"(%a0, %a1, %a2) : (tensor<1x32xui32>, tensor<512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<512x128xi32>
  return
}

// -----

// ttir.embedding_backward: result0 lower
func.func @f(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error @below {{result has shape 128, weight has 512x128: they must be equal}}
  %0 = "ttir.embedding_backward"(%a0, %a1, %a2) : (tensor<1x32xui32>, tensor<512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<128xbf16>
  return
}

// -----

// ttir.embedding_backward: operand0 rank
func.func @f(%a0: tensor<7x1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error @below {{in_gradient of shape 1x32x128 has 4096 elements, expected 28672 (one row for each index)}}
  %0 = "ttir.embedding_backward"(%a0, %a1, %a2) : (tensor<7x1x32xui32>, tensor<512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<512x128xbf16>
  return
}

// -----

// ttnn.embedding_bw: result0 rank
func.func @f(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error @below {{result of shape 7x512x128 has 458752 elements, expected 65536 (those of the table)}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x32xui32>, tensor<512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<7x512x128xbf16>
  return
}

// -----

// ttnn.embedding_bw: result0 shape
func.func @f(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error @below {{dimension 1 of result is 131, expected 128 (the width of the table)}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x32xui32>, tensor<512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<512x131xbf16>
  return
}

// -----

// ttnn.embedding_bw: result0 shape0
func.func @f(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error @below {{result of shape 515x128 has 65920 elements, expected 65536 (those of the table)}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x32xui32>, tensor<512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<515x128xbf16>
  return
}

// -----

// ttnn.embedding_bw: result0 type
func.func @f(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x32xui32>, tensor<512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<512x128xi32>
  return
}

// -----

// ttnn.embedding_bw: result0 lower
func.func @f(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error @below {{result must have rank 2 or more, got rank 1 (128)}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x32xui32>, tensor<512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<128xbf16>
  return
}

// -----

// ttnn.embedding_bw: operand0 rank
func.func @f(%a0: tensor<7x1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  // expected-error @below {{in_gradient of shape 1x32x128 has 4096 elements, expected 28672 (one row for each index)}}
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<7x1x32xui32>, tensor<512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<512x128xbf16>
  return
}

// -----

// ttir.sampling: result0 rank
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error @below {{input_values must have rank 2, got rank 4 (1x1x32x64)}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 3 : ui32}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<7x1x1x1x32xui32>
  return
}

// -----

// ttir.sampling: result0 shape
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error @below {{input_values must have rank 2, got rank 4 (1x1x32x64)}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 3 : ui32}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<1x1x1x35xui32>
  return
}

// -----

// ttir.sampling: result0 type
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error @below {{input_values must have rank 2, got rank 4 (1x1x32x64)}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 3 : ui32}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<1x1x1x32xf32>
  return
}

// -----

// ttir.sampling: operand0 rank
func.func @f(%a0: tensor<7x1x1x32x64xbf16>, %a1: tensor<1x1x32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error @below {{input_values must have rank 2, got rank 5 (7x1x1x32x64)}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 3 : ui32}> : (tensor<7x1x1x32x64xbf16>, tensor<1x1x32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<1x1x1x32xui32>
  return
}

// -----

// ttir.sampling: operand0 shape
func.func @f(%a0: tensor<1x1x32x67xbf16>, %a1: tensor<1x1x32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error @below {{input_values must have rank 2, got rank 4 (1x1x32x67)}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 3 : ui32}> : (tensor<1x1x32x67xbf16>, tensor<1x1x32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<1x1x1x32xui32>
  return
}

// -----

// ttir.sampling: operand0 type
func.func @f(%a0: tensor<1x1x32x64xi32>, %a1: tensor<1x1x32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error @below {{input_values must have rank 2, got rank 4 (1x1x32x64)}}
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 3 : ui32}> : (tensor<1x1x32x64xi32>, tensor<1x1x32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<1x1x1x32xui32>
  return
}

// -----

// ttnn.sampling: result0 rank
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error @below {{result of shape 7x1x1x1x32 has 224 elements, expected 32 (one for each user)}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 3 : ui32}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<7x1x1x1x32xui32>
  return
}

// -----

// ttnn.sampling: result0 shape
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error @below {{result of shape 1x1x1x35 has 35 elements, expected 32 (one for each user)}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 3 : ui32}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<1x1x1x35xui32>
  return
}

// -----

// ttnn.sampling: result0 type
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error @below {{result must have integer elements, got f32}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 3 : ui32}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<1x1x1x32xf32>
  return
}

// -----

// ttnn.sampling: operand0 rank
func.func @f(%a0: tensor<7x1x1x32x64xbf16>, %a1: tensor<1x1x32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error @below {{input_indices has shape 1x1x32x64, input_values has 7x1x1x32x64: they must be equal}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 3 : ui32}> : (tensor<7x1x1x32x64xbf16>, tensor<1x1x32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<1x1x1x32xui32>
  return
}

// -----

// ttnn.sampling: operand0 shape
func.func @f(%a0: tensor<1x1x32x67xbf16>, %a1: tensor<1x1x32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error @below {{input_indices has shape 1x1x32x64, input_values has 1x1x32x67: they must be equal}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 3 : ui32}> : (tensor<1x1x32x67xbf16>, tensor<1x1x32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<1x1x1x32xui32>
  return
}

// -----

// ttnn.sampling: operand0 type
func.func @f(%a0: tensor<1x1x32x64xi32>, %a1: tensor<1x1x32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  // expected-error @below {{input_values must have real elements, got i32}}
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 3 : ui32}> : (tensor<1x1x32x64xi32>, tensor<1x1x32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<1x1x1x32xui32>
  return
}

// -----

// ttir.topk_router_gpt: result0 rank
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<64x16xbf16>, %a2: tensor<16xbf16>) {
  // expected-error @below {{bias must have rank 2, got rank 1 (16)}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 4 : i32, num_experts = 16 : i32}> : (tensor<32x64xbf16>, tensor<64x16xbf16>, tensor<16xbf16>) -> (tensor<7x32x4xui16>, tensor<32x4xbf16>)
  return
}

// -----

// ttir.topk_router_gpt: result0 shape
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<64x16xbf16>, %a2: tensor<16xbf16>) {
  // expected-error @below {{bias must have rank 2, got rank 1 (16)}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 4 : i32, num_experts = 16 : i32}> : (tensor<32x64xbf16>, tensor<64x16xbf16>, tensor<16xbf16>) -> (tensor<32x7xui16>, tensor<32x4xbf16>)
  return
}

// -----

// ttir.topk_router_gpt: result0 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<64x16xbf16>, %a2: tensor<16xbf16>) {
  // expected-error @below {{bias must have rank 2, got rank 1 (16)}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 4 : i32, num_experts = 16 : i32}> : (tensor<32x64xbf16>, tensor<64x16xbf16>, tensor<16xbf16>) -> (tensor<32x4xf32>, tensor<32x4xbf16>)
  return
}

// -----

// ttir.topk_router_gpt: result0 lower
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<64x16xbf16>, %a2: tensor<16xbf16>) {
  // expected-error @below {{bias must have rank 2, got rank 1 (16)}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 4 : i32, num_experts = 16 : i32}> : (tensor<32x64xbf16>, tensor<64x16xbf16>, tensor<16xbf16>) -> (tensor<4xui16>, tensor<32x4xbf16>)
  return
}

// -----

// ttir.topk_router_gpt: result1 rank
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<64x16xbf16>, %a2: tensor<16xbf16>) {
  // expected-error @below {{bias must have rank 2, got rank 1 (16)}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 4 : i32, num_experts = 16 : i32}> : (tensor<32x64xbf16>, tensor<64x16xbf16>, tensor<16xbf16>) -> (tensor<32x4xui16>, tensor<7x32x4xbf16>)
  return
}

// -----

// ttir.topk_router_gpt: result1 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<64x16xbf16>, %a2: tensor<16xbf16>) {
  // expected-error @below {{bias must have rank 2, got rank 1 (16)}}
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 4 : i32, num_experts = 16 : i32}> : (tensor<32x64xbf16>, tensor<64x16xbf16>, tensor<16xbf16>) -> (tensor<32x4xui16>, tensor<32x4xi32>)
  return
}

// -----

// ttnn.topk_router_gpt: result0 rank
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<64x16xbf16>, %a2: tensor<16xbf16>) {
  // expected-error @below {{expert_weights has shape 32x4, expert_indices has 7x32x4: they must be equal}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 4 : i32, num_experts = 16 : i32}> : (tensor<32x64xbf16>, tensor<64x16xbf16>, tensor<16xbf16>) -> (tensor<7x32x4xui16>, tensor<32x4xbf16>)
  return
}

// -----

// ttnn.topk_router_gpt: result0 shape
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<64x16xbf16>, %a2: tensor<16xbf16>) {
  // expected-error @below {{expert_weights has shape 32x4, expert_indices has 32x7: they must be equal}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 4 : i32, num_experts = 16 : i32}> : (tensor<32x64xbf16>, tensor<64x16xbf16>, tensor<16xbf16>) -> (tensor<32x7xui16>, tensor<32x4xbf16>)
  return
}

// -----

// ttnn.topk_router_gpt: result0 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<64x16xbf16>, %a2: tensor<16xbf16>) {
  // expected-error @below {{expert_indices must have integer elements, got f32}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 4 : i32, num_experts = 16 : i32}> : (tensor<32x64xbf16>, tensor<64x16xbf16>, tensor<16xbf16>) -> (tensor<32x4xf32>, tensor<32x4xbf16>)
  return
}

// -----

// ttnn.topk_router_gpt: result0 lower
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<64x16xbf16>, %a2: tensor<16xbf16>) {
  // expected-error @below {{expert_indices must have rank 2 or more, got rank 1 (4)}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 4 : i32, num_experts = 16 : i32}> : (tensor<32x64xbf16>, tensor<64x16xbf16>, tensor<16xbf16>) -> (tensor<4xui16>, tensor<32x4xbf16>)
  return
}

// -----

// ttnn.topk_router_gpt: result1 rank
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<64x16xbf16>, %a2: tensor<16xbf16>) {
  // expected-error @below {{expert_weights has shape 7x32x4, expert_indices has 32x4: they must be equal}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 4 : i32, num_experts = 16 : i32}> : (tensor<32x64xbf16>, tensor<64x16xbf16>, tensor<16xbf16>) -> (tensor<32x4xui16>, tensor<7x32x4xbf16>)
  return
}

// -----

// ttnn.topk_router_gpt: result1 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<64x16xbf16>, %a2: tensor<16xbf16>) {
  // expected-error @below {{expert_weights must have real elements, got i32}}
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 4 : i32, num_experts = 16 : i32}> : (tensor<32x64xbf16>, tensor<64x16xbf16>, tensor<16xbf16>) -> (tensor<32x4xui16>, tensor<32x4xi32>)
  return
}
