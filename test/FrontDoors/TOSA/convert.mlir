// A network of TOSA as TTIR: activations NHWC, kernels OIHW, a clamp from zero on as relu, names kept.
// RUN: alcove-opt %s --convert-tosa-to-ttir --mlir-print-debuginfo | FileCheck %s
// RUN: alcove plan %s -o /dev/null | FileCheck %s --check-prefix=PLAN
// CHECK-LABEL: func.func @main
// CHECK: "ttir.permute"(%arg1) <{permutation = array<i64: 0, 3, 1, 2>}>
// CHECK: "ttir.conv2d"({{.*}}padding = array<i32: 0, 0, 1, 1>, stride = array<i32: 2, 2>{{.*}} loc([[NAME:#loc[0-9]*]])
// CHECK: "ttir.relu"
// CHECK: "ttir.avg_pool2d"({{.*}}count_include_pad = false
// CHECK: "ttir.matmul"
// CHECK: [[NAME]] = loc("first"
// PLAN: over all-DRAM
func.func @main(%x: tensor<1x8x8x4xf32>, %w: tensor<16x3x3x4xf32>, %b: tensor<16xf32>, %p: tensor<1x16x10xf32>) -> tensor<1x1x10xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 1, 0, 1>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>, tensor<16x3x3x4xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x16xf32> loc("first")
  %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 3.40282347E+38 : f32} : (tensor<1x4x4x16xf32>) -> tensor<1x4x4x16xf32>
  %2 = tosa.avg_pool2d %1, %zp, %zp {acc_type = f32, kernel = array<i64: 4, 4>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 4, 4>} : (tensor<1x4x4x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x16xf32>
  %s = tosa.const_shape {values = dense<[1, 1, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %3 = tosa.reshape %2, %s : (tensor<1x1x1x16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
  %4 = tosa.matmul %3, %p, %zp, %zp : (tensor<1x1x16xf32>, tensor<1x16x10xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x10xf32>
  return %4 : tensor<1x1x10xf32>
}
