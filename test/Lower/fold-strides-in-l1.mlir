// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2" %s | FileCheck %s --check-prefix=L1
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=1" %s | FileCheck %s --check-prefix=DRAM

// In L1 rows are exchanged at half the price, and tiles of six channels are shards that the convolution takes: its strides of
// the height alone are folded. In DRAM four slices and one turn in rows are cheaper.
// L1-NOT: ttnn.slice_static
// L1: "ttnn.permute"{{.*}}permutation = array<i64: 0, 2, 1, 3, 4>
// L1-NOT: ttnn.slice_static
// L1: "ttnn.conv2d"{{.*}}kernel_size = array<i32: 2, 3>{{.*}}stride = array<i32: 1, 2>
// DRAM-COUNT-4: "ttnn.slice_static"
// DRAM: "ttnn.conv2d"{{.*}}kernel_size = array<i32: 2, 2>{{.*}}stride = array<i32: 1, 1>
func.func @stem(%x: tensor<1x3x224x224xbf16> {ttcore.argument_type = #ttcore.argument_type<input>},
                %w: tensor<32x3x3x3xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x112x112x32xbf16> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<1x3x224x224xbf16>) -> tensor<1x224x224x3xbf16>
  %1 = "ttir.conv2d"(%0, %w) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x224x224x3xbf16>, tensor<32x3x3x3xbf16>) -> tensor<1x112x112x32xbf16>
  return %1 : tensor<1x112x112x32xbf16>
}
