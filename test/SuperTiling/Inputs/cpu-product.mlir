// A product and its activation, and a softmax of rows.
func.func @product(%a: tensor<70x130xf32>, %b: tensor<130x90xf32>) -> tensor<70x90xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x90xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<70x90xf32>) -> tensor<70x90xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<70x130xf32>, tensor<130x90xf32>) outs(%f : tensor<70x90xf32>) -> tensor<70x90xf32>
  %2 = linalg.tanh ins(%1 : tensor<70x90xf32>) outs(%e : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %2 : tensor<70x90xf32>
}
func.func @rows(%a: tensor<7x90xf32>) -> tensor<7x90xf32> {
  %e = tensor.empty() : tensor<7x90xf32>
  %1 = linalg.softmax dimension(1) ins(%a : tensor<7x90xf32>) outs(%e : tensor<7x90xf32>) -> tensor<7x90xf32>
  return %1 : tensor<7x90xf32>
}
