// Experts of a decoding step: a batch of matrices is read from the DRAM banks matrix by matrix.
// RUN: alcove-opt %s --ttir-lowering="optimization-level=2 mock-system-desc-arch=wormhole_b0" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: alcove-opt %s --ttir-lowering="optimization-level=2 mock-system-desc-arch=wormhole_b0 enable-product-by-matrices=false" | FileCheck %s --check-prefix=OFF
// RUN: alcove-run %s --function=experts --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// EQUAL: result 0: {{.*}}equal

// CHECK-LABEL: func.func @experts
// CHECK: "ttir.slice_static"(%arg1) <{begins = [0 : i32, 0 : i32, 0 : i32], ends = [1 : i32, 1024 : i32, 14336 : i32]
// CHECK-COUNT-3: "ttir.matmul"({{.*}}) {{.*}} : (tensor<17x1024xbf16>, tensor<1024x14336xbf16>) -> tensor<17x14336xbf16>
// CHECK: "ttir.concat"({{.*}}) <{dim = 0 : si32}> {{.*}} -> tensor<3x17x14336xbf16>
// OFF-LABEL: func.func @experts
// OFF-NOT: slice_static
// OFF: "ttir.matmul"(%arg0, %arg1) {{.*}} -> tensor<3x17x14336xbf16>
func.func @experts(%x: tensor<3x17x1024xbf16>, %w: tensor<3x1024x14336xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<3x17x14336xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<3x17x1024xbf16>, tensor<3x1024x14336xbf16>) -> tensor<3x17x14336xbf16>
  return %0 : tensor<3x17x14336xbf16>
}

// Two rows of tiles; matrices that arrive with each call; one matrix for all; matrices so small that cutting takes longer.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: slice_static
func.func @rows(%x: tensor<3x33x1024xbf16>, %w: tensor<3x1024x14336xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<3x33x14336xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<3x33x1024xbf16>, tensor<3x1024x14336xbf16>) -> tensor<3x33x14336xbf16>
  return %0 : tensor<3x33x14336xbf16>
}
// CHECK-LABEL: func.func @given
// CHECK-NOT: slice_static
func.func @given(%x: tensor<3x17x1024xbf16>, %w: tensor<3x1024x14336xbf16>) -> tensor<3x17x14336xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<3x17x1024xbf16>, tensor<3x1024x14336xbf16>) -> tensor<3x17x14336xbf16>
  return %0 : tensor<3x17x14336xbf16>
}
// CHECK-LABEL: func.func @shared
// CHECK-NOT: slice_static
func.func @shared(%x: tensor<3x17x1024xbf16>, %w: tensor<1x1024x14336xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<3x17x14336xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<3x17x1024xbf16>, tensor<1x1024x14336xbf16>) -> tensor<3x17x14336xbf16>
  return %0 : tensor<3x17x14336xbf16>
}
// CHECK-LABEL: func.func @small
// CHECK-NOT: slice_static
func.func @small(%x: tensor<16x32x256xbf16>, %w: tensor<16x256x512xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<16x32x512xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<16x32x256xbf16>, tensor<16x256x512xbf16>) -> tensor<16x32x512xbf16>
  return %0 : tensor<16x32x512xbf16>
}
