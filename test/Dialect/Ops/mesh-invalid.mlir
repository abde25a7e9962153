// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.all_reduce: result0 rank
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 7x32x64, the input has 32x64}}
  %0 = "ttir.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<7x32x64xbf16>
  return
}

// -----

// ttir.all_reduce: result0 shape
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 32x67, the input has 32x64}}
  %0 = "ttir.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<32x67xbf16>
  return
}

// -----

// ttir.all_reduce: result0 type
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<32x64xi32>
  return
}

// -----

// ttir.all_reduce: result0 lower
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 64, the input has 32x64}}
  %0 = "ttir.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<64xbf16>
  return
}

// -----

// ttir.all_reduce: operand0 rank
func.func @f(%a0: tensor<7x32x64xbf16>) {
  // expected-error @below {{result has shape 32x64, the input has 7x32x64}}
  %0 = "ttir.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<7x32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

// ttir.all_reduce: operand0 type
func.func @f(%a0: tensor<32x64xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttir.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xi32>) -> tensor<32x64xbf16>
  return
}

// -----

// ttnn.all_reduce: result0 rank
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 7x32x64, input has 32x64: they must be equal}}
  %0 = "ttnn.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<7x32x64xbf16>
  return
}

// -----

// ttnn.all_reduce: result0 shape
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 32x67, input has 32x64: they must be equal}}
  %0 = "ttnn.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<32x67xbf16>
  return
}

// -----

// ttnn.all_reduce: result0 type
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<32x64xi32>
  return
}

// -----

// ttnn.all_reduce: result0 lower
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 64, input has 32x64: they must be equal}}
  %0 = "ttnn.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<64xbf16>
  return
}

// -----

// ttnn.all_reduce: operand0 rank
func.func @f(%a0: tensor<7x32x64xbf16>) {
  // expected-error @below {{result has shape 32x64, input has 7x32x64: they must be equal}}
  %0 = "ttnn.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<7x32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

// ttnn.all_reduce: operand0 type
func.func @f(%a0: tensor<32x64xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttnn.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xi32>) -> tensor<32x64xbf16>
  return
}

// -----

// ttir.all_reduce_async: result0 rank
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 7x32x64, input has 32x64: they must be equal}}
  %0 = "ttir.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<7x32x64xbf16>
  return
}

// -----

// ttir.all_reduce_async: result0 shape
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 32x67, input has 32x64: they must be equal}}
  %0 = "ttir.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<32x67xbf16>
  return
}

// -----

// ttir.all_reduce_async: result0 type
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<32x64xi32>
  return
}

// -----

// ttir.all_reduce_async: result0 lower
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 64, input has 32x64: they must be equal}}
  %0 = "ttir.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<64xbf16>
  return
}

// -----

// ttir.all_reduce_async: operand0 rank
func.func @f(%a0: tensor<7x32x64xbf16>) {
  // expected-error @below {{result has shape 32x64, input has 7x32x64: they must be equal}}
  %0 = "ttir.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<7x32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

// ttir.all_reduce_async: operand0 type
func.func @f(%a0: tensor<32x64xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttir.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xi32>) -> tensor<32x64xbf16>
  return
}

// -----

// ttnn.all_reduce_async: result0 rank
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 7x32x64, input has 32x64: they must be equal}}
  %0 = "ttnn.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<7x32x64xbf16>
  return
}

// -----

// ttnn.all_reduce_async: result0 shape
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 32x67, input has 32x64: they must be equal}}
  %0 = "ttnn.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<32x67xbf16>
  return
}

// -----

// ttnn.all_reduce_async: result0 type
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<32x64xi32>
  return
}

// -----

// ttnn.all_reduce_async: result0 lower
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 64, input has 32x64: they must be equal}}
  %0 = "ttnn.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<64xbf16>
  return
}

// -----

// ttnn.all_reduce_async: operand0 rank
func.func @f(%a0: tensor<7x32x64xbf16>) {
  // expected-error @below {{result has shape 32x64, input has 7x32x64: they must be equal}}
  %0 = "ttnn.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<7x32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

// ttnn.all_reduce_async: operand0 type
func.func @f(%a0: tensor<32x64xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttnn.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xi32>) -> tensor<32x64xbf16>
  return
}

// -----

// ttir.all_gather: result0 rank
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x32x256)}}
  %0 = "ttir.all_gather"(%a0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<7x32x256xbf16>
  return
}

// -----

// ttir.all_gather: result0 shape
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{dimension 1 of result (259) must be a multiple of that of input (64)}}
  %0 = "ttir.all_gather"(%a0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<32x259xbf16>
  return
}

// -----

// ttir.all_gather: result0 shape0
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{dimension 0 of input is 32, dimension 0 of result is 35: they must be equal}}
  %0 = "ttir.all_gather"(%a0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<35x256xbf16>
  return
}

// -----

// ttir.all_gather: result0 type
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.all_gather"(%a0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<32x256xi32>
  return
}

// -----

// ttir.all_gather: result0 lower
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result must have rank 2, got rank 1 (256)}}
  %0 = "ttir.all_gather"(%a0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<256xbf16>
  return
}

// -----

// ttir.all_gather: operand0 rank
func.func @f(%a0: tensor<7x32x64xbf16>) {
  // expected-error @below {{result must have rank 3, got rank 2 (32x256)}}
  %0 = "ttir.all_gather"(%a0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<7x32x64xbf16>) -> tensor<32x256xbf16>
  return
}

// -----

// ttnn.all_gather: result0 rank
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x32x256)}}
  %0 = "ttnn.all_gather"(%a0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<7x32x256xbf16>
  return
}

// -----

// ttnn.all_gather: result0 shape
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{dimension 1 of result (259) must be a multiple of that of input (64)}}
  %0 = "ttnn.all_gather"(%a0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<32x259xbf16>
  return
}

// -----

// ttnn.all_gather: result0 shape0
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{dimension 0 of input is 32, dimension 0 of result is 35: they must be equal}}
  %0 = "ttnn.all_gather"(%a0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<35x256xbf16>
  return
}

// -----

// ttnn.all_gather: result0 type
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.all_gather"(%a0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<32x256xi32>
  return
}

// -----

// ttnn.all_gather: result0 lower
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result must have rank 2, got rank 1 (256)}}
  %0 = "ttnn.all_gather"(%a0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<256xbf16>
  return
}

// -----

// ttnn.all_gather: operand0 rank
func.func @f(%a0: tensor<7x32x64xbf16>) {
  // expected-error @below {{result must have rank 3, got rank 2 (32x256)}}
  %0 = "ttnn.all_gather"(%a0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<7x32x64xbf16>) -> tensor<32x256xbf16>
  return
}

// -----

// ttir.reduce_scatter: result0 rank
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x32x64)}}
  %0 = "ttir.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<7x32x64xbf16>
  return
}

// -----

// ttir.reduce_scatter: result0 shape
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{dimension 1 of input (256) must be a multiple of that of result (67)}}
  %0 = "ttir.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<32x67xbf16>
  return
}

// -----

// ttir.reduce_scatter: result0 shape0
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{dimension 0 of input is 32, dimension 0 of result is 35: they must be equal}}
  %0 = "ttir.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<35x64xbf16>
  return
}

// -----

// ttir.reduce_scatter: result0 type
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<32x64xi32>
  return
}

// -----

// ttir.reduce_scatter: result0 lower
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{result must have rank 2, got rank 1 (64)}}
  %0 = "ttir.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<64xbf16>
  return
}

// -----

// ttir.reduce_scatter: operand0 rank
func.func @f(%a0: tensor<7x32x256xbf16>) {
  // expected-error @below {{result must have rank 3, got rank 2 (32x64)}}
  %0 = "ttir.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<7x32x256xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

// ttnn.reduce_scatter: result0 rank
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x32x64)}}
  %0 = "ttnn.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<7x32x64xbf16>
  return
}

// -----

// ttnn.reduce_scatter: result0 shape
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{dimension 1 of input (256) must be a multiple of that of result (67)}}
  %0 = "ttnn.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<32x67xbf16>
  return
}

// -----

// ttnn.reduce_scatter: result0 shape0
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{dimension 0 of input is 32, dimension 0 of result is 35: they must be equal}}
  %0 = "ttnn.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<35x64xbf16>
  return
}

// -----

// ttnn.reduce_scatter: result0 type
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<32x64xi32>
  return
}

// -----

// ttnn.reduce_scatter: result0 lower
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{result must have rank 2, got rank 1 (64)}}
  %0 = "ttnn.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<64xbf16>
  return
}

// -----

// ttnn.reduce_scatter: operand0 rank
func.func @f(%a0: tensor<7x32x256xbf16>) {
  // expected-error @below {{result must have rank 3, got rank 2 (32x64)}}
  %0 = "ttnn.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<7x32x256xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

// ttir.mesh_partition: result0 rank
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x32x64)}}
  %0 = "ttir.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<7x32x64xbf16>
  return
}

// -----

// ttir.mesh_partition: result0 shape
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{dimension 1 of input (256) must be a multiple of that of result (67)}}
  %0 = "ttir.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<32x67xbf16>
  return
}

// -----

// ttir.mesh_partition: result0 shape0
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{dimension 0 of input is 32, dimension 0 of result is 35: they must be equal}}
  %0 = "ttir.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<35x64xbf16>
  return
}

// -----

// ttir.mesh_partition: result0 type
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<32x64xi32>
  return
}

// -----

// ttir.mesh_partition: result0 lower
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{result must have rank 2, got rank 1 (64)}}
  %0 = "ttir.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<64xbf16>
  return
}

// -----

// ttir.mesh_partition: operand0 rank
func.func @f(%a0: tensor<7x32x256xbf16>) {
  // expected-error @below {{result must have rank 3, got rank 2 (32x64)}}
  %0 = "ttir.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<7x32x256xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

// ttnn.mesh_partition: result0 rank
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x32x64)}}
  %0 = "ttnn.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<7x32x64xbf16>
  return
}

// -----

// ttnn.mesh_partition: result0 shape
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{dimension 1 of input (256) must be a multiple of that of result (67)}}
  %0 = "ttnn.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<32x67xbf16>
  return
}

// -----

// ttnn.mesh_partition: result0 shape0
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{dimension 0 of input is 32, dimension 0 of result is 35: they must be equal}}
  %0 = "ttnn.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<35x64xbf16>
  return
}

// -----

// ttnn.mesh_partition: result0 type
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<32x64xi32>
  return
}

// -----

// ttnn.mesh_partition: result0 lower
func.func @f(%a0: tensor<32x256xbf16>) {
  // expected-error @below {{result must have rank 2, got rank 1 (64)}}
  %0 = "ttnn.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<64xbf16>
  return
}

// -----

// ttnn.mesh_partition: operand0 rank
func.func @f(%a0: tensor<7x32x256xbf16>) {
  // expected-error @below {{result must have rank 3, got rank 2 (32x64)}}
  %0 = "ttnn.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<7x32x256xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

// ttir.collective_permute: result0 rank
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 7x32x64, the input has 32x64}}
  %0 = "ttir.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<7x32x64xbf16>
  return
}

// -----

// ttir.collective_permute: result0 shape
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 32x67, the input has 32x64}}
  %0 = "ttir.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x67xbf16>
  return
}

// -----

// ttir.collective_permute: result0 type
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xi32>
  return
}

// -----

// ttir.collective_permute: result0 lower
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 64, the input has 32x64}}
  %0 = "ttir.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<64xbf16>
  return
}

// -----

// ttir.collective_permute: operand0 rank
func.func @f(%a0: tensor<7x32x64xbf16>) {
  // expected-error @below {{result has shape 32x64, the input has 7x32x64}}
  %0 = "ttir.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<7x32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

// ttir.collective_permute: operand0 type
func.func @f(%a0: tensor<32x64xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttir.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x64xi32>) -> tensor<32x64xbf16>
  return
}

// -----

// ttnn.collective_permute: result0 rank
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 7x32x64, input has 32x64: they must be equal}}
  %0 = "ttnn.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<7x32x64xbf16>
  return
}

// -----

// ttnn.collective_permute: result0 shape
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 32x67, input has 32x64: they must be equal}}
  %0 = "ttnn.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x67xbf16>
  return
}

// -----

// ttnn.collective_permute: result0 type
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xi32>
  return
}

// -----

// ttnn.collective_permute: result0 lower
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 64, input has 32x64: they must be equal}}
  %0 = "ttnn.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<64xbf16>
  return
}

// -----

// ttnn.collective_permute: operand0 rank
func.func @f(%a0: tensor<7x32x64xbf16>) {
  // expected-error @below {{result has shape 32x64, input has 7x32x64: they must be equal}}
  %0 = "ttnn.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<7x32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

// ttnn.collective_permute: operand0 type
func.func @f(%a0: tensor<32x64xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttnn.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x64xi32>) -> tensor<32x64xbf16>
  return
}

// -----

// ttir.collective_broadcast: result0 rank
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has type tensor<7x32x64xbf16>, input has tensor<32x64xbf16>: they must be equal}}
  %0 = "ttir.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<7x32x64xbf16>
  return
}

// -----

// ttir.collective_broadcast: result0 shape
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has type tensor<32x67xbf16>, input has tensor<32x64xbf16>: they must be equal}}
  %0 = "ttir.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x67xbf16>
  return
}

// -----

// ttir.collective_broadcast: result0 type
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has type tensor<32x64xi32>, input has tensor<32x64xbf16>: they must be equal}}
  %0 = "ttir.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xi32>
  return
}

// -----

// ttir.collective_broadcast: result0 lower
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has type tensor<64xbf16>, input has tensor<32x64xbf16>: they must be equal}}
  %0 = "ttir.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<64xbf16>
  return
}

// -----

// ttir.collective_broadcast: operand0 rank
func.func @f(%a0: tensor<7x32x64xbf16>) {
  // expected-error @below {{result has type tensor<32x64xbf16>, input has tensor<7x32x64xbf16>: they must be equal}}
  %0 = "ttir.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<7x32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

// ttir.collective_broadcast: operand0 type
func.func @f(%a0: tensor<32x64xi32>) {
  // expected-error @below {{result has type tensor<32x64xbf16>, input has tensor<32x64xi32>: they must be equal}}
  %0 = "ttir.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<32x64xi32>) -> tensor<32x64xbf16>
  return
}

// -----

// ttir.all_to_all: result0 rank
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 7x128x16, expected 128x16}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<7x128x16xbf16>
  return
}

// -----

// ttir.all_to_all: result0 shape
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 128x19, expected 128x16}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<128x19xbf16>
  return
}

// -----

// ttir.all_to_all: result0 type
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<128x16xi32>
  return
}

// -----

// ttir.all_to_all: result0 lower
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 16, expected 128x16}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<16xbf16>
  return
}

// -----

// ttir.all_to_all: operand0 rank
func.func @f(%a0: tensor<7x32x64xbf16>) {
  // expected-error @below {{result has shape 128x16, expected 28x8x64}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : si32, split_dim = 1 : si32}> : (tensor<7x32x64xbf16>) -> tensor<128x16xbf16>
  return
}

// -----

// ttir.all_to_all: operand0 shape
func.func @f(%a0: tensor<32x67xbf16>) {
  // expected-error @below {{extent of split_dim (67) must be a multiple of split_count (4)}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : si32, split_dim = 1 : si32}> : (tensor<32x67xbf16>) -> tensor<128x16xbf16>
  return
}

// -----

// ttir.mesh_shard: result0 rank
func.func @f(%a0: tensor<32x512xbf16>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x32x128)}}
  %0 = "ttir.mesh_shard"(%a0) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x512xbf16>) -> tensor<7x32x128xbf16>
  return
}

// -----

// ttir.mesh_shard: result0 shape
func.func @f(%a0: tensor<32x512xbf16>) {
  // expected-error @below {{dimension 1: 4 parts of 131 are not 512}}
  %0 = "ttir.mesh_shard"(%a0) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x512xbf16>) -> tensor<32x131xbf16>
  return
}

// -----

// ttir.mesh_shard: result0 type
func.func @f(%a0: tensor<32x512xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.mesh_shard"(%a0) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x512xbf16>) -> tensor<32x128xi32>
  return
}

// -----

// ttir.mesh_shard: result0 lower
func.func @f(%a0: tensor<32x512xbf16>) {
  // expected-error @below {{result must have rank 2, got rank 1 (128)}}
  %0 = "ttir.mesh_shard"(%a0) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x512xbf16>) -> tensor<128xbf16>
  return
}

// -----

// ttir.mesh_shard: operand0 rank
func.func @f(%a0: tensor<7x32x512xbf16>) {
  // expected-error @below {{result must have rank 3, got rank 2 (32x128)}}
  %0 = "ttir.mesh_shard"(%a0) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<7x32x512xbf16>) -> tensor<32x128xbf16>
  return
}

// -----

// ttir.mesh_shard: operand0 type
func.func @f(%a0: tensor<32x512xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttir.mesh_shard"(%a0) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x512xi32>) -> tensor<32x128xbf16>
  return
}

// -----

// ttnn.mesh_shard: result0 rank
func.func @f(%a0: tensor<32x512xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x32x128)}}
  %0 = "ttnn.mesh_shard"(%a0, %a1) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x512xbf16>, !ttnn.device) -> tensor<7x32x128xbf16>
  return
}

// -----

// ttnn.mesh_shard: result0 shape
func.func @f(%a0: tensor<32x512xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{dimension 1: 4 parts of 131 are not 512}}
  %0 = "ttnn.mesh_shard"(%a0, %a1) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x512xbf16>, !ttnn.device) -> tensor<32x131xbf16>
  return
}

// -----

// ttnn.mesh_shard: result0 type
func.func @f(%a0: tensor<32x512xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.mesh_shard"(%a0, %a1) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x512xbf16>, !ttnn.device) -> tensor<32x128xi32>
  return
}

// -----

// ttnn.mesh_shard: result0 lower
func.func @f(%a0: tensor<32x512xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 2, got rank 1 (128)}}
  %0 = "ttnn.mesh_shard"(%a0, %a1) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x512xbf16>, !ttnn.device) -> tensor<128xbf16>
  return
}

// -----

// ttnn.mesh_shard: operand0 rank
func.func @f(%a0: tensor<7x32x512xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 3, got rank 2 (32x128)}}
  %0 = "ttnn.mesh_shard"(%a0, %a1) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<7x32x512xbf16>, !ttnn.device) -> tensor<32x128xbf16>
  return
}

// -----

// ttnn.mesh_shard: operand0 type
func.func @f(%a0: tensor<32x512xi32>, %a1: !ttnn.device) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttnn.mesh_shard"(%a0, %a1) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x512xi32>, !ttnn.device) -> tensor<32x128xbf16>
  return
}

// -----

// ttir.point_to_point: result0 rank
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 7x32x64, input has 32x64: they must be equal}}
  %0 = "ttir.point_to_point"(%a0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<32x64xbf16>) -> tensor<7x32x64xbf16>
  return
}

// -----

// ttir.point_to_point: result0 shape
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 32x67, input has 32x64: they must be equal}}
  %0 = "ttir.point_to_point"(%a0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<32x64xbf16>) -> tensor<32x67xbf16>
  return
}

// -----

// ttir.point_to_point: result0 type
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.point_to_point"(%a0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<32x64xbf16>) -> tensor<32x64xi32>
  return
}

// -----

// ttir.point_to_point: result0 lower
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 64, input has 32x64: they must be equal}}
  %0 = "ttir.point_to_point"(%a0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<32x64xbf16>) -> tensor<64xbf16>
  return
}

// -----

// ttir.point_to_point: operand0 rank
func.func @f(%a0: tensor<7x32x64xbf16>) {
  // expected-error @below {{result has shape 32x64, input has 7x32x64: they must be equal}}
  %0 = "ttir.point_to_point"(%a0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<7x32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

// ttir.point_to_point: operand0 type
func.func @f(%a0: tensor<32x64xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttir.point_to_point"(%a0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<32x64xi32>) -> tensor<32x64xbf16>
  return
}

// -----

// ttnn.point_to_point: result0 rank
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 7x32x64, input has 32x64: they must be equal}}
  %0 = "ttnn.point_to_point"(%a0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<32x64xbf16>) -> tensor<7x32x64xbf16>
  return
}

// -----

// ttnn.point_to_point: result0 shape
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 32x67, input has 32x64: they must be equal}}
  %0 = "ttnn.point_to_point"(%a0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<32x64xbf16>) -> tensor<32x67xbf16>
  return
}

// -----

// ttnn.point_to_point: result0 type
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.point_to_point"(%a0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<32x64xbf16>) -> tensor<32x64xi32>
  return
}

// -----

// ttnn.point_to_point: result0 lower
func.func @f(%a0: tensor<32x64xbf16>) {
  // expected-error @below {{result has shape 64, input has 32x64: they must be equal}}
  %0 = "ttnn.point_to_point"(%a0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<32x64xbf16>) -> tensor<64xbf16>
  return
}

// -----

// ttnn.point_to_point: operand0 rank
func.func @f(%a0: tensor<7x32x64xbf16>) {
  // expected-error @below {{result has shape 32x64, input has 7x32x64: they must be equal}}
  %0 = "ttnn.point_to_point"(%a0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<7x32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

// ttnn.point_to_point: operand0 type
func.func @f(%a0: tensor<32x64xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttnn.point_to_point"(%a0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<32x64xi32>) -> tensor<32x64xbf16>
  return
}

// -----

// ttnn.distribute_tensor: result0 rank
func.func @f(%a0: tensor<32x64xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x8x64)}}
  %0 = "ttnn.distribute_tensor"(%a0, %a1) <{mapper_config = #ttnn.mesh_mapper_config<x>}> : (tensor<32x64xbf16>, !ttnn.device) -> tensor<7x8x64xbf16>
  return
}

// -----

// ttnn.distribute_tensor: result0 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.distribute_tensor"(%a0, %a1) <{mapper_config = #ttnn.mesh_mapper_config<x>}> : (tensor<32x64xbf16>, !ttnn.device) -> tensor<8x64xi32>
  return
}

// -----

// ttnn.distribute_tensor: result0 lower
func.func @f(%a0: tensor<32x64xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 2, got rank 1 (64)}}
  %0 = "ttnn.distribute_tensor"(%a0, %a1) <{mapper_config = #ttnn.mesh_mapper_config<x>}> : (tensor<32x64xbf16>, !ttnn.device) -> tensor<64xbf16>
  return
}

// -----

// ttnn.distribute_tensor: operand0 rank
func.func @f(%a0: tensor<7x32x64xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 3, got rank 2 (8x64)}}
  %0 = "ttnn.distribute_tensor"(%a0, %a1) <{mapper_config = #ttnn.mesh_mapper_config<x>}> : (tensor<7x32x64xbf16>, !ttnn.device) -> tensor<8x64xbf16>
  return
}

// -----

// ttnn.distribute_tensor: operand0 type
func.func @f(%a0: tensor<32x64xi32>, %a1: !ttnn.device) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttnn.distribute_tensor"(%a0, %a1) <{mapper_config = #ttnn.mesh_mapper_config<x>}> : (tensor<32x64xi32>, !ttnn.device) -> tensor<8x64xbf16>
  return
}

// -----

// ttnn.distribute_tensor: without mapper_config
func.func @f(%a0: tensor<32x64xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{requires attribute 'mapper_config'}}
  %0 = "ttnn.distribute_tensor"(%a0, %a1) : (tensor<32x64xbf16>, !ttnn.device) -> tensor<8x64xbf16>
  return
}

// -----

// ttnn.aggregate_tensor: result0 rank
func.func @f(%a0: tensor<8x64xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x32x64)}}
  %0 = "ttnn.aggregate_tensor"(%a0, %a1) <{composer_config = #ttnn.mesh_composer_config<x>}> : (tensor<8x64xbf16>, !ttnn.device) -> tensor<7x32x64xbf16>
  return
}

// -----

// ttnn.aggregate_tensor: result0 type
func.func @f(%a0: tensor<8x64xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.aggregate_tensor"(%a0, %a1) <{composer_config = #ttnn.mesh_composer_config<x>}> : (tensor<8x64xbf16>, !ttnn.device) -> tensor<32x64xi32>
  return
}

// -----

// ttnn.aggregate_tensor: result0 lower
func.func @f(%a0: tensor<8x64xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 2, got rank 1 (64)}}
  %0 = "ttnn.aggregate_tensor"(%a0, %a1) <{composer_config = #ttnn.mesh_composer_config<x>}> : (tensor<8x64xbf16>, !ttnn.device) -> tensor<64xbf16>
  return
}

// -----

// ttnn.aggregate_tensor: operand0 rank
func.func @f(%a0: tensor<7x8x64xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 3, got rank 2 (32x64)}}
  %0 = "ttnn.aggregate_tensor"(%a0, %a1) <{composer_config = #ttnn.mesh_composer_config<x>}> : (tensor<7x8x64xbf16>, !ttnn.device) -> tensor<32x64xbf16>
  return
}

// -----

// ttnn.aggregate_tensor: operand0 type
func.func @f(%a0: tensor<8x64xi32>, %a1: !ttnn.device) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttnn.aggregate_tensor"(%a0, %a1) <{composer_config = #ttnn.mesh_composer_config<x>}> : (tensor<8x64xi32>, !ttnn.device) -> tensor<32x64xbf16>
  return
}

// -----

// ttnn.aggregate_tensor: without composer_config
func.func @f(%a0: tensor<8x64xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{requires attribute 'composer_config'}}
  %0 = "ttnn.aggregate_tensor"(%a0, %a1) : (tensor<8x64xbf16>, !ttnn.device) -> tensor<32x64xbf16>
  return
}
