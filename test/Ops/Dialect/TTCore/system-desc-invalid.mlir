// RUN: alcove-opt %s -split-input-file -verify-diagnostics

// Rules of docs/spec/Device.md on a system descriptor of chips with 2x2 workers.

// expected-error-re @below {{system descriptor: {{.*}}: DEV-S5: [dram_unreserved_base_bytes 64, dram_unreserved_end_bytes 32) is not a part of dram_channel_size_bytes 1024}}
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024, dram_channel_size = 1024, dram_unreserved_base = 64, dram_unreserved_end = 32}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {}

// -----

// expected-error-re @below {{system descriptor: {{.*}}: DEV-S5: dram_grid 1x3 does not hold the 2 DRAM channels}}
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024, dram_grid = 1x3}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {}

// -----

// expected-error-re @below {{system descriptor: {{.*}}: DEV-S6: noc_dram_address_align_bytes 48 is not a power of two}}
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024, noc_dram_address_align_bytes = 48}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {}

// -----

// expected-error-re @below {{system descriptor: {{.*}}: DEV-S7: dram_bank_to_logical_worker_noc0 names core (2, 0) outside the 2x2 worker grid}}
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024, dram_bank_to_logical_worker_noc0 = [(0, 0), (2, 0)]}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {}

// -----

// expected-error-re @below {{system descriptor: {{.*}}: DEV-S8: a data type is named twice}}
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024, supported_data_types = [<bf16>, <bf16>]}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {}

// -----

// expected-error-re @below {{system descriptor: {{.*}}: DEV-S9: num_cbs is 0, outside [1, 1024]}}
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024, num_cbs = 0}], [0], [1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {}

// -----

// expected-error-re @below {{system descriptor: {{.*}}: DEV-S11: 0x0x0x0 is the place of another chip, too}}
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0, 0], [1 : i32, 1 : i32], [ 0x0x0x0,  0x0x0x0]>
module attributes {ttcore.system_desc = #system} {}

// -----

// expected-error-re @below {{system descriptor: {{.*}}: DEV-S12: chip 2 does not exist (there are 2)}}
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0, 0], [1 : i32, 1 : i32], [ 0x0x0x0,  0x0x0x1], [<[0, 0, 0], [2, 0, 0]>]>
module attributes {ttcore.system_desc = #system} {}

// -----

// expected-error-re @below {{system descriptor: {{.*}}: DEV-S12: joins chip 0 to itself}}
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0, 0], [1 : i32, 1 : i32], [ 0x0x0x0,  0x0x0x1], [<[0, 0, 0], [0, 1, 0]>]>
module attributes {ttcore.system_desc = #system} {}

// -----

// expected-error-re @below {{system descriptor: {{.*}}: DEV-S13: -1 is outside [0, 2147483647]}}
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [-1 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {}
