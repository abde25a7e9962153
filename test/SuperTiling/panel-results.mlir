// RUN: alcove-opt %s --super-tiling="memory-bytes=2056 remarks" --verify-super-tiling=memory-bytes=2056 \
// RUN:   --split-input-file 2>&1 | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A row is 4,000 B. A panel of 125 columns of two rows, its negation, two maxima and two sums are 2,016 B. The sums are
// begun in front of the panels and carried over them, beside the maxima: the input is read once, with 64 B of results.
// CHECK: tile [2, 1000], panels [125] of 'linalg.generic', 2 operations, 1 yielded, footprint 2016 of 2056 B, traffic 32064 B
// CHECK: traffic 32064 >= bound 32064 B (gap 0.0 %)
// Of @leaves, below:
// CHECK: tile loop of 'linalg.generic'{{.*}}1 operations, 0 yielded
// CHECK: tile loop of 'linalg.generic'{{.*}}1 operations, 0 yielded
// CHECK-LABEL: func.func @carried
// CHECK: scf.for {{.*}} step %c2 {{.*}}-> (tensor<8xf32>, tensor<8xf32>)
// CHECK-COUNT-2: linalg.fill {{.*}} -> tensor<2xf32>
// CHECK: scf.for {{.*}} step %c125 iter_args(%[[MAX:.*]] = %{{.*}}, %[[SUM:.*]] = %{{.*}}) -> (tensor<2xf32>, tensor<2xf32>)
// CHECK: %[[BOTH:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %[[SUM]] : tensor<2x125xf32>, tensor<2xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[BOTH]]#0 : tensor<2x125xf32>) outs(%[[MAX]] : tensor<2xf32>)
// CHECK: scf.yield %{{.*}}, %[[BOTH]]#1
func.func @carried(%a: tensor<8x1000xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x1000xf32>
  %r = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<8xf32>) -> tensor<8xf32>
  %v:2 = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<8x1000xf32>) outs(%e, %f : tensor<8x1000xf32>, tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32, %m: f32):
    %n = arith.negf %x : f32
    %s = arith.addf %n, %m : f32
    linalg.yield %n, %s : f32, f32
  } -> (tensor<8x1000xf32>, tensor<8xf32>)
  %w = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%v#0 : tensor<8x1000xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.maximumf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %w, %v#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The elementwise result leaves too, which is put together from its parts, as panels in a body do not: no loop of panels
// carries the sum, and each operation has a loop of its own.
// CHECK-LABEL: func.func @leaves
func.func @leaves(%a: tensor<8x1000xf32>) -> (tensor<8xf32>, tensor<8x1000xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x1000xf32>
  %r = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<8xf32>) -> tensor<8xf32>
  %v:2 = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<8x1000xf32>) outs(%e, %f : tensor<8x1000xf32>, tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32, %m: f32):
    %n = arith.negf %x : f32
    %s = arith.addf %n, %m : f32
    linalg.yield %n, %s : f32, f32
  } -> (tensor<8x1000xf32>, tensor<8xf32>)
  %w = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%v#0 : tensor<8x1000xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.maximumf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %w, %v#0, %v#1 : tensor<8xf32>, tensor<8x1000xf32>, tensor<8xf32>
}
