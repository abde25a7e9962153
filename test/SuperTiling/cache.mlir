// RUN: alcove-opt %s --super-tiling="device=cpu remarks report=%t.json" 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: alcove-opt %s --super-tiling-pipeline="device=cpu remarks" 2>&1 | FileCheck %s --check-prefix=FUSED
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: alcove-opt %s --super-tiling-pipeline="device=npu remarks" 2>&1 | FileCheck %s --check-prefix=NPU
// RUN: alcove-opt %s --verify-super-tiling="device=cpu remarks" 2>&1 | FileCheck %s --check-prefix=JUDGE
// RUN: not alcove-opt %s --verify-super-tiling="device=npu" 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: alcove-opt %s --super-tiling-pipeline="device=cpu threads=4 parallel-loops=all remarks" 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not alcove-opt %s --super-tiling="device=npu threads=4" 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not alcove-opt %s --super-tiling="device=cpu threads=0" 2>&1 | FileCheck %s --check-prefix=OPTION

// SUT-C1: on a CPU the local memory (512 KiB) is a cache, and a loop is a choice. Four operations in a row on tensors of 64 MiB
// are one loop: without it 6 times 64 MiB more pass to and from memory. A product blocks for the caches itself, in register tiles;
// one operation alone moves the same bytes with a loop and without one: they stay. The pipeline makes one operation of the four
// in a row, and builds no loop. A scratchpad has no choice.
// CPU-NOT: cannot fit
// CPU: remark: tile loop of 'linalg.negf': {{.*}} 4 operations
// CPU-NOT: remark: tile loop
// CPU: remark: super-tiling: 2 operations that do not fit the cache stay untiled: no loop is faster
// JSON: "left_to_cache": 2,
// JSON: "loops": 1,
// FUSED: remark: super-tiling: nothing was tiled
// FUSED: remark: super-tiling: 3 operations that do not fit the cache stay untiled: no loop is faster
// NPU-DAG: remark: tile loop of 'linalg.negf': {{.*}} 4 operations
// NPU-DAG: remark: tile loop of 'linalg.exp': {{.*}} 1 operations
// NPU-DAG: remark: tile loop of 'linalg.matmul': {{.*}} 1 operations

// SUT-J13: the judge accepts the untiled program for a cache, and says so; for a scratchpad SUT-J2 holds.
// JUDGE-COUNT-6: B, in a cache (SUT-J13)
// REFUSED: error: {{.*}} SUT-J2: needs 134217728 B of local memory, 524288 B are available

// THREADS: scf.forall
// OPTION: error: super-tiling: threads must be 1, or more with device=cpu and without a machine
func.func @chain(%x: tensor<16384x1024xf32>) -> tensor<16384x1024xf32> {
  %e = tensor.empty() : tensor<16384x1024xf32>
  %1 = linalg.abs ins(%x : tensor<16384x1024xf32>) outs(%e : tensor<16384x1024xf32>) -> tensor<16384x1024xf32>
  %2 = linalg.square ins(%1 : tensor<16384x1024xf32>) outs(%e : tensor<16384x1024xf32>) -> tensor<16384x1024xf32>
  %3 = linalg.abs ins(%2 : tensor<16384x1024xf32>) outs(%e : tensor<16384x1024xf32>) -> tensor<16384x1024xf32>
  %4 = linalg.negf ins(%3 : tensor<16384x1024xf32>) outs(%e : tensor<16384x1024xf32>) -> tensor<16384x1024xf32>
  return %4 : tensor<16384x1024xf32>
}
func.func @alone(%x: tensor<16384x1024xf32>) -> tensor<16384x1024xf32> {
  %e = tensor.empty() : tensor<16384x1024xf32>
  %1 = linalg.exp ins(%x : tensor<16384x1024xf32>) outs(%e : tensor<16384x1024xf32>) -> tensor<16384x1024xf32>
  return %1 : tensor<16384x1024xf32>
}
func.func @product(%x: tensor<512x250xf32>, %w: tensor<250x250xf32>) -> tensor<512x250xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x250xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<512x250xf32>) -> tensor<512x250xf32>
  %1 = linalg.matmul ins(%x, %w : tensor<512x250xf32>, tensor<250x250xf32>) outs(%f : tensor<512x250xf32>) -> tensor<512x250xf32>
  return %1 : tensor<512x250xf32>
}
