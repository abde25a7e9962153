// RUN: alcove-opt %s --ttcore-register-device=mesh-shape=1,2 --ttir-to-ttir-decomposition | FileCheck %s
// RUN: alcove-opt %s --ttcore-register-device --ttir-to-ttir-decomposition | FileCheck %s --check-prefix=ONE

// A norm over rows that lie on two chips: half of the sum of both means of squares, then the chip's own part of the row.
// On an axis of one chip nothing is exchanged.

// CHECK-LABEL: @rms
// CHECK: %[[SQUARE:.*]] = "ttir.multiply"(%arg0, %arg0)
// CHECK: %[[LOCAL:.*]] = "ttir.mean"(%[[SQUARE]]) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xbf16>) -> tensor<32x1xbf16>
// CHECK: %[[SUM:.*]] = "ttir.all_reduce"(%[[LOCAL]]) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}>
// CHECK: %[[HALF:.*]] = "ttir.full"{{.*}}fill_value = 5.000000e-01 : f32
// CHECK: %[[MEAN:.*]] = "ttir.multiply"(%[[SUM]], %[[HALF]])
// CHECK: %[[EPSILON:.*]] = "ttir.full"{{.*}}fill_value = 2.500000e-01 : f32
// CHECK: %[[WITH:.*]] = "ttir.add"(%[[MEAN]], %[[EPSILON]])
// CHECK: %[[FACTOR:.*]] = "ttir.rsqrt"(%[[WITH]])
// CHECK: %[[NORMAL:.*]] = "ttir.multiply"(%arg0, %[[FACTOR]])
// CHECK: %[[OUT:.*]] = "ttir.multiply"(%[[NORMAL]], %arg1)
// CHECK: return %[[OUT]]
// ONE-LABEL: @rms
// ONE-NOT: all_reduce
// ONE: "ttir.rsqrt"
func.func @rms(%x: tensor<32x64xbf16>, %w: tensor<64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.distributed_rms_norm"(%x, %w) <{cluster_axis = 1 : ui32, epsilon = 2.5e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<32x64xbf16>, tensor<64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}

// The residual is added first; axis 0 of the mesh has one chip.
// CHECK-LABEL: @residual
// CHECK: %[[X:.*]] = "ttir.add"(%arg0, %arg1)
// CHECK: "ttir.multiply"(%[[X]], %[[X]])
// CHECK-NOT: all_reduce
// CHECK: return
func.func @residual(%x: tensor<1x32x64xbf16>, %r: tensor<1x32x64xbf16>) -> tensor<1x32x64xbf16> {
  %0 = "ttir.distributed_rms_norm"(%x, %r) <{cluster_axis = 0 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 0, 1>}> : (tensor<1x32x64xbf16>, tensor<1x32x64xbf16>) -> tensor<1x32x64xbf16>
  return %0 : tensor<1x32x64xbf16>
}

// With a mean and a bias of its own.
// CHECK-LABEL: @layer
// CHECK: "ttir.mean"(%arg0)
// CHECK: "ttir.all_reduce"
// CHECK: %[[CENTRED:.*]] = "ttir.subtract"(%arg0,
// CHECK: "ttir.multiply"(%[[CENTRED]], %[[CENTRED]])
// CHECK: "ttir.all_reduce"
// CHECK: %[[SCALED:.*]] = "ttir.multiply"({{.*}}, %arg1)
// CHECK: "ttir.add"(%[[SCALED]], %arg2)
func.func @layer(%x: tensor<32x64xbf16>, %w: tensor<64xbf16>, %b: tensor<64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.distributed_layer_norm"(%x, %w, %b) <{cluster_axis = 1 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
