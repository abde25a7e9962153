// RUN: not alcove-opt %s --verify-super-tiling="memory-bytes=1024 remarks" 2>&1 | FileCheck %s

// Loops and regions inside a body; a row of 16 x 4 B = 64 B.

// SUT-J1: an inner loop that carries an accumulator: the accumulator of 4 x 16 (256 B) is one buffer, worked on in place; each
// iteration loads 4 x 4 of %x (64 B) and 4 x 16 of %w (256 B). 576 B.
// CHECK: remark: footprint 576 of 1024 B in the worst of 1 distinct tiles
func.func @accumulator(%x: tensor<16x32xf32>, %w: tensor<32x16xf32>) -> tensor<16x16xf32> {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %e = tensor.empty() : tensor<16x16xf32>
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%o = %e) -> tensor<16x16xf32> {
    %t = tensor.empty() : tensor<4x16xf32>
    %f = linalg.fill ins(%z : f32) outs(%t : tensor<4x16xf32>) -> tensor<4x16xf32>
    %s = scf.for %k = %c0 to %c32 step %c4 iter_args(%a = %f) -> tensor<4x16xf32> {
      %p = tensor.extract_slice %x[%i, %k] [4, 4] [1, 1] : tensor<16x32xf32> to tensor<4x4xf32>
      %q = tensor.extract_slice %w[%k, 0] [4, 16] [1, 1] : tensor<32x16xf32> to tensor<4x16xf32>
      %m = linalg.matmul ins(%p, %q : tensor<4x4xf32>, tensor<4x16xf32>) outs(%a : tensor<4x16xf32>) -> tensor<4x16xf32>
      scf.yield %m : tensor<4x16xf32>
    }
    %n = tensor.insert_slice %s into %o[%i, 0] [4, 16] [1, 1] : tensor<4x16xf32> into tensor<16x16xf32>
    scf.yield %n : tensor<16x16xf32>
  } {alcove.tile_loop}
  return %r : tensor<16x16xf32>
}

// SUT-J1: the loads of the inner loop and what stands outside of it are held at once: %b (4 x 16, 256 B, used behind the loop
// as well), the accumulator, 4 x 16 of %x and 16 x 16 of %w: 256 + 256 + 256 + 1024 B.
// CHECK: error: 'scf.for' op SUT-J1: worst tile needs 1792 B of local memory, 1024 B are available, 768 B too many
func.func @outer_buffer(%x: tensor<16x32xf32>, %w: tensor<32x16xf32>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %e = tensor.empty() : tensor<16x16xf32>
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%o = %e) -> tensor<16x16xf32> {
    %b = tensor.extract_slice %y[%i, 0] [4, 16] [1, 1] : tensor<16x16xf32> to tensor<4x16xf32>
    %t = tensor.empty() : tensor<4x16xf32>
    %0 = linalg.exp ins(%b : tensor<4x16xf32>) outs(%t : tensor<4x16xf32>) -> tensor<4x16xf32>
    %s = scf.for %k = %c0 to %c32 step %c16 iter_args(%a = %0) -> tensor<4x16xf32> {
      %p = tensor.extract_slice %x[%i, %k] [4, 16] [1, 1] : tensor<16x32xf32> to tensor<4x16xf32>
      %q = tensor.extract_slice %w[%k, 0] [16, 16] [1, 1] : tensor<32x16xf32> to tensor<16x16xf32>
      %m = linalg.matmul ins(%p, %q : tensor<4x16xf32>, tensor<16x16xf32>) outs(%a : tensor<4x16xf32>) -> tensor<4x16xf32>
      scf.yield %m : tensor<4x16xf32>
    }
    %1 = linalg.add ins(%s, %b : tensor<4x16xf32>, tensor<4x16xf32>) outs(%s : tensor<4x16xf32>) -> tensor<4x16xf32>
    %n = tensor.insert_slice %1 into %o[%i, 0] [4, 16] [1, 1] : tensor<4x16xf32> into tensor<16x16xf32>
    scf.yield %n : tensor<16x16xf32>
  } {alcove.tile_loop}
  return %r : tensor<16x16xf32>
}

// SUT-J1: a whole tensor in slow memory that the inner loop works on in place is loaded once: 4 x 16 sums (256 B), 4 x 4 of
// %x and 4 x 16 of %w. 576 B.
// CHECK: remark: footprint 576 of 1024 B in the worst of
func.func @begun(%x: tensor<4x32xf32>, %w: tensor<32x16xf32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %e = tensor.empty() : tensor<4x16xf32>
  %r = scf.for %i = %c0 to %c4 step %c4 iter_args(%o = %e) -> tensor<4x16xf32> {
    %s = scf.for %k = %c0 to %c32 step %c4 iter_args(%a = %y) -> tensor<4x16xf32> {
      %p = tensor.extract_slice %x[0, %k] [4, 4] [1, 1] : tensor<4x32xf32> to tensor<4x4xf32>
      %q = tensor.extract_slice %w[%k, 0] [4, 16] [1, 1] : tensor<32x16xf32> to tensor<4x16xf32>
      %m = linalg.matmul ins(%p, %q : tensor<4x4xf32>, tensor<4x16xf32>) outs(%a : tensor<4x16xf32>) -> tensor<4x16xf32>
      scf.yield %m : tensor<4x16xf32>
    }
    %n = tensor.insert_slice %s into %o[%i, 0] [4, 16] [1, 1] : tensor<4x16xf32> into tensor<4x16xf32>
    scf.yield %n : tensor<4x16xf32>
  } {alcove.tile_loop}
  return %r : tensor<4x16xf32>
}

// SUT-J1: a region inside a body: the load, %0 inside the region and its result, 3 x 256 B.
// CHECK: remark: footprint 768 of 1024 B in the worst of 1 distinct tiles
func.func @region(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<16x16xf32>
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%o = %e) -> tensor<16x16xf32> {
    %s = tensor.extract_slice %x[%i, 0] [4, 16] [1, 1] : tensor<16x16xf32> to tensor<4x16xf32>
    %v = scf.execute_region -> tensor<4x16xf32> {
      %t = tensor.empty() : tensor<4x16xf32>
      %0 = linalg.exp ins(%s : tensor<4x16xf32>) outs(%t : tensor<4x16xf32>) -> tensor<4x16xf32>
      scf.yield %0 : tensor<4x16xf32>
    }
    %n = tensor.insert_slice %v into %o[%i, 0] [4, 16] [1, 1] : tensor<4x16xf32> into tensor<16x16xf32>
    scf.yield %n : tensor<16x16xf32>
  } {alcove.tile_loop}
  return %r : tensor<16x16xf32>
}

// SUT-J7: a loop whose number of iterations depends on data is not followed.
// CHECK: error: 'scf.for' op SUT-J7: 'scf.while' in a tile loop is not understood
func.func @while(%x: tensor<16x16xf32>, %go: i1) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<16x16xf32>
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%o = %e) -> tensor<16x16xf32> {
    %s = tensor.extract_slice %x[%i, 0] [4, 16] [1, 1] : tensor<16x16xf32> to tensor<4x16xf32>
    %v = scf.while (%a = %s) : (tensor<4x16xf32>) -> tensor<4x16xf32> {
      scf.condition(%go) %a : tensor<4x16xf32>
    } do {
    ^bb0(%a: tensor<4x16xf32>):
      scf.yield %a : tensor<4x16xf32>
    }
    %n = tensor.insert_slice %v into %o[%i, 0] [4, 16] [1, 1] : tensor<4x16xf32> into tensor<16x16xf32>
    scf.yield %n : tensor<16x16xf32>
  } {alcove.tile_loop}
  return %r : tensor<16x16xf32>
}

// SUT-J8: the last tile of 5 rows would end at row 19 of 16.
// CHECK: error: 'scf.for' op SUT-J8: 'tensor.extract_slice' reaches index 19 of dimension 0, which has 16
func.func @escapes(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<16x16xf32>
  %r = scf.for %i = %c0 to %c16 step %c5 iter_args(%o = %e) -> tensor<16x16xf32> {
    %s = tensor.extract_slice %x[%i, 0] [5, 16] [1, 1] : tensor<16x16xf32> to tensor<5x16xf32>
    %n = tensor.insert_slice %s into %o[%i, 0] [5, 16] [1, 1] : tensor<5x16xf32> into tensor<16x16xf32>
    scf.yield %n : tensor<16x16xf32>
  } {alcove.tile_loop}
  return %r : tensor<16x16xf32>
}

// SUT-J9: the loop hands on another tensor than the one it carries: what earlier tiles wrote is lost.
// CHECK: error: 'scf.for' op SUT-J9: 'scf.for' hands on a tensor that is not its argument 0 with parts put into it
func.func @wrong_yield(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<16x16xf32>
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%o = %e) -> tensor<16x16xf32> {
    %s = tensor.extract_slice %x[%i, 0] [4, 16] [1, 1] : tensor<16x16xf32> to tensor<4x16xf32>
    %n = tensor.insert_slice %s into %e[%i, 0] [4, 16] [1, 1] : tensor<4x16xf32> into tensor<16x16xf32>
    scf.yield %n : tensor<16x16xf32>
  } {alcove.tile_loop}
  return %r : tensor<16x16xf32>
}
