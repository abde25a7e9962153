// RUN: alcove-opt %s --split-input-file --register-tiles="vector-bytes=16" | FileCheck %s
// RUN: not alcove-opt %s --split-input-file --register-tiles="vector-bytes=24" 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: alcove-exec %S/Inputs/cpu-product.mlir --lowering="cpu-pipeline{vector-bytes=16}" | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-exec %S/Inputs/cpu-product.mlir --pipeline="super-tiling-pipeline{device=cpu}" --lowering=cpu-pipeline | FileCheck %s --check-prefix=EQUAL

// REFUSED: error: register-tiles: vector-bytes must be a power of two from 8 on, it is 24
// EQUAL-COUNT-2: equal, {{.*}} elements

// SUT-K1: 8 columns are two vectors of four lanes, 3 rows of them six sums. A step of the reduction loads the two vectors of a row
// of b, and of each row of a one element for all lanes; six products are added in the order of k, and rounded with the sum.
// CHECK-LABEL: func @product
// CHECK-COUNT-6: vector.load %arg2
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
// CHECK-COUNT-6: arith.addf {{.*}} fastmath<contract> : vector<4xf32>
// CHECK: scf.yield
// CHECK-COUNT-6: vector.store
// CHECK-NOT: linalg
func.func @product(%a: memref<3x64xf32>, %b: memref<64x8xf32>, %c: memref<3x8xf32>) {
  linalg.matmul ins(%a, %b : memref<3x64xf32>, memref<64x8xf32>) outs(%c : memref<3x8xf32>)
  return
}

// -----

// The last of ten columns are two lanes of a vector.
// CHECK-LABEL: func @remainder
// CHECK: vector.constant_mask [2] : vector<4xi1>
// CHECK: vector.maskedstore
func.func @remainder(%a: memref<5x10xf32>, %b: memref<5x10xf32>) {
  linalg.exp ins(%a : memref<5x10xf32>) outs(%b : memref<5x10xf32>)
  return
}

// -----

// The filters come first, as TOSA has them: 16 of them lie 36 elements apart. They are packed once, in front of the loop, in
// which only the image changes.
// CHECK-LABEL: func @filters
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<{{[0-9]+}}x3x3x4x{{[0-9]+}}xf32>
// CHECK: vector.shuffle
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c1
func.func @filters(%x: memref<4x1x10x10x4xf32>, %w: memref<16x3x3x4xf32>, %y: memref<4x1x8x8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %in = memref.subview %x[%i, 0, 0, 0, 0] [1, 1, 10, 10, 4] [1, 1, 1, 1, 1] : memref<4x1x10x10x4xf32> to memref<1x10x10x4xf32, strided<[400, 40, 4, 1], offset: ?>>
    %out = memref.subview %y[%i, 0, 0, 0, 0] [1, 1, 8, 8, 16] [1, 1, 1, 1, 1] : memref<4x1x8x8x16xf32> to memref<1x8x8x16xf32, strided<[1024, 128, 16, 1], offset: ?>>
    linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%in, %w : memref<1x10x10x4xf32, strided<[400, 40, 4, 1], offset: ?>>, memref<16x3x3x4xf32>) outs(%out : memref<1x8x8x16xf32, strided<[1024, 128, 16, 1], offset: ?>>)
  }
  return
}

// -----

// A constant is packed when compiling: two blocks of four filters, the first channel of each before the second.
// CHECK-LABEL: module
// CHECK: memref.global "private" constant @filter_packed : memref<2x1x1x2x4xf32> = dense<{{\[\[\[\[\[}}1.000000e+00, 3.000000e+00, 5.000000e+00, 7.000000e+00], [2.000000e+00,
memref.global "private" constant @filter : memref<8x1x1x2xf32> = dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]], [[[5.0, 6.0]]], [[[7.0, 8.0]]], [[[9.0, 10.0]]], [[[11.0, 12.0]]], [[[13.0, 14.0]]], [[[15.0, 16.0]]]]>
func.func @constant(%x: memref<1x8x8x2xf32>, %y: memref<1x8x8x8xf32>) {
  %w = memref.get_global @filter : memref<8x1x1x2xf32>
  linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : memref<1x8x8x2xf32>, memref<8x1x1x2xf32>) outs(%y : memref<1x8x8x8xf32>)
  return
}

// -----

// A sum in its order has one addition after the other: it stays. The valid neighbour may be added in any order.
// CHECK-LABEL: func @sums
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: vector.reduction <add>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @sums(%a: memref<5x10xf32>, %b: memref<5xf32>, %c: memref<5xf32>) {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<5x10xf32>) outs(%b : memref<5xf32>) {
  ^bb0(%x: f32, %s: f32):
    %r = arith.addf %x, %s : f32
    linalg.yield %r : f32
  }
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<5x10xf32>) outs(%c : memref<5xf32>) {
  ^bb0(%x: f32, %s: f32):
    %r = arith.addf %x, %s fastmath<reassoc> : f32
    linalg.yield %r : f32
  }
  return
}

// -----

// Unknown extents stay.
// CHECK-LABEL: func @dynamic
// CHECK: linalg.exp
func.func @dynamic(%a: memref<?xf32>, %b: memref<?xf32>) {
  linalg.exp ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)
  return
}

// -----

// SUT-K3: 16 MiB are more than caches hold: a pass over them asks for what comes 4 KiB later, once for each line of 64 bytes, which
// is four vectors. What fits is not asked for. Rows one after the other are one loop.
// CHECK: #[[LATER:.*]] = affine_map<(d0) -> (d0 + 1024)>
// CHECK-LABEL: func @stream
// CHECK-SAME: %[[LARGE:[a-z0-9]+]]: memref<4096x1024xf32>
// CHECK: %[[ROWS:.*]] = memref.collapse_shape %[[LARGE]]
// CHECK: scf.for %{{.*}} = %c0 to %c4194304 step %c16
// CHECK: %[[AT:.*]] = affine.apply #[[LATER]](
// CHECK-NEXT: memref.prefetch %[[ROWS]][%[[AT]]], read, locality<3>, data
// CHECK-COUNT-4: vector.load %[[ROWS]]
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @stream(%large: memref<4096x1024xf32>, %small: memref<16x1024xf32>, %y: memref<4096x1024xf32>, %z: memref<16x1024xf32>) {
  linalg.sqrt ins(%large : memref<4096x1024xf32>) outs(%y : memref<4096x1024xf32>)
  linalg.sqrt ins(%small : memref<16x1024xf32>) outs(%z : memref<16x1024xf32>)
  return
}

// -----

// SUT-K3: A tile of 8 KiB is read twice: the reader with more arithmetic asks, for the tile after the next one, 4096 elements on.
// CHECK: #[[LATER:.*]] = affine_map<(d0) -> (d0 + 4096)>
// CHECK-LABEL: func @tiles
// CHECK: math.sqrt
// CHECK: %[[AT:.*]] = affine.apply #[[LATER]](
// CHECK-NEXT: memref.prefetch %{{.*}}[%[[AT]]], read, locality<3>, data
// CHECK-NEXT: vector.load
// CHECK-NEXT: arith.mulf
// CHECK-NOT: memref.prefetch
// CHECK: return
#tile = strided<[1024, 1], offset: ?>
func.func @tiles(%x: memref<4096x1024xf32>, %y: memref<2x1024xf32>, %z: memref<2x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4096 = arith.constant 4096 : index
  scf.for %i = %c0 to %c4096 step %c2 {
    %tile = memref.subview %x[%i, 0] [2, 1024] [1, 1] : memref<4096x1024xf32> to memref<2x1024xf32, #tile>
    linalg.sqrt ins(%tile : memref<2x1024xf32, #tile>) outs(%y : memref<2x1024xf32>)
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%tile : memref<2x1024xf32, #tile>) outs(%z : memref<2x1024xf32>) {
    ^bb0(%a: f32, %o: f32):
      %s = arith.mulf %a, %a : f32
      %e = arith.addf %s, %a : f32
      linalg.yield %e : f32
    }
  }
  return
}

// -----

// SUT-K1: One division for a row and a product for each vector, where divisions may be products with the reciprocal (`arcp`).
// CHECK-LABEL: func @divided(
// CHECK: scf.for
// CHECK: %[[ONE:.*]] = arith.divf %{{.*}}, %{{.*}} : f32
// CHECK: vector.broadcast %[[ONE]] : f32 to vector<4xf32>
// CHECK: scf.for
// CHECK-NOT: arith.divf
// CHECK: arith.mulf
// CHECK: return
// CHECK-LABEL: func @divided_exactly
// CHECK: arith.divf {{.*}} : vector<4xf32>
#all = affine_map<(d0, d1) -> (d0, d1)>
#each = affine_map<(d0, d1) -> (d0)>
func.func @divided(%a: memref<3x64xf32>, %s: memref<3xf32>, %y: memref<3x64xf32>) {
  linalg.generic {indexing_maps = [#all, #each, #all], iterator_types = ["parallel", "parallel"]} ins(%a, %s : memref<3x64xf32>, memref<3xf32>) outs(%y : memref<3x64xf32>) {
  ^bb0(%x: f32, %d: f32, %o: f32):
    %q = arith.divf %x, %d fastmath<arcp> : f32
    linalg.yield %q : f32
  }
  return
}
func.func @divided_exactly(%a: memref<3x64xf32>, %s: memref<3xf32>, %y: memref<3x64xf32>) {
  linalg.generic {indexing_maps = [#all, #each, #all], iterator_types = ["parallel", "parallel"]} ins(%a, %s : memref<3x64xf32>, memref<3xf32>) outs(%y : memref<3x64xf32>) {
  ^bb0(%x: f32, %d: f32, %o: f32):
    %q = arith.divf %x, %d : f32
    linalg.yield %q : f32
  }
  return
}
