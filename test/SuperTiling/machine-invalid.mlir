// RUN: not alcove-opt %s --super-tiling="machine=no-such" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not alcove-opt %s --super-tiling="memory-bytes=1024 double-buffering=on" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not alcove-opt %s --super-tiling="machine=npu-16 double-buffering=maybe" 2>&1 | FileCheck %s --check-prefix=MAYBE
// RUN: not alcove-opt %s --super-tiling="machine=npu-16 mode=no-fuse" 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: echo '{"name": "broken"}' > %t.json
// RUN: not alcove-opt %s --super-tiling="machine=%t.json" 2>&1 | FileCheck %s --check-prefix=FILE

// NAME: error: super-tiling: machine 'no-such' is neither a preset (cpu, npu-16, small-npu,
// NONE: error: super-tiling: double-buffering needs a machine
// MAYBE: error: super-tiling: double-buffering 'maybe' is not on, off or auto
// MODE: error: super-tiling: machine needs mode=planned, it is 'no-fuse'
// FILE: error: super-tiling: {{.*}}.json: {{.*}}cores
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
