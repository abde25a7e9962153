// The end of a decode step: scores, and the largest of them.
func.func @main(%hidden: tensor<32x256xbf16>, %head: tensor<256x8192xbf16>) -> tensor<32xi32> {
  %scores = "ttir.matmul"(%hidden, %head) : (tensor<32x256xbf16>, tensor<256x8192xbf16>) -> tensor<32x8192xbf16>
  %best = "ttir.argmax"(%scores) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<32x8192xbf16>) -> tensor<32xi32>
  return %best : tensor<32xi32>
}
