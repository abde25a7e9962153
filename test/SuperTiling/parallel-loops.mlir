// RUN: alcove-opt %s --super-tiling="machine=npu-16 memory-bytes=16384" | FileCheck %s
// RUN: alcove-opt %s --super-tiling="memory-bytes=16384 parallel-loops=all" | FileCheck %s
// RUN: alcove-opt %s --super-tiling="machine=npu-16 memory-bytes=16384 parallel-loops=off" | FileCheck %s --check-prefix=OFF
// RUN: alcove-opt %s --super-tiling="memory-bytes=16384" | FileCheck %s --check-prefix=OFF
// RUN: alcove-opt %s --super-tiling-pipeline="memory-bytes=16384 parallel-loops=all" | alcove-opt --verify-super-tiling="memory-bytes=16384"
// RUN: not alcove-opt %s --super-tiling="memory-bytes=16384 parallel-loops=some" 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: not alcove-opt %s --super-tiling="memory-bytes=16384 parallel-loops=all schedule=%t" 2>&1 | FileCheck %s --check-prefix=SCHEDULE

// CHECK: scf.forall (%[[I:.*]]) = (0) to (256) step
// CHECK-SAME: shared_outs(%[[O:.*]] =
// CHECK: scf.forall.in_parallel
// CHECK-NEXT: tensor.parallel_insert_slice %{{.*}} into %[[O]][%[[I]], 0]
// CHECK: alcove.tile_loop
// OFF-NOT: scf.forall
// OFF: scf.for
// SOME: error: super-tiling: parallel-loops 'some' is not shared, all or off
// SCHEDULE: error: super-tiling: parallel-loops=all has no schedule
func.func @main(%x: tensor<256x256xf32>, %y: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %e = tensor.empty() : tensor<256x256xf32>
  %s = linalg.add ins(%x, %y : tensor<256x256xf32>, tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %s : tensor<256x256xf32>
}
