// RUN: not alcove-opt %s --verify-super-tiling="memory-bytes=1024 remarks" 2>&1 | FileCheck %s

// Loops written by hand; a row of 16 x 4 B = 64 B.

// SUT-J1: and SUT-J3: a load of 5 rows (320 B) and a result of 5 rows. The loop over 13 rows in steps of 5 has a boundary tile of 3
// rows; the worst is a whole one, 640 B.
// CHECK: remark: footprint 640 of 1024 B in the worst of 3 distinct tiles
func.func @boundary(%x: tensor<13x16xf32>) -> tensor<13x16xf32> {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c13 = arith.constant 13 : index
  %e = tensor.empty() : tensor<13x16xf32>
  %r = scf.for %i = %c0 to %c13 step %c5 iter_args(%o = %e) -> tensor<13x16xf32> {
    %n = affine.min affine_map<(d0) -> (5, -d0 + 13)>(%i)
    %s = tensor.extract_slice %x[%i, 0] [%n, 16] [1, 1] : tensor<13x16xf32> to tensor<?x16xf32>
    %d = tensor.extract_slice %o[%i, 0] [%n, 16] [1, 1] : tensor<13x16xf32> to tensor<?x16xf32>
    %y = linalg.exp ins(%s : tensor<?x16xf32>) outs(%d : tensor<?x16xf32>) -> tensor<?x16xf32>
    %w = tensor.insert_slice %y into %o[%i, 0] [%n, 16] [1, 1] : tensor<?x16xf32> into tensor<13x16xf32>
    scf.yield %w : tensor<13x16xf32>
  } {alcove.tile_loop}
  return %r : tensor<13x16xf32>
}

// SUT-J1: the worst tile is not the first: a tile of i + 1 rows, i = 0 .. 7, loaded and written. Sum for 8 rows: 1024 B.
// CHECK: remark: footprint 1024 of 1024 B in the worst of 8 distinct tiles
func.func @worst_is_last(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<8x16xf32>
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%o = %e) -> tensor<8x16xf32> {
    %n = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %s = tensor.extract_slice %x[0, 0] [%n, 16] [1, 1] : tensor<8x16xf32> to tensor<?x16xf32>
    %d = tensor.extract_slice %o[0, 0] [%n, 16] [1, 1] : tensor<8x16xf32> to tensor<?x16xf32>
    %y = linalg.exp ins(%s : tensor<?x16xf32>) outs(%d : tensor<?x16xf32>) -> tensor<?x16xf32>
    %w = tensor.insert_slice %y into %o[0, 0] [%n, 16] [1, 1] : tensor<?x16xf32> into tensor<8x16xf32>
    scf.yield %w : tensor<8x16xf32>
  } {alcove.tile_loop}
  return %r : tensor<8x16xf32>
}

// SUT-J3: a slice of a tile, its reshape and its cast are the same buffer: a load of 4 rows (256 B) and one result of 32
// elements (128 B). %v is used whole by the body, which makes it a load of 128 B as well.
// CHECK: remark: footprint 512 of 1024 B in the worst of 1 distinct tiles
func.func @views(%x: tensor<16x16xf32>, %v: tensor<32xf32>) -> tensor<128xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<128xf32>
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%o = %e) -> tensor<128xf32> {
    %s = tensor.extract_slice %x[%i, 0] [4, 16] [1, 1] : tensor<16x16xf32> to tensor<4x16xf32>
    %t = tensor.extract_slice %s[1, 0] [2, 16] [1, 1] : tensor<4x16xf32> to tensor<2x16xf32>
    %u = tensor.collapse_shape %t [[0, 1]] : tensor<2x16xf32> into tensor<32xf32>
    %at = affine.apply affine_map<(d0) -> (d0 * 8)>(%i)
    %d = tensor.extract_slice %o[%at] [32] [1] : tensor<128xf32> to tensor<32xf32>
    %y = linalg.add ins(%u, %v : tensor<32xf32>, tensor<32xf32>) outs(%d : tensor<32xf32>) -> tensor<32xf32>
    %w = tensor.insert_slice %y into %o[%at] [32] [1] : tensor<32xf32> into tensor<128xf32>
    scf.yield %w : tensor<128xf32>
  } {alcove.tile_loop}
  return %r : tensor<128xf32>
}

// SUT-J4: %1 is in the buffer of %0, because nothing reads %0 afterwards: load and %0, 2 x 256 B.
// CHECK: remark: footprint 512 of 1024 B in the worst of 1 distinct tiles
func.func @in_place(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<16x16xf32>
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%o = %e) -> tensor<16x16xf32> {
    %s = tensor.extract_slice %x[%i, 0] [4, 16] [1, 1] : tensor<16x16xf32> to tensor<4x16xf32>
    %t = tensor.empty() : tensor<4x16xf32>
    %0 = linalg.exp ins(%s : tensor<4x16xf32>) outs(%t : tensor<4x16xf32>) -> tensor<4x16xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<4x16xf32>) outs(%0 : tensor<4x16xf32>) {
    ^bb0(%p: f32, %q: f32):
      %m = arith.addf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<4x16xf32>
    %w = tensor.insert_slice %1 into %o[%i, 0] [4, 16] [1, 1] : tensor<4x16xf32> into tensor<16x16xf32>
    scf.yield %w : tensor<16x16xf32>
  } {alcove.tile_loop}
  return %r : tensor<16x16xf32>
}

// SUT-J4: here %0 is read again, so %1 has a buffer of its own: load, %0 and %1, 3 x 256 B, then %0, %1 and %2 in place.
// CHECK: remark: footprint 768 of 1024 B in the worst of 1 distinct tiles
func.func @not_in_place(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<16x16xf32>
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%o = %e) -> tensor<16x16xf32> {
    %s = tensor.extract_slice %x[%i, 0] [4, 16] [1, 1] : tensor<16x16xf32> to tensor<4x16xf32>
    %t = tensor.empty() : tensor<4x16xf32>
    %0 = linalg.exp ins(%s : tensor<4x16xf32>) outs(%t : tensor<4x16xf32>) -> tensor<4x16xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<4x16xf32>) outs(%0 : tensor<4x16xf32>) {
    ^bb0(%p: f32, %q: f32):
      %m = arith.addf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<4x16xf32>
    %2 = linalg.add ins(%0, %1 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%1 : tensor<4x16xf32>) -> tensor<4x16xf32>
    %w = tensor.insert_slice %2 into %o[%i, 0] [4, 16] [1, 1] : tensor<4x16xf32> into tensor<16x16xf32>
    scf.yield %w : tensor<16x16xf32>
  } {alcove.tile_loop}
  return %r : tensor<16x16xf32>
}

// SUT-J2: outside of tile loops: two operands and a result of 256 B; the destination is one buffer with the result.
// CHECK: remark: footprint 768 of 1024 B
// CHECK: error: 'linalg.exp' op SUT-J2: needs 2048 B of local memory, 1024 B are available, 1024 B too many
func.func @alone(%x: tensor<4x16xf32>, %y: tensor<4x16xf32>, %z: tensor<16x16xf32>) -> (tensor<4x16xf32>, tensor<16x16xf32>) {
  %e = tensor.empty() : tensor<4x16xf32>
  %e2 = tensor.empty() : tensor<16x16xf32>
  %0 = linalg.add ins(%x, %y : tensor<4x16xf32>, tensor<4x16xf32>) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = linalg.exp ins(%z : tensor<16x16xf32>) outs(%e2 : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0, %1 : tensor<4x16xf32>, tensor<16x16xf32>
}

// SUT-J6: no bound for the size of the tile.
// CHECK: error: 'scf.for' op SUT-J6: has a tensor whose size is not bounded
func.func @unbounded(%x: tensor<?x16xf32>, %n: index) -> tensor<?x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%o = %x) -> tensor<?x16xf32> {
    %s = tensor.extract_slice %o[%i, 0] [%n, 16] [1, 1] : tensor<?x16xf32> to tensor<?x16xf32>
    %y = linalg.exp ins(%s : tensor<?x16xf32>) outs(%s : tensor<?x16xf32>) -> tensor<?x16xf32>
    %w = tensor.insert_slice %y into %o[%i, 0] [%n, 16] [1, 1] : tensor<?x16xf32> into tensor<?x16xf32>
    scf.yield %w : tensor<?x16xf32>
  } {alcove.tile_loop}
  return %r : tensor<?x16xf32>
}
