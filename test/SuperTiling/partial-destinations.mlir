// RUN: alcove-exec %s --pipeline="super-tiling-pipeline{memory-bytes=2048}" --opt-level=0 | FileCheck %s
// RUN: alcove-opt %s --super-tiling="memory-bytes=2048 remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Operations that write a part of their destination hand on what was there in the rest: the diagonal, every second row, one row
// of four, a window. The destination is not memory that they only overwrite (SUT-H10), and no fill of it belongs into their tile.
// CHECK-COUNT-6: equal
// CHECK-NOT: {{DIFFERENT|error:}}
// They have tiles of their own.
// REMARK: tile loop of 'linalg.generic': tile [20], by trial
#one = affine_map<(i) -> (i)>
#diagonal = affine_map<(i) -> (i, i)>
func.func @diagonal(%d: tensor<40xf32>, %x: tensor<40x40xf32>) -> tensor<40x40xf32> {
  %b = tensor.empty() : tensor<40x40xf32>
  %given = linalg.negf ins(%x : tensor<40x40xf32>) outs(%b : tensor<40x40xf32>) -> tensor<40x40xf32>
  %q = linalg.generic {indexing_maps = [#one, #diagonal], iterator_types = ["parallel"]}
      ins(%d : tensor<40xf32>) outs(%given : tensor<40x40xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<40x40xf32>
  %e = tensor.empty() : tensor<40x40xf32>
  %r = linalg.exp ins(%q : tensor<40x40xf32>) outs(%e : tensor<40x40xf32>) -> tensor<40x40xf32>
  return %r : tensor<40x40xf32>
}
func.func @filled_diagonal(%d: tensor<40xf32>) -> tensor<40x40xf32> {
  %z = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<40x40xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<40x40xf32>) -> tensor<40x40xf32>
  %q = linalg.generic {indexing_maps = [#one, #diagonal], iterator_types = ["parallel"]}
      ins(%d : tensor<40xf32>) outs(%f : tensor<40x40xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<40x40xf32>
  return %q : tensor<40x40xf32>
}
#two = affine_map<(i, j) -> (i, j)>
#apart = affine_map<(i, j) -> (2 * i, j)>
func.func @every_second_row(%d: tensor<20x32xf32>) -> tensor<39x32xf32> {
  %z = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<39x32xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<39x32xf32>) -> tensor<39x32xf32>
  %q = linalg.generic {indexing_maps = [#two, #apart], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<20x32xf32>) outs(%f : tensor<39x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<39x32xf32>
  return %q : tensor<39x32xf32>
}
func.func @one_row(%d: tensor<500xf32>) -> tensor<4x500xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x500xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x500xf32>) -> tensor<4x500xf32>
  %q = linalg.generic {indexing_maps = [#one, affine_map<(i) -> (2, i)>], iterator_types = ["parallel"]}
      ins(%d : tensor<500xf32>) outs(%f : tensor<4x500xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x500xf32>
  %r = linalg.exp ins(%q : tensor<4x500xf32>) outs(%e : tensor<4x500xf32>) -> tensor<4x500xf32>
  return %r : tensor<4x500xf32>
}
func.func @window(%d: tensor<20x32xf32>, %x: tensor<40x64xf32>) -> tensor<40x64xf32> {
  %b = tensor.empty() : tensor<40x64xf32>
  %given = linalg.negf ins(%x : tensor<40x64xf32>) outs(%b : tensor<40x64xf32>) -> tensor<40x64xf32>
  %q = linalg.generic {indexing_maps = [#two, affine_map<(i, j) -> (i + 10, j + 3)>], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<20x32xf32>) outs(%given : tensor<40x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<40x64xf32>
  return %q : tensor<40x64xf32>
}
// It adds to what another operation reads too: not an input beside a destination of its own.
func.func @added_to(%d: tensor<20x32xf32>, %x: tensor<39x32xf32>) -> (tensor<39x32xf32>, tensor<39x32xf32>) {
  %e = tensor.empty() : tensor<39x32xf32>
  %f = linalg.exp ins(%x : tensor<39x32xf32>) outs(%e : tensor<39x32xf32>) -> tensor<39x32xf32>
  %q = linalg.generic {indexing_maps = [#two, #apart], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<20x32xf32>) outs(%f : tensor<39x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<39x32xf32>
  return %q, %f : tensor<39x32xf32>, tensor<39x32xf32>
}
