// Logits are cut into parts whose programs fit into the L1 that plans may fill, beside the other parts where these stay
// there: six where that is all of it, eight where it is seven tenths.
// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline="optimization-level=2 mock-system-desc-arch=wormhole_b0 tensor-l1-usage-cap=1.0" | FileCheck %s --check-prefix=ALL
// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline="optimization-level=2 mock-system-desc-arch=wormhole_b0 tensor-l1-usage-cap=0.7" | FileCheck %s --check-prefix=CAP
// ALL-COUNT-6: "ttnn.matmul"
// ALL-NOT: "ttnn.matmul"
// CAP-COUNT-8: "ttnn.matmul"
// CAP-NOT: "ttnn.matmul"
func.func @logits(%x: tensor<32x2048xbf16>, %w: tensor<2048x131072xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x131072xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<32x2048xbf16>, tensor<2048x131072xbf16>) -> tensor<32x131072xbf16>
  return %0 : tensor<32x131072xbf16>
}
