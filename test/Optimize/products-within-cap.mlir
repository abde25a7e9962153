// Logits are cut into parts whose programs fit into the L1 that plans may fill: four read the banks where that is all of
// it, and six where a twentieth stays free.
// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline="optimization-level=2 mock-system-desc-arch=wormhole_b0 tensor-l1-usage-cap=1.0" | FileCheck %s --check-prefix=ALL
// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline="optimization-level=2 mock-system-desc-arch=wormhole_b0 tensor-l1-usage-cap=0.95" | FileCheck %s --check-prefix=CAP
// ALL-COUNT-4: "ttnn.matmul"
// ALL-NOT: "ttnn.matmul"
// CAP-COUNT-6: "ttnn.matmul"
// CAP-NOT: "ttnn.matmul"
func.func @logits(%x: tensor<32x2048xbf16>, %w: tensor<2048x131072xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x131072xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<32x2048xbf16>, tensor<2048x131072xbf16>) -> tensor<32x131072xbf16>
  return %0 : tensor<32x131072xbf16>
}
