// A pattern that is off by default is off before a program is split, too; what the command line says of one holds there.
// RUN: alcove-opt %s --ttir-fuse-for-mesh | FileCheck %s --check-prefix=OFF
// RUN: alcove-opt %s --ttir-fuse-for-mesh="enable-tanh-gelu=true" | FileCheck %s --check-prefix=ON
// RUN: alcove plan %s --mesh=1x2 --device=n300 -o %t.mlir && FileCheck %s --check-prefix=PLAN < %t.mlir
// RUN: alcove-run %s --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// RUN: alcove plan %s --mesh=1x2 --device=n300 --enable-tanh-gelu=true -o %t.on.mlir && FileCheck %s --check-prefix=PLANNED-ON < %t.on.mlir
// OFF-NOT: ttir.gelu
// OFF: ttir.tanh
// ON: ttir.gelu
// PLAN-NOT: ttnn.gelu
// PLAN: ttnn.tanh
// PLANNED-ON: ttnn.gelu
// EQUAL: f32 against f32: equal
func.func @main(%x: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %half = "ttir.full"() <{fill_value = 0.5 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %one = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %three = "ttir.full"() <{fill_value = 3.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %c = "ttir.full"() <{fill_value = 0.0446777344 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %root = "ttir.full"() <{fill_value = 0.796875 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %0 = "ttir.multiply"(%x, %half) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %1 = "ttir.pow"(%x, %three) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %2 = "ttir.multiply"(%1, %c) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %3 = "ttir.add"(%x, %2) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %4 = "ttir.multiply"(%3, %root) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %5 = "ttir.tanh"(%4) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %6 = "ttir.add"(%5, %one) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
  %7 = "ttir.multiply"(%0, %6) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %7 : tensor<32x64xbf16>
}
