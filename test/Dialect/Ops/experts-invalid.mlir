// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.all_to_all_dispatch: result0 rank
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dispatched must have rank 4, got rank 5 (7x1x32x32x64)}}
  %0:2 = "ttir.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<7x1x32x32x64xbf16>, tensor<1x32x32x2xui16>)
  return
}

// -----

// ttir.all_to_all_dispatch: result0 shape
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dimension 3 of dispatched is 67, expected 64 (hidden size)}}
  %0:2 = "ttir.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<1x32x32x67xbf16>, tensor<1x32x32x2xui16>)
  return
}

// -----

// ttir.all_to_all_dispatch: result0 shape0
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dimension 0 of dispatched is 4, dimension 0 of metadata is 1: they must be equal}}
  %0:2 = "ttir.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<4x32x32x64xbf16>, tensor<1x32x32x2xui16>)
  return
}

// -----

// ttir.all_to_all_dispatch: result0 type
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dispatched must have real elements, got i32}}
  %0:2 = "ttir.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<1x32x32x64xi32>, tensor<1x32x32x2xui16>)
  return
}

// -----

// ttir.all_to_all_dispatch: result0 lower
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dispatched must have rank 4, got rank 3 (32x32x64)}}
  %0:2 = "ttir.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<32x32x64xbf16>, tensor<1x32x32x2xui16>)
  return
}

// -----

// ttir.all_to_all_dispatch: result1 rank
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{metadata must have rank 4, got rank 5 (7x1x32x32x2)}}
  %0:2 = "ttir.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<1x32x32x64xbf16>, tensor<7x1x32x32x2xui16>)
  return
}

// -----

// ttnn.all_to_all_dispatch: result0 rank
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dispatched must have rank 4, got rank 5 (7x1x32x32x64)}}
  %0:2 = "ttnn.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<7x1x32x32x64xbf16>, tensor<1x32x32x2xui16>)
  return
}

// -----

// ttnn.all_to_all_dispatch: result0 shape
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dimension 3 of dispatched is 67, expected 64 (hidden size)}}
  %0:2 = "ttnn.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<1x32x32x67xbf16>, tensor<1x32x32x2xui16>)
  return
}

// -----

// ttnn.all_to_all_dispatch: result0 shape0
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dimension 0 of dispatched is 4, dimension 0 of metadata is 1: they must be equal}}
  %0:2 = "ttnn.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<4x32x32x64xbf16>, tensor<1x32x32x2xui16>)
  return
}

// -----

// ttnn.all_to_all_dispatch: result0 type
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dispatched must have real elements, got i32}}
  %0:2 = "ttnn.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<1x32x32x64xi32>, tensor<1x32x32x2xui16>)
  return
}

// -----

// ttnn.all_to_all_dispatch: result0 lower
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dispatched must have rank 4, got rank 3 (32x32x64)}}
  %0:2 = "ttnn.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<32x32x64xbf16>, tensor<1x32x32x2xui16>)
  return
}

// -----

// ttnn.all_to_all_dispatch: result1 rank
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{metadata must have rank 4, got rank 5 (7x1x32x32x2)}}
  %0:2 = "ttnn.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<1x32x32x64xbf16>, tensor<7x1x32x32x2xui16>)
  return
}

// -----

// ttir.all_to_all_dispatch_metadata: result0 rank
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<4x1x32x2xbf16>, %a3: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dispatched must have rank 3, got rank 5 (7x1x32x32x64)}}
  %0:3 = "ttir.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<4x1x32x2xbf16>, tensor<1x1x16x8xui16>) -> (tensor<7x1x32x32x64xbf16>, tensor<1x32x32x2xui16>, tensor<1x32x32x2xbf16>)
  return
}

// -----

// ttir.all_to_all_dispatch_metadata: result0 shape
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<4x1x32x2xbf16>, %a3: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dispatched must have rank 3, got rank 4 (1x32x32x67)}}
  %0:3 = "ttir.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<4x1x32x2xbf16>, tensor<1x1x16x8xui16>) -> (tensor<1x32x32x67xbf16>, tensor<1x32x32x2xui16>, tensor<1x32x32x2xbf16>)
  return
}

// -----

// ttir.all_to_all_dispatch_metadata: result0 shape0
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<4x1x32x2xbf16>, %a3: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dispatched must have rank 3, got rank 4 (4x32x32x64)}}
  %0:3 = "ttir.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<4x1x32x2xbf16>, tensor<1x1x16x8xui16>) -> (tensor<4x32x32x64xbf16>, tensor<1x32x32x2xui16>, tensor<1x32x32x2xbf16>)
  return
}

// -----

// ttir.all_to_all_dispatch_metadata: result0 type
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<4x1x32x2xbf16>, %a3: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dispatched must have rank 3, got rank 4 (1x32x32x64)}}
  %0:3 = "ttir.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<4x1x32x2xbf16>, tensor<1x1x16x8xui16>) -> (tensor<1x32x32x64xi32>, tensor<1x32x32x2xui16>, tensor<1x32x32x2xbf16>)
  return
}

// -----

// ttir.all_to_all_dispatch_metadata: result0 lower
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<4x1x32x2xbf16>, %a3: tensor<1x1x16x8xui16>) {
  // expected-error @below {{indices must have rank 3, got rank 4 (1x32x32x2)}}
  %0:3 = "ttir.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<4x1x32x2xbf16>, tensor<1x1x16x8xui16>) -> (tensor<32x32x64xbf16>, tensor<1x32x32x2xui16>, tensor<1x32x32x2xbf16>)
  return
}

// -----

// ttir.all_to_all_dispatch_metadata: result1 rank
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<4x1x32x2xbf16>, %a3: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dispatched must have rank 3, got rank 4 (1x32x32x64)}}
  %0:3 = "ttir.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<4x1x32x2xbf16>, tensor<1x1x16x8xui16>) -> (tensor<1x32x32x64xbf16>, tensor<7x1x32x32x2xui16>, tensor<1x32x32x2xbf16>)
  return
}

// -----

// ttnn.all_to_all_dispatch_metadata: result0 rank
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<4x1x32x2xbf16>, %a3: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dispatched must have rank 4, got rank 5 (7x1x32x32x64)}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 0 : i64, num_devices = 8 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<4x1x32x2xbf16>, tensor<1x1x16x8xui16>) -> (tensor<7x1x32x32x64xbf16>, tensor<1x32x32x2xui16>, tensor<1x32x32x2xbf16>)
  return
}

// -----

// ttnn.all_to_all_dispatch_metadata: result0 shape
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<4x1x32x2xbf16>, %a3: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dimension 3 of dispatched is 67, expected 64 (hidden size)}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 0 : i64, num_devices = 8 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<4x1x32x2xbf16>, tensor<1x1x16x8xui16>) -> (tensor<1x32x32x67xbf16>, tensor<1x32x32x2xui16>, tensor<1x32x32x2xbf16>)
  return
}

// -----

// ttnn.all_to_all_dispatch_metadata: result0 shape0
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<4x1x32x2xbf16>, %a3: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dimension 0 of dispatched is 4, dimension 0 of indices is 1: they must be equal}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 0 : i64, num_devices = 8 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<4x1x32x2xbf16>, tensor<1x1x16x8xui16>) -> (tensor<4x32x32x64xbf16>, tensor<1x32x32x2xui16>, tensor<1x32x32x2xbf16>)
  return
}

// -----

// ttnn.all_to_all_dispatch_metadata: result0 type
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<4x1x32x2xbf16>, %a3: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dispatched must have real elements, got i32}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 0 : i64, num_devices = 8 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<4x1x32x2xbf16>, tensor<1x1x16x8xui16>) -> (tensor<1x32x32x64xi32>, tensor<1x32x32x2xui16>, tensor<1x32x32x2xbf16>)
  return
}

// -----

// ttnn.all_to_all_dispatch_metadata: result0 lower
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<4x1x32x2xbf16>, %a3: tensor<1x1x16x8xui16>) {
  // expected-error @below {{scores must have rank 3, got rank 4 (1x32x32x2)}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 0 : i64, num_devices = 8 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<4x1x32x2xbf16>, tensor<1x1x16x8xui16>) -> (tensor<32x32x64xbf16>, tensor<1x32x32x2xui16>, tensor<1x32x32x2xbf16>)
  return
}

// -----

// ttnn.all_to_all_dispatch_metadata: result1 rank
func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<4x1x32x2xbf16>, %a3: tensor<1x1x16x8xui16>) {
  // expected-error @below {{indices must have rank 4, got rank 5 (7x1x32x32x2)}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 0 : i64, num_devices = 8 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<4x1x32x2xbf16>, tensor<1x1x16x8xui16>) -> (tensor<1x32x32x64xbf16>, tensor<7x1x32x32x2xui16>, tensor<1x32x32x2xbf16>)
  return
}

// -----

// ttir.all_to_all_combine: result0 rank
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x2x4x4x64)}}
  %0 = "ttir.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 2 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x32x2xui16>, tensor<1x1x16x8xui16>) -> tensor<7x2x4x4x64xbf16>
  return
}

// -----

// ttir.all_to_all_combine: result0 shape
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dimension 3 of input_tensor is 64, dimension 3 of result is 67: they must be equal}}
  %0 = "ttir.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 2 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x32x2xui16>, tensor<1x1x16x8xui16>) -> tensor<2x4x4x67xbf16>
  return
}

// -----

// ttir.all_to_all_combine: result0 shape0
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dimension 0 of result is 5, expected 2 (num_experts_per_tok)}}
  %0 = "ttir.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 2 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x32x2xui16>, tensor<1x1x16x8xui16>) -> tensor<5x4x4x64xbf16>
  return
}

// -----

// ttir.all_to_all_combine: result0 type
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 2 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x32x2xui16>, tensor<1x1x16x8xui16>) -> tensor<2x4x4x64xi32>
  return
}

// -----

// ttir.all_to_all_combine: result0 lower
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (4x4x64)}}
  %0 = "ttir.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 2 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x32x2xui16>, tensor<1x1x16x8xui16>) -> tensor<4x4x64xbf16>
  return
}

// -----

// ttir.all_to_all_combine: result0 s2
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dimension 2 of result is 7, expected 4 (the part of one device)}}
  %0 = "ttir.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 2 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x32x2xui16>, tensor<1x1x16x8xui16>) -> tensor<2x4x7x64xbf16>
  return
}

// -----

// ttnn.all_to_all_combine: result0 rank
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x2x4x4x64)}}
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 2 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x32x2xui16>, tensor<1x1x16x8xui16>) -> tensor<7x2x4x4x64xbf16>
  return
}

// -----

// ttnn.all_to_all_combine: result0 shape
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dimension 3 of input_tensor is 64, dimension 3 of result is 67: they must be equal}}
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 2 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x32x2xui16>, tensor<1x1x16x8xui16>) -> tensor<2x4x4x67xbf16>
  return
}

// -----

// ttnn.all_to_all_combine: result0 shape0
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dimension 0 of result is 5, expected 2 (num_experts_per_tok)}}
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 2 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x32x2xui16>, tensor<1x1x16x8xui16>) -> tensor<5x4x4x64xbf16>
  return
}

// -----

// ttnn.all_to_all_combine: result0 type
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 2 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x32x2xui16>, tensor<1x1x16x8xui16>) -> tensor<2x4x4x64xi32>
  return
}

// -----

// ttnn.all_to_all_combine: result0 lower
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (4x4x64)}}
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 2 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x32x2xui16>, tensor<1x1x16x8xui16>) -> tensor<4x4x64xbf16>
  return
}

// -----

// ttnn.all_to_all_combine: result0 s2
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  // expected-error @below {{dimension 2 of result is 7, expected 4 (the part of one device)}}
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 2 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x32x2xui16>, tensor<1x1x16x8xui16>) -> tensor<2x4x7x64xbf16>
  return
}

// -----

// ttir.moe_expert_token_remap: result0 rank
func.func @f(%a0: tensor<1x4x32x16xbf16>, %a1: tensor<1x1x16x8xui16>, %a2: tensor<1x4x32x2xui16>) {
  // expected-error @below {{mapping must have rank 4, got rank 5 (7x1x4x32x2)}}
  %0:2 = "ttir.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x4x32x16xbf16>, tensor<1x1x16x8xui16>, tensor<1x4x32x2xui16>) -> (tensor<7x1x4x32x2xbf16>, tensor<1x1x8x2xui16>)
  return
}

// -----

// ttir.moe_expert_token_remap: result0 shape
func.func @f(%a0: tensor<1x4x32x16xbf16>, %a1: tensor<1x1x16x8xui16>, %a2: tensor<1x4x32x2xui16>) {
  // expected-error @below {{experts of expert_mapping is 16, those of all devices is 40: they must be equal}}
  %0:2 = "ttir.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x4x32x16xbf16>, tensor<1x1x16x8xui16>, tensor<1x4x32x2xui16>) -> (tensor<1x4x32x5xbf16>, tensor<1x1x8x2xui16>)
  return
}

// -----

// ttir.moe_expert_token_remap: result0 shape0
func.func @f(%a0: tensor<1x4x32x16xbf16>, %a1: tensor<1x1x16x8xui16>, %a2: tensor<1x4x32x2xui16>) {
  // expected-error @below {{dimension 0 of topk_tensor is 1, dimension 0 of mapping is 4: they must be equal}}
  %0:2 = "ttir.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x4x32x16xbf16>, tensor<1x1x16x8xui16>, tensor<1x4x32x2xui16>) -> (tensor<4x4x32x2xbf16>, tensor<1x1x8x2xui16>)
  return
}

// -----

// ttir.moe_expert_token_remap: result0 type
func.func @f(%a0: tensor<1x4x32x16xbf16>, %a1: tensor<1x1x16x8xui16>, %a2: tensor<1x4x32x2xui16>) {
  // expected-error @below {{mapping must have real elements, got i32}}
  %0:2 = "ttir.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x4x32x16xbf16>, tensor<1x1x16x8xui16>, tensor<1x4x32x2xui16>) -> (tensor<1x4x32x2xi32>, tensor<1x1x8x2xui16>)
  return
}

// -----

// ttir.moe_expert_token_remap: result0 lower
func.func @f(%a0: tensor<1x4x32x16xbf16>, %a1: tensor<1x1x16x8xui16>, %a2: tensor<1x4x32x2xui16>) {
  // expected-error @below {{mapping must have rank 4, got rank 3 (4x32x2)}}
  %0:2 = "ttir.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x4x32x16xbf16>, tensor<1x1x16x8xui16>, tensor<1x4x32x2xui16>) -> (tensor<4x32x2xbf16>, tensor<1x1x8x2xui16>)
  return
}

// -----

// ttir.moe_expert_token_remap: result1 rank
func.func @f(%a0: tensor<1x4x32x16xbf16>, %a1: tensor<1x1x16x8xui16>, %a2: tensor<1x4x32x2xui16>) {
  // expected-error @below {{reduced must have rank 4, got rank 5 (7x1x1x8x2)}}
  %0:2 = "ttir.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x4x32x16xbf16>, tensor<1x1x16x8xui16>, tensor<1x4x32x2xui16>) -> (tensor<1x4x32x2xbf16>, tensor<7x1x1x8x2xui16>)
  return
}

// -----

// ttnn.moe_expert_token_remap: result0 rank
func.func @f(%a0: tensor<1x4x32x16xbf16>, %a1: tensor<1x1x16x8xui16>, %a2: tensor<1x4x32x2xui16>) {
  // expected-error @below {{mapping must have rank 4, got rank 5 (7x1x4x32x2)}}
  %0:2 = "ttnn.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x4x32x16xbf16>, tensor<1x1x16x8xui16>, tensor<1x4x32x2xui16>) -> (tensor<7x1x4x32x2xbf16>, tensor<1x1x8x2xui16>)
  return
}

// -----

// ttnn.moe_expert_token_remap: result0 shape
func.func @f(%a0: tensor<1x4x32x16xbf16>, %a1: tensor<1x1x16x8xui16>, %a2: tensor<1x4x32x2xui16>) {
  // expected-error @below {{experts of expert_mapping is 16, those of all devices is 40: they must be equal}}
  %0:2 = "ttnn.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x4x32x16xbf16>, tensor<1x1x16x8xui16>, tensor<1x4x32x2xui16>) -> (tensor<1x4x32x5xbf16>, tensor<1x1x8x2xui16>)
  return
}

// -----

// ttnn.moe_expert_token_remap: result0 shape0
func.func @f(%a0: tensor<1x4x32x16xbf16>, %a1: tensor<1x1x16x8xui16>, %a2: tensor<1x4x32x2xui16>) {
  // expected-error @below {{dimension 0 of topk_tensor is 1, dimension 0 of mapping is 4: they must be equal}}
  %0:2 = "ttnn.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x4x32x16xbf16>, tensor<1x1x16x8xui16>, tensor<1x4x32x2xui16>) -> (tensor<4x4x32x2xbf16>, tensor<1x1x8x2xui16>)
  return
}

// -----

// ttnn.moe_expert_token_remap: result0 type
func.func @f(%a0: tensor<1x4x32x16xbf16>, %a1: tensor<1x1x16x8xui16>, %a2: tensor<1x4x32x2xui16>) {
  // expected-error @below {{mapping must have real elements, got i32}}
  %0:2 = "ttnn.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x4x32x16xbf16>, tensor<1x1x16x8xui16>, tensor<1x4x32x2xui16>) -> (tensor<1x4x32x2xi32>, tensor<1x1x8x2xui16>)
  return
}

// -----

// ttnn.moe_expert_token_remap: result0 lower
func.func @f(%a0: tensor<1x4x32x16xbf16>, %a1: tensor<1x1x16x8xui16>, %a2: tensor<1x4x32x2xui16>) {
  // expected-error @below {{mapping must have rank 4, got rank 3 (4x32x2)}}
  %0:2 = "ttnn.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x4x32x16xbf16>, tensor<1x1x16x8xui16>, tensor<1x4x32x2xui16>) -> (tensor<4x32x2xbf16>, tensor<1x1x8x2xui16>)
  return
}

// -----

// ttnn.moe_expert_token_remap: result1 rank
func.func @f(%a0: tensor<1x4x32x16xbf16>, %a1: tensor<1x1x16x8xui16>, %a2: tensor<1x4x32x2xui16>) {
  // expected-error @below {{reduced must have rank 4, got rank 5 (7x1x1x8x2)}}
  %0:2 = "ttnn.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x4x32x16xbf16>, tensor<1x1x16x8xui16>, tensor<1x4x32x2xui16>) -> (tensor<1x4x32x2xbf16>, tensor<7x1x1x8x2xui16>)
  return
}

// -----

// ttir.moe_compute: result0 shape
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x128xbf16>, %a5: tensor<4x64x128xbf16>, %a6: tensor<4x128x64xbf16>) {
  // expected-error @below {{w0 must have rank 4, got rank 3 (4x64x128)}}
  %0 = "ttir.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 0 : ui32, intermediate_size = 128 : ui32, layer_id = 0 : ui32, output_height_shard_dim = 4 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x128xbf16>, tensor<4x64x128xbf16>, tensor<4x128x64xbf16>) -> tensor<2x32x67xbf16>
  return
}

// -----

// ttir.moe_compute: result0 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x128xbf16>, %a5: tensor<4x64x128xbf16>, %a6: tensor<4x128x64xbf16>) {
  // expected-error @below {{w0 must have rank 4, got rank 3 (4x64x128)}}
  %0 = "ttir.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 0 : ui32, intermediate_size = 128 : ui32, layer_id = 0 : ui32, output_height_shard_dim = 4 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x128xbf16>, tensor<4x64x128xbf16>, tensor<4x128x64xbf16>) -> tensor<2x32x64xi32>
  return
}

// -----

// ttir.moe_compute: operand0 type
func.func @f(%a0: tensor<32x64xi32>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x128xbf16>, %a5: tensor<4x64x128xbf16>, %a6: tensor<4x128x64xbf16>) {
  // expected-error @below {{w0 must have rank 4, got rank 3 (4x64x128)}}
  %0 = "ttir.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 0 : ui32, intermediate_size = 128 : ui32, layer_id = 0 : ui32, output_height_shard_dim = 4 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}> : (tensor<32x64xi32>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x128xbf16>, tensor<4x64x128xbf16>, tensor<4x128x64xbf16>) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttir.moe_compute: operand0 lower
func.func @f(%a0: tensor<64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x128xbf16>, %a5: tensor<4x64x128xbf16>, %a6: tensor<4x128x64xbf16>) {
  // expected-error @below {{tilize_input_tensor must have rank 2 or more, got rank 1 (64)}}
  %0 = "ttir.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 0 : ui32, intermediate_size = 128 : ui32, layer_id = 0 : ui32, output_height_shard_dim = 4 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}> : (tensor<64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x128xbf16>, tensor<4x64x128xbf16>, tensor<4x128x64xbf16>) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttir.moe_compute: operand1 rank
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<7x32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x128xbf16>, %a5: tensor<4x64x128xbf16>, %a6: tensor<4x128x64xbf16>) {
  // expected-error @below {{w0 must have rank 4, got rank 3 (4x64x128)}}
  %0 = "ttir.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 0 : ui32, intermediate_size = 128 : ui32, layer_id = 0 : ui32, output_height_shard_dim = 4 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}> : (tensor<32x64xbf16>, tensor<7x32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x128xbf16>, tensor<4x64x128xbf16>, tensor<4x128x64xbf16>) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttir.moe_compute: operand1 shape
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x5xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x128xbf16>, %a5: tensor<4x64x128xbf16>, %a6: tensor<4x128x64xbf16>) {
  // expected-error @below {{w0 must have rank 4, got rank 3 (4x64x128)}}
  %0 = "ttir.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 0 : ui32, intermediate_size = 128 : ui32, layer_id = 0 : ui32, output_height_shard_dim = 4 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}> : (tensor<32x64xbf16>, tensor<32x5xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x128xbf16>, tensor<4x64x128xbf16>, tensor<4x128x64xbf16>) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttnn.moe_compute: result0 shape
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>, %a6: !ttnn.device) {
  // expected-error @below {{dimension 2 of combine_output is 67, expected 64 (hidden size)}}
  %0 = "ttnn.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 0 : ui32, has_bias = false, intermediate_size = 128 : ui32, layer_id = 0 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, output_height_shard_dim = 4 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0, 1>}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>, !ttnn.device) -> tensor<2x32x67xbf16>
  return
}

// -----

// ttnn.moe_compute: result0 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>, %a6: !ttnn.device) {
  // expected-error @below {{combine_output must have real elements, got i32}}
  %0 = "ttnn.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 0 : ui32, has_bias = false, intermediate_size = 128 : ui32, layer_id = 0 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, output_height_shard_dim = 4 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0, 1>}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>, !ttnn.device) -> tensor<2x32x64xi32>
  return
}

// -----

// ttnn.moe_compute: operand0 type
func.func @f(%a0: tensor<32x64xi32>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>, %a6: !ttnn.device) {
  // expected-error @below {{tilize_input_tensor must have real elements, got i32}}
  %0 = "ttnn.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 0 : ui32, has_bias = false, intermediate_size = 128 : ui32, layer_id = 0 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, output_height_shard_dim = 4 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0, 1>}> : (tensor<32x64xi32>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>, !ttnn.device) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttnn.moe_compute: operand0 lower
func.func @f(%a0: tensor<64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>, %a6: !ttnn.device) {
  // expected-error @below {{tilize_input_tensor must have rank 2 or more, got rank 1 (64)}}
  %0 = "ttnn.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 0 : ui32, has_bias = false, intermediate_size = 128 : ui32, layer_id = 0 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, output_height_shard_dim = 4 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0, 1>}> : (tensor<64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>, !ttnn.device) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttnn.moe_compute: operand1 rank
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<7x32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>, %a6: !ttnn.device) {
  // expected-error @below {{tilize_expert_scores_tensor has shape 32x2, tilize_expert_indices_tensor has 7x32x2: they must be equal}}
  %0 = "ttnn.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 0 : ui32, has_bias = false, intermediate_size = 128 : ui32, layer_id = 0 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, output_height_shard_dim = 4 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0, 1>}> : (tensor<32x64xbf16>, tensor<7x32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>, !ttnn.device) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttnn.moe_compute: operand1 shape
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x5xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>, %a6: !ttnn.device) {
  // expected-error @below {{tilize_expert_scores_tensor has shape 32x2, tilize_expert_indices_tensor has 32x5: they must be equal}}
  %0 = "ttnn.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 0 : ui32, has_bias = false, intermediate_size = 128 : ui32, layer_id = 0 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, output_height_shard_dim = 4 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0, 1>}> : (tensor<32x64xbf16>, tensor<32x5xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>, !ttnn.device) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttir.moe_gpt: result0 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>) {
  // expected-error @below {{w0_w1_tensor must have rank 6, got rank 3 (4x64x256)}}
  %0:5 = "ttir.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{hidden_size = 64 : ui32}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>) -> (tensor<1x4xf32>, tensor<1x32xui32>, tensor<1x32xui32>, tensor<4x32x64xbf16>, tensor<4x32x64xbf16>)
  return
}

// -----

// ttir.moe_gpt: result1 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>) {
  // expected-error @below {{w0_w1_tensor must have rank 6, got rank 3 (4x64x256)}}
  %0:5 = "ttir.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{hidden_size = 64 : ui32}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>) -> (tensor<1x4xui32>, tensor<1x32xf32>, tensor<1x32xui32>, tensor<4x32x64xbf16>, tensor<4x32x64xbf16>)
  return
}

// -----

// ttir.moe_gpt: result2 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>) {
  // expected-error @below {{w0_w1_tensor must have rank 6, got rank 3 (4x64x256)}}
  %0:5 = "ttir.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{hidden_size = 64 : ui32}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>) -> (tensor<1x4xui32>, tensor<1x32xui32>, tensor<1x32xf32>, tensor<4x32x64xbf16>, tensor<4x32x64xbf16>)
  return
}

// -----

// ttir.moe_gpt: result3 rank
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>) {
  // expected-error @below {{w0_w1_tensor must have rank 6, got rank 3 (4x64x256)}}
  %0:5 = "ttir.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{hidden_size = 64 : ui32}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>) -> (tensor<1x4xui32>, tensor<1x32xui32>, tensor<1x32xui32>, tensor<7x4x32x64xbf16>, tensor<4x32x64xbf16>)
  return
}

// -----

// ttir.moe_gpt: result3 shape
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>) {
  // expected-error @below {{w0_w1_tensor must have rank 6, got rank 3 (4x64x256)}}
  %0:5 = "ttir.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{hidden_size = 64 : ui32}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>) -> (tensor<1x4xui32>, tensor<1x32xui32>, tensor<1x32xui32>, tensor<4x32x67xbf16>, tensor<4x32x64xbf16>)
  return
}

// -----

// ttir.moe_gpt: result3 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>) {
  // expected-error @below {{w0_w1_tensor must have rank 6, got rank 3 (4x64x256)}}
  %0:5 = "ttir.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{hidden_size = 64 : ui32}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>) -> (tensor<1x4xui32>, tensor<1x32xui32>, tensor<1x32xui32>, tensor<4x32x64xi32>, tensor<4x32x64xbf16>)
  return
}

// -----

// ttnn.moe_gpt: result0 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>) {
  // expected-error @below {{token_counts must have integer elements, got f32}}
  %0:5 = "ttnn.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{hidden_size = 64 : ui32}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>) -> (tensor<1x4xf32>, tensor<1x32xui32>, tensor<1x32xui32>, tensor<4x32x64xbf16>, tensor<4x32x64xbf16>)
  return
}

// -----

// ttnn.moe_gpt: result1 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>) {
  // expected-error @below {{activation_records must have integer elements, got f32}}
  %0:5 = "ttnn.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{hidden_size = 64 : ui32}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>) -> (tensor<1x4xui32>, tensor<1x32xf32>, tensor<1x32xui32>, tensor<4x32x64xbf16>, tensor<4x32x64xbf16>)
  return
}

// -----

// ttnn.moe_gpt: result2 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>) {
  // expected-error @below {{token_indices must have integer elements, got f32}}
  %0:5 = "ttnn.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{hidden_size = 64 : ui32}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>) -> (tensor<1x4xui32>, tensor<1x32xui32>, tensor<1x32xf32>, tensor<4x32x64xbf16>, tensor<4x32x64xbf16>)
  return
}

// -----

// ttnn.moe_gpt: result3 rank
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>) {
  // expected-error @below {{tilize_out_rm has shape 4x32x64, tilize_out has 7x4x32x64: they must be equal}}
  %0:5 = "ttnn.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{hidden_size = 64 : ui32}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>) -> (tensor<1x4xui32>, tensor<1x32xui32>, tensor<1x32xui32>, tensor<7x4x32x64xbf16>, tensor<4x32x64xbf16>)
  return
}

// -----

// ttnn.moe_gpt: result3 shape
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>) {
  // expected-error @below {{tilize_out_rm has shape 4x32x64, tilize_out has 4x32x67: they must be equal}}
  %0:5 = "ttnn.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{hidden_size = 64 : ui32}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>) -> (tensor<1x4xui32>, tensor<1x32xui32>, tensor<1x32xui32>, tensor<4x32x67xbf16>, tensor<4x32x64xbf16>)
  return
}

// -----

// ttnn.moe_gpt: result3 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>) {
  // expected-error @below {{tilize_out must have real elements, got i32}}
  %0:5 = "ttnn.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) <{hidden_size = 64 : ui32}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>) -> (tensor<1x4xui32>, tensor<1x32xui32>, tensor<1x32xui32>, tensor<4x32x64xi32>, tensor<4x32x64xbf16>)
  return
}

// -----

// ttir.selective_reduce_combine: result0 shape
func.func @f(%a0: tensor<4x32x64xbf16>, %a1: tensor<32x2xui32>, %a2: tensor<4x32xui32>, %a3: tensor<1x4xui32>) {
  // expected-error @below {{dimension 2 of result is 67, expected 64 (hidden_size)}}
  %0 = "ttir.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 8 : ui32, experts = 4 : ui32, hidden_size = 64 : ui32, select_experts_k = 2 : ui32, seq_size = 4 : ui32}> : (tensor<4x32x64xbf16>, tensor<32x2xui32>, tensor<4x32xui32>, tensor<1x4xui32>) -> tensor<2x32x67xbf16>
  return
}

// -----

// ttir.selective_reduce_combine: result0 type
func.func @f(%a0: tensor<4x32x64xbf16>, %a1: tensor<32x2xui32>, %a2: tensor<4x32xui32>, %a3: tensor<1x4xui32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 8 : ui32, experts = 4 : ui32, hidden_size = 64 : ui32, select_experts_k = 2 : ui32, seq_size = 4 : ui32}> : (tensor<4x32x64xbf16>, tensor<32x2xui32>, tensor<4x32xui32>, tensor<1x4xui32>) -> tensor<2x32x64xi32>
  return
}

// -----

// ttir.selective_reduce_combine: operand0 shape
func.func @f(%a0: tensor<4x32x67xbf16>, %a1: tensor<32x2xui32>, %a2: tensor<4x32xui32>, %a3: tensor<1x4xui32>) {
  // expected-error @below {{dimension 2 of dense_input_tensor is 67, expected 64 (hidden_size)}}
  %0 = "ttir.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 8 : ui32, experts = 4 : ui32, hidden_size = 64 : ui32, select_experts_k = 2 : ui32, seq_size = 4 : ui32}> : (tensor<4x32x67xbf16>, tensor<32x2xui32>, tensor<4x32xui32>, tensor<1x4xui32>) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttir.selective_reduce_combine: operand0 type
func.func @f(%a0: tensor<4x32x64xi32>, %a1: tensor<32x2xui32>, %a2: tensor<4x32xui32>, %a3: tensor<1x4xui32>) {
  // expected-error @below {{dense_input_tensor must have real elements, got i32}}
  %0 = "ttir.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 8 : ui32, experts = 4 : ui32, hidden_size = 64 : ui32, select_experts_k = 2 : ui32, seq_size = 4 : ui32}> : (tensor<4x32x64xi32>, tensor<32x2xui32>, tensor<4x32xui32>, tensor<1x4xui32>) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttir.selective_reduce_combine: operand2 type
func.func @f(%a0: tensor<4x32x64xbf16>, %a1: tensor<32x2xui32>, %a2: tensor<4x32xf32>, %a3: tensor<1x4xui32>) {
  // expected-error @below {{dense_token_maps_tensor must have integer elements, got f32}}
  %0 = "ttir.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 8 : ui32, experts = 4 : ui32, hidden_size = 64 : ui32, select_experts_k = 2 : ui32, seq_size = 4 : ui32}> : (tensor<4x32x64xbf16>, tensor<32x2xui32>, tensor<4x32xf32>, tensor<1x4xui32>) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttir.selective_reduce_combine: operand3 type
func.func @f(%a0: tensor<4x32x64xbf16>, %a1: tensor<32x2xui32>, %a2: tensor<4x32xui32>, %a3: tensor<1x4xf32>) {
  // expected-error @below {{dense_token_counts_tensor must have integer elements, got f32}}
  %0 = "ttir.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 8 : ui32, experts = 4 : ui32, hidden_size = 64 : ui32, select_experts_k = 2 : ui32, seq_size = 4 : ui32}> : (tensor<4x32x64xbf16>, tensor<32x2xui32>, tensor<4x32xui32>, tensor<1x4xf32>) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttnn.selective_reduce_combine: result0 shape
func.func @f(%a0: tensor<4x32x64xbf16>, %a1: tensor<32x2xui32>, %a2: tensor<4x32xui32>, %a3: tensor<1x4xui32>) {
  // expected-error @below {{dimension 2 of result is 67, expected 64 (hidden_size)}}
  %0 = "ttnn.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 8 : ui32, experts = 4 : ui32, hidden_size = 64 : ui32, select_experts_k = 2 : ui32, seq_size = 4 : ui32}> : (tensor<4x32x64xbf16>, tensor<32x2xui32>, tensor<4x32xui32>, tensor<1x4xui32>) -> tensor<2x32x67xbf16>
  return
}

// -----

// ttnn.selective_reduce_combine: result0 type
func.func @f(%a0: tensor<4x32x64xbf16>, %a1: tensor<32x2xui32>, %a2: tensor<4x32xui32>, %a3: tensor<1x4xui32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 8 : ui32, experts = 4 : ui32, hidden_size = 64 : ui32, select_experts_k = 2 : ui32, seq_size = 4 : ui32}> : (tensor<4x32x64xbf16>, tensor<32x2xui32>, tensor<4x32xui32>, tensor<1x4xui32>) -> tensor<2x32x64xi32>
  return
}

// -----

// ttnn.selective_reduce_combine: operand0 shape
func.func @f(%a0: tensor<4x32x67xbf16>, %a1: tensor<32x2xui32>, %a2: tensor<4x32xui32>, %a3: tensor<1x4xui32>) {
  // expected-error @below {{dimension 2 of dense_input_tensor is 67, expected 64 (hidden_size)}}
  %0 = "ttnn.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 8 : ui32, experts = 4 : ui32, hidden_size = 64 : ui32, select_experts_k = 2 : ui32, seq_size = 4 : ui32}> : (tensor<4x32x67xbf16>, tensor<32x2xui32>, tensor<4x32xui32>, tensor<1x4xui32>) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttnn.selective_reduce_combine: operand0 type
func.func @f(%a0: tensor<4x32x64xi32>, %a1: tensor<32x2xui32>, %a2: tensor<4x32xui32>, %a3: tensor<1x4xui32>) {
  // expected-error @below {{dense_input_tensor must have real elements, got i32}}
  %0 = "ttnn.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 8 : ui32, experts = 4 : ui32, hidden_size = 64 : ui32, select_experts_k = 2 : ui32, seq_size = 4 : ui32}> : (tensor<4x32x64xi32>, tensor<32x2xui32>, tensor<4x32xui32>, tensor<1x4xui32>) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttnn.selective_reduce_combine: operand2 type
func.func @f(%a0: tensor<4x32x64xbf16>, %a1: tensor<32x2xui32>, %a2: tensor<4x32xf32>, %a3: tensor<1x4xui32>) {
  // expected-error @below {{dense_token_maps_tensor must have integer elements, got f32}}
  %0 = "ttnn.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 8 : ui32, experts = 4 : ui32, hidden_size = 64 : ui32, select_experts_k = 2 : ui32, seq_size = 4 : ui32}> : (tensor<4x32x64xbf16>, tensor<32x2xui32>, tensor<4x32xf32>, tensor<1x4xui32>) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttnn.selective_reduce_combine: operand3 type
func.func @f(%a0: tensor<4x32x64xbf16>, %a1: tensor<32x2xui32>, %a2: tensor<4x32xui32>, %a3: tensor<1x4xf32>) {
  // expected-error @below {{dense_token_counts_tensor must have integer elements, got f32}}
  %0 = "ttnn.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 8 : ui32, experts = 4 : ui32, hidden_size = 64 : ui32, select_experts_k = 2 : ui32, seq_size = 4 : ui32}> : (tensor<4x32x64xbf16>, tensor<32x2xui32>, tensor<4x32xui32>, tensor<1x4xf32>) -> tensor<2x32x64xbf16>
  return
}

// -----

// ttnn.prepare_moe_compute_w0_w1_weights: result0 type
func.func @f(%a0: tensor<4x64x128xbf16>, %a1: tensor<4x64x128xbf16>, %a2: !ttnn.device) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.prepare_moe_compute_w0_w1_weights"(%a0, %a1, %a2) <{hidden_size = 64 : ui32, intermediate_size = 128 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>}> : (tensor<4x64x128xbf16>, tensor<4x64x128xbf16>, !ttnn.device) -> tensor<4x64x256xi32>
  return
}

// -----

// ttnn.prepare_moe_compute_w0_w1_weights: operand0 rank
func.func @f(%a0: tensor<7x4x64x128xbf16>, %a1: tensor<4x64x128xbf16>, %a2: !ttnn.device) {
  // expected-error @below {{w1 has shape 4x64x128, w0 has 7x4x64x128: they must be equal}}
  %0 = "ttnn.prepare_moe_compute_w0_w1_weights"(%a0, %a1, %a2) <{hidden_size = 64 : ui32, intermediate_size = 128 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>}> : (tensor<7x4x64x128xbf16>, tensor<4x64x128xbf16>, !ttnn.device) -> tensor<4x64x256xbf16>
  return
}

// -----

// ttnn.prepare_moe_compute_w0_w1_weights: operand0 shape
func.func @f(%a0: tensor<4x64x131xbf16>, %a1: tensor<4x64x128xbf16>, %a2: !ttnn.device) {
  // expected-error @below {{w1 has shape 4x64x128, w0 has 4x64x131: they must be equal}}
  %0 = "ttnn.prepare_moe_compute_w0_w1_weights"(%a0, %a1, %a2) <{hidden_size = 64 : ui32, intermediate_size = 128 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>}> : (tensor<4x64x131xbf16>, tensor<4x64x128xbf16>, !ttnn.device) -> tensor<4x64x256xbf16>
  return
}

// -----

// ttnn.prepare_moe_compute_w0_w1_weights: operand0 type
func.func @f(%a0: tensor<4x64x128xi32>, %a1: tensor<4x64x128xbf16>, %a2: !ttnn.device) {
  // expected-error @below {{w0 must have real elements, got i32}}
  %0 = "ttnn.prepare_moe_compute_w0_w1_weights"(%a0, %a1, %a2) <{hidden_size = 64 : ui32, intermediate_size = 128 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>}> : (tensor<4x64x128xi32>, tensor<4x64x128xbf16>, !ttnn.device) -> tensor<4x64x256xbf16>
  return
}

// -----

// ttnn.prepare_moe_compute_w0_w1_weights: operand0 lower
func.func @f(%a0: tensor<64x128xbf16>, %a1: tensor<4x64x128xbf16>, %a2: !ttnn.device) {
  // expected-error @below {{w1 has shape 4x64x128, w0 has 64x128: they must be equal}}
  %0 = "ttnn.prepare_moe_compute_w0_w1_weights"(%a0, %a1, %a2) <{hidden_size = 64 : ui32, intermediate_size = 128 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>}> : (tensor<64x128xbf16>, tensor<4x64x128xbf16>, !ttnn.device) -> tensor<4x64x256xbf16>
  return
}

// -----

// ttnn.prepare_moe_compute_w0_w1_weights: operand1 rank
func.func @f(%a0: tensor<4x64x128xbf16>, %a1: tensor<7x4x64x128xbf16>, %a2: !ttnn.device) {
  // expected-error @below {{w1 has shape 7x4x64x128, w0 has 4x64x128: they must be equal}}
  %0 = "ttnn.prepare_moe_compute_w0_w1_weights"(%a0, %a1, %a2) <{hidden_size = 64 : ui32, intermediate_size = 128 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>}> : (tensor<4x64x128xbf16>, tensor<7x4x64x128xbf16>, !ttnn.device) -> tensor<4x64x256xbf16>
  return
}

// -----

// ttnn.prepare_moe_compute_w2_weights: result0 type
func.func @f(%a0: tensor<4x128x64xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.prepare_moe_compute_w2_weights"(%a0, %a1) <{hidden_size = 64 : ui32, intermediate_size = 128 : ui32}> : (tensor<4x128x64xbf16>, !ttnn.device) -> tensor<4x128x64xi32>
  return
}

// -----

// ttnn.prepare_moe_compute_w2_weights: operand0 shape
func.func @f(%a0: tensor<4x128x67xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{dimension 2 of w2 is 67, expected 64 (hidden_size)}}
  %0 = "ttnn.prepare_moe_compute_w2_weights"(%a0, %a1) <{hidden_size = 64 : ui32, intermediate_size = 128 : ui32}> : (tensor<4x128x67xbf16>, !ttnn.device) -> tensor<4x128x64xbf16>
  return
}

// -----

// ttnn.prepare_moe_compute_w2_weights: operand0 type
func.func @f(%a0: tensor<4x128x64xi32>, %a1: !ttnn.device) {
  // expected-error @below {{w2 must have real elements, got i32}}
  %0 = "ttnn.prepare_moe_compute_w2_weights"(%a0, %a1) <{hidden_size = 64 : ui32, intermediate_size = 128 : ui32}> : (tensor<4x128x64xi32>, !ttnn.device) -> tensor<4x128x64xbf16>
  return
}

// -----

// ttnn.prepare_moe_compute_w2_weights: operand0 s1
func.func @f(%a0: tensor<4x131x64xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{dimension 1 of w2 is 131, expected 128 (intermediate_size)}}
  %0 = "ttnn.prepare_moe_compute_w2_weights"(%a0, %a1) <{hidden_size = 64 : ui32, intermediate_size = 128 : ui32}> : (tensor<4x131x64xbf16>, !ttnn.device) -> tensor<4x128x64xbf16>
  return
}

// -----

// ttnn.prepare_moe_compute_w2_weights: attr hidden_size = 0
func.func @f(%a0: tensor<4x128x64xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{hidden_size must be at least 1, got 0}}
  %0 = "ttnn.prepare_moe_compute_w2_weights"(%a0, %a1) <{hidden_size = 0 : ui32, intermediate_size = 128 : ui32}> : (tensor<4x128x64xbf16>, !ttnn.device) -> tensor<4x128x64xbf16>
  return
}

// -----

// ttnn.prepare_moe_compute_w2_weights: attr intermediate_size = 0
func.func @f(%a0: tensor<4x128x64xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{intermediate_size must be at least 1, got 0}}
  %0 = "ttnn.prepare_moe_compute_w2_weights"(%a0, %a1) <{hidden_size = 64 : ui32, intermediate_size = 0 : ui32}> : (tensor<4x128x64xbf16>, !ttnn.device) -> tensor<4x128x64xbf16>
  return
}
