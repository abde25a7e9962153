// A gated product in the shapes of a decode layer. The gate is one product with silu, or a product and a silu; the
// planner chooses with the layouts, the form can be fixed, and the numbers are the same.
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 alternatives=false" %s -o %t.stands.mlir
// RUN: FileCheck %s --check-prefix=STANDS < %t.stands.mlir
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=gate=as-it-stands" %s -o %t.forced.mlir
// RUN: diff %t.stands.mlir %t.forced.mlir
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=gate=activation-apart" %s -o %t.apart.mlir
// RUN: FileCheck %s --check-prefix=APART < %t.apart.mlir
// RUN: alcove-run %s --compare=%t.apart.mlir | FileCheck %s --check-prefix=NUMBERS

// STANDS: "ttnn.matmul"{{.*}}silu
// STANDS-NOT: "ttnn.silu"
// APART-NOT: alcove.form
// APART: "ttnn.silu"
// APART-NOT: alcove.form
// NUMBERS: equal

// The plan names its alternatives, and its file the form that it took.
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 plan-out=%t.json explain=gate export-plan-problem=%t.problem.json export-plan=%t.plan.json plan-certificate=%t.proof.json" %s -o %t.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EXPLAIN
// EXPLAIN: form of 'gate': [[TAKEN:[a-z-]+]]
// EXPLAIN-NEXT: with {{[a-z-]+}} the function would take {{[0-9.]+}} us instead of {{[0-9.]+}} us
// RUN: alcove-solve check function %t.problem.json %t.plan.json %t.proof.json | FileCheck %s --check-prefix=PROVED
// PROVED: space: over 2 alternatives of 1 part (1 of as-it-stands or activation-apart) and
// PROVED: proved: bound_ps=
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 plan-in=%t.json" %s -o %t.again.mlir
// RUN: diff %t.mlir %t.again.mlir

// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=gate=sideways" %s 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: error: force-forms: 'gate' has no form 'sideways'; it has 'as-it-stands', 'activation-apart'
// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=up=activation-apart" %s 2>&1 | FileCheck %s --check-prefix=PART
// PART: error: force-forms: 'up=activation-apart': no part of this name has alternatives
// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 force-forms=gate" %s 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: error: force-forms: 'gate': must be part=form, each part once
func.func @f(%x: tensor<32x1024xbf16> {ttcore.argument_type = #ttcore.argument_type<input>},
             %w: tensor<1024x2048xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>},
             %v: tensor<1024x2048xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x2048xbf16> {
  %0 = "ttir.matmul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<32x1024xbf16>, tensor<1024x2048xbf16>) -> tensor<32x2048xbf16> loc("gate")
  %1 = "ttir.silu"(%0) : (tensor<32x2048xbf16>) -> tensor<32x2048xbf16> loc("act")
  %2 = "ttir.matmul"(%x, %v) <{transpose_a = false, transpose_b = false}> : (tensor<32x1024xbf16>, tensor<1024x2048xbf16>) -> tensor<32x2048xbf16> loc("up")
  %3 = "ttir.multiply"(%1, %2) : (tensor<32x2048xbf16>, tensor<32x2048xbf16>) -> tensor<32x2048xbf16> loc("product")
  return %3 : tensor<32x2048xbf16>
}
