// The end of a decode step: scores, and the largest of them. Of f32, since argmax of bf16 becomes maxima on tiles.
func.func @main(%hidden: tensor<32x256xf32>, %head: tensor<256x8192xf32>) -> tensor<32xi32> {
  %scores = "ttir.matmul"(%hidden, %head) : (tensor<32x256xf32>, tensor<256x8192xf32>) -> tensor<32x8192xf32>
  %best = "ttir.argmax"(%scores) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<32x8192xf32>) -> tensor<32xi32>
  return %best : tensor<32xi32>
}
