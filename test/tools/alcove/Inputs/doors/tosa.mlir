module {
  func.func @main(%arg0: tensor<2x7x16xf32>, %arg1: tensor<2x16x24xf32>, %arg2: tensor<1x1x24xf32>) -> (tensor<2x1x24xf32>) {
    %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
    %0 = tosa.matmul %arg0, %arg1, %z, %z : (tensor<2x7x16xf32>, tensor<2x16x24xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x7x24xf32>
    %1 = tosa.add %0, %arg2 : (tensor<2x7x24xf32>, tensor<1x1x24xf32>) -> tensor<2x7x24xf32>
    %2 = tosa.sigmoid %1 : (tensor<2x7x24xf32>) -> tensor<2x7x24xf32>
    %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %3 = tosa.mul %1, %2, %s : (tensor<2x7x24xf32>, tensor<2x7x24xf32>, tensor<1xi8>) -> tensor<2x7x24xf32>
    %4 = tosa.reduce_max %3 {axis = 1 : i32} : (tensor<2x7x24xf32>) -> tensor<2x1x24xf32>
    return %4 : tensor<2x1x24xf32>
  }
}
