// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline %s -o %t 2>&1 | FileCheck %s
// RUN: not test -e %t

// CHECK: general-windows-invalid.mlir:[[#@LINE+2]]:8: error: 'ttir.convolution' op has more than three spatial dimensions
func.func @four(%a: tensor<1x2x4x4x4x4xbf16>, %w: tensor<2x2x1x1x1x1xbf16>) -> tensor<1x2x4x4x4x4xbf16> {
  %0 = "ttir.convolution"(%a, %w) <{convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3x4x5, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3x4x5, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3x4x5>}> : (tensor<1x2x4x4x4x4xbf16>, tensor<2x2x1x1x1x1xbf16>) -> tensor<1x2x4x4x4x4xbf16>
  return %0 : tensor<1x2x4x4x4x4xbf16>
}
