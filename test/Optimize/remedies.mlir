// A product whose circular buffers leave no place for its result in L1. Weights of block floats take half the bytes: the
// remedy says so, and it is true.

// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=1 l1-bytes=260000 summary=ops" %s -o %t.mlir 2>&1 | FileCheck %s
// CHECK: outside of L1 {{.*}}1 refused (
// CHECK: product {{.*}}matmul {{.*}}DRAM
// CHECK-NEXT: [refused] no layout in L1 is accepted with its operands as the plan has them, nor with one of each kind of layout: {{.+}}; fits with bfp8 weights (experimental-weight-dtype=bfp_bf8), in 1576x3072|tile|bf16|l1|interleaved|8x8: {{[0-9.]+}} us instead of {{[0-9.]+}} us, the plan {{[-+][0-9.]+}} us

// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=1 l1-bytes=260000 experimental-weight-dtype=bfp_bf8 override-output-layout=product=l1:interleaved" %s | FileCheck %s --check-prefix=WITH
// WITH: #[[L1:ttnn_layout[0-9]*]] = #ttnn.ttnn_layout<{{.*}}, <8x8>, memref<{{.*}}bf16>, #l1>, <interleaved>>
// WITH: "ttnn.matmul"({{.*}}) {{.*}} -> tensor<1576x3072xbf16, #[[L1]]>
func.func @forward(%x: tensor<1576x768xbf16>, %w: tensor<768x3072xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1576x3072xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<1576x768xbf16>, tensor<768x3072xbf16>) -> tensor<1576x3072xbf16> loc("product")
  %1 = "ttir.exp"(%0) : (tensor<1576x3072xbf16>) -> tensor<1576x3072xbf16> loc("tail")
  return %1 : tensor<1576x3072xbf16>
}
