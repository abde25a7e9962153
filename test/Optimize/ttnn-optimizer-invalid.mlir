// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 override-output-layout=nowhere=l1:interleaved" %s -o %t.none 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not ls %t.none
// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 override-output-layout=relu_0=2x" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 override-output-layout=relu_0=l1:dram" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 override-output-layout=relu_0=fast" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 override-conv2d-config=relu_0=act_block_h_override#many" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=FIELD
// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=Best" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=POLICY
// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="mock-system-desc-arch=grayskull" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ARCH
// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="system-desc-path=/nonexistent.json" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=PATH

// NAME: override-output-layout: no op is named 'nowhere'; nearest: 'relu_0'
// GRID: Invalid grid size: 2x
// TWICE: Multiple buffer type parameters provided: dram
// UNKNOWN: Invalid layout parameter: fast
// FIELD: Invalid act_block_h_override: many
// POLICY: unknown memory-layout-analysis-policy: there is no policy 'Best'; there are AllDram, {{.*}}DFSharding
// ARCH: grayskull
// PATH: /nonexistent.json
func.func @forward(%x: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %0 = "ttir.relu"(%x) : (tensor<64x64xbf16>) -> tensor<64x64xbf16> loc("relu_0")
  return %0 : tensor<64x64xbf16>
}
