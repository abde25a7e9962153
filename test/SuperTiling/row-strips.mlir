// RUN: alcove-opt %s --split-input-file --alcove-row-strips | FileCheck %s

// SUT-K2: A row takes 2 KiB where it is loaded, 2 KiB where it is computed, and 4 bytes for its sum: three fit 16 KiB, two divide
// the 4096 of the loop.
// CHECK-LABEL: func @norm
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c2
// CHECK: tensor.extract_slice %{{.*}}[%[[I]], 0] [2, 512] [1, 1]
// CHECK: linalg.fill {{.*}} tensor<2xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2x512xf32>) outs(%{{.*}} : tensor<2xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x512xf32>)
// CHECK: tensor.insert_slice %{{.*}}[%[[I]], 0] [2, 512] [1, 1] : tensor<2x512xf32> into tensor<4096x512xf32>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @norm(%x: tensor<4096x512xf32>) -> tensor<4096x512xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %y = tensor.empty() : tensor<4096x512xf32>
  %r = scf.for %i = %c0 to %c4096 step %c32 iter_args(%into = %y) -> (tensor<4096x512xf32>) {
    %tile = tensor.extract_slice %x[%i, 0] [32, 512] [1, 1] : tensor<4096x512xf32> to tensor<32x512xf32>
    %e = tensor.empty() : tensor<32xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32xf32>) -> tensor<32xf32>
    %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%tile : tensor<32x512xf32>) outs(%f : tensor<32xf32>) {
    ^bb0(%a: f32, %o: f32):
      %p = arith.addf %a, %o : f32
      linalg.yield %p : f32
    } -> tensor<32xf32>
    %d = tensor.empty() : tensor<32x512xf32>
    %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%tile, %s : tensor<32x512xf32>, tensor<32xf32>) outs(%d : tensor<32x512xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %p = arith.divf %a, %b : f32
      linalg.yield %p : f32
    } -> tensor<32x512xf32>
    %put = tensor.insert_slice %q into %into[%i, 0] [32, 512] [1, 1] : tensor<32x512xf32> into tensor<4096x512xf32>
    scf.yield %put : tensor<4096x512xf32>
  } {alcove.tile_loop}
  return %r : tensor<4096x512xf32>
}

// -----

// Sums of columns need all rows of the tile at once.
// CHECK-LABEL: func @columns
// CHECK: step %c32
#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @columns(%x: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %y = tensor.empty() : tensor<4096x1024xf32>
  %r = scf.for %i = %c0 to %c4096 step %c32 iter_args(%into = %y) -> (tensor<4096x1024xf32>) {
    %tile = tensor.extract_slice %x[%i, 0] [32, 1024] [1, 1] : tensor<4096x1024xf32> to tensor<32x1024xf32>
    %e = tensor.empty() : tensor<1024xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1024xf32>) -> tensor<1024xf32>
    %s = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%tile : tensor<32x1024xf32>) outs(%f : tensor<1024xf32>) {
    ^bb0(%a: f32, %o: f32):
      %p = arith.addf %a, %o : f32
      linalg.yield %p : f32
    } -> tensor<1024xf32>
    %d = tensor.empty() : tensor<32x1024xf32>
    %q = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%tile, %s : tensor<32x1024xf32>, tensor<1024xf32>) outs(%d : tensor<32x1024xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %p = arith.divf %a, %b : f32
      linalg.yield %p : f32
    } -> tensor<32x1024xf32>
    %put = tensor.insert_slice %q into %into[%i, 0] [32, 1024] [1, 1] : tensor<32x1024xf32> into tensor<4096x1024xf32>
    scf.yield %put : tensor<4096x1024xf32>
  } {alcove.tile_loop}
  return %r : tensor<4096x1024xf32>
}

// -----

// A product reads its second operand once for each tile: shorter tiles would read it more often.
// CHECK-LABEL: func @product
// CHECK: step %c32
func.func @product(%x: tensor<4096x1024xf32>, %w: tensor<1024x512xf32>, %y: tensor<4096x512xf32>) -> tensor<4096x512xf32> {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %r = scf.for %i = %c0 to %c4096 step %c32 iter_args(%into = %y) -> (tensor<4096x512xf32>) {
    %tile = tensor.extract_slice %x[%i, 0] [32, 1024] [1, 1] : tensor<4096x1024xf32> to tensor<32x1024xf32>
    %out = tensor.extract_slice %into[%i, 0] [32, 512] [1, 1] : tensor<4096x512xf32> to tensor<32x512xf32>
    %q = linalg.matmul ins(%tile, %w : tensor<32x1024xf32>, tensor<1024x512xf32>) outs(%out : tensor<32x512xf32>) -> tensor<32x512xf32>
    %put = tensor.insert_slice %q into %into[%i, 0] [32, 512] [1, 1] : tensor<32x512xf32> into tensor<4096x512xf32>
    scf.yield %put : tensor<4096x512xf32>
  } {alcove.tile_loop}
  return %r : tensor<4096x512xf32>
}

// -----

// The tile reads a row of its neighbour: the rows are not its own.
// CHECK-LABEL: func @shifted
// CHECK: step %c32
func.func @shifted(%x: tensor<4128x1024xf32>, %y: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %r = scf.for %i = %c0 to %c4096 step %c32 iter_args(%into = %y) -> (tensor<4096x1024xf32>) {
    %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %a = tensor.extract_slice %x[%i, 0] [32, 1024] [1, 1] : tensor<4128x1024xf32> to tensor<32x1024xf32>
    %b = tensor.extract_slice %x[%j, 0] [32, 1024] [1, 1] : tensor<4128x1024xf32> to tensor<32x1024xf32>
    %out = tensor.extract_slice %into[%i, 0] [32, 1024] [1, 1] : tensor<4096x1024xf32> to tensor<32x1024xf32>
    %q = linalg.add ins(%a, %b : tensor<32x1024xf32>, tensor<32x1024xf32>) outs(%out : tensor<32x1024xf32>) -> tensor<32x1024xf32>
    %put = tensor.insert_slice %q into %into[%i, 0] [32, 1024] [1, 1] : tensor<32x1024xf32> into tensor<4096x1024xf32>
    scf.yield %put : tensor<4096x1024xf32>
  } {alcove.tile_loop}
  return %r : tensor<4096x1024xf32>
}

// -----

// Of 4099 rows, a prime number, only one at a time divides the loop, less than a quarter of the eight that fit.
// CHECK-LABEL: func @prime
// CHECK: step %c4099
func.func @prime(%x: tensor<4099x256xf32>, %y: tensor<4099x256xf32>) -> tensor<4099x256xf32> {
  %c0 = arith.constant 0 : index
  %c4099 = arith.constant 4099 : index
  %r = scf.for %i = %c0 to %c4099 step %c4099 iter_args(%into = %y) -> (tensor<4099x256xf32>) {
    %a = tensor.extract_slice %x[%i, 0] [4099, 256] [1, 1] : tensor<4099x256xf32> to tensor<4099x256xf32>
    %d = tensor.empty() : tensor<4099x256xf32>
    %q = linalg.exp ins(%a : tensor<4099x256xf32>) outs(%d : tensor<4099x256xf32>) -> tensor<4099x256xf32>
    %put = tensor.insert_slice %q into %into[%i, 0] [4099, 256] [1, 1] : tensor<4099x256xf32> into tensor<4099x256xf32>
    scf.yield %put : tensor<4099x256xf32>
  } {alcove.tile_loop}
  return %r : tensor<4099x256xf32>
}
