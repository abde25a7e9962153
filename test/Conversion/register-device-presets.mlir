// RUN: alcove-opt %s --ttcore-register-device | FileCheck %s --check-prefixes=CHECK,MOCK
// RUN: alcove-opt %s --ttcore-register-device=device=toy-2x2 | FileCheck %s --check-prefixes=CHECK,TOY
// RUN: alcove-opt %s --ttcore-register-device=system-desc-path=%alcove_src/devices/toy-2x2.json | FileCheck %s --check-prefixes=CHECK,TOY
// RUN: alcove-opt %s --ttcore-register-device="mesh-shape=2,4 mesh-topology=ring,linear" | FileCheck %s --check-prefixes=CHECK,MESH
// RUN: alcove-opt %s --ttcore-register-device="device=wormhole-n300 one-grid" | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: alcove-opt %s --ttcore-register-device="mock-system-desc-arch=blackhole" | FileCheck %s --check-prefixes=CHECK,BLACKHOLE
// RUN: alcove-opt %s --ttcore-register-device=device=toy-2x2 --ttcore-register-device=device=wormhole-n150 | FileCheck %s --check-prefixes=CHECK,TOY
// RUN: not alcove-opt %s --ttcore-register-device="device=wormhole-n300 mesh-shape=2,4" 2>&1 | FileCheck %s --check-prefix=TOOBIG
// RUN: not alcove-opt %s --ttcore-register-device="device=n151" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not alcove-opt %s --ttcore-register-device="mock-system-desc-arch=grayskull" 2>&1 | FileCheck %s --check-prefix=ARCH
// RUN: not alcove-opt %s --ttcore-register-device="device=toy-2x2 mock-system-desc-arch=blackhole" 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not alcove-opt %s --ttcore-register-device="mesh-topology=star" 2>&1 | FileCheck %s --check-prefix=STAR

// CHECK: #system_desc = #ttcore.system_desc<
// MOCK-SAME: grid = 8x8, {{.*}}l1_unreserved_base = 1024,
// TOY-SAME: grid = 2x2, {{.*}}l1_size = 132096,
// MESH-SAME: [0, 0, 0, 0, 0, 0, 0, 0]
// BLACKHOLE-SAME: grid = 10x13,
// CHECK: module attributes {ttcore.system_desc = #system_desc}
// MOCK: ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), {{.*}} meshShape = 1x1, chipIds = [0]>
// TOY: ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2,
// TOY-NOT: ttcore.device
// MESH: workerGrid = #ttcore.grid<8x8, {{.*}} meshShape = 2x4, chipIds = [0, 1, 2, 3, 4, 5, 6, 7], meshTopology = [ring, linear]>
// WIDE: workerGrid = #ttcore.grid<8x16, virt_to_physical_map = (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8), physical_to_virt_map = (d0, d1, d2) -> (d1, d0 * 8 + d2)>
// BLACKHOLE: workerGrid = #ttcore.grid<10x13,
// CHECK: func.func @f
// TOOBIG: error: D3: mesh 2x4 does not fit the 2 chips of system 'wormhole-n300'
// UNKNOWN: error: 'n151' is neither a device preset (blackhole, {{.*}}) nor a file
// ARCH: error: no mock system for architecture 'grayskull' (wormhole_b0, blackhole)
// BOTH: error: at most one of device, system-desc-path and mock-system-desc-arch
// STAR: error: unknown topology 'star' (ring, linear, mesh, torus, disabled)
func.func @f() { return }
