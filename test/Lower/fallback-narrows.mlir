// A softmax whose rows of f32 do not fit is computed in bf16, result and all, and the program is told. With more L1 it stays as
// it is, and nothing is said.
// RUN: alcove plan %s --l1-bytes=200000 --cores=4x4 --summary=false -o %t.mlir 2> %t.err
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=WARN < %t.err
// RUN: alcove run %s --compare=%t.mlir | FileCheck %s --check-prefix=NUMBERS
// RUN: alcove plan %s --l1-bytes=240000 --cores=4x4 --summary=false -o %t.whole.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=WHOLE < %t.whole.mlir
// CHECK: %[[N:.*]] = "ttnn.typecast"({{.*}} -> tensor<1x2x100x100xbf16
// CHECK: %[[S:.*]] = "ttnn.softmax"(%[[N]]) {{.*}} -> tensor<1x2x100x100xbf16
// CHECK: "ttnn.typecast"(%[[S]]) {{.*}} -> tensor<1x2x100x100xf32
// WARN-COUNT-1: warning: 'ttnn.softmax' is computed in bf16: in f32 it needs more L1 than there is
// WARN-NOT: warning
// NUMBERS: result 0: {{.*}} equal
// WHOLE: "ttnn.softmax"({{.*}} -> tensor<1x2x100x100xf32
func.func @softmax(%x: tensor<1x2x100x100xf32>) -> tensor<1x2x100x100xf32> {
  %0 = "ttir.softmax"(%x) <{dimension = 3 : si32, numericStable = true}> : (tensor<1x2x100x100xf32>) -> tensor<1x2x100x100xf32>
  return %0 : tensor<1x2x100x100xf32>
}
