// RUN: alcove-opt --ttcore-register-device --ttcore-mark-functions-as-forward --ttnn-take-back-plan --mlir-print-local-scope %s | FileCheck %s
// RUN: alcove-opt --ttnn-to-ttnn %s -o %t.mlir
// RUN: alcove-run %s --function=free --compare=%t.mlir | FileCheck %s --check-prefix=NUMBERS
// RUN: alcove-run %s --function=rounded --compare=%t.mlir | FileCheck %s --check-prefix=NUMBERS
// RUN: alcove-run %s --function=returned --compare=%t.mlir | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: equal
// NUMBERS-NOT: DIFFERS

#dram = #ttnn.buffer_type<dram>
#host = #ttnn.buffer_type<system_memory>
#rows = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 1024 + d2, d3), <1x1>, memref<32x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#plain = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 96 + d1 * 3 + d2, d3), <1x1>, memref<3072x3xbf16, #host>>
#wide = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 96 + d1 * 3 + d2, d3), <1x1>, memref<3072x3xf32, #host>>
#weights = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 288 + d1 * 288 + d2, d3), <1x1>, memref<9x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

// The const-eval function prepares: the weights are plain again, and the configuration is free.
// CHECK-LABEL: @free_const_eval_0
// CHECK-NEXT: return %arg0 : tensor<32x32x3x3xbf16
// CHECK-LABEL: func.func @free
// CHECK: %[[W:.*]] = ttcore.load_cached(@free_const_eval_0, [%arg1]) {{.*}} -> tensor<32x32x3x3xbf16
// CHECK: "ttnn.conv2d"(%arg0, %[[W]], %{{.*}})
// CHECK-NOT: conv2d_config
// CHECK: return
// Near miss: f32 weights that were prepared as bf16 would be others.
// CHECK-LABEL: @rounded_const_eval_0
// CHECK: "ttnn.prepare_conv2d_weights"
// CHECK-LABEL: func.func @rounded
// CHECK: "ttnn.conv2d"({{.*}}shard_layout = height_sharded{{.*}}kept_layout
// Near miss: the caller gets the prepared weights too.
// CHECK-LABEL: @returned_const_eval_0
// CHECK: "ttnn.prepare_conv2d_weights"
// CHECK-LABEL: func.func @returned
// CHECK: "ttnn.conv2d"({{.*}}shard_layout = height_sharded{{.*}}kept_layout
module {
  func.func private @free_const_eval_0(%w: tensor<32x32x3x3xbf16, #plain> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x1x288x32xbf16, #weights> attributes {tt.function_type = "const_eval"} {
    %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
    %0 = "ttnn.prepare_conv2d_weights"(%w, %d) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<shard_layout = height_sharded>, dilation = array<i32: 1, 1>, groups = 1 : i32, has_bias = false, in_channels = 32 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 32 : i32, input_memory_config = #ttnn.memory_config<#dram, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 32 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>, weights_format = "OIHW"}> : (tensor<32x32x3x3xbf16, #plain>, !ttnn.device) -> tensor<1x1x288x32xbf16, #weights>
    return %0 : tensor<1x1x288x32xbf16, #weights>
  }
  func.func @free(%x: tensor<1x1x1024x32xbf16, #rows>, %w: tensor<32x32x3x3xbf16, #plain> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x1x1024x32xbf16, #rows> {
    %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
    %p = ttcore.load_cached(@free_const_eval_0, [%w]) : (tensor<32x32x3x3xbf16, #plain>) -> tensor<1x1x288x32xbf16, #weights>
    %0 = "ttnn.conv2d"(%x, %p, %d) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<shard_layout = height_sharded>, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 32 : i32, input_height = 32 : i32, input_width = 32 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x1024x32xbf16, #rows>, tensor<1x1x288x32xbf16, #weights>, !ttnn.device) -> tensor<1x1x1024x32xbf16, #rows>
    "ttnn.deallocate"(%p) <{force = false}> : (tensor<1x1x288x32xbf16, #weights>) -> ()
    return %0 : tensor<1x1x1024x32xbf16, #rows>
  }
  func.func private @rounded_const_eval_0(%w: tensor<32x32x3x3xf32, #wide> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x1x288x32xbf16, #weights> attributes {tt.function_type = "const_eval"} {
    %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
    %0 = "ttnn.prepare_conv2d_weights"(%w, %d) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<shard_layout = height_sharded>, dilation = array<i32: 1, 1>, groups = 1 : i32, has_bias = false, in_channels = 32 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 32 : i32, input_memory_config = #ttnn.memory_config<#dram, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 32 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>, weights_format = "OIHW"}> : (tensor<32x32x3x3xf32, #wide>, !ttnn.device) -> tensor<1x1x288x32xbf16, #weights>
    return %0 : tensor<1x1x288x32xbf16, #weights>
  }
  func.func @rounded(%x: tensor<1x1x1024x32xbf16, #rows>, %w: tensor<32x32x3x3xf32, #wide> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x1x1024x32xbf16, #rows> {
    %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
    %p = ttcore.load_cached(@rounded_const_eval_0, [%w]) : (tensor<32x32x3x3xf32, #wide>) -> tensor<1x1x288x32xbf16, #weights>
    %0 = "ttnn.conv2d"(%x, %p, %d) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<shard_layout = height_sharded>, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 32 : i32, input_height = 32 : i32, input_width = 32 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x1024x32xbf16, #rows>, tensor<1x1x288x32xbf16, #weights>, !ttnn.device) -> tensor<1x1x1024x32xbf16, #rows>
    return %0 : tensor<1x1x1024x32xbf16, #rows>
  }
  func.func private @returned_const_eval_0(%w: tensor<32x32x3x3xbf16, #plain> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x1x288x32xbf16, #weights> attributes {tt.function_type = "const_eval"} {
    %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
    %0 = "ttnn.prepare_conv2d_weights"(%w, %d) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<shard_layout = height_sharded>, dilation = array<i32: 1, 1>, groups = 1 : i32, has_bias = false, in_channels = 32 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 32 : i32, input_memory_config = #ttnn.memory_config<#dram, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 32 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>, weights_format = "OIHW"}> : (tensor<32x32x3x3xbf16, #plain>, !ttnn.device) -> tensor<1x1x288x32xbf16, #weights>
    return %0 : tensor<1x1x288x32xbf16, #weights>
  }
  func.func @returned(%x: tensor<1x1x1024x32xbf16, #rows>, %w: tensor<32x32x3x3xbf16, #plain> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<1x1x1024x32xbf16, #rows>, tensor<1x1x288x32xbf16, #weights>) {
    %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
    %p = ttcore.load_cached(@returned_const_eval_0, [%w]) : (tensor<32x32x3x3xbf16, #plain>) -> tensor<1x1x288x32xbf16, #weights>
    %0 = "ttnn.conv2d"(%x, %p, %d) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<shard_layout = height_sharded>, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 32 : i32, input_height = 32 : i32, input_width = 32 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x1024x32xbf16, #rows>, tensor<1x1x288x32xbf16, #weights>, !ttnn.device) -> tensor<1x1x1024x32xbf16, #rows>
    return %0, %p : tensor<1x1x1024x32xbf16, #rows>, tensor<1x1x288x32xbf16, #weights>
  }
}
