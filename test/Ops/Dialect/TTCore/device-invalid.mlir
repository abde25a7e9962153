// RUN: alcove-opt %s -split-input-file -verify-diagnostics

// Illegal devices on one or two chips of 2x2 workers, one broken rule each (docs/spec/Device.md).
// The last one is legal: the rules refuse nothing else.

// Two positions on one core.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{'ttcore.device' op DEV-D5: positions (0, 0) and (0, 1) both lie on core (chip 0, y 0, x 0)}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (0, d0, 0), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

// A column beyond the chip.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{'ttcore.device' op DEV-D4: position (0, 1) lies on core (chip 0, y 0, x 2), which does not exist: chip 0 (id 0) has 2x2 workers}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (0, d0, d1 + 1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

// A chip that the device does not list.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{'ttcore.device' op DEV-D4: position (0, 0) lies on core (chip 1, y 0, x 0), which does not exist: the device lists 1 chip}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (1, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

// More positions than cores.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{'ttcore.device' op DEV-D4: grid 2x3 has 6 positions, the listed chips only 4 cores}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x3, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

// The inverse is transposed.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{'ttcore.device' op DEV-D6: position (0, 1) lies on core (chip 0, y 0, x 1), but the inverse map sends that core to (1, 0)}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d2, d1)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

// The second chip has no position.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0, 0], [1 : i32, 0 : i32], [ 0x0x0x0,  0x0x0x1]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{'ttcore.device' op DEV-D7: no position lies on chip 1 (id 1): its core (chip 1, y 0, x 0) is the first one missing}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (d1 floordiv 2, d0, d1 mod 2), physical_to_virt_map = (d0, d1, d2) -> (d1, d0 * 2 + d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (d1 floordiv 2, d0, d1 mod 2, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x2, chipIds = [0, 1]>
}

// -----

// A chip that the system has not.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0, 0], [1 : i32, 0 : i32], [ 0x0x0x0,  0x0x0x1]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{'ttcore.device' op DEV-D1: chip 2 does not exist: the system has 2 chips}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x4, virt_to_physical_map = (d0, d1) -> (d1 floordiv 2, d0, d1 mod 2), physical_to_virt_map = (d0, d1, d2) -> (d1, d0 * 2 + d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (d1 floordiv 2, d0, d1 mod 2, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x2, chipIds = [0, 2]>
}

// -----

// The same chip twice.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0, 0], [1 : i32, 0 : i32], [ 0x0x0x0,  0x0x0x1]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{DEV-D2: chip 0 is listed twice}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x4, virt_to_physical_map = (d0, d1) -> (d1 floordiv 2, d0, d1 mod 2), physical_to_virt_map = (d0, d1, d2) -> (d1, d0 * 2 + d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (d1 floordiv 2, d0, d1 mod 2, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x2, chipIds = [0, 0]>
}

// -----

// Mesh of four, two chips.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0, 0], [1 : i32, 0 : i32], [ 0x0x0x0,  0x0x0x1]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{DEV-D3: mesh 2x2 has 4 chips, but 2 are listed}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x4, virt_to_physical_map = (d0, d1) -> (d1 floordiv 2, d0, d1 mod 2), physical_to_virt_map = (d0, d1, d2) -> (d1, d0 * 2 + d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (d1 floordiv 2, d0, d1 mod 2, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 2x2, chipIds = [0, 1]>
}

// -----

// The map takes three coordinates, the grid has two.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{DEV-G2: virtual-to-physical map (d0, d1, d2) -> (d0, d1, d2) has 3 dims, 0 symbols and 3 results; a grid of rank 2 needs 2, 0 and 3 (chip, y, x)}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1, d2) -> (d0, d1, d2), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

// The map gives no chip.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{DEV-G2: virtual-to-physical map (d0, d1) -> (d0, d1) has 2 dims, 0 symbols and 2 results; a grid of rank 2 needs 2, 0 and 3 (chip, y, x)}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

// The inverse gives three coordinates.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{DEV-G3: physical-to-virtual map (d0, d1, d2) -> (d0, d1, d2) has 3 dims, 0 symbols and 3 results; a grid of rank 2 needs 3 (chip, y, x), 0 and 2}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d0, d1, d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

// A grid without cores.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{DEV-G1: grid 2x0: side 0 is below 1}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x0, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

// The L1 map has no base.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{DEV-D10: L1 map (d0, d1, d2) -> (0, d0, d1, d2) has 3 dims, 0 symbols and 4 results; a grid of rank 2 needs 3 (position and byte), 1 (base) and 4 (chip, y, x, address)}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2) -> (0, d0, d1, d2), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

// The L1 map is transposed.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{'ttcore.device' op DEV-D11: position (0, 1) lies on core (chip 0, y 0, x 1), but the L1 map names (chip 0, y 1, x 0)}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (0, d1, d0, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

// The L1 map forgets the base.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{'ttcore.device' op DEV-D12: position (0, 0): the L1 map sends byte 4097 of base 65536 to address 4097, not 69633}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

// All pages go to channels beyond the second.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{'ttcore.device' op DEV-D13: the DRAM map sends byte 512 to channel (0, 2) of 1x2}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, d2 floordiv s4, d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

// Three channels, the chip has two.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{'ttcore.device' op DEV-D14: DRAM grid 1x3 is not the 1x2 of chip 0}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x3>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

// Overflow at the second column.
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {
  // expected-error @below {{'ttcore.device' op DEV-D8: position (0, 1): d1 * 9223372036854775807 + d1 ceildiv 2 has no value at (0, 1): overflow, a divisor below 1 or an identifier without a value}}
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (0, d0, d1 * 9223372036854775807 + d1 ceildiv 2), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x1, chipIds = [0]>
}

// -----

#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0, 0], [1 : i32, 0 : i32], [ 0x0x0x0,  0x0x0x1]>
module attributes {ttcore.system_desc = #system} {
  ttcore.device @default_device = <workerGrid = #ttcore.grid<2x4, virt_to_physical_map = (d0, d1) -> (d1 floordiv 2, d0, d1 mod 2), physical_to_virt_map = (d0, d1, d2) -> (d1, d0 * 2 + d2)>, dramGrid = #ttcore.grid<1x2>, l1Map = (d0, d1, d2)[s0] -> (d1 floordiv 2, d0, d1 mod 2, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, ((d2 floordiv s4) floordiv 2) * s4 + d2 mod s4 + s5), meshShape = 1x2, chipIds = [0, 1]>
}

// -----

// expected-error @below {{constants of the affine map do not fit 64 bits}}
module attributes {test.grid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (0, d0, d1 * 9223372036854775807 + d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>} {
}

// -----

// expected-error @below {{constants of the affine map do not fit 64 bits}}
module attributes {test.grid = #ttcore.grid<2x2, virt_to_physical_map = (d0, d1) -> (0, d0, 2327387903 * 73871842003), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>} {
}
