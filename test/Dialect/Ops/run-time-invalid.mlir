// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.alloc: attr address = -7
func.func @f() {
  // expected-error @below {{result needs a metal_layout}}
  %0 = "ttir.alloc"() <{address = -7 : i64, memory_space = #ttcore.memory_space<dram>, size = 128 : i64}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.alloc: attr size = 0
func.func @f() {
  // expected-error @below {{result needs a metal_layout}}
  %0 = "ttir.alloc"() <{address = 0 : i64, memory_space = #ttcore.memory_space<dram>, size = 0 : i64}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.alloc: attr size = -7
func.func @f() {
  // expected-error @below {{result needs a metal_layout}}
  %0 = "ttir.alloc"() <{address = 0 : i64, memory_space = #ttcore.memory_space<dram>, size = -7 : i64}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.alloc: attr address type
func.func @f() {
  // expected-error @below {{attribute 'address' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = "ttir.alloc"() <{address = 1 : i32, memory_space = #ttcore.memory_space<dram>, size = 128 : i64}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.dealloc: missing operand
func.func @f() {
  // expected-error @below {{requires a single operand}}
  "ttir.dealloc"() : () -> ()
  return
}

// -----

// ttnn.alloc: attr address = -7
func.func @f() {
  // expected-error @below {{address must be at least 0, got -7}}
  %0 = "ttnn.alloc"() <{address = -7 : i64, buffer_type = #ttnn.buffer_type<dram>, size = 128 : i64}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttnn.alloc: attr size = 0
func.func @f() {
  // expected-error @below {{size must be at least 1, got 0}}
  %0 = "ttnn.alloc"() <{address = 0 : i64, buffer_type = #ttnn.buffer_type<dram>, size = 0 : i64}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttnn.alloc: attr size = -7
func.func @f() {
  // expected-error @below {{size must be at least 1, got -7}}
  %0 = "ttnn.alloc"() <{address = 0 : i64, buffer_type = #ttnn.buffer_type<dram>, size = -7 : i64}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttnn.alloc: attr address type
func.func @f() {
  // expected-error @below {{attribute 'address' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = "ttnn.alloc"() <{address = 1 : i32, buffer_type = #ttnn.buffer_type<dram>, size = 128 : i64}> : () -> tensor<4x8xf32>
  return
}

// -----

// ttnn.copy: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{dst has shape 4x8, src has 7x4x8: they must be equal}}
  "ttnn.copy"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<4x8xf32>) -> ()
  return
}

// -----

// ttnn.copy: operand0 shape
func.func @f(%a0: tensor<4x11xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{dst has shape 4x8, src has 4x11: they must be equal}}
  "ttnn.copy"(%a0, %a1) : (tensor<4x11xf32>, tensor<4x8xf32>) -> ()
  return
}

// -----

// ttnn.copy: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{dst has elements of type f32, src of i32: they must be equal}}
  "ttnn.copy"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xf32>) -> ()
  return
}

// -----

// ttnn.copy: operand0 lower
func.func @f(%a0: tensor<8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{dst has shape 4x8, src has 8: they must be equal}}
  "ttnn.copy"(%a0, %a1) : (tensor<8xf32>, tensor<4x8xf32>) -> ()
  return
}

// -----

// ttnn.copy: operand1 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<7x4x8xf32>) {
  // expected-error @below {{dst has shape 7x4x8, src has 4x8: they must be equal}}
  "ttnn.copy"(%a0, %a1) : (tensor<4x8xf32>, tensor<7x4x8xf32>) -> ()
  return
}

// -----

// ttnn.copy: operand1 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{dst has elements of type i32, src of f32: they must be equal}}
  "ttnn.copy"(%a0, %a1) : (tensor<4x8xf32>, tensor<4x8xi32>) -> ()
  return
}

// -----

// ttnn.write_tensor: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{device_tensor has shape 4x8, host_tensor has 7x4x8: they must be equal}}
  "ttnn.write_tensor"(%a0, %a1) <{blocking = true, cq_id = 1 : ui32}> : (tensor<7x4x8xf32>, tensor<4x8xf32>) -> ()
  return
}

// -----

// ttnn.write_tensor: operand0 shape
func.func @f(%a0: tensor<4x11xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{device_tensor has shape 4x8, host_tensor has 4x11: they must be equal}}
  "ttnn.write_tensor"(%a0, %a1) <{blocking = true, cq_id = 1 : ui32}> : (tensor<4x11xf32>, tensor<4x8xf32>) -> ()
  return
}

// -----

// ttnn.write_tensor: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{device_tensor has elements of type f32, host_tensor of i32: they must be equal}}
  "ttnn.write_tensor"(%a0, %a1) <{blocking = true, cq_id = 1 : ui32}> : (tensor<4x8xi32>, tensor<4x8xf32>) -> ()
  return
}

// -----

// ttnn.write_tensor: operand0 lower
func.func @f(%a0: tensor<8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{device_tensor has shape 4x8, host_tensor has 8: they must be equal}}
  "ttnn.write_tensor"(%a0, %a1) <{blocking = true, cq_id = 1 : ui32}> : (tensor<8xf32>, tensor<4x8xf32>) -> ()
  return
}

// -----

// ttnn.write_tensor: operand1 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<7x4x8xf32>) {
  // expected-error @below {{device_tensor has shape 7x4x8, host_tensor has 4x8: they must be equal}}
  "ttnn.write_tensor"(%a0, %a1) <{blocking = true, cq_id = 1 : ui32}> : (tensor<4x8xf32>, tensor<7x4x8xf32>) -> ()
  return
}

// -----

// ttnn.write_tensor: operand1 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{device_tensor has elements of type i32, host_tensor of f32: they must be equal}}
  "ttnn.write_tensor"(%a0, %a1) <{blocking = true, cq_id = 1 : ui32}> : (tensor<4x8xf32>, tensor<4x8xi32>) -> ()
  return
}

// -----

// ttnn.load_tensor: attr file_path empty
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{file_path must not be empty}}
  %0 = "ttnn.load_tensor"(%a0) <{file_path = ""}> : (!ttnn.device) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.load_tensor: without file_path
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{requires attribute 'file_path'}}
  %0 = "ttnn.load_tensor"(%a0) : (!ttnn.device) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.load_tensor: extra operand
func.func @f(%a0: !ttnn.device, %a1: tensor<2xf32>) {
  // expected-error @below {{operand group starting at #0 requires 0 or 1 element, but found 2}}
  %0 = "ttnn.load_tensor"(%a0, %a1) <{file_path = "weights.tensorbin"}> : (!ttnn.device, tensor<2xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.dump_tensor: attr file_path empty
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{file_path must not be empty}}
  "ttnn.dump_tensor"(%a0) <{file_path = ""}> : (tensor<4x8xf32>) -> ()
  return
}

// -----

// ttnn.dump_tensor: without file_path
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{requires attribute 'file_path'}}
  "ttnn.dump_tensor"(%a0) : (tensor<4x8xf32>) -> ()
  return
}

// -----

// ttnn.dump_tensor: missing operand
func.func @f() {
  // expected-error @below {{requires a single operand}}
  "ttnn.dump_tensor"() <{file_path = "weights.tensorbin"}> : () -> ()
  return
}

// -----

// ttnn.deallocate: missing operand
func.func @f() {
  // expected-error @below {{requires a single operand}}
  "ttnn.deallocate"() <{force = false}> : () -> ()
  return
}

// -----

// ttnn.to_device: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: !ttnn.device) {
  // expected-error @below {{result has shape 7x4x8, the input has 4x8}}
  %0 = "ttnn.to_device"(%a0, %a1) : (tensor<4x8xf32>, !ttnn.device) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.to_device: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: !ttnn.device) {
  // expected-error @below {{result has shape 4x11, the input has 4x8}}
  %0 = "ttnn.to_device"(%a0, %a1) : (tensor<4x8xf32>, !ttnn.device) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.to_device: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: !ttnn.device) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttnn.to_device"(%a0, %a1) : (tensor<4x8xf32>, !ttnn.device) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.to_device: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: !ttnn.device) {
  // expected-error @below {{result has shape 8, the input has 4x8}}
  %0 = "ttnn.to_device"(%a0, %a1) : (tensor<4x8xf32>, !ttnn.device) -> tensor<8xf32>
  return
}

// -----

// ttnn.to_device: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: !ttnn.device) {
  // expected-error @below {{result has shape 4x8, the input has 7x4x8}}
  %0 = "ttnn.to_device"(%a0, %a1) : (tensor<7x4x8xf32>, !ttnn.device) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.to_device: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: !ttnn.device) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttnn.to_device"(%a0, %a1) : (tensor<4x8xi32>, !ttnn.device) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.from_device: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, the input has 4x8}}
  %0 = "ttnn.from_device"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.from_device: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, the input has 4x8}}
  %0 = "ttnn.from_device"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.from_device: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttnn.from_device"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.from_device: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, the input has 4x8}}
  %0 = "ttnn.from_device"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.from_device: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, the input has 7x4x8}}
  %0 = "ttnn.from_device"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.from_device: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttnn.from_device"(%a0) : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.get_device: extra operand
func.func @f(%a0: tensor<2xf32>) {
  // expected-error @below {{requires zero operands}}
  %0 = "ttnn.get_device"(%a0) <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : (tensor<2xf32>) -> !ttnn.device
  return
}

// -----

// ttnn.create_global_semaphore: attr initial_value type
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{attribute 'initial_value' failed to satisfy constraint: 32-bit unsigned integer attribute}}
  %0 = "ttnn.create_global_semaphore"(%a0) <{core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,7)>]>, initial_value = 1 : i32}> : (!ttnn.device) -> !ttnn.global_semaphore
  return
}

// -----

// ttnn.create_global_semaphore: without core_range_set
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{requires attribute 'core_range_set'}}
  %0 = "ttnn.create_global_semaphore"(%a0) <{initial_value = 0 : ui32}> : (!ttnn.device) -> !ttnn.global_semaphore
  return
}

// -----

// ttnn.create_global_semaphore: missing operand
func.func @f() {
  // expected-error @below {{requires a single operand}}
  %0 = "ttnn.create_global_semaphore"() <{core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,7)>]>, initial_value = 0 : ui32}> : () -> !ttnn.global_semaphore
  return
}

// -----

// ttnn.allocate_moe_compute_semaphore: attr hidden_size = 0
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{hidden_size must be at least 1, got 0}}
  %0 = "ttnn.allocate_moe_compute_semaphore"(%a0) <{hidden_size = 0 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, output_height_shard_dim = 4 : ui32}> : (!ttnn.device) -> !ttnn.global_semaphore
  return
}

// -----

// ttnn.allocate_moe_compute_semaphore: attr output_height_shard_dim = 0
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{output_height_shard_dim must be at least 1, got 0}}
  %0 = "ttnn.allocate_moe_compute_semaphore"(%a0) <{hidden_size = 64 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, output_height_shard_dim = 0 : ui32}> : (!ttnn.device) -> !ttnn.global_semaphore
  return
}

// -----

// ttnn.allocate_moe_compute_semaphore: attr hidden_size type
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{attribute 'hidden_size' failed to satisfy constraint: 32-bit unsigned integer attribute}}
  %0 = "ttnn.allocate_moe_compute_semaphore"(%a0) <{hidden_size = 1 : i32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, output_height_shard_dim = 4 : ui32}> : (!ttnn.device) -> !ttnn.global_semaphore
  return
}

// -----

// ttnn.reset_global_semaphore: attr value type
func.func @f(%a0: !ttnn.global_semaphore) {
  // expected-error @below {{attribute 'value' failed to satisfy constraint: 32-bit unsigned integer attribute}}
  "ttnn.reset_global_semaphore"(%a0) <{value = 1 : i32}> : (!ttnn.global_semaphore) -> ()
  return
}

// -----

// ttnn.reset_global_semaphore: without value
func.func @f(%a0: !ttnn.global_semaphore) {
  // expected-error @below {{requires attribute 'value'}}
  "ttnn.reset_global_semaphore"(%a0) : (!ttnn.global_semaphore) -> ()
  return
}

// -----

// ttnn.reset_global_semaphore: missing operand
func.func @f() {
  // expected-error @below {{requires a single operand}}
  "ttnn.reset_global_semaphore"() <{value = 0 : ui32}> : () -> ()
  return
}

// -----

// ttnn.begin_trace_capture: attr cq_id = 99
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{cq_id must be in [0, 1], got 99}}
  %0 = "ttnn.begin_trace_capture"(%a0) <{cq_id = 99 : ui32}> : (!ttnn.device) -> tensor<1xui32>
  return
}

// -----

// ttnn.begin_trace_capture: attr cq_id type
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{attribute 'cq_id' failed to satisfy constraint: 32-bit unsigned integer attribute}}
  %0 = "ttnn.begin_trace_capture"(%a0) <{cq_id = 1 : i32}> : (!ttnn.device) -> tensor<1xui32>
  return
}

// -----

// ttnn.begin_trace_capture: missing operand
func.func @f() {
  // expected-error @below {{requires a single operand}}
  %0 = "ttnn.begin_trace_capture"() <{cq_id = 0 : ui32}> : () -> tensor<1xui32>
  return
}

// -----

// ttnn.end_trace_capture: attr cq_id = 99
func.func @f(%a0: !ttnn.device, %a1: tensor<1xui32>) {
  // expected-error @below {{cq_id must be in [0, 1], got 99}}
  "ttnn.end_trace_capture"(%a0, %a1) <{cq_id = 99 : ui32}> : (!ttnn.device, tensor<1xui32>) -> ()
  return
}

// -----

// ttnn.end_trace_capture: attr cq_id type
func.func @f(%a0: !ttnn.device, %a1: tensor<1xui32>) {
  // expected-error @below {{attribute 'cq_id' failed to satisfy constraint: 32-bit unsigned integer attribute}}
  "ttnn.end_trace_capture"(%a0, %a1) <{cq_id = 1 : i32}> : (!ttnn.device, tensor<1xui32>) -> ()
  return
}

// -----

// ttnn.end_trace_capture: missing operand
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{expected 2 operands, but found 1}}
  "ttnn.end_trace_capture"(%a0) <{cq_id = 0 : ui32}> : (!ttnn.device) -> ()
  return
}

// -----

// ttnn.execute_trace: attr cq_id = 99
func.func @f(%a0: !ttnn.device, %a1: tensor<1xui32>) {
  // expected-error @below {{cq_id must be in [0, 1], got 99}}
  "ttnn.execute_trace"(%a0, %a1) <{blocking = true, cq_id = 99 : ui32}> : (!ttnn.device, tensor<1xui32>) -> ()
  return
}

// -----

// ttnn.execute_trace: attr cq_id type
func.func @f(%a0: !ttnn.device, %a1: tensor<1xui32>) {
  // expected-error @below {{attribute 'cq_id' failed to satisfy constraint: 32-bit unsigned integer attribute}}
  "ttnn.execute_trace"(%a0, %a1) <{blocking = true, cq_id = 1 : i32}> : (!ttnn.device, tensor<1xui32>) -> ()
  return
}

// -----

// ttnn.execute_trace: missing operand
func.func @f(%a0: !ttnn.device) {
  // expected-error @below {{expected 2 operands, but found 1}}
  "ttnn.execute_trace"(%a0) <{blocking = true, cq_id = 0 : ui32}> : (!ttnn.device) -> ()
  return
}

// -----

// ttnn.capture_or_execute_trace: without allocate_slots_callee
func.func @f(%a0: !ttnn.device, %a1: tensor<4x8xf32>) {
  // expected-error @below {{requires attribute 'allocate_slots_callee'}}
  %0 = "ttnn.capture_or_execute_trace"(%a0, %a1) <{capture_callee = @c, execute_callee = @e, operandSegmentSizes = array<i32: 1, 1, 0>}> : (!ttnn.device, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.capture_or_execute_trace: without capture_callee
func.func @f(%a0: !ttnn.device, %a1: tensor<4x8xf32>) {
  // expected-error @below {{requires attribute 'capture_callee'}}
  %0 = "ttnn.capture_or_execute_trace"(%a0, %a1) <{allocate_slots_callee = @a, execute_callee = @e, operandSegmentSizes = array<i32: 1, 1, 0>}> : (!ttnn.device, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.capture_or_execute_trace: without execute_callee
func.func @f(%a0: !ttnn.device, %a1: tensor<4x8xf32>) {
  // expected-error @below {{requires attribute 'execute_callee'}}
  %0 = "ttnn.capture_or_execute_trace"(%a0, %a1) <{allocate_slots_callee = @a, capture_callee = @c, operandSegmentSizes = array<i32: 1, 1, 0>}> : (!ttnn.device, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.generic: without program
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{requires attribute 'program'}}
  "ttnn.generic"(%a0, %a1) <{operandSegmentSizes = array<i32: 2, 0>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
  return
}

// -----

// ttnn.generic: missing operand
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'}}
  "ttnn.generic"(%a0) <{program = #ttnn.program<x>, operandSegmentSizes = array<i32: 2, 0>}> : (tensor<4x8xf32>) -> ()
  return
}

// -----

// ttnn.d2m_subgraph: without d2m_func
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{requires attribute 'd2m_func'}}
  %0 = "ttnn.d2m_subgraph"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.d2m_subgraph: missing operand
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'}}
  %0 = "ttnn.d2m_subgraph"(%a0) <{d2m_func = @f, operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.tt_lang_op: attr kernel_id empty
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{kernel_id must not be empty}}
  %0 = "ttir.tt_lang_op"(%a0) <{arg_roles = "in", kernel_id = "", shard_spec = "", version_tag = "v1"}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.tt_lang_op: attr version_tag empty
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{version_tag must not be empty}}
  %0 = "ttir.tt_lang_op"(%a0) <{arg_roles = "in", kernel_id = "k", shard_spec = "", version_tag = ""}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.tt_lang_op: without arg_roles
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{requires attribute 'arg_roles'}}
  %0 = "ttir.tt_lang_op"(%a0) <{kernel_id = "k", shard_spec = "", version_tag = "v1"}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.ttnn_metal_layout_cast: missing operand
func.func @f() {
  // expected-error @below {{requires a single operand}}
  %0 = "ttir.ttnn_metal_layout_cast"() : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.empty: extra operand
func.func @f(%a0: tensor<2xf32>) {
  // expected-error @below {{requires zero operands}}
  %0 = "ttir.empty"(%a0) : (tensor<2xf32>) -> tensor<4x8xf32>
  return
}
