// A row beside a matrix, a parameter and one that is computed, and a permute to channels last, in either form: the numbers
// are the same, and what a form that is not taken would read is not in the program.
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=scaled=row-under-pieces,shifted=row-under-pieces,few=row-repeated,moved=in-two-moves" %s -o %t.other.mlir
// RUN: FileCheck %s --check-prefix=OTHER < %t.other.mlir
// RUN: alcove-run %s --function=f --compare=%t.other.mlir | FileCheck %s --check-prefix=NUMBERS
// RUN: alcove-run %s --function=g --compare=%t.other.mlir | FileCheck %s --check-prefix=NUMBERS
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=scaled=as-it-stands,shifted=as-it-stands,few=as-it-stands,moved=as-it-stands" %s -o %t.stands.mlir
// RUN: FileCheck %s --check-prefix=STANDS < %t.stands.mlir
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 alternatives=false" %s -o %t.none.mlir
// RUN: diff %t.stands.mlir %t.none.mlir

// Pieces of 32 rows lie over the same tiles. A parameter is repeated before the run, and to the whole where there is one
// piece; a row that is computed is repeated by an op.
// OTHER: func.func private @f_const_eval_0
// OTHER: "ttnn.repeat"{{.*}} -> tensor<1x32x160xbf16
// OTHER: func.func @f
// OTHER: "ttnn.permute"
// OTHER: "ttnn.permute"
// OTHER: "ttnn.multiply"{{.*}} -> tensor<384x32x160xbf16
// OTHER: "ttnn.repeat"{{.*}} -> tensor<1x32x160xbf16
// OTHER: "ttnn.add"{{.*}} -> tensor<384x32x160xbf16
// OTHER: func.func private @g_const_eval_0
// OTHER: "ttnn.repeat"{{.*}} -> tensor<20x4096xbf16
// STANDS-NOT: ttnn.repeat
// STANDS: func.func @f
// STANDS-COUNT-1: "ttnn.permute"
// STANDS-NOT: "ttnn.permute"
// NUMBERS: equal
func.func @f(%x: tensor<2x160x64x96xbf16> {ttcore.argument_type = #ttcore.argument_type<input>},
             %s: tensor<1x1x1x160xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>},
             %t: tensor<1x1x1x160xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}) -> tensor<2x64x96x160xbf16> {
  %a = "ttir.sigmoid"(%x) : (tensor<2x160x64x96xbf16>) -> tensor<2x160x64x96xbf16> loc("gate")
  %0 = "ttir.permute"(%a) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x160x64x96xbf16>) -> tensor<2x64x96x160xbf16> loc("moved")
  %1 = "ttir.multiply"(%0, %s) : (tensor<2x64x96x160xbf16>, tensor<1x1x1x160xbf16>) -> tensor<2x64x96x160xbf16> loc("scaled")
  %b = "ttir.tanh"(%t) : (tensor<1x1x1x160xbf16>) -> tensor<1x1x1x160xbf16>
  %2 = "ttir.add"(%1, %b) : (tensor<2x64x96x160xbf16>, tensor<1x1x1x160xbf16>) -> tensor<2x64x96x160xbf16> loc("shifted")
  return %2 : tensor<2x64x96x160xbf16>
}
func.func @g(%x: tensor<20x4096xbf16> {ttcore.argument_type = #ttcore.argument_type<input>},
             %s: tensor<1x4096xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<20x4096xbf16> {
  %0 = "ttir.sigmoid"(%x) : (tensor<20x4096xbf16>) -> tensor<20x4096xbf16>
  %1 = "ttir.multiply"(%0, %s) : (tensor<20x4096xbf16>, tensor<1x4096xbf16>) -> tensor<20x4096xbf16> loc("few")
  return %1 : tensor<20x4096xbf16>
}
