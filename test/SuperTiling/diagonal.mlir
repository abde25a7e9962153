// RUN: alcove-opt %s --super-tiling="memory-bytes=2048 report=%t" -o /dev/null
// RUN: FileCheck %s --input-file=%t

// Of what is read along its diagonal no more comes in: 40 elements of 1600, and 40 go out.
// CHECK: "traffic_bytes": 320,
// CHECK-NEXT: "compulsory_bytes": 320,
// CHECK-NEXT: "bound_bytes": 320,
func.func @diagonal(%x: tensor<40x40xf32>) -> tensor<40xf32> {
  %e = tensor.empty() : tensor<40xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<40x40xf32>) outs(%e : tensor<40xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<40xf32>
  return %d : tensor<40xf32>
}
