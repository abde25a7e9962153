func.func @forward(%x: tensor<17x33xf32>, %scale: tensor<f32>, %shift: tensor<si32>) -> tensor<17x33xf32> {
  %0 = "ttir.multiply"(%x, %scale) : (tensor<17x33xf32>, tensor<f32>) -> tensor<17x33xf32>
  %1 = "ttir.typecast"(%shift) : (tensor<si32>) -> tensor<f32>
  %2 = "ttir.add"(%0, %1) : (tensor<17x33xf32>, tensor<f32>) -> tensor<17x33xf32>
  return %2 : tensor<17x33xf32>
}
