// Every elementwise op of the dialect follows a split of its operands, those too that few models use.
// RUN: alcove-opt %s --ttir-split-over-mesh="mesh=1x2 device=n300" -o %t.split
// RUN: FileCheck %s < %t.split
// RUN: alcove-run %s --compare=%t.split --precision=f32 --sensitivity=no

// CHECK: "ttir.matmul"({{.*}}) {{.*}} -> tensor<32x1024xf32>
// CHECK: "ttir.acos"({{.*}}) {{.*}} -> tensor<32x1024xf32>
// CHECK: "ttir.softsign"({{.*}}) {{.*}} -> tensor<32x1024xf32>
// CHECK: "ttir.elu"({{.*}}) {{.*}} -> tensor<32x1024xf32>
func.func @mlp(%x: tensor<32x1024xf32>,
               %up: tensor<1024x2048xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>},
               %down: tensor<2048x1024xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x1024xf32> {
  %0 = "ttir.matmul"(%x, %up) : (tensor<32x1024xf32>, tensor<1024x2048xf32>) -> tensor<32x2048xf32>
  %1 = "ttir.tanh"(%0) : (tensor<32x2048xf32>) -> tensor<32x2048xf32>
  %2 = "ttir.acos"(%1) : (tensor<32x2048xf32>) -> tensor<32x2048xf32>
  %3 = "ttir.softsign"(%2) : (tensor<32x2048xf32>) -> tensor<32x2048xf32>
  %4 = "ttir.elu"(%3) <{alpha = 5.000000e-01 : f32}> : (tensor<32x2048xf32>) -> tensor<32x2048xf32>
  %5 = "ttir.matmul"(%4, %down) : (tensor<32x2048xf32>, tensor<2048x1024xf32>) -> tensor<32x1024xf32>
  return %5 : tensor<32x1024xf32>
}
