// A convolution by patches reads its image in rows, 3 x 16 numbers to a row, which is no whole tile. The copy that brings
// them into L1 shards them as the convolution takes them, so that its halo moves nothing: where only shards of whole tiles
// are looked at, there is none for 48 columns, and the rows are spread over all cores page by page.
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 mock-system-desc-arch=wormhole_b0" %s | FileCheck %s
// CHECK: #[[ROWS:ttnn_layout[0-9]*]] = {{.*}} <7x6>, memref<448x8xbf16, #l1>, <block_sharded>
// CHECK: "ttnn.conv2d"({{.*}} : (tensor<1x1x3136x48xbf16, #[[ROWS]]>

func.func @forward(%image: tensor<1x3x224x224xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %weight: tensor<512x3x16x16xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x14x14x512xbf16> {
  %0 = "ttir.permute"(%image) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<1x3x224x224xbf16>) -> tensor<1x224x224x3xbf16>
  %1 = "ttir.conv2d"(%0, %weight) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 16, 16>}> : (tensor<1x224x224x3xbf16>, tensor<512x3x16x16xbf16>) -> tensor<1x14x14x512xbf16>
  return %1 : tensor<1x14x14x512xbf16>
}
