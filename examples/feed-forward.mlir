module {
  func.func @main(%arg0: tensor<64x256xf32>, %arg1: tensor<256x1024xf32>, %arg2: tensor<1024xf32>, %arg3: tensor<1024x256xf32>, %arg4: tensor<256xf32>) -> (tensor<64x256xf32>) {
    %v0 = arith.constant 0.0 : f32
    %v8 = arith.constant 0.0 : f32
    %v1 = tensor.empty() : tensor<64x1024xf32>
    %v2 = linalg.fill ins(%v0 : f32) outs(%v1 : tensor<64x1024xf32>) -> tensor<64x1024xf32>
    %v3 = linalg.matmul ins(%arg0, %arg1 : tensor<64x256xf32>, tensor<256x1024xf32>) outs(%v2 : tensor<64x1024xf32>) -> tensor<64x1024xf32>
    %v4 = tensor.empty() : tensor<64x1024xf32>
    %v5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v3, %arg2 : tensor<64x1024xf32>, tensor<1024xf32>) outs(%v4 : tensor<64x1024xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %r = arith.addf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<64x1024xf32>
    %v6 = tensor.empty() : tensor<64x1024xf32>
    %v7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v5 : tensor<64x1024xf32>) outs(%v6 : tensor<64x1024xf32>) {
    ^bb0(%a: f32, %o: f32):
      %r = math.tanh %a : f32
      linalg.yield %r : f32
    } -> tensor<64x1024xf32>
    %v9 = tensor.empty() : tensor<64x256xf32>
    %v10 = linalg.fill ins(%v8 : f32) outs(%v9 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %v11 = linalg.matmul ins(%v7, %arg3 : tensor<64x1024xf32>, tensor<1024x256xf32>) outs(%v10 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %v12 = tensor.empty() : tensor<64x256xf32>
    %v13 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v11, %arg4 : tensor<64x256xf32>, tensor<256xf32>) outs(%v12 : tensor<64x256xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %r = arith.addf %a, %b : f32
      linalg.yield %r : f32
    } -> tensor<64x256xf32>
    return %v13 : tensor<64x256xf32>
  }
}
