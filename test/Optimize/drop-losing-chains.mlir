// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=DFSharding summary=true" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=DROPPED
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=DFSharding drop-losing-chains=false summary=true" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=DFSharding" --remarks-filter="alcove.layout" --remark-format=emitRemark %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// One op alone: reading DRAM into L1, computing there and writing back takes longer than computing from DRAM (DF-L5).
// DROPPED: chains             0 completed, 1 failed
// DROPPED: failed 1x: it would take longer in L1 than in DRAM
// KEPT: chains             1 completed, 0 failed, longest 1 ops
// REMARK: remark: [Missed] ttnn.relu {{.*}}Category:alcove.layout{{.*}}its run would take {{.*}} us in L1, {{.*}} us in DRAM
func.func @forward(%x: tensor<2048x64xbf16>) -> tensor<2048x64xbf16> {
  %0 = "ttir.relu"(%x) : (tensor<2048x64xbf16>) -> tensor<2048x64xbf16>
  return %0 : tensor<2048x64xbf16>
}
