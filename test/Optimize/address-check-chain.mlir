// RUN: sed s/ROWS/40960/g %s > %t.40960.mlir
// RUN: sed s/ROWS/49152/g %s > %t.49152.mlir
// RUN: sed s/ROWS/57344/g %s > %t.57344.mlir
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=DFSharding drop-losing-chains=false summary=true" %t.40960.mlir -o %t.ir 2>&1 | FileCheck %s --check-prefix=FITS
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=DFSharding drop-losing-chains=false summary=true" %t.49152.mlir -o %t.ir 2>&1 | FileCheck %s --check-prefix=DRAM
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=DFSharding drop-losing-chains=false summary=true" %t.57344.mlir -o %t.ir 2>&1 | FileCheck %s --check-prefix=DRAM

// A chain of four products whose rows lie on 64 cores. By sums it fits the 1498112 B of a core at every one of these
// heights. By addresses, results of 9 and 10 tiles leave holes that the next one does not fit: at 49152 rows circular
// buffers would reach a live tensor (MEM-9), at 57344 a result finds no range (MEM-8). No tail waits there that could go, so
// the chain does, and what was planned first counts for nothing.

// FITS: activation ops     4 L1 sharded, 0 L1 interleaved, 0 DRAM
// FITS: chains             1 completed, 0 failed, longest 4 ops
// DRAM: activation ops     0 L1 sharded, 0 L1 interleaved, 4 DRAM
// DRAM: chains             0 completed, 0 failed, longest 0 ops
func.func @forward(%x: tensor<ROWSx320xbf16>, %w0: tensor<320x288xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %w1: tensor<288x288xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %w2: tensor<288x320xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %w3: tensor<320x160xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<ROWSx160xbf16> {
  %0 = "ttir.matmul"(%x, %w0) : (tensor<ROWSx320xbf16>, tensor<320x288xbf16>) -> tensor<ROWSx288xbf16>
  %1 = "ttir.matmul"(%0, %w1) : (tensor<ROWSx288xbf16>, tensor<288x288xbf16>) -> tensor<ROWSx288xbf16>
  %2 = "ttir.matmul"(%1, %w2) : (tensor<ROWSx288xbf16>, tensor<288x320xbf16>) -> tensor<ROWSx320xbf16>
  %3 = "ttir.matmul"(%2, %w3) : (tensor<ROWSx320xbf16>, tensor<320x160xbf16>) -> tensor<ROWSx160xbf16>
  return %3 : tensor<ROWSx160xbf16>
}
