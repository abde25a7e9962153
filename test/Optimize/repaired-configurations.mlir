// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=0 l1-bytes=1300000" %s | FileCheck %s --check-prefix=MENDED
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 l1-bytes=1300000 force-forms=mended=as-it-stands" %s | FileCheck %s --check-prefix=PLANNED

// Too large for its activation blocks when it comes from DRAM: the fallback gives it a sharding and smaller blocks. That
// is no user's choice, and the plan takes another. No note of it stays.
// MENDED: "ttnn.conv2d"{{.*}}act_block_h_override = 64{{.*}}shard_layout = 
// PLANNED-NOT: repaired_fields
// PLANNED: "ttnn.conv2d"{{.*}}act_block_h_override = 0{{.*}}shard_layout = height_sharded
// PLANNED-NOT: repaired_fields
func.func @mended(%x: tensor<1x256x256x256xbf16>, %w: tensor<150x256x1x1xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x256x256x150xbf16> {
  %0 = "ttir.conv2d"(%x, %w) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x256x256x256xbf16>, tensor<150x256x1x1xbf16>) -> tensor<1x256x256x150xbf16> loc("mended")
  return %0 : tensor<1x256x256x150xbf16>
}
