// RUN: alcove-opt --allow-unknown-ops --ttir-flatten-sliding-window --ttnn-layout --convert-ttir-to-ttnn=allow-unknown-ops=true --split-input-file --verify-diagnostics %s | FileCheck %s

// Padding: TTIR top 1, left 2, bottom 3, right 4; TTNN top 1, bottom 3, left 2, right 4. Activations are flattened, the
// weight stays on the host in rows.
// CHECK-DAG: #[[HOST:.*]] = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 9 + d1 * 3 + d2, d3), <1x1>, memref<36x3xf32, #system_memory>>
// CHECK-LABEL: func.func @conv
// CHECK-SAME: tensor<4x3x3x3xf32, #[[HOST]]>
// CHECK: %[[D:.*]] = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// CHECK: %[[F:.*]] = "ttnn.reshape"(%arg0) <{shape = [1 : i32, 1 : i32, 80 : i32, 3 : i32]}>
// CHECK: "ttnn.conv2d"(%[[F]], %arg1, %[[D]])
// CHECK-SAME: batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<config_tensors_in_dram = true>, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 3 : i32, input_height = 8 : i32, input_width = 10 : i32, kernel_size = array<i32: 3, 3>, out_channels = 4 : i32, padding = array<i32: 1, 3, 2, 4>, stride = array<i32: 1, 1>
func.func @conv(%x: tensor<1x8x10x3xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<1x10x14x4xf32> {
  %0 = "ttir.conv2d"(%x, %w) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 1, 2, 3, 4>, stride = array<i32: 1, 1>}> : (tensor<1x8x10x3xf32>, tensor<4x3x3x3xf32>) -> tensor<1x10x14x4xf32>
  return %0 : tensor<1x10x14x4xf32>
}

// -----

// CHECK-LABEL: @pool
// CHECK: "ttnn.max_pool2d"
// CHECK-SAME: batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, config_tensors_in_dram = true, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>
func.func @pool(%x: tensor<2x8x10x3xf32>) -> tensor<2x4x5x3xf32> {
  %0 = "ttir.max_pool2d"(%x) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = 2 : i32, padding = array<i32: 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xf32>) -> tensor<2x4x5x3xf32>
  return %0 : tensor<2x4x5x3xf32>
}

// -----

// CHECK-LABEL: @names
// CHECK: "ttnn.divide"(%arg0, %arg0)
// CHECK: "ttnn.pow_scalar"(%arg0) <{rhs = 3.000000e+00 : f32}>
// CHECK: "ttnn.pow_tensor"(%arg0, %arg0)
// CHECK: "ttnn.repeat"(%arg1) <{repeat_dims = #ttnn.shape<4x1>}>
// CHECK: "ttnn.concat"(%arg0, %arg0) <{dim = 1 : si32}>
// CHECK: "ttnn.slice_static"(%arg0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 1 : i32]}>
func.func @names(%x: tensor<4x8xf32>, %row: tensor<1x8xf32>) {
  %c = "ttir.full"() <{fill_value = 3.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %0 = "ttir.div"(%x, %x) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "ttir.pow"(%x, %c) : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  %2 = "ttir.pow"(%x, %x) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = "ttir.broadcast"(%row) <{broadcast_dimensions = array<i64: 4, 1>}> : (tensor<1x8xf32>) -> tensor<4x8xf32>
  %4 = "ttir.concat"(%x, %x) <{dim = -1 : si32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
  %5 = "ttir.slice_static"(%x) <{begins = [0 : i32, -6 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x8xf32>) -> tensor<4x6xf32>
  return
}

// -----

// An op that nobody knows keeps its operands, attributes and results.
// CHECK-LABEL: @opaque
// CHECK: "ttnn.sort_of"(%arg0) {alcove.opaque = "ttir.sort_of", axis = 1 : i32} : (tensor<4x8xf32, #{{.*}}>) -> tensor<4x8xf32, #{{.*}}>
func.func @opaque(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-remark @below {{no TTNN op is known for 'ttir.sort_of': it stays as the opaque op 'ttnn.sort_of'}}
  %0 = "ttir.sort_of"(%x) {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @gather(%t: tensor<5x8xf32>, %i: tensor<3x1xsi32>) -> tensor<3x2xf32> {
  // expected-remark @below {{no TTNN op is known for 'ttir.gather': it stays as the opaque op 'ttnn.gather_windows'}}
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, start_index_map = array<i64: 0>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 2>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// expected-error @below {{no data type of the device stands for 'i64'}}
func.func @types(%t: tensor<5x8xi64>) {
  return
}
