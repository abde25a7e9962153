// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=DFSharding drop-losing-chains=false summary=true" %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=DFSharding tail-reservation-enabled=false drop-losing-chains=false summary=true" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SPILLED

// relu has two users, so its chain ends there (DF-H1). Both read it where it lies: it stays. The two results are returned
// from DRAM (DF-R4).
// KEPT: chains             3 completed, 0 failed, longest 1 ops
// KEPT: 1 results kept in L1, longest run of joined chains 3 ops
// KEPT: moves              1 reshards into L1, 2 spills to DRAM
// Without reservations relu goes to DRAM and comes back twice.
// SPILLED: 0 results kept in L1, longest run of joined chains 1 ops
// SPILLED: moves              3 reshards into L1, 3 spills to DRAM

// CHECK: %[[A:.*]] = "ttnn.relu"
// CHECK-NOT: "ttnn.to_memory_config"(%[[A]])
// CHECK: "ttnn.neg"(%[[A]])
// CHECK: "ttnn.gelu"(%[[A]])
func.func @forward(%x: tensor<2048x64xbf16>) -> (tensor<2048x64xbf16>, tensor<2048x64xbf16>) {
  %0 = "ttir.relu"(%x) : (tensor<2048x64xbf16>) -> tensor<2048x64xbf16>
  %1 = "ttir.neg"(%0) : (tensor<2048x64xbf16>) -> tensor<2048x64xbf16>
  %2 = "ttir.gelu"(%0) : (tensor<2048x64xbf16>) -> tensor<2048x64xbf16>
  return %1, %2 : tensor<2048x64xbf16>, tensor<2048x64xbf16>
}
