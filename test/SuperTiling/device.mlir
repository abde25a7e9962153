// RUN: alcove-opt %s --super-tiling-pipeline="device=npu remarks" 2>&1 | FileCheck %s --check-prefix=NPU
// RUN: alcove-opt %s --super-tiling-pipeline="device=toy-2x2 remarks" 2>&1 | FileCheck %s --check-prefix=TOY
// RUN: alcove-opt %s --super-tiling-pipeline="device=%alcove_src/devices/toy-2x2.json remarks" 2>&1 | FileCheck %s --check-prefix=TOY
// RUN: alcove-opt %s --super-tiling-pipeline="device=toy-2x2 memory-bytes=8192 remarks" 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not alcove-opt %s --verify-super-tiling="device=toy-2x2" 2>&1 | FileCheck %s --check-prefix=JUDGE

// 512 rows of 2048 B, read and written: 4096 B per row of a tile. The memory is that of the device: 512 KiB of the generic
// accelerator (128 rows), 132096 - 1024 = 131072 B of one core of toy-2x2 (32 rows), unless memory-bytes says otherwise.
// NPU: remark: tile loop of 'linalg.exp': tile [128, 512], 1 operations, 0 yielded, footprint 524288 of 524288 B
// TOY: remark: tile loop of 'linalg.exp': tile [32, 512], 1 operations, 0 yielded, footprint 131072 of 131072 B
// BOTH: remark: tile loop of 'linalg.exp': tile [2, 512], 1 operations, 0 yielded, footprint 8192 of 8192 B
// JUDGE: error: 'linalg.exp' op SUT-J2: needs 2097152 B of local memory, 131072 B are available, 1966080 B too many
func.func @f(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %e = tensor.empty() : tensor<512x512xf32>
  %1 = linalg.exp ins(%x : tensor<512x512xf32>) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %1 : tensor<512x512xf32>
}
