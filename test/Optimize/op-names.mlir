// Names of ops, from input to summary, remarks and overrides. Ops without a location name are called by file, line and
// column, and always by the SSA name of the input.

// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 summary=ops" %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=OPS
// OPS-DAG: op-names.mlir:[[#@LINE+19]]:8 relu
// OPS-DAG: layer/add add
// OPS-DAG: view#1 exp
// OPS-DAG: view#2 abs

// Any name of an op is good for an override; the same plan comes of both.
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 override-output-layout=layer/add=dram:interleaved" %s -o %t.name.mlir
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 override-output-layout=%1=dram:interleaved" %s -o %t.ssa.mlir
// RUN: diff %t.name.mlir %t.ssa.mlir

// A name that several ops share is refused with theirs, an unknown one with the nearest.
// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 override-output-layout=view=l1" %s 2>&1 | FileCheck %s --check-prefix=SHARED
// SHARED: error: override-output-layout: 'view' names 2 ops: 'view#1', 'view#2'
// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 override-output-layout=layer/ad=l1" %s 2>&1 | FileCheck %s --check-prefix=NEAREST
// NEAREST: error: override-output-layout: no op is named 'layer/ad'; nearest: 'layer/add'
// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 explain=nobody" %s 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// EXPLAIN: error: explain: no op is named 'nobody'

func.func @names(%a: tensor<64x128xbf16>, %b: tensor<64x128xbf16>) -> (tensor<64x128xbf16>, tensor<64x128xbf16>) {
  %0 = "ttir.relu"(%a) : (tensor<64x128xbf16>) -> tensor<64x128xbf16>
  %1 = "ttir.add"(%0, %b) : (tensor<64x128xbf16>, tensor<64x128xbf16>) -> tensor<64x128xbf16> loc("layer/add")
  %2 = "ttir.exp"(%1) : (tensor<64x128xbf16>) -> tensor<64x128xbf16> loc("view")
  %3 = "ttir.abs"(%1) : (tensor<64x128xbf16>) -> tensor<64x128xbf16> loc("view")
  return %2, %3 : tensor<64x128xbf16>, tensor<64x128xbf16>
}
