// RUN: alcove-opt %s --ttcore-register-device | FileCheck %s --check-prefixes=CHECK,MOCK
// RUN: alcove-opt %s --ttcore-register-device=mock-system-desc-arch=toy-2x2 | FileCheck %s --check-prefixes=CHECK,TOY
// RUN: alcove-opt %s --ttcore-register-device=system-desc-path=%alcove_src/devices/toy-2x2.json | FileCheck %s --check-prefixes=CHECK,TOY
// RUN: alcove-opt %s --ttcore-register-device="mesh-shape=2,4 mesh-topology=ring,linear" | FileCheck %s --check-prefixes=CHECK,MESH
// RUN: alcove-opt %s --ttcore-register-device="mock-system-desc-arch=wormhole-n300 mesh-shape=1,2 one-grid" | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: alcove-opt %s --ttcore-register-device="mock-system-desc-arch=blackhole" | FileCheck %s --check-prefixes=CHECK,BLACKHOLE
// RUN: alcove-opt %s --ttcore-register-device=mock-system-desc-arch=toy-2x2 --ttcore-register-device | FileCheck %s --check-prefixes=CHECK,TOY
// A file and a preset: one device, or an error.
// RUN: alcove-opt %s --ttcore-register-device="system-desc-path=%alcove_src/devices/toy-2x2.json mock-system-desc-arch=toy-2x2" | FileCheck %s --check-prefixes=CHECK,TOY
// RUN: not alcove-opt %s --ttcore-register-device="system-desc-path=%alcove_src/devices/toy-2x2.json mock-system-desc-arch=n150" 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not alcove-opt %s --ttcore-register-device="mock-system-desc-arch=wormhole-n300 mesh-shape=2,4" 2>&1 | FileCheck %s --check-prefix=TOOBIG
// RUN: not alcove-opt %s --ttcore-register-device="mock-system-desc-arch=n151" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not alcove-opt %s --ttcore-register-device="mesh-shape=2,4 mesh-topology=star" 2>&1 | FileCheck %s --check-prefix=STAR
// RUN: not alcove-opt %s --ttcore-register-device="mesh-shape=2,4 mesh-topology=ring" 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not alcove-opt %s --ttcore-register-device="mesh-shape=1000,1000" 2>&1 | FileCheck %s --check-prefix=MANY

// CHECK: #system_desc = #ttcore.system_desc<
// MOCK-SAME: grid = 8x8, {{.*}}l1_unreserved_base = 1024,
// TOY-SAME: grid = 2x2, {{.*}}l1_size = 132096,
// MESH-SAME: [0, 0, 0, 0, 0, 0, 0, 0]
// BLACKHOLE-SAME: grid = 10x13,
// CHECK: module attributes {ttcore.system_desc = #system_desc}
// MOCK: ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), {{.*}} meshShape = , chipIds = [0]>
// TOY: ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2,
// TOY-NOT: ttcore.device
// MESH: workerGrid = #ttcore.grid<8x8, {{.*}} meshShape = 2x4, chipIds = [0, 1, 2, 3, 4, 5, 6, 7], meshTopology = [ring, linear]>
// WIDE: workerGrid = #ttcore.grid<8x16, virt_to_physical_map = (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8), physical_to_virt_map = (d0, d1, d2) -> (d1, d0 * 8 + d2)>
// BLACKHOLE: workerGrid = #ttcore.grid<10x13,
// CHECK: func.func @f
// TWO: error: device: system-desc-path='{{.*}}toy-2x2.json' and mock-system-desc-arch='n150' are two devices: leave one of the options off
// TOOBIG: error: default device: DEV-D3: mesh 2x4 does not fit the 2 chips of system
// UNKNOWN: error: device: unknown architecture or preset 'n151'; known are blackhole, {{.*}}wormhole_b0; nearest: 'wormhole-n150'
// STAR: error: mesh-topology: expected ring, linear, mesh, torus or disabled, got 'star'
// RANK: error: mesh-topology names 1 topologies, and the mesh has 2 dimensions
// MANY: error: cannot make a mesh of 1000x1000 chips of system 'wormhole_b0' with 1 chips
func.func @f() { return }
