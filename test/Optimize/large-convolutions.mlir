// RUN: alcove-opt --split-input-file --ttir-to-ttnn-backend-pipeline="optimization-level=0" %s | FileCheck %s --check-prefix=PLAIN
// RUN: alcove-opt --split-input-file --ttir-to-ttnn-backend-pipeline="optimization-level=2" %s | FileCheck %s
// RUN: alcove-opt --split-input-file --ttir-to-ttnn-backend-pipeline="optimization-level=2 enable-const-eval=false" %s | FileCheck %s --check-prefix=PLAIN

// 262,144 rows of 512 channels: as a matmul 12,599,296 B of L1 per core, as slices of the height it fits.
// CHECK: "ttnn.conv2d"({{.*}}conv2d_slice_config = #ttnn.conv2d_slice_config<dram_height, {{[0-9]+}}>
// PLAIN: "ttnn.conv2d"({{.*}}conv2d_slice_config = #ttnn.conv2d_slice_config<dram_height, {{[0-9]+}}>
func.func @one_by_one(%x: tensor<1x512x512x512xbf16>, %w: tensor<512x512x1x1xbf16>) -> tensor<1x512x512x512xbf16> {
  %0 = "ttir.conv2d"(%x, %w) <{stride = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x512x512x512xbf16>, tensor<512x512x1x1xbf16>) -> tensor<1x512x512x512xbf16>
  return %0 : tensor<1x512x512x512xbf16>
}

// -----

// A scale behind a convolution goes into its weights where that happens once; at run time the weights would become
// tiles first, 1,024 times the size of a 1x1 kernel: 2 GiB here.
// CHECK-LABEL: func.func @scaled
// CHECK: ttcore.load_cached
// CHECK-NOT: "ttnn.multiply"
// CHECK: return
// PLAIN-LABEL: func.func @scaled
// PLAIN: "ttnn.conv2d"
// PLAIN: "ttnn.multiply"({{.*}}) : (tensor<{{[0-9x]*}}x2048xbf16
func.func @scaled(%x: tensor<1x16x16x512xbf16>, %w: tensor<2048x512x1x1xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %s: tensor<1x1x1x2048xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x16x16x2048xbf16> {
  %0 = "ttir.conv2d"(%x, %w) <{stride = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x16x16x512xbf16>, tensor<2048x512x1x1xbf16>) -> tensor<1x16x16x2048xbf16>
  %1 = "ttir.multiply"(%0, %s) : (tensor<1x16x16x2048xbf16>, tensor<1x1x1x2048xbf16>) -> tensor<1x16x16x2048xbf16>
  return %1 : tensor<1x16x16x2048xbf16>
}
