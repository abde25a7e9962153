// Remainders of numbers of any sign, of integers too, and by a number below zero.
func.func @main(%a: tensor<32x64xf32>, %b: tensor<32x64xf32>, %i: tensor<32x64xi32>) -> (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xi32>) {
  %0 = "ttir.remainder"(%a, %b) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  %c = "ttir.full"() <{shape = array<i32: 32, 64>, fill_value = -0.375 : f32}> : () -> tensor<32x64xf32>
  %1 = "ttir.remainder"(%a, %c) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  %hundred = "ttir.full"() <{shape = array<i32: 32, 64>, fill_value = 100 : i32}> : () -> tensor<32x64xi32>
  %divisor = "ttir.full"() <{shape = array<i32: 32, 64>, fill_value = 7 : i32}> : () -> tensor<32x64xi32>
  %2 = "ttir.subtract"(%i, %hundred) : (tensor<32x64xi32>, tensor<32x64xi32>) -> tensor<32x64xi32>
  %3 = "ttir.remainder"(%2, %divisor) : (tensor<32x64xi32>, tensor<32x64xi32>) -> tensor<32x64xi32>
  return %0, %1, %3 : tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xi32>
}
