// RUN: alcove-opt %s --super-tiling="memory-bytes=4096 report=%t" -o /dev/null 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t

// SUT-M1: each part of the quotient needs the sum of all, and a loop cannot give what it is still to compute: the sum is in front
// of the loop of the quotient, unless that one has one iteration (SUT-H16), which does not fit. It says so without being asked.
// CHECK: remark: marked group 7 is not in one loop: their smallest tile needs 16388 B of local memory, 4096 B are available
// JSON: "torn_groups": 1,
func.func @total(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %r = tensor.empty() : tensor<f32>
  %0 = linalg.exp {alcove.fuse_group = [7]} ins(%x : tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %f = linalg.fill {alcove.fuse_group = [7]} ins(%z : f32) outs(%r : tensor<f32>) -> tensor<f32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<32x64xf32>) outs(%f : tensor<f32>) dimensions = [0, 1] {alcove.fuse_group = [7]}
  %2 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> ()>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel","parallel"]}
      ins(%0, %1 : tensor<32x64xf32>, tensor<f32>) outs(%e : tensor<32x64xf32>) attrs = {alcove.fuse_group = [7], alcove.fuse_group_id = 7 : i64} {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}
