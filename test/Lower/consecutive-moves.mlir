// RUN: alcove-opt --ttnn-decompose-layouts --ttnn-deallocate --split-input-file %s | FileCheck %s

// Two moves of one kind in a row: the second reads the source of the first, whoever else reads the first, and both vanish
// where the second undoes it. It is done before anything is freed: tt-mlir's canonicalizer does it at any time.

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#wide = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#tall = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #dram>, <interleaved>>
#f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#in_l1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#sharded = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = #ttnn.core_range_set<[#ttnn.core_range<(0, 0), (1, 0)>]>>
#cube = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<2x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

// CHECK-LABEL: @there_and_back
// CHECK-NEXT: %[[X:.*]] = "ttnn.abs"(%arg0)
// CHECK-NEXT: "ttnn.deallocate"(%arg0)
// CHECK-NEXT: %[[Y:.*]] = "ttnn.neg"(%[[X]])
// CHECK-NEXT: "ttnn.deallocate"(%[[X]])
// CHECK-NEXT: return %[[Y]]
func.func @there_and_back(%x: tensor<64x64xbf16, #tiles>) -> tensor<64x64xbf16, #tiles> {
  %0 = "ttnn.abs"(%x) : (tensor<64x64xbf16, #tiles>) -> tensor<64x64xbf16, #tiles>
  %1 = "ttnn.reshape"(%0) <{shape = [32 : i32, 128 : i32]}> : (tensor<64x64xbf16, #tiles>) -> tensor<32x128xbf16, #wide>
  %2 = "ttnn.reshape"(%1) <{shape = [64 : i32, 64 : i32]}> : (tensor<32x128xbf16, #wide>) -> tensor<64x64xbf16, #tiles>
  %3 = "ttnn.neg"(%2) : (tensor<64x64xbf16, #tiles>) -> tensor<64x64xbf16, #tiles>
  return %3 : tensor<64x64xbf16, #tiles>
}

// The first has another reader.
// CHECK-LABEL: @two_readers
// CHECK-NEXT: %[[WIDE:.*]] = "ttnn.reshape"(%arg0) <{shape = [32 : i32, 128 : i32]}>
// CHECK-NEXT: %[[TALL:.*]] = "ttnn.reshape"(%arg0) <{shape = [128 : i32, 32 : i32]}> : (tensor<64x64xbf16,
// CHECK-NEXT: "ttnn.deallocate"(%arg0)
// CHECK-NEXT: return %[[WIDE]], %[[TALL]]
func.func @two_readers(%x: tensor<64x64xbf16, #tiles>) -> (tensor<32x128xbf16, #wide>, tensor<128x32xbf16, #tall>) {
  %1 = "ttnn.reshape"(%x) <{shape = [32 : i32, 128 : i32]}> : (tensor<64x64xbf16, #tiles>) -> tensor<32x128xbf16, #wide>
  %2 = "ttnn.reshape"(%1) <{shape = [128 : i32, 32 : i32]}> : (tensor<32x128xbf16, #wide>) -> tensor<128x32xbf16, #tall>
  return %1, %2 : tensor<32x128xbf16, #wide>, tensor<128x32xbf16, #tall>
}

// (d0, d1, d2) -> (d2, d0, d1), and of that (d1, d0, d2): dimensions 0, 2, 1 of the source.
// CHECK-LABEL: @permutes
// CHECK-NEXT: "ttnn.permute"(%arg0) <{{.*}}permutation = array<i64: 0, 2, 1>}>
func.func @permutes(%x: tensor<2x32x32xbf16, #cube>) -> tensor<2x32x32xbf16, #cube> {
  %1 = "ttnn.permute"(%x) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x32x32xbf16, #cube>) -> tensor<32x2x32xbf16, #cube>
  %2 = "ttnn.permute"(%1) <{permutation = array<i64: 1, 0, 2>}> : (tensor<32x2x32xbf16, #cube>) -> tensor<2x32x32xbf16, #cube>
  return %2 : tensor<2x32x32xbf16, #cube>
}

// A tensor that was rows is rows again.
// CHECK-LABEL: @rows
// CHECK-NEXT: %[[T:.*]] = "ttnn.to_layout"(%arg0)
// CHECK-NEXT: return %[[T]], %arg0
func.func @rows(%x: tensor<64x64xbf16, #rows>) -> (tensor<64x64xbf16, #tiles>, tensor<64x64xbf16, #rows>) {
  %0 = "ttnn.to_tensor_spec"(%x) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #tiles>
  %1 = "ttnn.to_tensor_spec"(%0) : (tensor<64x64xbf16, #tiles>) -> tensor<64x64xbf16, #rows>
  return %0, %1 : tensor<64x64xbf16, #tiles>, tensor<64x64xbf16, #rows>
}

// To f32 and back nothing is lost; to bf16 and back it is, and both stay.
// CHECK-LABEL: @casts
// CHECK-NEXT: %[[B:.*]] = "ttnn.typecast"(%arg1)
// CHECK-NEXT: "ttnn.deallocate"(%arg1)
// CHECK-NEXT: %[[F:.*]] = "ttnn.typecast"(%[[B]])
// CHECK-NEXT: "ttnn.deallocate"(%[[B]])
// CHECK-NEXT: return %arg0, %[[F]]
func.func @casts(%x: tensor<64x64xbf16, #tiles>, %y: tensor<64x64xf32, #f32>) -> (tensor<64x64xbf16, #tiles>, tensor<64x64xf32, #f32>) {
  %0 = "ttnn.typecast"(%x) : (tensor<64x64xbf16, #tiles>) -> tensor<64x64xf32, #f32>
  %1 = "ttnn.typecast"(%0) : (tensor<64x64xf32, #f32>) -> tensor<64x64xbf16, #tiles>
  %2 = "ttnn.typecast"(%y) : (tensor<64x64xf32, #f32>) -> tensor<64x64xbf16, #tiles>
  %3 = "ttnn.typecast"(%2) : (tensor<64x64xbf16, #tiles>) -> tensor<64x64xf32, #f32>
  return %1, %3 : tensor<64x64xbf16, #tiles>, tensor<64x64xf32, #f32>
}

// What a plan placed stays as planned: nothing in L1 lives longer, nothing is moved to shards on another way.
// CHECK-LABEL: @from_l1
// CHECK-NEXT: %[[W:.*]] = "ttnn.reshape"(%arg0)
// CHECK-NEXT: "ttnn.deallocate"(%arg0)
// CHECK-NEXT: %[[T:.*]] = "ttnn.reshape"(%[[W]])
func.func @from_l1(%x: tensor<64x64xbf16, #in_l1>) -> tensor<128x32xbf16, #tall> {
  %1 = "ttnn.reshape"(%x) <{shape = [32 : i32, 128 : i32]}> : (tensor<64x64xbf16, #in_l1>) -> tensor<32x128xbf16, #wide>
  %2 = "ttnn.reshape"(%1) <{shape = [128 : i32, 32 : i32]}> : (tensor<32x128xbf16, #wide>) -> tensor<128x32xbf16, #tall>
  return %2 : tensor<128x32xbf16, #tall>
}

// CHECK-LABEL: @to_shards
// CHECK-NEXT: %[[T:.*]] = "ttnn.to_layout"(%arg0)
// CHECK-NEXT: "ttnn.deallocate"(%arg0)
// CHECK-NEXT: "ttnn.to_memory_config"(%[[T]])
func.func @to_shards(%x: tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #sharded> {
  %0 = "ttnn.to_tensor_spec"(%x) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #tiles>
  %1 = "ttnn.to_tensor_spec"(%0) : (tensor<64x64xbf16, #tiles>) -> tensor<64x64xbf16, #sharded>
  return %1 : tensor<64x64xbf16, #sharded>
}

// A device that nobody asks for is not opened.
// CHECK-LABEL: @no_device
// CHECK-NEXT: return
func.func @no_device() {
  %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  return
}

// -----

#l1 = #ttnn.buffer_type<l1>
#flat = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#pieces = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#two = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 64 + d1, d2), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>

// In L1, where a plan put them: views share their bytes, so that the second may read the source.
// CHECK-LABEL: @views_in_l1
// CHECK-NEXT: %[[V:.*]] = "ttnn.reshape"(%arg0) <{shape = [2 : i32, 64 : i32, 64 : i32]}> : (tensor<128x64xbf16,
// CHECK: return %[[V]]
func.func @views_in_l1(%x: tensor<128x64xbf16, #flat>) -> tensor<2x64x64xbf16, #two> {
  %0 = "ttnn.reshape"(%x) <{shape = [4 : i32, 32 : i32, 64 : i32]}> : (tensor<128x64xbf16, #flat>) -> tensor<4x32x64xbf16, #pieces>
  %1 = "ttnn.reshape"(%0) <{shape = [2 : i32, 64 : i32, 64 : i32]}> : (tensor<4x32x64xbf16, #pieces>) -> tensor<2x64x64xbf16, #two>
  return %1 : tensor<2x64x64xbf16, #two>
}

// -----

#l1 = #ttnn.buffer_type<l1>
#flat = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#pieces = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>

// A near miss: the first moves, and what it made is read by another, too. Both would move, in bytes of their own.
// CHECK-LABEL: @moves_in_l1
// CHECK-NEXT: %[[M:.*]] = "ttnn.reshape"(%arg0) {{.*}} -> tensor<128x64xbf16,
// CHECK: "ttnn.reshape"(%[[M]]) <{shape = [4 : i32, 32 : i32, 64 : i32]}>
func.func @moves_in_l1(%x: tensor<64x128xbf16, #flat>) -> (tensor<128x64xbf16, #flat>, tensor<4x32x64xbf16, #pieces>) {
  %0 = "ttnn.reshape"(%x) <{shape = [128 : i32, 64 : i32]}> : (tensor<64x128xbf16, #flat>) -> tensor<128x64xbf16, #flat>
  %1 = "ttnn.reshape"(%0) <{shape = [4 : i32, 32 : i32, 64 : i32]}> : (tensor<128x64xbf16, #flat>) -> tensor<4x32x64xbf16, #pieces>
  return %0, %1 : tensor<128x64xbf16, #flat>, tensor<4x32x64xbf16, #pieces>
}
