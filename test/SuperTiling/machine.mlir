// RUN: alcove-opt %s --super-tiling-pipeline="machine=%S/../../examples/machine.json double-buffering=off remarks=true report=%t.json" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: alcove-opt %s --super-tiling-pipeline="machine=small-npu double-buffering=on" | FileCheck %s --check-prefix=ON

// 2 x 256 KiB in, 256 KiB out: 786,432 B over 8 B per ns are 98.3 us; two cores of 6 B per ns, elementwise in 32 KiB each.
// OFF: remark: super-tiling: on two-cores {{[0-9.]+}} us >= bound 98.3 us
// OFF-SAME: one buffer
// JSON: "machine": "two-cores"
// JSON: "double_buffered": false
// JSON: "time_bound_ns": 98304.0
// JSON: "available_bytes": 32768
// JSON-SAME: "core_grid": [2
// ON: scf.for
// ON: alcove.core_grid = array<i64: 1
// ON-SAME: alcove.double_buffer
func.func @main(%x: tensor<256x256xf32>, %y: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %e = tensor.empty() : tensor<256x256xf32>
  %s = linalg.add ins(%x, %y : tensor<256x256xf32>, tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %s : tensor<256x256xf32>
}
