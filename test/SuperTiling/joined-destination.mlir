// RUN: alcove-opt %s --super-tiling="memory-bytes=8192 remarks" --verify-super-tiling="memory-bytes=8192" -o /dev/null 2>&1 | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=8192}" --opt-level=0 | FileCheck %s --check-prefix=EXEC

// SUT-J2: a joined operation of which one result is a destination in the loop, and which the loop yields, is not computed in
// front of the loop again, where three rows of 4000 B do not fit.
// CHECK: tile [1, 250], 7 operations, 2 yielded, footprint 4000 of 8192 B
// CHECK: traffic 44008
// EXEC: equal, {{.*}} 0 differ
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @main(%a0: tensor<1x1000xf32>, %a1: tensor<1x1000xf32>, %a2: tensor<1x1000xf32>, %a3: tensor<1x1000xf32>) -> (tensor<1x1000xf32>, tensor<1x1000xf32>, tensor<1x1000xf32>, tensor<1x1000xf32>, tensor<1x1000xf32>, tensor<1xf32>, tensor<1x1000xf32>, tensor<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = arith.constant dense<0.5> : tensor<1x1000xf32>
  %v0:1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<1x1000xf32>) outs(%a2 : tensor<1x1000xf32>) attrs = {alcove.fuse_group = [0], alcove.fuse_group_id = 0} {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.negf %x0 : f32
    linalg.yield %r : f32
  } -> (tensor<1x1000xf32>)
  %v1:1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<1x1000xf32>) outs(%a1 : tensor<1x1000xf32>) attrs = {alcove.fuse_group = [1], alcove.fuse_group_id = 1} {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.addf %x0, %x1 : f32
    linalg.yield %r : f32
  } -> (tensor<1x1000xf32>)
  %v2:1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%v1#0 : tensor<1x1000xf32>) outs(%a2 : tensor<1x1000xf32>) attrs = {alcove.fuse_group = [1], alcove.fuse_group_id = 1} {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.negf %x0 : f32
    linalg.yield %r : f32
  } -> (tensor<1x1000xf32>)
  %v3:1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%v1#0 : tensor<1x1000xf32>) outs(%a2 : tensor<1x1000xf32>) {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.negf %x0 : f32
    linalg.yield %r : f32
  } -> (tensor<1x1000xf32>)
  %v4:1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%v2#0 : tensor<1x1000xf32>) outs(%v3#0 : tensor<1x1000xf32>) attrs = {alcove.fuse_group = [1], alcove.fuse_group_id = 1} {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.addf %x0, %x1 : f32
    linalg.yield %r : f32
  } -> (tensor<1x1000xf32>)
  %v5:1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%v2#0 : tensor<1x1000xf32>) outs(%a2 : tensor<1x1000xf32>) attrs = {alcove.fuse_group = [1], alcove.fuse_group_id = 1} {
  ^bb0(%x0: f32, %x1: f32):
    %r = arith.negf %x0 : f32
    linalg.yield %r : f32
  } -> (tensor<1x1000xf32>)
  %v6:1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%a0, %v1#0 : tensor<1x1000xf32>, tensor<1x1000xf32>) outs(%a3 : tensor<1x1000xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32):
    %r = arith.addf %x0, %x1 : f32
    linalg.yield %r : f32
  } -> (tensor<1x1000xf32>)
  %v7 = tensor.empty() : tensor<1xf32>
  %v8 = linalg.fill ins(%zero : f32) outs(%v7 : tensor<1xf32>) -> tensor<1xf32>
  %v9:2 = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]} ins(%v2#0 : tensor<1x1000xf32>) outs(%v2#0, %v8 : tensor<1x1000xf32>, tensor<1xf32>) attrs = {alcove.fuse_group = [2], alcove.fuse_group_id = 2} {
  ^bb0(%x0: f32, %x1: f32, %x2: f32):
    %r = arith.negf %x0 : f32
    %s = arith.maximumf %r, %x2 : f32
    linalg.yield %r, %s : f32, f32
  } -> (tensor<1x1000xf32>, tensor<1xf32>)
  %v10 = tensor.empty() : tensor<1xf32>
  %v11 = linalg.fill ins(%zero : f32) outs(%v10 : tensor<1xf32>) -> tensor<1xf32>
  %v12:2 = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]} ins(%v4#0 : tensor<1x1000xf32>) outs(%v1#0, %v11 : tensor<1x1000xf32>, tensor<1xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32):
    %r = arith.negf %x0 : f32
    %s = arith.maximumf %r, %x2 : f32
    linalg.yield %r, %s : f32, f32
  } -> (tensor<1x1000xf32>, tensor<1xf32>)
  return %a0, %v0#0, %v5#0, %v6#0, %v9#0, %v9#1, %v12#0, %v12#1 : tensor<1x1000xf32>, tensor<1x1000xf32>, tensor<1x1000xf32>, tensor<1x1000xf32>, tensor<1x1000xf32>, tensor<1xf32>, tensor<1x1000xf32>, tensor<1xf32>
}
