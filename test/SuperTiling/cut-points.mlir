// RUN: alcove-opt %s --super-tiling="memory-bytes=16384 device=npu remarks" 2>&1 | FileCheck %s --check-prefix=NPU
// RUN: alcove-opt %s --super-tiling="memory-bytes=16384 device=cpu remarks" 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: alcove-opt %s --super-tiling="memory-bytes=16384 mode=no-fuse remarks" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: alcove-opt %s --super-tiling="memory-bytes=16384 device=cpu mode=max-producers remarks" 2>&1 | FileCheck %s --check-prefix=MAX
// RUN: alcove-opt %s --super-tiling="memory-bytes=16384 work=1 remarks" --verify-super-tiling="memory-bytes=16384" 2>&1 | FileCheck %s --check-prefix=WORK
// RUN: alcove-exec %s --pipeline="super-tiling-pipeline{memory-bytes=16384 device=cpu}" --opt-level=0 | FileCheck %s --check-prefix=EXEC

// Which operations share a loop is a matter of price. Fused, the second convolution needs two halo rows and columns of the
// first around each tile, computed again: 128000 operations. An accelerator that does 64 of them in the time of a byte pays
// 2000 B for that and saves 130 KB of traffic: one loop. To a CPU the memory is a cache, and all of the program is in the next
// one: sharing a loop is no faster (SUT-C1), and repeats nothing.
// NPU: remark: tile loop of 'linalg.conv_2d_nhwc_hwcf': {{.*}} 3 operations, {{.*}} traffic 42240 B, 128000 operations repeated
// NPU-NOT: remark: tile loop
// CPU-NOT: {{[1-9][0-9]*}} operations repeated
// CPU: operations that do not fit the cache stay untiled: no loop is faster
// NONE-COUNT-3: 1 operations
// MAX: 3 operations
// MAX-NOT: remark: tile loop
// A search without work left still fits the budget.
// WORK: remark: tile loop of 'linalg.conv_2d_nhwc_hwcf'
// WORK-NOT: error
// EXEC: equal
func.func @f(%x: tensor<1x34x34x4xf32>, %w: tensor<3x3x4x8xf32>, %v: tensor<3x3x8x4xf32>) -> tensor<1x30x30x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32x32x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x32x32x8xf32>) -> tensor<1x32x32x8xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x34x34x4xf32>, tensor<3x3x4x8xf32>) outs(%f : tensor<1x32x32x8xf32>) -> tensor<1x32x32x8xf32>
  %1 = linalg.exp ins(%0 : tensor<1x32x32x8xf32>) outs(%e : tensor<1x32x32x8xf32>) -> tensor<1x32x32x8xf32>
  %e2 = tensor.empty() : tensor<1x30x30x4xf32>
  %g = linalg.fill ins(%z : f32) outs(%e2 : tensor<1x30x30x4xf32>) -> tensor<1x30x30x4xf32>
  %2 = linalg.conv_2d_nhwc_hwcf ins(%1, %v : tensor<1x32x32x8xf32>, tensor<3x3x8x4xf32>) outs(%g : tensor<1x30x30x4xf32>) -> tensor<1x30x30x4xf32>
  return %2 : tensor<1x30x30x4xf32>
}
