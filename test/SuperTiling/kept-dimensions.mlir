// RUN: alcove-opt %s --super-tiling-pipeline="memory-bytes=8192 remarks" -o /dev/null 2>&1 | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling-pipeline{memory-bytes=8192}" | FileCheck %s --check-prefix=EXEC

// torch-mlir keeps the dimension that is reduced: index 0 of an extent of 1, which no loop runs along. The softmax is one group
// all the same, in one loop: 64 x 64 x 4 B come in and go out, the result as a view of what the loop makes.
// CHECK-NOT: is not in one loop
// CHECK: remark: tile loop of 'linalg.generic': tile {{.*}}, 5 operations, 0 yielded, {{.*}} traffic 32768 B
// CHECK: remark: super-tiling: traffic 32768 >= bound 32768 B (gap 0.0 %)
// EXEC: equal, 4096 elements
#id = affine_map<(b, i, j) -> (b, i, j)>
#kept = affine_map<(b, i, j) -> (b, i, 0)>
func.func @softmax(%x: tensor<1x64x64xf32>) -> tensor<1x64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x64x64xf32>
  %r = tensor.empty() : tensor<1x64x1xf32>
  %f = linalg.fill ins(%least : f32) outs(%r : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
  %max = linalg.generic {indexing_maps = [#id, #kept], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<1x64x64xf32>) outs(%f : tensor<1x64x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = arith.maximumf %a, %o : f32
    linalg.yield %1 : f32
  } -> tensor<1x64x1xf32>
  %less = linalg.generic {indexing_maps = [#id, #kept, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %max : tensor<1x64x64xf32>, tensor<1x64x1xf32>) outs(%e : tensor<1x64x64xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %1 = arith.subf %a, %m : f32
    linalg.yield %1 : f32
  } -> tensor<1x64x64xf32>
  %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%less : tensor<1x64x64xf32>) outs(%e : tensor<1x64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = math.exp %a : f32
    linalg.yield %1 : f32
  } -> tensor<1x64x64xf32>
  %g = linalg.fill ins(%zero : f32) outs(%r : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
  %sum = linalg.generic {indexing_maps = [#id, #kept], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%exp : tensor<1x64x64xf32>) outs(%g : tensor<1x64x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = arith.addf %a, %o : f32
    linalg.yield %1 : f32
  } -> tensor<1x64x1xf32>
  %y = linalg.generic {indexing_maps = [#id, #kept, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%exp, %sum : tensor<1x64x64xf32>, tensor<1x64x1xf32>) outs(%e : tensor<1x64x64xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %1 = arith.divf %a, %s : f32
    linalg.yield %1 : f32
  } -> tensor<1x64x64xf32>
  return %y : tensor<1x64x64xf32>
}
