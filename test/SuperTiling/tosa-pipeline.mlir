// RUN: alcove-opt %s --super-tiling-pipeline="memory-bytes=2048 remarks report=%t" 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t
// RUN: alcove-opt %s --super-tiling="memory-bytes=2048 report=%t" -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNLOWERED
// RUN: not alcove-opt %s --verify-super-tiling="memory-bytes=2048" -o /dev/null 2>&1 | FileCheck %s --check-prefix=JUDGED

// The row of the README: a TOSA program into the pipeline. Two operations on 4096 B, one loop.
// CHECK: remark: tile loop of 'linalg.generic': tile [{{.*}}], 2 operations
// CHECK-LABEL: func.func @pointwise
// CHECK-NOT: tosa
// CHECK: scf.for
// JSON: "operations": 2,
// UNLOWERED: remark: super-tiling: nothing was tiled: no operation on tensors has a tile; without a model: 'tosa.add' (1), 'tosa.clamp' (1)
// SUT-J7: what is not understood is refused by name.
// JUDGED: error: 'tosa.add' op SUT-J7: computes on tensors and is not understood
// JUDGED: error: 'tosa.clamp' op SUT-J7: computes on tensors and is not understood
func.func @pointwise(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tosa.add %a, %b : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
