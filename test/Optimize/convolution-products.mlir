// A convolution of one pixel and one of windows side by side, as products: the numbers are those of the model, and the
// weights are brought into their form before the run.
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=point=as-product,patches=as-product" %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: alcove-run %s --compare=%t.mlir | FileCheck %s --check-prefix=NUMBERS
// RUN: alcove-run %s --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=NUMBERS
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=point=as-it-stands,patches=as-it-stands" %s -o %t.stands.mlir
// RUN: FileCheck %s --check-prefix=STANDS < %t.stands.mlir
// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=square=as-product" %s -o %t.none.mlir 2>&1 | FileCheck %s --check-prefix=SQUARE

// CHECK: func.func private @f_const_eval
// CHECK: func.func @f
// CHECK: "ttnn.linear"{{.*}} -> tensor<1x1x64x48xbf16
// CHECK: "ttnn.reshape"{{.*}} -> tensor<1x1x16x96xbf16
// CHECK: "ttnn.linear"{{.*}}op_type = relu{{.*}} -> tensor<1x1x16x32xbf16
// CHECK: "ttnn.conv2d"
// CHECK-NOT: "ttnn.conv2d"
// STANDS-COUNT-3: "ttnn.conv2d"
// NUMBERS: result 0: {{.*}} equal
// SQUARE: no part of this name has alternatives
func.func @f(%x: tensor<1x8x8x24xbf16> {ttcore.argument_type = #ttcore.argument_type<input>},
             %w: tensor<48x24x1x1xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>},
             %b: tensor<1x1x1x48xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>},
             %v: tensor<32x48x1x2xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>},
             %u: tensor<16x32x2x2xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x2x2x16xbf16> {
  %0 = "ttir.conv2d"(%x, %w, %b) <{batch_dim = 0 : i64, channel_dim = 3 : i64, dilation = array<i32: 1, 1>, groups = 1 : i32, height_dim = 1 : i64, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 1, 1>, width_dim = 2 : i64}> : (tensor<1x8x8x24xbf16>, tensor<48x24x1x1xbf16>, tensor<1x1x1x48xbf16>) -> tensor<1x8x8x48xbf16> loc("point")
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [1 : i32, 8 : i32, 8 : i32, 48 : i32], step = [1 : i32, 2 : i32, 1 : i32, 1 : i32]}> : (tensor<1x8x8x48xbf16>) -> tensor<1x4x8x48xbf16>
  %2 = "ttir.conv2d"(%1, %v) <{batch_dim = 0 : i64, channel_dim = 3 : i64, dilation = array<i32: 1, 1>, groups = 1 : i32, height_dim = 1 : i64, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 1, 2>, width_dim = 2 : i64}> : (tensor<1x4x8x48xbf16>, tensor<32x48x1x2xbf16>) -> tensor<1x4x4x32xbf16> loc("patches")
  %3 = "ttir.relu"(%2) : (tensor<1x4x4x32xbf16>) -> tensor<1x4x4x32xbf16>
  %4 = "ttir.conv2d"(%3, %u) <{batch_dim = 0 : i64, channel_dim = 3 : i64, dilation = array<i32: 1, 1>, groups = 1 : i32, height_dim = 1 : i64, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>, width_dim = 2 : i64}> : (tensor<1x4x4x32xbf16>, tensor<16x32x2x2xbf16>) -> tensor<1x2x2x16xbf16> loc("square")
  return %4 : tensor<1x2x2x16xbf16>
}
