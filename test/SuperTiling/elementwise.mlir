// RUN: alcove-opt %s --super-tiling-pipeline="memory-bytes=2048 remarks report=%t" 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t
// RUN: alcove-exec %s --pipeline="super-tiling-pipeline{memory-bytes=2048}" --opt-level=0 --function=exported | FileCheck %s --check-prefix=EXEC
// RUN: alcove-opt %s --super-tiling="memory-bytes=2048" -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNLOWERED
// RUN: not alcove-opt %s --verify-super-tiling="memory-bytes=2048" -o /dev/null 2>&1 | FileCheck %s --check-prefix=JUDGED

// Elementwise operations on whole tensors have no tile of their own: the pipeline makes them linalg, and the two share one
// loop over 8 rows, 8 x 32 x 4 B read and written. A scalar condition is read in the body.
// CHECK: remark: tile loop of 'linalg.generic': tile [8, 32], 2 operations, 0 yielded, footprint 2048 of 2048 B, traffic 8192 B
// CHECK: remark: tile loop of 'linalg.generic': tile [8, 32], 2 operations, 0 yielded, footprint 2048 of 2048 B, traffic 8192 B
// JSON: "traffic_bytes": 16384,
// JSON: "bound_bytes": 16384,
// JSON: "nothing_tiled": "",
// JSON: {"root": "linalg.generic", "tile": [8, 32], "operations": 2, "footprint_bytes": 2048, "available_bytes": 2048, "rounds": 1, "traffic_bytes": 8192, "extra_ops": 0}
// SUT-P2: nothing moves less.
// CHECK: remark: super-tiling: traffic 16384 >= bound 16384 B (gap 0.0 %)
// EXEC: equal, 1024 elements, 0 differ
// Without the pipeline nothing is tiled, and it says so; the judge holds them to their operands and results.
// UNLOWERED: remark: super-tiling: nothing was tiled: no operation on tensors has a tile; without a model: 'arith.negf' (1), 'arith.select' (1), 'math.exp' (2), which --super-tiling-pipeline lowers where it can
// JUDGED: error: 'math.exp' op SUT-J2: needs 8192 B of local memory, 2048 B are available, 6144 B too many
// JUDGED: error: 'arith.negf' op SUT-J2: needs 8192 B of local memory
func.func @exported(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = math.exp %x : tensor<32x32xf32>
  %1 = arith.negf %0 : tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
func.func @condition(%x: tensor<32x32xf32>, %flag: i1) -> tensor<32x32xf32> {
  %0 = math.exp %x : tensor<32x32xf32>
  %1 = arith.select %flag, %0, %0 : tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
