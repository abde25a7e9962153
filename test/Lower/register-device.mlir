// RUN: alcove-opt --ttcore-register-device %s | FileCheck %s
// RUN: alcove-opt --ttcore-register-device="mock-system-desc-arch=blackhole" %s | FileCheck %s --check-prefix=BH
// RUN: alcove-opt --ttcore-register-device="mesh-shape=1,2 mesh-topology=ring,linear" %s | FileCheck %s --check-prefix=MESH
// RUN: alcove-opt --ttcore-register-device="system-desc-path=%alcove_src/devices/toy-2x2.json" %s | FileCheck %s --check-prefix=FILE
// The text of a module is a system descriptor too, and a descriptor that is there is kept; an option that names another is an error.
// RUN: alcove-opt --ttcore-register-device="mock-system-desc-arch=blackhole" %s -o %t.mlir
// RUN: alcove-opt --ttcore-register-device="system-desc-path=%t.mlir" %s | FileCheck %s --check-prefix=BH
// RUN: alcove-opt --ttcore-register-device="default-device=wormhole_b0" %t.mlir | cmp - %t.mlir
// RUN: alcove-opt --ttcore-register-device="mock-system-desc-arch=blackhole" %t.mlir | cmp - %t.mlir
// RUN: not alcove-opt --ttcore-register-device="mock-system-desc-arch=wormhole_b0" %t.mlir 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: alcove-opt --ttcore-register-device="default-device=blackhole" %s | FileCheck %s --check-prefix=BH
// OTHER: error: the module brings a device of its own, which is not 'wormhole_b0': leave the option off

// RUN: not alcove-opt --ttcore-register-device="mock-system-desc-arch=granite" %s 2>&1 | FileCheck %s --check-prefix=ARCH
// RUN: not alcove-opt --ttcore-register-device="system-desc-path=%t.absent" %s 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: echo '{"name": 3}' > %t.json
// RUN: not alcove-opt --ttcore-register-device="system-desc-path=%t.json" %s 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: not alcove-opt --ttcore-register-device="mesh-shape=2,2 mock-system-desc-arch=wormhole-n300" %s 2>&1 | FileCheck %s --check-prefix=CHIPS
// RUN: not alcove-opt --ttcore-register-device="mesh-shape=0,2" %s 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not alcove-opt --ttcore-register-device="mesh-topology=star" %s 2>&1 | FileCheck %s --check-prefix=STAR

// CHECK: #system_desc = #ttcore.system_desc<{{.*}}arch = <wormhole_b0>, grid = 8x8
// CHECK: module attributes {ttcore.system_desc = #system_desc}
// CHECK: ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1)
// CHECK-SAME: meshShape = , chipIds = [0]>
// BH: arch = <blackhole>, grid = 10x13
// BH: ttcore.device @default_device = <workerGrid = #ttcore.grid<10x13
// MESH: ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8
// MESH-SAME: meshShape = 1x2, chipIds = [0, 1], meshTopology = [ring, linear]>
// FILE: ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2

// ARCH: error: device: unknown architecture or preset 'granite'; known are
// ABSENT: error: device: cannot read
// JSON: error: device: {{.*}}
// CHIPS: error: default device: {{.*}}
// ZERO: error: mesh shape 0, 2: every extent must be 1 to 1024
// STAR: error: mesh-topology: expected ring, linear, mesh, torus or disabled, got 'star'
module {
  func.func @main() {
    return
  }
}
