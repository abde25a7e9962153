// RUN: alcove-opt --ttnn-decompose-layouts --split-input-file %s | FileCheck %s

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#system_memory = #ttnn.buffer_type<system_memory>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #dram>, <interleaved>>
#rows_f16 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xf16, #dram>, <interleaved>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#tiles_f16 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, f16>, #dram>, <interleaved>>
#tiles_f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#tiles_si32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#rows_si32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xsi32, #dram>, <interleaved>>
#sharded = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = #ttnn.core_range_set<[#ttnn.core_range<(0, 0), (1, 0)>]>>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #system_memory>>

// Rows to tiles where they are: one op, with a change of float type too.
// CHECK-LABEL: @tilize
// CHECK-NEXT: "ttnn.to_layout"(%arg0) : {{.*}} -> tensor<64x64xbf16,
// CHECK-NEXT: "ttnn.to_layout"(%arg0) : {{.*}} -> tensor<64x64xf32,
// CHECK-NEXT: return
func.func @tilize(%x: tensor<64x64xbf16, #rows>) -> (tensor<64x64xbf16, #tiles>, tensor<64x64xf32, #tiles_f32>) {
  %0 = "ttnn.to_tensor_spec"(%x) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #tiles>
  %1 = "ttnn.to_tensor_spec"(%x) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xf32, #tiles_f32>
  return %0, %1 : tensor<64x64xbf16, #tiles>, tensor<64x64xf32, #tiles_f32>
}

// Integers to floats: tiles first, the typecast on tiles.
// CHECK-LABEL: @cast_on_tiles
// CHECK-NEXT: %[[T:.*]] = "ttnn.to_layout"(%arg0) : {{.*}} -> tensor<64x64xsi32,
// CHECK-NEXT: "ttnn.typecast"(%[[T]]) : {{.*}} -> tensor<64x64xbf16,
func.func @cast_on_tiles(%x: tensor<64x64xsi32, #rows_si32>) -> tensor<64x64xbf16, #tiles> {
  %0 = "ttnn.to_tensor_spec"(%x) : (tensor<64x64xsi32, #rows_si32>) -> tensor<64x64xbf16, #tiles>
  return %0 : tensor<64x64xbf16, #tiles>
}

// Into L1: tilize before the move; out of it: move before untilizing.
// CHECK-LABEL: @l1
// CHECK-NEXT: %[[T:.*]] = "ttnn.to_layout"(%arg0)
// CHECK-NEXT: %[[S:.*]] = "ttnn.to_memory_config"(%[[T]]) : {{.*}} -> tensor<64x64xbf16, #[[SHARDED:.*]]>
// CHECK-NEXT: %[[A:.*]] = "ttnn.abs"(%[[S]])
// CHECK-NEXT: %[[D:.*]] = "ttnn.to_memory_config"(%[[A]]) : (tensor<64x64xbf16, #[[SHARDED]]>)
// CHECK-NEXT: %[[R:.*]] = "ttnn.to_layout"(%[[D]])
// CHECK-NEXT: return %[[R]]
func.func @l1(%x: tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #rows> {
  %0 = "ttnn.to_tensor_spec"(%x) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #sharded>
  %a = "ttnn.abs"(%0) : (tensor<64x64xbf16, #sharded>) -> tensor<64x64xbf16, #sharded>
  %1 = "ttnn.to_tensor_spec"(%a) : (tensor<64x64xbf16, #sharded>) -> tensor<64x64xbf16, #rows>
  return %1 : tensor<64x64xbf16, #rows>
}

// Shards to the host: shards of tiles are no shards of rows, so the rows are made in DRAM.
// CHECK-LABEL: @shards_to_host
// CHECK-NEXT: %[[D:.*]] = "ttnn.to_memory_config"(%arg0) : {{.*}} -> tensor<64x64xbf16, #[[TILES:.*]]>
// CHECK-NEXT: %[[R:.*]] = "ttnn.to_layout"(%[[D]]) : (tensor<64x64xbf16, #[[TILES]]>)
// CHECK-NEXT: %[[H:.*]] = "ttnn.from_device"(%[[R]])
// CHECK-NEXT: return %[[H]]
func.func @shards_to_host(%x: tensor<64x64xbf16, #sharded>) -> tensor<64x64xbf16, #host> {
  %0 = "ttnn.to_tensor_spec"(%x) : (tensor<64x64xbf16, #sharded>) -> tensor<64x64xbf16, #host>
  return %0 : tensor<64x64xbf16, #host>
}

// From the host: move, then tilize on the device. To the host: untilize, then move.
// CHECK-LABEL: @host
// CHECK: %[[D:.*]] = "ttnn.get_device"
// CHECK: %[[M:.*]] = "ttnn.to_device"(%arg0, %[[D]])
// CHECK-NEXT: %[[T:.*]] = "ttnn.to_layout"(%[[M]])
// CHECK-NEXT: %[[A:.*]] = "ttnn.abs"(%[[T]])
// CHECK-NEXT: %[[R:.*]] = "ttnn.to_layout"(%[[A]])
// CHECK-NEXT: "ttnn.from_device"(%[[R]])
func.func @host(%x: tensor<64x64xbf16, #host>) -> tensor<64x64xbf16, #host> {
  %0 = "ttnn.to_tensor_spec"(%x) : (tensor<64x64xbf16, #host>) -> tensor<64x64xbf16, #tiles>
  %a = "ttnn.abs"(%0) : (tensor<64x64xbf16, #tiles>) -> tensor<64x64xbf16, #tiles>
  %1 = "ttnn.to_tensor_spec"(%a) : (tensor<64x64xbf16, #tiles>) -> tensor<64x64xbf16, #host>
  return %1 : tensor<64x64xbf16, #host>
}

// The device does not tilize f16: over the host.
// CHECK-LABEL: @round_trip
// CHECK: %[[H:.*]] = "ttnn.from_device"(%arg0)
// CHECK-NEXT: %[[T:.*]] = "ttnn.to_layout"(%[[H]])
// CHECK-NEXT: "ttnn.to_device"(%[[T]],
func.func @round_trip(%x: tensor<64x64xf16, #rows_f16>) -> tensor<64x64xf16, #tiles_f16> {
  %0 = "ttnn.to_tensor_spec"(%x) : (tensor<64x64xf16, #rows_f16>) -> tensor<64x64xf16, #tiles_f16>
  return %0 : tensor<64x64xf16, #tiles_f16>
}
