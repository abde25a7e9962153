// A batch norm of mixed precision, written out as JAX does, is one op in the type of its input; near misses stay.
// RUN: alcove-opt %s --convert-stablehlo-to-ttir --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: %[[SCALE:.*]] = "ttir.typecast"(%arg3)
// CHECK: %[[NORM:.*]] = "ttir.batch_norm_inference"(%arg0, %[[SCALE]], {{.*}}) <{dimension = 3 : i32, epsilon = 9.99999974E-6 : f32}> : (tensor<2x4x4x8xf16>, tensor<8xf16>
// CHECK-NOT: ttir.subtract
// CHECK: return %[[NORM]]
func.func @main(%x: tensor<2x4x4x8xf16>, %mean: tensor<8xf32>, %var: tensor<8xf32>, %scale: tensor<8xf32>, %offset: tensor<8xf32>) -> tensor<2x4x4x8xf16> {
  %0 = stablehlo.convert %x : (tensor<2x4x4x8xf16>) -> tensor<2x4x4x8xf32>
  %1 = stablehlo.reshape %mean : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<2x4x4x8xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<2x4x4x8xf32>
  %4 = stablehlo.reshape %var : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
  %e = stablehlo.constant dense<9.99999974E-6> : tensor<1x1x1x8xf32>
  %5 = stablehlo.add %4, %e : tensor<1x1x1x8xf32>
  %6 = stablehlo.rsqrt %5 : tensor<1x1x1x8xf32>
  %7 = stablehlo.reshape %scale : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
  %8 = stablehlo.multiply %6, %7 : tensor<1x1x1x8xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<2x4x4x8xf32>
  %10 = stablehlo.multiply %3, %9 : tensor<2x4x4x8xf32>
  %11 = stablehlo.reshape %offset : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
  %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<2x4x4x8xf32>
  %13 = stablehlo.add %10, %12 : tensor<2x4x4x8xf32>
  %14 = stablehlo.convert %13 : (tensor<2x4x4x8xf32>) -> tensor<2x4x4x8xf16>
  return %14 : tensor<2x4x4x8xf16>
}

// -----

// The mean is of another dimension than the scale.
// CHECK-LABEL: func.func @main
// CHECK-NOT: ttir.batch_norm_inference
// CHECK: return
func.func @main(%x: tensor<8x8xf32>, %mean: tensor<8xf32>, %var: tensor<8xf32>, %scale: tensor<8xf32>, %offset: tensor<8xf32>) -> tensor<8x8xf32> {
  %1 = stablehlo.reshape %mean : (tensor<8xf32>) -> tensor<8x1xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<8x8xf32>
  %e = stablehlo.constant dense<1.0E-5> : tensor<8xf32>
  %5 = stablehlo.add %var, %e : tensor<8xf32>
  %6 = stablehlo.rsqrt %5 : tensor<8xf32>
  %8 = stablehlo.multiply %6, %scale : tensor<8xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %10 = stablehlo.multiply %3, %9 : tensor<8x8xf32>
  %12 = stablehlo.broadcast_in_dim %offset, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %13 = stablehlo.add %10, %12 : tensor<8x8xf32>
  return %13 : tensor<8x8xf32>
}

// -----

// The difference is read again: it must stay.
// CHECK-LABEL: func.func @main
// CHECK-NOT: ttir.batch_norm_inference
// CHECK: return
func.func @main(%x: tensor<8x8xf32>, %mean: tensor<8xf32>, %var: tensor<8xf32>, %scale: tensor<8xf32>, %offset: tensor<8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %2 = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<8x8xf32>
  %e = stablehlo.constant dense<1.0E-5> : tensor<8xf32>
  %5 = stablehlo.add %var, %e : tensor<8xf32>
  %6 = stablehlo.rsqrt %5 : tensor<8xf32>
  %8 = stablehlo.multiply %6, %scale : tensor<8xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %10 = stablehlo.multiply %3, %9 : tensor<8x8xf32>
  %12 = stablehlo.broadcast_in_dim %offset, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %13 = stablehlo.add %10, %12 : tensor<8x8xf32>
  return %13, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}
