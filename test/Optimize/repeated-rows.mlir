// A row of a parameter, and a permute to channels last, in either form: the numbers are the same, and what a form that is
// not taken would read is not in the program.
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=scaled=row-repeated,moved=in-two-moves" %s -o %t.other.mlir
// RUN: FileCheck %s --check-prefix=OTHER < %t.other.mlir
// RUN: alcove-run %s --compare=%t.other.mlir | FileCheck %s --check-prefix=NUMBERS
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=scaled=as-it-stands,shifted=as-it-stands,moved=as-it-stands" %s -o %t.stands.mlir
// RUN: FileCheck %s --check-prefix=STANDS < %t.stands.mlir
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 alternatives=false" %s -o %t.none.mlir
// RUN: diff %t.stands.mlir %t.none.mlir

// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=scaled=row-under-pieces,shifted=row-under-pieces" %s -o %t.pieces.mlir
// RUN: FileCheck %s --check-prefix=PIECES < %t.pieces.mlir
// RUN: alcove-run %s --compare=%t.pieces.mlir | FileCheck %s --check-prefix=NUMBERS

// Pieces of 32 rows: a constant row is repeated before the run, one that is computed by an op.
// PIECES: func.func private @f_const_eval_0
// PIECES: "ttnn.repeat"{{.*}} -> tensor<1x32x160xbf16
// PIECES: func.func @f
// PIECES: "ttnn.multiply"{{.*}} -> tensor<384x32x160xbf16
// PIECES: "ttnn.repeat"{{.*}} -> tensor<1x32x160xbf16
// PIECES: "ttnn.add"{{.*}} -> tensor<384x32x160xbf16

// OTHER: func.func private @f_const_eval_0
// OTHER: "ttnn.repeat"{{.*}} -> tensor<2x64x96x160xbf16
// OTHER: func.func @f
// OTHER-COUNT-2: "ttnn.permute"
// STANDS-NOT: ttnn.repeat
// STANDS: func.func @f
// STANDS-COUNT-1: "ttnn.permute"
// STANDS-NOT: "ttnn.permute"
// NUMBERS: equal

// Two readers of one row share what is made of it. Of two rows two are made.
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=first=row-repeated,second=row-repeated" %S/Inputs/rows-shared.mlir -o %t.shared.mlir
// RUN: FileCheck %s --check-prefix=SHARED < %t.shared.mlir
// RUN: alcove-run %S/Inputs/rows-shared.mlir --compare=%t.shared.mlir | FileCheck %s --check-prefix=NUMBERS
// SHARED-COUNT-1: "ttnn.repeat"
// SHARED: func.func @f
// SHARED-COUNT-1: ttcore.load_cached
// SHARED-NOT: ttcore.load_cached
// RUN: sed 's/(%%b, %%s)/(%%b, %%t)/' %S/Inputs/rows-shared.mlir > %t.two.mlir
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=first=row-repeated,second=row-repeated" %t.two.mlir | FileCheck %s --check-prefix=TWO
// TWO-COUNT-2: "ttnn.repeat"
// TWO: func.func @f
// TWO-COUNT-2: ttcore.load_cached
func.func @f(%x: tensor<2x160x64x96xbf16> {ttcore.argument_type = #ttcore.argument_type<input>},
             %s: tensor<1x1x1x160xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %t: tensor<1x1x1x160xbf16>) -> tensor<2x64x96x160xbf16> {
  %a = "ttir.sigmoid"(%x) : (tensor<2x160x64x96xbf16>) -> tensor<2x160x64x96xbf16> loc("gate")
  %0 = "ttir.permute"(%a) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x160x64x96xbf16>) -> tensor<2x64x96x160xbf16> loc("moved")
  %1 = "ttir.multiply"(%0, %s) : (tensor<2x64x96x160xbf16>, tensor<1x1x1x160xbf16>) -> tensor<2x64x96x160xbf16> loc("scaled")
  %b = "ttir.tanh"(%t) : (tensor<1x1x1x160xbf16>) -> tensor<1x1x1x160xbf16>
  %2 = "ttir.add"(%1, %b) : (tensor<2x64x96x160xbf16>, tensor<1x1x1x160xbf16>) -> tensor<2x64x96x160xbf16> loc("shifted")
  return %2 : tensor<2x64x96x160xbf16>
}
