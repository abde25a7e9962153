// What runs in a loop of the program moves its bytes in each round: 64 x 64 numbers of f32 are 16,384 B, read and written
// 32,768 B. 0 to 10 by 3 are 4 rounds of 2, together 8; one loop has as many as an argument says, and counts as one round.
// RUN: alcove-opt %s --super-tiling-pipeline="memory-bytes=2048 report=%t.json remarks=true" -o /dev/null 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// CHECK: remark: tile loop of 'linalg.generic'{{.*}}, traffic 32768 B, 0 operations repeated, in 8 rounds each
// CHECK: remark: 'scf.for' runs as often as is known at run time alone: what it moves counts once
// CHECK: remark: tile loop of 'linalg.generic'{{.*}}, traffic 32768 B, 0 operations repeated{{$}}
// CHECK: remark: super-tiling: traffic 294912 >= bound 294912 B (gap 0.0 %); untiled, each operation alone: 294912 B
// JSON: "loops_counted_once": 1,
// JSON: "traffic_bytes": 294912,
// JSON: "compulsory_bytes": 294912,
// JSON: "bound_bytes": 294912,
// JSON: "untiled_bytes": 294912,
// JSON: "rounds": 8, "traffic_bytes": 32768,
// JSON: "rounds": 1, "traffic_bytes": 32768,

#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @known(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c10 step %c3 iter_args(%x = %a) -> (tensor<64x64xf32>) {
    %s = scf.for %j = %c0 to %c2 step %c1 iter_args(%z = %x) -> (tensor<64x64xf32>) {
      %e = tensor.empty() : tensor<64x64xf32>
      %y = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%z : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %t = math.tanh %in : f32
        linalg.yield %t : f32
      } -> tensor<64x64xf32>
      scf.yield %y : tensor<64x64xf32>
    }
    scf.yield %s : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// The loop in front of it computes nothing on tensors.
func.func @asked(%a: tensor<64x64xf32>, %n: index, %k: i32) -> (tensor<64x64xf32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%x = %k) -> (i32) {
    %q = arith.muli %x, %k : i32
    scf.yield %q : i32
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<64x64xf32>) {
    %e = tensor.empty() : tensor<64x64xf32>
    %y = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %t = math.tanh %in : f32
      linalg.yield %t : f32
    } -> tensor<64x64xf32>
    scf.yield %y : tensor<64x64xf32>
  }
  return %r, %p : tensor<64x64xf32>, i32
}
