// RUN: alcove-opt %s --split-input-file -o %t && alcove-opt %t --split-input-file | diff %t -

// One form of every op, read and printed to a fixpoint.

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.abs"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.abs"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.acos"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.acos"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.asin"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.asin"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.asinh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.asinh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.atan"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.atan"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.cbrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.cbrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.ceil"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.ceil"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.cos"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.cos"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.erf"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.erf"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.erfc"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.erfc"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.exp"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.exp"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.expm1"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.expm1"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.floor"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.floor"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.gelu"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.gelu"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.hardsigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.hardsigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.isfinite"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.isfinite"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.log"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.log"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.log1p"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.log1p"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.logical_not"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.logical_not"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.mish"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.mish"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.neg"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.neg"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.reciprocal"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.reciprocal"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.relu"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.relu"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.relu6"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.relu6"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.rsqrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.rsqrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.sigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.sigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.sign"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.sign"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.silu"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.silu"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.sin"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.sin"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.sqrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.sqrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.tan"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.tan"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.tanh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.tanh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.acosh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.acosh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.atanh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.atanh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.cosh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.cosh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.sinh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.sinh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.softplus"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.softplus"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.softsign"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.softsign"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.trunc"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.trunc"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.exp2"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.frac"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.signbit"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.square"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.hardswish"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi32>) {
  %0 = "ttir.bitwise_not"(%a0) : (tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi32>) {
  %0 = "ttnn.bitwise_not"(%a0) : (tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.bitcast_convert"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.bitcast_convert"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.add"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.add"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.subtract"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.subtract"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.multiply"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.multiply"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.maximum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.maximum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.minimum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.minimum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.remainder"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.remainder"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.eq"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.eq"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.ne"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.ne"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.lt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.lt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.le"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.le"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.gt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.gt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.ge"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.ge"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.logical_and"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.logical_and"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.logical_or"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.logical_or"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.logical_xor"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.logical_xor"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.atan2"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.atan2"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.div"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttir.pow"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.divide"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  %0 = "ttnn.pow_tensor"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  %0 = "ttir.bitwise_and"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  %0 = "ttnn.bitwise_and"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  %0 = "ttir.bitwise_or"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  %0 = "ttnn.bitwise_or"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  %0 = "ttir.bitwise_xor"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  %0 = "ttnn.bitwise_xor"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  %0 = "ttir.logical_left_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  %0 = "ttnn.logical_left_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  %0 = "ttir.logical_right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  %0 = "ttnn.logical_right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  %0 = "ttir.right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.typecast"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.typecast"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.leaky_relu"(%a0) <{parameter = 1.0e-2 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.leaky_relu"(%a0) <{parameter = 1.0e-2 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.elu"(%a0) <{alpha = 1.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.elu"(%a0) <{alpha = 1.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.selu"(%a0) <{alpha = 1.67 : f32, scale = 1.05 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.dropout"(%a0) <{prob = 2.0e-1 : f32, scale = 1.25 : f32, seed = 7 : ui32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.dropout"(%a0) <{prob = 2.0e-1 : f32, scale = 1.25 : f32, seed = 7 : ui32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.clamp_scalar"(%a0) <{max = 6.0 : f32, min = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.clamp_scalar"(%a0) <{max = 6.0 : f32, min = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %a2: tensor<4x8xf32>) {
  %0 = "ttir.clamp_tensor"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %a2: tensor<4x8xf32>) {
  %0 = "ttnn.clamp_tensor"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi1>, %a1: tensor<4x8xf32>, %a2: tensor<1x1xf32>) {
  %0 = "ttir.where"(%a0, %a1, %a2) : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi1>, %a1: tensor<4x8xf32>, %a2: tensor<1x1xf32>) {
  %0 = "ttnn.where"(%a0, %a1, %a2) : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  %0 = "ttir.gelu_bw"(%a0, %a1) <{approximate = "tanh"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  %0 = "ttnn.gelu_bw"(%a0, %a1) <{approximate = "tanh"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  %0 = "ttir.gelu_backward"(%a0, %a1) <{approximate = "none"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.pow_scalar"(%a0) <{rhs = 2.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.quantize"(%a0) : (tensor<4x8xf32>) -> tensor<4x8x!quant.uniform<i8:f32,0.1>>
  return
}

// -----

func.func @f(%a0: tensor<4x8x!quant.uniform<i8:f32,0.1>>) {
  %0 = "ttir.dequantize"(%a0) : (tensor<4x8x!quant.uniform<i8:f32,0.1>>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8x!quant.uniform<i8:f32,0.1>>) {
  %0 = "ttir.requantize"(%a0) : (tensor<4x8x!quant.uniform<i8:f32,0.1>>) -> tensor<4x8x!quant.uniform<i8:f32,0.2>>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xsi32>) {
  %0 = "ttir.quantize_unrolled"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xsi32>) -> tensor<4x8x!quant.uniform<i8:f32, 1.000000e-01>>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<1xi32>) {
  %0 = "ttnn.quantize"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<1xi32>) -> tensor<4x8x!quant.uniform<i8:f32:1, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}>>
  return
}

// -----

func.func @f(%a0: tensor<4x8x!quant.uniform<i8:f32, 1.000000e-01>>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>) {
  %0 = "ttir.dequantize_unrolled"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8x!quant.uniform<i8:f32, 1.000000e-01>>, tensor<1xf32>, tensor<1xsi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8x!quant.uniform<i8:f32, 1.000000e-01>>, %a1: tensor<1xf32>, %a2: tensor<1xi32>) {
  %0 = "ttnn.dequantize"(%a0, %a1, %a2) <{output_dtype = #ttcore.supportedDataTypes<f32>}> : (tensor<4x8x!quant.uniform<i8:f32, 1.000000e-01>>, tensor<1xf32>, tensor<1xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8x!quant.uniform<i8:f32, 1.000000e-01>>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>, %a3: tensor<4xf32>, %a4: tensor<4xsi32>) {
  %0 = "ttir.requantize_unrolled"(%a0, %a1, %a2, %a3, %a4) <{axis = 0 : i32}> : (tensor<4x8x!quant.uniform<i8:f32, 1.000000e-01>>, tensor<1xf32>, tensor<1xsi32>, tensor<4xf32>, tensor<4xsi32>) -> tensor<4x8x!quant.uniform<i8:f32, 1.000000e-01>>
  return
}

// -----

func.func @f(%a0: tensor<4x8x!quant.uniform<i8:f32, 1.000000e-01>>, %a1: tensor<1xf32>, %a2: tensor<1xi32>, %a3: tensor<1xf32>, %a4: tensor<1xi32>) {
  %0 = "ttnn.requantize"(%a0, %a1, %a2, %a3, %a4) <{output_dtype = #ttcore.supportedDataTypes<si32>}> : (tensor<4x8x!quant.uniform<i8:f32, 1.000000e-01>>, tensor<1xf32>, tensor<1xi32>, tensor<1xf32>, tensor<1xi32>) -> tensor<4x8x!quant.uniform<i8:f32, 2.000000e-01>>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.mean"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.mean"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.min"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.min"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.prod"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.prod"(%a0) <{dim_arg = 1 : si64, keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi1>) {
  %0 = "ttir.reduce_and"(%a0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<4x8xi1>) -> tensor<8xi1>
  return
}

// -----

func.func @f(%a0: tensor<4x8xi1>) {
  %0 = "ttir.reduce_or"(%a0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<4x8xi1>) -> tensor<8xi1>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.argmax"(%a0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x8xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.argmax"(%a0) <{dim = 1 : si32, keep_dim = false}> : (tensor<4x8xf32>) -> tensor<4xui32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.cumsum"(%a0) <{dim = 1 : i64}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.cumprod"(%a0) <{dim = 1 : i64}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.cumsum"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.cumprod"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0:2 = "ttir.sort"(%a0) <{descending = true, dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
  return
}

// -----

func.func @f(%a0: tensor<4x8xbf16>) {
  %0:2 = "ttnn.sort"(%a0) <{dim = 1 : si8}> : (tensor<4x8xbf16>) -> (tensor<4x8xbf16>, tensor<4x8xui16>)
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0:2 = "ttir.topk"(%a0) <{dim = 1 : i32, k = 3 : i32}> : (tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0:2 = "ttnn.topk"(%a0) <{dim = 1 : si32, k = 3 : i32}> : (tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xui16>)
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>) {
  %0 = "ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>) {
  %0 = "ttnn.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>, %a2: tensor<6xf32>) {
  %0 = "ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>, %a2: tensor<6xf32>) {
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x4x8xf32>, %a1: tensor<2x8x6xf32>) {
  %0 = "ttir.dot_general"(%a0, %a1) <{batch_dims_lhs = array<i64: 0>, batch_dims_rhs = array<i64: 0>, contract_dims_lhs = array<i64: 2>, contract_dims_rhs = array<i64: 1>}> : (tensor<2x4x8xf32>, tensor<2x8x6xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x8x64x96xbf16>, %a2: tensor<2x4x1x8xbf16>) {
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 12 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x8x64x96xbf16>, tensor<2x4x1x8xbf16>) -> tensor<2x4x1x8x32x96xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x8x64x96xbf16>, %a2: tensor<2x4x1x8xbf16>) {
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 12 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x8x64x96xbf16>, tensor<2x4x1x8xbf16>) -> tensor<2x4x1x8x32x96xbf16>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.reshape"(%a0) <{shape = [2 : i32, 16 : i32]}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.reshape"(%a0) <{shape = [2 : i32, 16 : i32]}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x3x4xf32>) {
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x3x4xf32>) {
  %0 = "ttnn.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x3x4xf32>) {
  %0 = "ttir.transpose"(%a0) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x3x4xf32>) {
  %0 = "ttnn.transpose"(%a0) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x1xf32>) {
  %0 = "ttir.broadcast"(%a0) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<4x1xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.repeat"(%a0) <{repeat_dimensions = array<i64: 2, 1>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<2x1>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 3 : ui32}> : (tensor<4x8xf32>) -> tensor<4x24xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 3 : ui32}> : (tensor<4x8xf32>) -> tensor<4x24xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xf32>) {
  %0 = "ttir.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<4x11xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xf32>) {
  %0 = "ttnn.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<4x11xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<2xsi32>, %a2: tensor<2xsi32>) {
  %0 = "ttir.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>, tensor<2xsi32>, tensor<2xsi32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<2xsi32>, %a2: tensor<2xsi32>) {
  %0 = "ttnn.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>, tensor<2xsi32>, tensor<2xsi32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.index"(%a0) <{begin = 0 : i32, dim = 1 : i32, end = 8 : i32, step = 2 : i32}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x1x8xf32>) {
  %0 = "ttir.squeeze"(%a0) <{dim = 1 : si32}> : (tensor<4x1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.unsqueeze"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.pad"(%a0) <{padding = array<i32: 0, 1, 2, 0>, value = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<5x10xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.pad"(%a0) <{padding = array<i32: 0, 1, 2, 0>, use_multicore = true, value = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<5x10xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.index_select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x3x4xf32>) {
  %0 = "ttir.rearrange"(%a0) <{pattern = "b s d -> (b s) d"}> : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.get_dimension_size"(%a0) <{dimension = 1 : i32}> : (tensor<4x8xf32>) -> tensor<1xi32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.assign"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  %0 = "ttnn.to_memory_config"(%a0) : (tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>) -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  %0 = "ttnn.to_layout"(%a0) : (tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>) -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  %0 = "ttnn.to_tensor_spec"(%a0) : (tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>) -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  %0 = "ttir.to_layout"(%a0, %a1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xi32>) {
  %0 = "ttir.gather"(%a0, %a1) <{dim = 1 : i32}> : (tensor<4x8xf32>, tensor<4x3xi32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xui32>) {
  %0 = "ttnn.gather"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xui32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xi32>, %a2: tensor<4x3xf32>) {
  %0 = "ttir.scatter"(%a0, %a1, %a2) <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<invalid>}> : (tensor<4x8xf32>, tensor<4x3xi32>, tensor<4x3xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xui32>, %a2: tensor<4x3xf32>) {
  %0 = "ttnn.scatter"(%a0, %a1, %a2) <{dim = 1 : si32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<4x8xf32>, tensor<4x3xui32>, tensor<4x3xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x5xui32>, %a1: tensor<100x16xbf16>) {
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<2x5xui32>, tensor<100x16xbf16>) -> tensor<2x5x16xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x5xui32>, %a1: tensor<100x16xbf16>) {
  %0 = "ttnn.embedding"(%a0, %a1) : (tensor<2x5xui32>, tensor<100x16xbf16>) -> tensor<2x5x16xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x32xui32>, %a1: tensor<512x128xbf16>, %a2: tensor<1x32x128xbf16>) {
  %0 = "ttir.embedding_backward"(%a0, %a1, %a2) : (tensor<1x32xui32>, tensor<512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<512x128xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x1x32xui32, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 + d1 + d2, d3), <1x1>, memref<1x32xui32, #ttnn.buffer_type<dram>>, <interleaved>>>, %a1: tensor<512x128xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<16x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %a2: tensor<1x1x32x128xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  %0 = "ttnn.embedding_bw"(%a0, %a1, %a2) : (tensor<1x1x1x32xui32, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 + d1 + d2, d3), <1x1>, memref<1x32xui32, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<512x128xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<16x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x128xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) -> tensor<1x1x512x128xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 512 + d1 * 512 + d2, d3), <1x1>, memref<16x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  %0 = "ttir.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 3 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<32xui32>
  return
}

// -----

func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xi32>, %a2: tensor<32xui32>, %a3: tensor<32xbf16>, %a4: tensor<32xbf16>) {
  %0 = "ttnn.sampling"(%a0, %a1, %a2, %a3, %a4) <{seed = 3 : ui32}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<1x1x1x32xui32>
  return
}

// -----

func.func @f(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  %0:2 = "ttir.topk_router_gpt"(%a0, %a1, %a2) <{k = 4 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x4xui16>, tensor<32x4xbf16>)
  return
}

// -----

func.func @f(%a0: tensor<32x2880xbf16>, %a1: tensor<2880x128xbf16>, %a2: tensor<32x128xbf16>) {
  %0:2 = "ttnn.topk_router_gpt"(%a0, %a1, %a2) <{k = 4 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x4xui16>, tensor<32x4xbf16>)
  return
}

// -----

func.func @f() {
  %0 = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 4, 8>}> : () -> tensor<4x8xf32>
  return
}

// -----

func.func @f() {
  %0 = "ttir.zeros"() <{shape = array<i32: 4, 8>}> : () -> tensor<4x8xf32>
  return
}

// -----

func.func @f() {
  %0 = "ttir.ones"() <{shape = array<i32: 4, 8>}> : () -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: !ttnn.device) {
  %0 = "ttnn.full"(%a0) <{fill_value = 1.0 : f32, shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f() {
  %0 = "ttnn.zeros"() <{shape = #ttnn.shape<4x8>}> : () -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>
  return
}

// -----

func.func @f(%a0: !ttnn.device) {
  %0 = "ttnn.ones"(%a0) <{shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a0: !ttnn.device) {
  %0 = "ttnn.empty"(%a0) <{shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f() {
  %0 = "ttir.rand"() <{high = 1.0 : f32, low = 0.0 : f32, seed = 0 : ui32, size = [4 : i32, 8 : i32]}> : () -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: !ttnn.device) {
  %0 = "ttnn.rand"(%a0) <{high = 1.0 : f32, low = 0.0 : f32, seed = 0 : ui32, size = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f() {
  %0 = "ttir.arange"() <{arange_dimension = 1 : i64, end = 16 : si64, start = 0 : si64, step = 2 : si64}> : () -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a0: !ttnn.device) {
  %0 = "ttnn.arange"(%a0) <{end = 16 : si64, start = 0 : si64, step = 2 : si64}> : (!ttnn.device) -> tensor<8xsi32, #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x8xsi32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f() {
  %0 = "ttir.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  return
}

// -----

func.func @f() {
  %0 = "ttnn.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.softmax"(%a0) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.softmax"(%a0) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  %0 = "ttir.rms_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  %0 = "ttir.layer_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  %0 = "ttnn.rms_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  %0 = "ttnn.layer_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  %0 = "ttir.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32}> : (tensor<2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<2x6x4x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  %0:3 = "ttir.batch_norm_training"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32, momentum = 1.0e-1 : f32}> : (tensor<2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>)
  return
}

// -----

func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<1x6x1x1xf32>, %a2: tensor<1x6x1x1xf32>, %a3: tensor<1x6x1x1xf32>, %a4: tensor<1x6x1x1xf32>) {
  %0 = "ttnn.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x6x4x4xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) -> tensor<2x6x4x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<1x6x1x1xf32>, %a2: tensor<1x6x1x1xf32>, %a3: tensor<1x6x1x1xf32>, %a4: tensor<1x6x1x1xf32>) {
  %0 = "ttnn.batch_norm_training"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0e-5 : f32, momentum = 1.0e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x6x4x4xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) -> tensor<2x6x4x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x1x16x32xbf16>, %a1: tensor<32xbf16>, %a2: tensor<32xbf16>) {
  %0 = "ttir.group_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x1x16x32xbf16>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<2x1x16x32xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x1x16x32xbf16>, %a1: tensor<32xbf16>, %a2: tensor<32xbf16>) {
  %0 = "ttnn.group_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x1x16x32xbf16>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<2x1x16x32xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  %0 = "ttir.distributed_rms_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  %0 = "ttir.distributed_layer_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<1x1x32x64xbf16>, %a3: !ttnn.device) {
  %0 = "ttnn.distributed_rms_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<1x1x32x64xbf16>, !ttnn.device) -> tensor<1x1x32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>, %a3: !ttnn.device) {
  %0 = "ttnn.distributed_layer_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>, !ttnn.device) -> tensor<1x1x32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>) {
  %0 = "ttnn.layer_norm_pre_all_gather"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>) {
  %0 = "ttnn.rms_norm_pre_all_gather"(%a0, %a1) : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x32xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x128xbf16>, %a2: tensor<64xbf16>, %a3: tensor<64xbf16>) {
  %0 = "ttnn.layer_norm_post_all_gather"(%a0, %a1, %a2, %a3) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x128xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  %0 = "ttnn.dit_rms_norm_unary_fused"(%a0, %a1, %a2) <{activation = "silu", epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  %0 = "ttir.scaled_dot_product_attention"(%a0, %a1, %a2, %a3) <{is_causal = false, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  %0 = "ttnn.scaled_dot_product_attention"(%a0, %a1, %a2, %a3) <{is_causal = false, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<4x2x128x32xbf16>, %a2: tensor<4x2x128x32xbf16>, %a3: tensor<4xi32>) {
  %0 = "ttir.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x32xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<4x2x128x32xbf16>, %a2: tensor<4x2x128x32xbf16>, %a3: tensor<4xi32>) {
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x32xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<1x4x8x32xbf16>, %a5: tensor<4xi32>) {
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<1x4x8x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x32xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<4xi32>) {
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x32xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x1x32x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x1x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x48xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x1x32x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x1x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x48xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x64x64xbf16>, %a1: tensor<1x1x64x64xbf16>) {
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x64x64xbf16>, tensor<1x1x64x64xbf16>) -> tensor<1x8x64x48xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<1x16xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x64x32xbf16>) {
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) <{scale = 1.25e-1 : f32}> : (tensor<1x8x64x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<1x16xi32>, tensor<1xi32>, tensor<1x8x64x32xbf16>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<1x16xi32>, %a4: tensor<1xi32>) {
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) <{scale = 1.25e-1 : f32}> : (tensor<1x8x64x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<1x16xi32>, tensor<1xi32>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x128x64xbf16>, %a2: tensor<1x8x32x1xbf16>) {
  %0 = "ttnn.indexer_score_dsa"(%a0, %a1, %a2) <{chunk_start_idx = 32 : ui32}> : (tensor<1x8x32x64xbf16>, tensor<1x1x128x64xbf16>, tensor<1x8x32x1xbf16>) -> tensor<1x1x32x128xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  %0 = "ttir.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<1x32x512xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<1x32x512xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  %0 = "ttnn.nlp_concat_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<1x1x32x512xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x4x32x64xbf16>) {
  %0 = "ttir.nlp_concat_heads_decode"(%a0) <{num_heads = 16 : ui32}> : (tensor<1x4x32x64xbf16>) -> tensor<1x1x4x1024xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x4x32x64xbf16>) {
  %0 = "ttnn.nlp_concat_heads_decode"(%a0) <{num_heads = 16 : ui32}> : (tensor<1x4x32x64xbf16>) -> tensor<1x1x4x1024xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x32x768xbf16>) {
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x32x768xbf16>) -> (tensor<2x8x32x64xbf16>, tensor<2x2x64x32xbf16>, tensor<2x2x32x64xbf16>)
  return
}

// -----

func.func @f(%a0: tensor<2x32x768xbf16>) {
  %0:3 = "ttnn.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x32x768xbf16>) -> (tensor<2x8x32x64xbf16>, tensor<2x2x64x32xbf16>, tensor<2x2x32x64xbf16>)
  return
}

// -----

func.func @f(%a0: tensor<1x1x32x768xbf16>) {
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32}> : (tensor<1x1x32x768xbf16>) -> (tensor<1x32x8x64xbf16>, tensor<1x32x2x64xbf16>, tensor<1x32x2x64xbf16>)
  return
}

// -----

func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  %0 = "ttir.rotary_embedding"(%a0, %a1, %a2) : (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  %0 = "ttnn.rotary_embedding"(%a0, %a1, %a2) : (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 32 + d2, d3), <1x1>, memref<8x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %a1: tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %a2: tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %a3: tensor<1x1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  %0 = "ttnn.rotary_embedding_llama"(%a0, %a1, %a2, %a3) : (tensor<1x8x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 32 + d2, d3), <1x1>, memref<8x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) -> tensor<1x8x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 32 + d2, d3), <1x1>, memref<8x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a0: tensor<2x32x8xbf16>, %a1: tensor<16x4x3xbf16>, %a2: tensor<1x1x16xbf16>) {
  %0 = "ttir.conv1d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 2 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<2x32x8xbf16>, tensor<16x4x3xbf16>, tensor<1x1x16xbf16>) -> tensor<2x16x16xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x16x18x8xbf16>, %a1: tensor<12x4x3x3xbf16>, %a2: tensor<1x1x1x12xbf16>) {
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 1>, groups = 2 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<2x16x18x8xbf16>, tensor<12x4x3x3xbf16>, tensor<1x1x1x12xbf16>) -> tensor<2x8x18x12xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x8x9x8xbf16>, %a1: tensor<8x6x2x2xbf16>, %a2: tensor<1x1x1x12xbf16>) {
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 1>, groups = 2 : i32, output_padding = array<i32: 1, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x9x8xbf16>, tensor<8x6x2x2xbf16>, tensor<1x1x1x12xbf16>) -> tensor<2x17x18x12xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x16x18x8xbf16>, %a1: tensor<12x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x12xbf16>) {
  %0 = "ttir.conv3d"(%a0, %a1, %a2) <{groups = 2 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 2, 1>}> : (tensor<1x8x16x18x8xbf16>, tensor<12x4x3x3x3xbf16>, tensor<1x1x1x1x12xbf16>) -> tensor<1x8x8x18x12xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> tensor<2x4x5x3xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> tensor<2x4x5x3xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> (tensor<2x4x5x3xbf16>, tensor<2x4x5x3xi32>)
  return
}

// -----

func.func @f(%a0: tensor<2x7x7x64xbf16>) {
  %0 = "ttir.global_avg_pool2d"(%a0) : (tensor<2x7x7x64xbf16>) -> tensor<2x1x1x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x7x7x64xbf16>) {
  %0 = "ttnn.global_avg_pool2d"(%a0) : (tensor<2x7x7x64xbf16>) -> tensor<2x1x1x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  %0 = "ttir.upsample2d"(%a0) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<2x8x10x3xbf16>) -> tensor<2x16x30x3xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  %0 = "ttnn.upsample"(%a0) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<2x8x10x3xbf16>) -> tensor<2x16x30x3xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x576x8xbf16>, %a1: tensor<12x4x3x3xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_height = 16 : i32, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x576x8xbf16>, tensor<12x4x3x3xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x288x12xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x144x8xbf16>, %a1: tensor<8x6x2x2xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_height = 8 : i32, input_width = 9 : i32, kernel_size = array<i32: 2, 2>, out_channels = 12 : i32, output_padding = array<i32: 1, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x144x8xbf16>, tensor<8x6x2x2xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x612x12xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x8x8x32xbf16>, %a1: tensor<864x64xbf16>, %a2: !ttnn.device) {
  %0 = "ttnn.conv3d"(%a0, %a1, %a2) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 8 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 64 : i32, padding = array<i32: 0, 0, 0>, padding_mode = "replicate", stride = array<i32: 1, 1, 1>}> : (tensor<1x8x8x8x32xbf16>, tensor<864x64xbf16>, !ttnn.device) -> tensor<1x6x6x6x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x16x8xbf16>, %a1: tensor<12x4x3xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  %0 = "ttnn.conv1d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = 1 : i32, groups = 2 : i32, in_channels = 8 : i32, input_length = 16 : i32, kernel_size = 3 : i32, out_channels = 12 : i32, padding = array<i32: 1, 1>, stride = 1 : i32}> : (tensor<2x16x8xbf16>, tensor<12x4x3xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x32x12xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  %0 = "ttnn.max_pool2d"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> tensor<1x1x40x3xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  %0 = "ttnn.avg_pool2d"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> tensor<1x1x40x3xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  %0:2 = "ttnn.max_pool2d_with_indices"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> (tensor<1x1x40x3xbf16>, tensor<1x1x40x3xui16>)
  return
}

// -----

func.func @f(%a0: tensor<12x4x3x3xbf16>, %a1: !ttnn.device) {
  %0 = "ttnn.prepare_conv2d_weights"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, has_bias = true, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>, weights_format = "OIHW"}> : (tensor<12x4x3x3xbf16>, !ttnn.device) -> tensor<1x1x36x12xbf16>
  return
}

// -----

func.func @f(%a0: tensor<8x6x3x3xbf16>, %a1: !ttnn.device) {
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, has_bias = true, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>, weights_format = "IOHW"}> : (tensor<8x6x3x3xbf16>, !ttnn.device) -> tensor<1x1x36x12xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x1x12xbf16>, %a1: !ttnn.device) {
  %0 = "ttnn.prepare_conv2d_bias"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x1x12xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x1x1x12xbf16>, %a1: !ttnn.device) {
  %0 = "ttnn.prepare_conv_transpose2d_bias"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x1x12xbf16>
  return
}

// -----

func.func @f(%a0: tensor<12x4x3x3x3xbf16>, %a1: !ttnn.device) {
  %0 = "ttnn.prepare_conv3d_weights"(%a0, %a1) <{alignment = 32 : i32, c_in_block = 32 : i32, groups = 2 : i32}> : (tensor<12x4x3x3x3xbf16>, !ttnn.device) -> tensor<864x12xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x9x9xbf16>, %a1: tensor<4x8x3x3xbf16>) {
  %0 = "ttir.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x9x9xbf16>, tensor<4x8x3x3xbf16>) -> tensor<1x4x7x7xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x16xbf16>) {
  %0 = "ttir.pooling"(%a0) <{base_dilations = array<i64: 1, 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2>, window_strides = array<i64: 1, 1, 2>}> : (tensor<1x8x16xbf16>) -> tensor<1x8x8xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x8x128x64xbf16>, %a1: tensor<1x8x32x64xbf16>, %a2: tensor<1xi32>) {
  "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<32x8x128x64xbf16>, tensor<1x8x32x64xbf16>, tensor<1xi32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<32x8x128x64xbf16>, %a1: tensor<1x8x32x64xbf16>, %a2: tensor<1xi32>) {
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<32x8x128x64xbf16>, tensor<1x8x32x64xbf16>, tensor<1xi32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4x8x128x64xbf16>, %a1: tensor<1x8x17x64xbf16>) {
  "ttir.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<4x8x128x64xbf16>, tensor<1x8x17x64xbf16>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4x8x128x64xbf16>, %a1: tensor<1x8x17x64xbf16>) {
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<4x8x128x64xbf16>, tensor<1x8x17x64xbf16>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<128x4x32x256xbf16>, %a1: tensor<1x8x12x256xbf16>, %a2: tensor<8xi32>, %a3: tensor<8x16xi32>) {
  "ttir.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<128x4x32x256xbf16>, tensor<1x8x12x256xbf16>, tensor<8xi32>, tensor<8x16xi32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<128x4x32x256xbf16>, %a1: tensor<1x8x12x256xbf16>, %a2: tensor<8xi32>, %a3: tensor<8x16xi32>) {
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<128x4x32x256xbf16>, tensor<1x8x12x256xbf16>, tensor<8xi32>, tensor<8x16xi32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<128x12x32x256xbf16>, %a1: tensor<1x12x65x256xbf16>, %a2: tensor<8x16xi32>, %a3: tensor<1xi32>) {
  "ttir.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<128x12x32x256xbf16>, tensor<1x12x65x256xbf16>, tensor<8x16xi32>, tensor<1xi32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<128x12x32x256xbf16>, %a1: tensor<1x12x65x256xbf16>, %a2: tensor<8x16xi32>, %a3: tensor<1xi32>) {
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<128x12x32x256xbf16>, tensor<1x12x65x256xbf16>, tensor<8x16xi32>, tensor<1xi32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>) {
  %0 = "ttir.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>) {
  %0 = "ttnn.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>) {
  %0 = "ttir.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>) {
  %0 = "ttnn.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>) {
  %0 = "ttir.all_gather"(%a0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<32x256xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>) {
  %0 = "ttnn.all_gather"(%a0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<32x256xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x256xbf16>) {
  %0 = "ttir.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x256xbf16>) {
  %0 = "ttnn.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x256xbf16>) {
  %0 = "ttir.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x256xbf16>) {
  %0 = "ttnn.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<32x256xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>) {
  %0 = "ttir.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>) {
  %0 = "ttnn.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>) {
  %0 = "ttir.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>) {
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<128x16xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x512xbf16>) {
  %0 = "ttir.mesh_shard"(%a0) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x512xbf16>) -> tensor<32x128xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x512xbf16>, %a1: !ttnn.device) {
  %0 = "ttnn.mesh_shard"(%a0, %a1) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 4>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x512xbf16>, !ttnn.device) -> tensor<32x128xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>) {
  %0 = "ttir.point_to_point"(%a0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>) {
  %0 = "ttnn.point_to_point"(%a0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<8x8xbf16>, %a1: !ttnn.device) {
  %0 = "ttnn.distribute_tensor"(%a0, %a1) <{mapper_config = #ttnn.mesh_mapper_config<placements = [<shard, 0 : i64>]>}> : (tensor<8x8xbf16>, !ttnn.device) -> tensor<4x8xbf16>
  return
}

// -----

func.func @f(%a0: tensor<4x8xbf16>, %a1: !ttnn.device) {
  %0 = "ttnn.aggregate_tensor"(%a0, %a1) <{composer_config = #ttnn.mesh_composer_config<dims = [0 : i32, 1 : i32]>}> : (tensor<4x8xbf16>, !ttnn.device) -> tensor<8x8xbf16>
  return
}

// -----

func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  %0:2 = "ttir.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<1x32x32x64xbf16>, tensor<1x32x32x2xui16>)
  return
}

// -----

func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  %0:2 = "ttnn.all_to_all_dispatch"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<1x1x16x8xui16>) -> (tensor<1x32x32x64xbf16>, tensor<1x32x32x2xui16>)
  return
}

// -----

func.func @f(%a0: tensor<4x1x32x64xbf16>, %a1: tensor<4x1x32x2xui16>, %a2: tensor<4x1x32x2xbf16>, %a3: tensor<1x1x16x8xui16>) {
  %0:3 = "ttir.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<4x1x32x2xbf16>, tensor<1x1x16x8xui16>) -> (tensor<1x1024x64xbf16>, tensor<1x1024x2xui16>, tensor<1x1024x2xbf16>)
  return
}

// -----

func.func @f(%a0: tensor<1x1x32x2880xbf16>, %a1: tensor<1x1x32x4xui16>, %a2: tensor<1x1x32x4xbf16>, %a3: tensor<8x128xui16>) {
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a0, %a1, %a2, %a3) <{cluster_axis = 0 : i64, num_devices = 8 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<1x1x32x2880xbf16>, tensor<1x1x32x4xui16>, tensor<1x1x32x4xbf16>, tensor<8x128xui16>) -> (tensor<1x256x2880xbf16>, tensor<1x256x4xui16>, tensor<1x256x4xbf16>)
  return
}

// -----

func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  %0 = "ttir.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 2 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x32x2xui16>, tensor<1x1x16x8xui16>) -> tensor<2x4x4x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x32x2xui16>, %a2: tensor<1x1x16x8xui16>) {
  %0 = "ttnn.all_to_all_combine"(%a0, %a1, %a2) <{cluster_axis = 0 : i64, num_devices = 8 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 2 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x32x2xui16>, tensor<1x1x16x8xui16>) -> tensor<2x4x4x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x4x32x16xbf16>, %a1: tensor<1x1x16x8xui16>, %a2: tensor<1x4x32x2xui16>) {
  %0:2 = "ttir.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x4x32x16xbf16>, tensor<1x1x16x8xui16>, tensor<1x4x32x2xui16>) -> (tensor<1x4x32x2xbf16>, tensor<1x1x8x2xui16>)
  return
}

// -----

func.func @f(%a0: tensor<1x4x32x16xbf16>, %a1: tensor<1x1x16x8xui16>, %a2: tensor<1x4x32x2xui16>) {
  %0:2 = "ttnn.moe_expert_token_remap"(%a0, %a1, %a2) <{reduction_size = 16 : i64}> : (tensor<1x4x32x16xbf16>, tensor<1x1x16x8xui16>, tensor<1x4x32x2xui16>) -> (tensor<1x4x32x2xbf16>, tensor<1x1x8x2xui16>)
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<1x4x64x128xbf16>, %a5: tensor<1x4x64x128xbf16>, %a6: tensor<1x4x128x64xbf16>) {
  %0 = "ttir.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 0 : ui32, intermediate_size = 128 : ui32, layer_id = 0 : ui32, output_height_shard_dim = 4 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<1x4x64x128xbf16>, tensor<1x4x64x128xbf16>, tensor<1x4x128x64xbf16>) -> tensor<2x32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x2xui16>, %a2: tensor<32x2xbf16>, %a3: tensor<1x16xui16>, %a4: tensor<4x64x256xbf16>, %a5: tensor<4x128x64xbf16>, %a6: !ttnn.device) {
  %0 = "ttnn.moe_compute"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{cluster_axis = 0 : ui32, has_bias = false, intermediate_size = 128 : ui32, layer_id = 0 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, output_height_shard_dim = 4 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0, 1>}> : (tensor<32x64xbf16>, tensor<32x2xui16>, tensor<32x2xbf16>, tensor<1x16xui16>, tensor<4x64x256xbf16>, tensor<4x128x64xbf16>, !ttnn.device) -> tensor<2x32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x2880xbf16>, %a1: tensor<32x4xui16>, %a2: tensor<32x4xbf16>, %a3: tensor<1x128xui16>, %a4: tensor<8x1x4x4x2880x128xbf16>, %a5: tensor<8x1x4x2x2912x128xbf16>) {
  %0:5 = "ttir.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<32x2880xbf16>, tensor<32x4xui16>, tensor<32x4xbf16>, tensor<1x128xui16>, tensor<8x1x4x4x2880x128xbf16>, tensor<8x1x4x2x2912x128xbf16>) -> (tensor<1x32xui32>, tensor<1x32xui32>, tensor<1x32xui32>, tensor<32x2880xbf16>, tensor<32x2880xbf16>)
  return
}

// -----

func.func @f(%a0: tensor<32x2880xbf16>, %a1: tensor<32x4xui16>, %a2: tensor<32x4xbf16>, %a3: tensor<1x128xui16>, %a4: tensor<8x1x4x4x2880x128xbf16>, %a5: tensor<8x1x4x2x2912x128xbf16>) {
  %0:5 = "ttnn.moe_gpt"(%a0, %a1, %a2, %a3, %a4, %a5) : (tensor<32x2880xbf16>, tensor<32x4xui16>, tensor<32x4xbf16>, tensor<1x128xui16>, tensor<8x1x4x4x2880x128xbf16>, tensor<8x1x4x2x2912x128xbf16>) -> (tensor<1x32xui32>, tensor<1x32xui32>, tensor<1x32xui32>, tensor<32x2880xbf16>, tensor<32x2880xbf16>)
  return
}

// -----

func.func @f(%a0: tensor<4x32x64xbf16>, %a1: tensor<32x2xui32>, %a2: tensor<4x32xui32>, %a3: tensor<1x4xui32>) {
  %0 = "ttir.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 8 : ui32, experts = 4 : ui32, hidden_size = 64 : ui32, select_experts_k = 2 : ui32, seq_size = 4 : ui32}> : (tensor<4x32x64xbf16>, tensor<32x2xui32>, tensor<4x32xui32>, tensor<1x4xui32>) -> tensor<2x32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<4x32x64xbf16>, %a1: tensor<32x2xui32>, %a2: tensor<4x32xui32>, %a3: tensor<1x4xui32>) {
  %0 = "ttnn.selective_reduce_combine"(%a0, %a1, %a2, %a3) <{batch_size = 8 : ui32, experts = 4 : ui32, hidden_size = 64 : ui32, select_experts_k = 2 : ui32, seq_size = 4 : ui32}> : (tensor<4x32x64xbf16>, tensor<32x2xui32>, tensor<4x32xui32>, tensor<1x4xui32>) -> tensor<2x32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<4x64x128xbf16>, %a1: tensor<4x64x128xbf16>, %a2: !ttnn.device) {
  %0 = "ttnn.prepare_moe_compute_w0_w1_weights"(%a0, %a1, %a2) <{hidden_size = 64 : ui32, intermediate_size = 128 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>}> : (tensor<4x64x128xbf16>, tensor<4x64x128xbf16>, !ttnn.device) -> tensor<4x64x256xbf16>
  return
}

// -----

func.func @f(%a0: tensor<4x128x64xbf16>, %a1: !ttnn.device) {
  %0 = "ttnn.prepare_moe_compute_w2_weights"(%a0, %a1) <{hidden_size = 64 : ui32, intermediate_size = 128 : ui32}> : (tensor<4x128x64xbf16>, !ttnn.device) -> tensor<4x128x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xbf16>, %a2: tensor<32x64xbf16>, %a3: tensor<32x64xbf16>) {
  %0:3 = "ttir.adamw"(%a0, %a1, %a2, %a3) <{beta1 = 9.0e-1 : f32, beta1_pow = 9.0e-1 : f32, beta2 = 9.9e-1 : f32, beta2_pow = 9.9e-1 : f32, epsilon = 1.0e-8 : f32, lr = 1.0e-3 : f32, weight_decay = 1.0e-2 : f32}> : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>)
  return
}

// -----

func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xbf16>, %a2: tensor<32x64xbf16>, %a3: tensor<32x64xbf16>) {
  "ttnn.adamw"(%a0, %a1, %a2, %a3) <{beta1 = 9.0e-1 : f32, beta1_pow = 9.0e-1 : f32, beta2 = 9.9e-1 : f32, beta2_pow = 9.9e-1 : f32, epsilon = 1.0e-8 : f32, lr = 1.0e-3 : f32, weight_decay = 1.0e-2 : f32}> : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x64x32xbf16>, %a2: tensor<1x2x64x32xbf16>, %a3: tensor<1x1x64x64xbf16>) {
  %0 = "ttir.sdpa_fw"(%a0, %a1, %a2, %a3) <{dropout_probability = 0.0 : f32, mask_type = #ttcore.attention_mask_type<arbitrary>, return_intermediates = false}> : (tensor<1x8x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x1x64x64xbf16>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

func.func @f(%a0: tensor<2x8x32x64xbf16>, %a1: tensor<2x2x32x64xbf16>, %a2: tensor<2x2x32x64xbf16>) {
  %0 = "ttnn.sdpa_fw"(%a0, %a1, %a2) : (tensor<2x8x32x64xbf16>, tensor<2x2x32x64xbf16>, tensor<2x2x32x64xbf16>) -> tensor<2x8x32x64xbf16>
  return
}

// -----

func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x8x64x32xbf16>, %a2: tensor<1x8x64x32xbf16>, %a3: tensor<1x2x64x32xbf16>, %a4: tensor<1x2x64x32xbf16>, %a5: tensor<1x8x64x32xf32>, %a6: tensor<1x1x64x64xbf16>) {
  %0:3 = "ttir.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{dropout_probability = 0.0 : f32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x8x64x32xf32>, tensor<1x1x64x64xbf16>) -> (tensor<1x8x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>)
  return
}

// -----

func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x8x64x32xbf16>, %a2: tensor<1x8x64x32xbf16>, %a3: tensor<1x2x128x32xbf16>, %a4: tensor<1x2x128x32xbf16>, %a5: tensor<1x8x64x2xf32>, %a6: tensor<1x1x64x128xbf16>) {
  %0:3 = "ttnn.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{dropout_probability = 0.0 : f32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x8x64x2xf32>, tensor<1x1x64x128xbf16>) -> (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>)
  return
}

// -----

func.func @f() {
  %0 = "ttir.alloc"() <{address = 64 : i64, memory_space = #ttcore.memory_space<dram>, size = 128 : i64}> : () -> tensor<4x8xf32, #ttcore.metal_layout<logical_shape = 4x8, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, dram, sharded>>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  "ttir.dealloc"(%a0) : (tensor<4x8xf32>) -> ()
  return
}

// -----

func.func @f() {
  %0 = "ttnn.alloc"() <{address = 4096 : i64, buffer_type = #ttnn.buffer_type<dram>, size = 4096 : i64}> : () -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>, %a1: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  "ttnn.copy"(%a0, %a1) : (tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>, %a1: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  "ttnn.write_tensor"(%a0, %a1) <{blocking = false, cq_id = 0 : ui32}> : (tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>, tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>) -> ()
  return
}

// -----

func.func @f() {
  %0 = "ttnn.load_tensor"() <{file_path = "a.tensorbin"}> : () -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  "ttnn.dump_tensor"(%a0) <{file_path = "weights.tensorbin"}> : (tensor<4x8xf32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  "ttnn.deallocate"(%a0) <{force = false}> : (tensor<4x8xf32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: !ttnn.device) {
  %0 = "ttnn.to_device"(%a0, %a1) : (tensor<4x8xf32>, !ttnn.device) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttnn.from_device"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f() {
  %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  return
}

// -----

func.func @f(%a0: !ttnn.device) {
  %0 = "ttnn.create_global_semaphore"(%a0) <{core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,7)>]>, initial_value = 0 : ui32}> : (!ttnn.device) -> !ttnn.global_semaphore
  return
}

// -----

func.func @f(%a0: !ttnn.device) {
  %0 = "ttnn.allocate_moe_compute_semaphore"(%a0) <{hidden_size = 64 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, output_height_shard_dim = 4 : ui32}> : (!ttnn.device) -> !ttnn.global_semaphore
  return
}

// -----

func.func @f(%a0: !ttnn.global_semaphore) {
  "ttnn.reset_global_semaphore"(%a0) <{value = 0 : ui32}> : (!ttnn.global_semaphore) -> ()
  return
}

// -----

func.func @f(%a0: !ttnn.device) {
  %0 = "ttnn.begin_trace_capture"(%a0) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return
}

// -----

func.func @f(%a0: !ttnn.device, %a1: tensor<ui32, #ttnn.trace_id>) {
  "ttnn.end_trace_capture"(%a0, %a1) <{cq_id = 0 : ui32}> : (!ttnn.device, tensor<ui32, #ttnn.trace_id>) -> ()
  return
}

// -----

func.func @f(%a0: !ttnn.device, %a1: tensor<ui32, #ttnn.trace_id>) {
  "ttnn.execute_trace"(%a0, %a1) <{blocking = false, cq_id = 0 : ui32}> : (!ttnn.device, tensor<ui32, #ttnn.trace_id>) -> ()
  return
}

// -----

func.func private @a() -> tensor<4x8xf32>
func.func private @c(!ttnn.device) -> (tensor<ui32, #ttnn.trace_id>, tensor<4x8xf32>)
func.func private @e(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a0: !ttnn.device, %a1: tensor<4x8xf32>) {
  %0 = "ttnn.capture_or_execute_trace"(%a0, %a1) <{allocate_slots_callee = @a, capture_callee = @c, execute_callee = @e, operandSegmentSizes = array<i32: 1, 1, 0>}> : (!ttnn.device, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  "ttnn.generic"(%a0, %a1) <{program = #ttnn.program<kernels = [#ttnn.compute_kernel<symbol_ref = @k, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, math_fidelity = hifi4, fp32_dest_acc_en = false, dst_full_sync_en = false, unpack_to_dest_modes = [default], bfp8_pack_precise = false, math_approx_mode = false, ct_args = [], common_rt_args = [], rt_args = []>], cbs = [], semaphores = []>, operandSegmentSizes = array<i32: 2, 0>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4x8xbf16>, %a1: tensor<4x8xbf16>) {
  %0 = "ttnn.d2m_subgraph"(%a0, %a1) <{d2m_func = @g, operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  return
}
func.func private @g(tensor<4x8xbf16>) -> tensor<4x8xbf16>

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.tt_lang_op"(%a0) <{arg_roles = "out", kernel_id = "k", shard_spec = "", version_tag = "v1"}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttir.ttnn_metal_layout_cast"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f() {
  %0 = "ttir.empty"() : () -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<2xf32>) {
  %0 = "ttcore.tuple"(%a0, %a1) : (tensor<4x8xf32>, tensor<2xf32>) -> tuple<tensor<4x8xf32>, tensor<2xf32>>
  return
}

// -----

func.func @f(%a0: tuple<tensor<4x8xf32>, tensor<2xf32>>) {
  %0 = "ttcore.get_tuple_element"(%a0) <{index = 1 : i32}> : (tuple<tensor<4x8xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a0: !ttcore.dict) {
  %0 = "ttcore.get_key_value"(%a0) <{key = "a"}> : (!ttcore.dict) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a0: !ttcore.dict, %a1: tensor<4x8xf32>) {
  "ttcore.set_key_value"(%a0, %a1) <{key = "a"}> : (!ttcore.dict, tensor<4x8xf32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4x8xf32>) {
  %0 = "ttcore.optimization_barrier"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

ttcore.global @g = tensor<4xf32>

// -----

func.func @f() {
  %0 = "ttcore.get_global"() <{sym_name = "g"}> : () -> tensor<4xf32>
  return
}
ttcore.global @g = tensor<4xf32>

// -----

func.func @f(%x: tensor<4xf32>) {
  %0 = "ttcore.composite"(%x) <{composite_name = "n", decomposition = @g}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @g(tensor<4xf32>) -> tensor<4xf32>

// -----

func.func @f(%x: tensor<4xf32>) {
  %0 = "ttcore.load_cached"(%x) <{callee = @g}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @g(tensor<4xf32>) -> tensor<4xf32>

// -----

ttcore.device_module {
  builtin.module {}
}

// -----

ttcore.cpu_module {
  builtin.module {}
}

// -----

ttcore.device @d = <workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, 0, 0), meshShape = 1x1, chipIds = [0]>
