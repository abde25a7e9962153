func.func @argmax() -> tensor<2x1xui32> {
  %s = "ttir.constant"() <{value = dense<[[0.5, 1.0, -0.5, 0.25, 1.0, 0.0], [0.5, 0.75, -0.5, 2.0, 0.25, 0.0]]> : tensor<2x6xbf16>}> : () -> tensor<2x6xbf16>
  %d = "ttir.constant"() <{value = dense<[[0.0, 0.0, 0.0, 0.0, 0.0078125, 0.0]]> : tensor<1x6xbf16>}> : () -> tensor<1x6xbf16>
  %0 = "ttir.add"(%s, %d) : (tensor<2x6xbf16>, tensor<1x6xbf16>) -> tensor<2x6xbf16>
  %1 = "ttnn.argmax"(%0) <{dim = 1 : si32, keep_dim = true}> : (tensor<2x6xbf16>) -> tensor<2x1xui32>
  return %1 : tensor<2x1xui32>
}

func.func @order() -> tensor<1x6xi32> {
  %s = "ttir.constant"() <{value = dense<[[0.5, 1.0, -0.5, 0.25, 1.0078125, 0.0]]> : tensor<1x6xbf16>}> : () -> tensor<1x6xbf16>
  %values, %2 = "ttir.topk"(%s) <{k = 6 : i32, dim = 1 : i32, largest = true, sorted = true}> : (tensor<1x6xbf16>) -> (tensor<1x6xbf16>, tensor<1x6xi32>)
  return %2 : tensor<1x6xi32>
}

func.func @lower() -> tensor<1xi32> {
  %s = "ttir.constant"() <{value = dense<[[0.5, 1.0, -0.5, 0.25, 1.25, 0.0]]> : tensor<1x6xbf16>}> : () -> tensor<1x6xbf16>
  %2 = "ttir.argmax"(%s) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<1x6xbf16>) -> tensor<1xi32>
  return %2 : tensor<1xi32>
}

func.func @dimension() -> tensor<3xi32> {
  %s = "ttir.constant"() <{value = dense<[[0.5, 1.0, -0.5], [0.25, 0.0, 2.0], [3.0, 0.0, 1.0]]> : tensor<3x3xbf16>}> : () -> tensor<3x3xbf16>
  %2 = "ttir.argmax"(%s) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<3x3xbf16>) -> tensor<3xi32>
  return %2 : tensor<3xi32>
}

func.func @outside() -> tensor<1xi32> {
  %s = "ttir.constant"() <{value = dense<[[0.5, 1.0, 2.0]]> : tensor<1x3xbf16>}> : () -> tensor<1x3xbf16>
  %0 = "ttir.argmax"(%s) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<1x3xbf16>) -> tensor<1xi32>
  %1 = "ttir.ones"() <{shape = array<i32: 1>}> : () -> tensor<1xi32>
  %2 = "ttir.add"(%0, %1) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %2 : tensor<1xi32>
}

func.func @counted() -> tensor<1xi32> {
  %0 = "ttir.constant"() <{value = dense<129.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %1 = "ttir.typecast"(%0) : (tensor<1xbf16>) -> tensor<1xi32>
  return %1 : tensor<1xi32>
}
