// RUN: not alcove-opt %s --super-tiling="memory-bytes=-1" 2>&1 | FileCheck %s --check-prefix=MEMORY
// A 0 is no word for the default, which is what an option says that is left off.
// RUN: not alcove-opt %s --super-tiling="memory-bytes=0" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not alcove-opt %s --verify-super-tiling="memory-bytes=0" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not alcove-opt %s --super-tiling-pipeline="memory-bytes=0 device=npu" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not alcove-opt %s --register-tiles="vector-bytes=0" 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: not alcove-opt %s --cpu-pipeline="vector-bytes=0" 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: alcove-opt %s --super-tiling="memory-bytes=1" --verify-super-tiling="memory-bytes=1"
// What prints a pipeline prints what can be read.
// RUN: alcove-opt %s --super-tiling --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=PRINTED
// RUN: alcove-opt %s --super-tiling="memory-bytes=default"
// RUN: not alcove-opt %s --super-tiling="mode=fast" 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not alcove-opt %s --super-tiling="op-budgets=conv=none" 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: not alcove-opt %s --super-tiling="op-budgets=gemm=100" 2>&1 | FileCheck %s --check-prefix=CLASS
// RUN: not alcove-opt %s --super-tiling="device=nowhere" 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not alcove-opt %s --verify-super-tiling 2>&1 | FileCheck %s --check-prefix=VERIFY
// MEMORY: for the --memory-bytes option: '-1': a number from 1 to 9223372036854775807 is needed
// ZERO: for the --memory-bytes option: '0': a number from 1 to 9223372036854775807 is needed
// PRINTED: memory-bytes=default
// VECTOR: for the --vector-bytes option: '0': a number from 1 to 9223372036854775807 is needed
// MODE: error: super-tiling: mode 'fast' is not planned, max-producers or no-fuse
// BUDGET: error: super-tiling: op-budgets: 'conv=none' is not of the form class=bytes
// CLASS: error: super-tiling: op-budgets: 'gemm' is not a class of operation
// DEVICE: error: super-tiling: device 'nowhere'
// VERIFY: error: verify-super-tiling: memory-bytes must be positive
func.func @nothing() { return }
