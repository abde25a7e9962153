// RUN: split-file %s %t
// RUN: not alcove-opt %t/weights.mlir --ttir-to-ttnn-backend-pipeline="optimization-level=2 enable-product-by-columns=false" -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=WEIGHTS
// RUN: not alcove-opt %t/weights.mlir --ttir-to-ttnn-backend-pipeline="optimization-level=2" -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: not alcove-opt %t/tensor.mlir --ttir-to-ttnn-backend-pipeline="optimization-level=2" -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=TENSOR
// RUN: not alcove-opt %t/several.mlir --ttir-to-ttnn-backend-pipeline="optimization-level=2" -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not ls %t/out.mlir
// RUN: alcove-opt %t/fits.mlir --ttir-to-ttnn-backend-pipeline="optimization-level=2" -o %t/fits.out.mlir

// What no plan can change is said before there is one (MEM-13): 16 GiB of weights, a tensor of 2^40 elements.
// WEIGHTS: weights.mlir:1:{{[0-9]+}}: error: MEM-13: %arg1 takes 1431656448 B of each DRAM channel, 1073740800 are there; no plan changes that: less data, or a mesh of more chips, does
// PARTS: weights.mlir:1:{{[0-9]+}}: error: MEM-13: its arguments and cached constants take 1432005968 B of each DRAM channel, 1073740800 are there; no plan changes that: less data, or a mesh of more chips, does
// TENSOR: tensor.mlir:{{[0-9]+:[0-9]+}}: error: MEM-13: {{.*}} takes 183251939328 B of each DRAM channel, 1073740800 are there; no plan changes that
// TENSOR-NOT: a bug
// SEVERAL: several.mlir:1:{{[0-9]+}}: error: MEM-13: its arguments and cached constants take {{[0-9]+}} B of each DRAM channel, 1073740800 are there; no plan changes that

//--- weights.mlir
func.func @f(%x: tensor<32x65536xbf16>, %w: tensor<65536x131072xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x131072xbf16> {
  %0 = "ttir.matmul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<32x65536xbf16>, tensor<65536x131072xbf16>) -> tensor<32x131072xbf16>
  return %0 : tensor<32x131072xbf16>
}

//--- tensor.mlir
func.func @f(%x: tensor<1x1048576xbf16>) -> tensor<1048576x1048576xbf16> {
  %0 = "ttir.broadcast"(%x) <{broadcast_dimensions = array<i64: 1048576, 1>}> : (tensor<1x1048576xbf16>) -> tensor<1048576x1048576xbf16>
  %1 = "ttir.relu"(%0) : (tensor<1048576x1048576xbf16>) -> tensor<1048576x1048576xbf16>
  return %1 : tensor<1048576x1048576xbf16>
}

//--- fits.mlir
func.func @f(%x: tensor<32x65536xbf16>, %w: tensor<65536x32768xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x32768xbf16> {
  %0 = "ttir.matmul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<32x65536xbf16>, tensor<65536x32768xbf16>) -> tensor<32x32768xbf16>
  return %0 : tensor<32x32768xbf16>
}

//--- several.mlir
func.func @f(%x: tensor<32x65536xbf16>, %v: tensor<65536x65536xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %w: tensor<65536x65536xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x65536xbf16> {
  %0 = "ttir.matmul"(%x, %v) <{transpose_a = false, transpose_b = false}> : (tensor<32x65536xbf16>, tensor<65536x65536xbf16>) -> tensor<32x65536xbf16>
  %1 = "ttir.matmul"(%0, %w) <{transpose_a = false, transpose_b = false}> : (tensor<32x65536xbf16>, tensor<65536x65536xbf16>) -> tensor<32x65536xbf16>
  return %1 : tensor<32x65536xbf16>
}
