// RUN: alcove-opt %s -split-input-file -verify-diagnostics --convert-stablehlo-to-ttir
// expected-error @below {{argument 0 of @main is complex: 'tensor<4xcomplex<f32>>'; take its real and its imaginary part}}
func.func @main(%arg0: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{result 0 of @main is complex: 'tensor<4xcomplex<f32>>'; return its real and its imaginary part}}
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f32>>
  // expected-error @below {{'stablehlo.tanh' op is not converted to TTIR: there is no converter for it on complex elements}}
  %1 = stablehlo.tanh %0 : tensor<4xcomplex<f32>>
  %2 = stablehlo.real %1 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

func.func @main(%arg0: tensor<4xi8>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.bitcast_convert' op is not converted to TTIR: there is no converter for it on quantized elements}}
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.02>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<i8:f32, 0.02>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @main(%arg0: tensor<4xui32>) -> tensor<4xui32> {
  // expected-error @below {{custom call @cu_threefry2x32_ffi is not known}}
  %0:2 = stablehlo.custom_call @cu_threefry2x32_ffi(%arg0, %arg0, %arg0, %arg0) {api_version = 4 : i32, backend_config = {}} : (tensor<4xui32>, tensor<4xui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<4xui32>, tensor<4xui32>)
  return %0#0 : tensor<4xui32>
}
