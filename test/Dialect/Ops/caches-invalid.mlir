// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.update_cache: operand0 rank
func.func @f(%a0: tensor<7x32x8x128x64xbf16>, %a1: tensor<1x8x32x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error @below {{cache must have rank 4, got rank 5 (7x32x8x128x64)}}
  "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<7x32x8x128x64xbf16>, tensor<1x8x32x64xbf16>, tensor<1xi32>) -> ()
  return
}

// -----

// ttir.update_cache: operand0 shape
func.func @f(%a0: tensor<32x8x128x67xbf16>, %a1: tensor<1x8x32x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error @below {{dimension 3 of cache is 67, dimension 3 of input is 64: they must be equal}}
  "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<32x8x128x67xbf16>, tensor<1x8x32x64xbf16>, tensor<1xi32>) -> ()
  return
}

// -----

// ttir.update_cache: operand0 type
func.func @f(%a0: tensor<32x8x128x64xi32>, %a1: tensor<1x8x32x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error @below {{input has elements of type bf16, cache of i32: they must be equal}}
  "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<32x8x128x64xi32>, tensor<1x8x32x64xbf16>, tensor<1xi32>) -> ()
  return
}

// -----

// ttir.update_cache: operand0 lower
func.func @f(%a0: tensor<8x128x64xbf16>, %a1: tensor<1x8x32x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error @below {{cache must have rank 4, got rank 3 (8x128x64)}}
  "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<8x128x64xbf16>, tensor<1x8x32x64xbf16>, tensor<1xi32>) -> ()
  return
}

// -----

// ttir.update_cache: operand1 rank
func.func @f(%a0: tensor<32x8x128x64xbf16>, %a1: tensor<7x1x8x32x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x8x32x64)}}
  "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<32x8x128x64xbf16>, tensor<7x1x8x32x64xbf16>, tensor<1xi32>) -> ()
  return
}

// -----

// ttir.update_cache: operand1 shape0
func.func @f(%a0: tensor<32x8x128x64xbf16>, %a1: tensor<4x8x32x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error @below {{dimension 0 of input is 4, expected 1 (one token)}}
  "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<32x8x128x64xbf16>, tensor<4x8x32x64xbf16>, tensor<1xi32>) -> ()
  return
}

// -----

// ttnn.update_cache: operand0 rank
func.func @f(%a0: tensor<7x32x8x128x64xbf16>, %a1: tensor<1x8x32x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error @below {{cache must have rank 4, got rank 5 (7x32x8x128x64)}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<7x32x8x128x64xbf16>, tensor<1x8x32x64xbf16>, tensor<1xi32>) -> ()
  return
}

// -----

// ttnn.update_cache: operand0 shape
func.func @f(%a0: tensor<32x8x128x67xbf16>, %a1: tensor<1x8x32x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error @below {{dimension 3 of cache is 67, dimension 3 of input is 64: they must be equal}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<32x8x128x67xbf16>, tensor<1x8x32x64xbf16>, tensor<1xi32>) -> ()
  return
}

// -----

// ttnn.update_cache: operand0 type
func.func @f(%a0: tensor<32x8x128x64xi32>, %a1: tensor<1x8x32x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error @below {{input has elements of type bf16, cache of i32: both must be integers or both reals}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<32x8x128x64xi32>, tensor<1x8x32x64xbf16>, tensor<1xi32>) -> ()
  return
}

// -----

// ttnn.update_cache: operand0 lower
func.func @f(%a0: tensor<8x128x64xbf16>, %a1: tensor<1x8x32x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error @below {{cache must have rank 4, got rank 3 (8x128x64)}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<8x128x64xbf16>, tensor<1x8x32x64xbf16>, tensor<1xi32>) -> ()
  return
}

// -----

// ttnn.update_cache: operand1 rank
func.func @f(%a0: tensor<32x8x128x64xbf16>, %a1: tensor<7x1x8x32x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x8x32x64)}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<32x8x128x64xbf16>, tensor<7x1x8x32x64xbf16>, tensor<1xi32>) -> ()
  return
}

// -----

// ttnn.update_cache: operand1 shape0
func.func @f(%a0: tensor<32x8x128x64xbf16>, %a1: tensor<4x8x32x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error @below {{dimension 0 of input is 4, expected 1 (one token)}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<32x8x128x64xbf16>, tensor<4x8x32x64xbf16>, tensor<1xi32>) -> ()
  return
}

// -----

// ttir.fill_cache: operand0 rank
func.func @f(%a0: tensor<7x4x8x128x64xbf16>, %a1: tensor<1x8x17x64xbf16>) {
  // expected-error @below {{cache must have rank 4, got rank 5 (7x4x8x128x64)}}
  "ttir.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<7x4x8x128x64xbf16>, tensor<1x8x17x64xbf16>) -> ()
  return
}

// -----

// ttir.fill_cache: operand0 shape
func.func @f(%a0: tensor<4x8x128x67xbf16>, %a1: tensor<1x8x17x64xbf16>) {
  // expected-error @below {{dimension 3 of cache is 67, dimension 3 of input is 64: they must be equal}}
  "ttir.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<4x8x128x67xbf16>, tensor<1x8x17x64xbf16>) -> ()
  return
}

// -----

// ttir.fill_cache: operand0 type
func.func @f(%a0: tensor<4x8x128x64xi32>, %a1: tensor<1x8x17x64xbf16>) {
  // expected-error @below {{input has elements of type bf16, cache of i32: they must be equal}}
  "ttir.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<4x8x128x64xi32>, tensor<1x8x17x64xbf16>) -> ()
  return
}

// -----

// ttir.fill_cache: operand0 lower
func.func @f(%a0: tensor<8x128x64xbf16>, %a1: tensor<1x8x17x64xbf16>) {
  // expected-error @below {{cache must have rank 4, got rank 3 (8x128x64)}}
  "ttir.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<8x128x64xbf16>, tensor<1x8x17x64xbf16>) -> ()
  return
}

// -----

// ttir.fill_cache: operand1 rank
func.func @f(%a0: tensor<4x8x128x64xbf16>, %a1: tensor<7x1x8x17x64xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x8x17x64)}}
  "ttir.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<4x8x128x64xbf16>, tensor<7x1x8x17x64xbf16>) -> ()
  return
}

// -----

// ttir.fill_cache: operand1 shape0
func.func @f(%a0: tensor<4x8x128x64xbf16>, %a1: tensor<4x8x17x64xbf16>) {
  // expected-error @below {{input (4, 8, 17, 64) at batch 3 does not fit cache (4, 8, 128, 64)}}
  "ttir.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<4x8x128x64xbf16>, tensor<4x8x17x64xbf16>) -> ()
  return
}

// -----

// ttnn.fill_cache: operand0 rank
func.func @f(%a0: tensor<7x4x8x128x64xbf16>, %a1: tensor<1x8x17x64xbf16>) {
  // expected-error @below {{cache must have rank 4, got rank 5 (7x4x8x128x64)}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<7x4x8x128x64xbf16>, tensor<1x8x17x64xbf16>) -> ()
  return
}

// -----

// ttnn.fill_cache: operand0 shape
func.func @f(%a0: tensor<4x8x128x67xbf16>, %a1: tensor<1x8x17x64xbf16>) {
  // expected-error @below {{dimension 3 of cache is 67, dimension 3 of input is 64: they must be equal}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<4x8x128x67xbf16>, tensor<1x8x17x64xbf16>) -> ()
  return
}

// -----

// ttnn.fill_cache: operand0 type
func.func @f(%a0: tensor<4x8x128x64xi32>, %a1: tensor<1x8x17x64xbf16>) {
  // expected-error @below {{input has elements of type bf16, cache of i32: both must be integers or both reals}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<4x8x128x64xi32>, tensor<1x8x17x64xbf16>) -> ()
  return
}

// -----

// ttnn.fill_cache: operand0 lower
func.func @f(%a0: tensor<8x128x64xbf16>, %a1: tensor<1x8x17x64xbf16>) {
  // expected-error @below {{cache must have rank 4, got rank 3 (8x128x64)}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<8x128x64xbf16>, tensor<1x8x17x64xbf16>) -> ()
  return
}

// -----

// ttnn.fill_cache: operand1 rank
func.func @f(%a0: tensor<4x8x128x64xbf16>, %a1: tensor<7x1x8x17x64xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x8x17x64)}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<4x8x128x64xbf16>, tensor<7x1x8x17x64xbf16>) -> ()
  return
}

// -----

// ttnn.fill_cache: operand1 shape0
func.func @f(%a0: tensor<4x8x128x64xbf16>, %a1: tensor<4x8x17x64xbf16>) {
  // expected-error @below {{batch_offset 3 and 4 users exceed the cache's 4}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<4x8x128x64xbf16>, tensor<4x8x17x64xbf16>) -> ()
  return
}

// -----

// ttir.paged_update_cache: operand0 rank
func.func @f(%a0: tensor<7x128x4x32x256xbf16>, %a1: tensor<1x8x12x256xbf16>, %a2: tensor<8xi32>, %a3: tensor<8x16xi32>) {
  // expected-error @below {{cache must have rank 4, got rank 5 (7x128x4x32x256)}}
  "ttir.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<7x128x4x32x256xbf16>, tensor<1x8x12x256xbf16>, tensor<8xi32>, tensor<8x16xi32>) -> ()
  return
}

// -----

// ttir.paged_update_cache: operand0 shape
func.func @f(%a0: tensor<128x4x32x259xbf16>, %a1: tensor<1x8x12x256xbf16>, %a2: tensor<8xi32>, %a3: tensor<8x16xi32>) {
  // expected-error @below {{dimension 3 of cache is 259, dimension 3 of input is 256: they must be equal}}
  "ttir.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<128x4x32x259xbf16>, tensor<1x8x12x256xbf16>, tensor<8xi32>, tensor<8x16xi32>) -> ()
  return
}

// -----

// ttir.paged_update_cache: operand0 type
func.func @f(%a0: tensor<128x4x32x256xi32>, %a1: tensor<1x8x12x256xbf16>, %a2: tensor<8xi32>, %a3: tensor<8x16xi32>) {
  // expected-error @below {{input has elements of type bf16, cache of i32: both must be integers or both reals}}
  "ttir.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<128x4x32x256xi32>, tensor<1x8x12x256xbf16>, tensor<8xi32>, tensor<8x16xi32>) -> ()
  return
}

// -----

// ttir.paged_update_cache: operand0 lower
func.func @f(%a0: tensor<4x32x256xbf16>, %a1: tensor<1x8x12x256xbf16>, %a2: tensor<8xi32>, %a3: tensor<8x16xi32>) {
  // expected-error @below {{cache must have rank 4, got rank 3 (4x32x256)}}
  "ttir.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<4x32x256xbf16>, tensor<1x8x12x256xbf16>, tensor<8xi32>, tensor<8x16xi32>) -> ()
  return
}

// -----

// ttir.paged_update_cache: operand1 rank
func.func @f(%a0: tensor<128x4x32x256xbf16>, %a1: tensor<7x1x8x12x256xbf16>, %a2: tensor<8xi32>, %a3: tensor<8x16xi32>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x8x12x256)}}
  "ttir.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<128x4x32x256xbf16>, tensor<7x1x8x12x256xbf16>, tensor<8xi32>, tensor<8x16xi32>) -> ()
  return
}

// -----

// ttir.paged_update_cache: operand1 shape0
func.func @f(%a0: tensor<128x4x32x256xbf16>, %a1: tensor<4x8x12x256xbf16>, %a2: tensor<8xi32>, %a3: tensor<8x16xi32>) {
  // expected-error @below {{dimension 0 of input is 4, expected 1 (one token)}}
  "ttir.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<128x4x32x256xbf16>, tensor<4x8x12x256xbf16>, tensor<8xi32>, tensor<8x16xi32>) -> ()
  return
}

// -----

// ttnn.paged_update_cache: operand0 rank
func.func @f(%a0: tensor<7x128x4x32x256xbf16>, %a1: tensor<1x8x12x256xbf16>, %a2: tensor<8xi32>, %a3: tensor<8x16xi32>) {
  // expected-error @below {{cache must have rank 4, got rank 5 (7x128x4x32x256)}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<7x128x4x32x256xbf16>, tensor<1x8x12x256xbf16>, tensor<8xi32>, tensor<8x16xi32>) -> ()
  return
}

// -----

// ttnn.paged_update_cache: operand0 shape
func.func @f(%a0: tensor<128x4x32x259xbf16>, %a1: tensor<1x8x12x256xbf16>, %a2: tensor<8xi32>, %a3: tensor<8x16xi32>) {
  // expected-error @below {{head size of cache (259) must be a multiple of columns of a tile (32)}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<128x4x32x259xbf16>, tensor<1x8x12x256xbf16>, tensor<8xi32>, tensor<8x16xi32>) -> ()
  return
}

// -----

// ttnn.paged_update_cache: operand0 type
func.func @f(%a0: tensor<128x4x32x256xi32>, %a1: tensor<1x8x12x256xbf16>, %a2: tensor<8xi32>, %a3: tensor<8x16xi32>) {
  // expected-error @below {{input has elements of type bf16, cache of i32: both must be integers or both reals}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<128x4x32x256xi32>, tensor<1x8x12x256xbf16>, tensor<8xi32>, tensor<8x16xi32>) -> ()
  return
}

// -----

// ttnn.paged_update_cache: operand0 lower
func.func @f(%a0: tensor<4x32x256xbf16>, %a1: tensor<1x8x12x256xbf16>, %a2: tensor<8xi32>, %a3: tensor<8x16xi32>) {
  // expected-error @below {{cache must have rank 4, got rank 3 (4x32x256)}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<4x32x256xbf16>, tensor<1x8x12x256xbf16>, tensor<8xi32>, tensor<8x16xi32>) -> ()
  return
}

// -----

// ttnn.paged_update_cache: operand1 rank
func.func @f(%a0: tensor<128x4x32x256xbf16>, %a1: tensor<7x1x8x12x256xbf16>, %a2: tensor<8xi32>, %a3: tensor<8x16xi32>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x8x12x256)}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<128x4x32x256xbf16>, tensor<7x1x8x12x256xbf16>, tensor<8xi32>, tensor<8x16xi32>) -> ()
  return
}

// -----

// ttnn.paged_update_cache: operand1 shape0
func.func @f(%a0: tensor<128x4x32x256xbf16>, %a1: tensor<4x8x12x256xbf16>, %a2: tensor<8xi32>, %a3: tensor<8x16xi32>) {
  // expected-error @below {{dimension 0 of input is 4, expected 1 (one token)}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<128x4x32x256xbf16>, tensor<4x8x12x256xbf16>, tensor<8xi32>, tensor<8x16xi32>) -> ()
  return
}

// -----

// ttir.paged_fill_cache: operand0 rank
func.func @f(%a0: tensor<7x128x12x32x256xbf16>, %a1: tensor<1x12x65x256xbf16>, %a2: tensor<8x16xi32>, %a3: tensor<1xi32>) {
  // expected-error @below {{cache must have rank 4, got rank 5 (7x128x12x32x256)}}
  "ttir.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<7x128x12x32x256xbf16>, tensor<1x12x65x256xbf16>, tensor<8x16xi32>, tensor<1xi32>) -> ()
  return
}

// -----

// ttir.paged_fill_cache: operand0 shape
func.func @f(%a0: tensor<128x12x32x259xbf16>, %a1: tensor<1x12x65x256xbf16>, %a2: tensor<8x16xi32>, %a3: tensor<1xi32>) {
  // expected-error @below {{dimension 3 of cache is 259, dimension 3 of input is 256: they must be equal}}
  "ttir.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<128x12x32x259xbf16>, tensor<1x12x65x256xbf16>, tensor<8x16xi32>, tensor<1xi32>) -> ()
  return
}

// -----

// ttir.paged_fill_cache: operand0 type
func.func @f(%a0: tensor<128x12x32x256xi32>, %a1: tensor<1x12x65x256xbf16>, %a2: tensor<8x16xi32>, %a3: tensor<1xi32>) {
  // expected-error @below {{input has elements of type bf16, cache of i32: they must be equal}}
  "ttir.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<128x12x32x256xi32>, tensor<1x12x65x256xbf16>, tensor<8x16xi32>, tensor<1xi32>) -> ()
  return
}

// -----

// ttir.paged_fill_cache: operand0 lower
func.func @f(%a0: tensor<12x32x256xbf16>, %a1: tensor<1x12x65x256xbf16>, %a2: tensor<8x16xi32>, %a3: tensor<1xi32>) {
  // expected-error @below {{cache must have rank 4, got rank 3 (12x32x256)}}
  "ttir.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<12x32x256xbf16>, tensor<1x12x65x256xbf16>, tensor<8x16xi32>, tensor<1xi32>) -> ()
  return
}

// -----

// ttir.paged_fill_cache: operand1 rank
func.func @f(%a0: tensor<128x12x32x256xbf16>, %a1: tensor<7x1x12x65x256xbf16>, %a2: tensor<8x16xi32>, %a3: tensor<1xi32>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x12x65x256)}}
  "ttir.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<128x12x32x256xbf16>, tensor<7x1x12x65x256xbf16>, tensor<8x16xi32>, tensor<1xi32>) -> ()
  return
}

// -----

// ttir.paged_fill_cache: operand1 shape0
func.func @f(%a0: tensor<128x12x32x256xbf16>, %a1: tensor<4x12x65x256xbf16>, %a2: tensor<8x16xi32>, %a3: tensor<1xi32>) {
  // expected-error @below {{batch_idx_tensor must hold one number for each user of the input}}
  "ttir.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<128x12x32x256xbf16>, tensor<4x12x65x256xbf16>, tensor<8x16xi32>, tensor<1xi32>) -> ()
  return
}

// -----

// ttnn.paged_fill_cache: operand0 rank
func.func @f(%a0: tensor<7x128x12x32x256xbf16>, %a1: tensor<1x12x65x256xbf16>, %a2: tensor<8x16xi32>, %a3: tensor<1xi32>) {
  // expected-error @below {{cache must have rank 4, got rank 5 (7x128x12x32x256)}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<7x128x12x32x256xbf16>, tensor<1x12x65x256xbf16>, tensor<8x16xi32>, tensor<1xi32>) -> ()
  return
}

// -----

// ttnn.paged_fill_cache: operand0 shape
func.func @f(%a0: tensor<128x12x32x259xbf16>, %a1: tensor<1x12x65x256xbf16>, %a2: tensor<8x16xi32>, %a3: tensor<1xi32>) {
  // expected-error @below {{head size of cache (259) must be a multiple of columns of a tile (32)}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<128x12x32x259xbf16>, tensor<1x12x65x256xbf16>, tensor<8x16xi32>, tensor<1xi32>) -> ()
  return
}

// -----

// ttnn.paged_fill_cache: operand0 type
func.func @f(%a0: tensor<128x12x32x256xi32>, %a1: tensor<1x12x65x256xbf16>, %a2: tensor<8x16xi32>, %a3: tensor<1xi32>) {
  // expected-error @below {{input has elements of type bf16, cache of i32: both must be integers or both reals}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<128x12x32x256xi32>, tensor<1x12x65x256xbf16>, tensor<8x16xi32>, tensor<1xi32>) -> ()
  return
}

// -----

// ttnn.paged_fill_cache: operand0 lower
func.func @f(%a0: tensor<12x32x256xbf16>, %a1: tensor<1x12x65x256xbf16>, %a2: tensor<8x16xi32>, %a3: tensor<1xi32>) {
  // expected-error @below {{cache must have rank 4, got rank 3 (12x32x256)}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<12x32x256xbf16>, tensor<1x12x65x256xbf16>, tensor<8x16xi32>, tensor<1xi32>) -> ()
  return
}

// -----

// ttnn.paged_fill_cache: operand1 rank
func.func @f(%a0: tensor<128x12x32x256xbf16>, %a1: tensor<7x1x12x65x256xbf16>, %a2: tensor<8x16xi32>, %a3: tensor<1xi32>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x12x65x256)}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<128x12x32x256xbf16>, tensor<7x1x12x65x256xbf16>, tensor<8x16xi32>, tensor<1xi32>) -> ()
  return
}

// -----

// ttnn.paged_fill_cache: operand1 shape0
func.func @f(%a0: tensor<128x12x32x256xbf16>, %a1: tensor<4x12x65x256xbf16>, %a2: tensor<8x16xi32>, %a3: tensor<1xi32>) {
  // expected-error @below {{batch_idx_tensor of shape 1 has 1 elements, expected 4 (one for each user of the input)}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<128x12x32x256xbf16>, tensor<4x12x65x256xbf16>, tensor<8x16xi32>, tensor<1xi32>) -> ()
  return
}
