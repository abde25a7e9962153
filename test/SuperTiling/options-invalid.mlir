// RUN: not alcove-opt %s --super-tiling="memory-bytes=-1" 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: not alcove-opt %s --super-tiling="mode=fast" 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not alcove-opt %s --super-tiling="op-budgets=conv=none" 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: not alcove-opt %s --super-tiling="op-budgets=gemm=100" 2>&1 | FileCheck %s --check-prefix=CLASS
// RUN: not alcove-opt %s --super-tiling="device=nowhere" 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not alcove-opt %s --verify-super-tiling 2>&1 | FileCheck %s --check-prefix=VERIFY
// MEMORY: error: super-tiling: memory-bytes must be positive, it is -1
// MODE: error: super-tiling: mode 'fast' is not planned, max-producers or no-fuse
// BUDGET: error: super-tiling: op-budgets: 'conv=none' is not of the form class=bytes
// CLASS: error: super-tiling: op-budgets: 'gemm' is not a class of operation
// DEVICE: error: super-tiling: device 'nowhere'
// VERIFY: error: verify-super-tiling: memory-bytes must be positive
func.func @nothing() { return }
