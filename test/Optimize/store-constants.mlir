// Weights in one shard per DRAM bank are made by a const-eval function; without const-eval they stay as they come.
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2" %s | FileCheck %s --check-prefix=STORED
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 enable-const-eval=false" %s \
// RUN:   | FileCheck %s --check-prefix=PLAIN

// STORED: load_cached
// STORED: dram_sharded_program_config
// PLAIN-NOT: load_cached
// PLAIN-NOT: dram_sharded_program_config
func.func @f(%x: tensor<32x2048xbf16> {ttcore.argument_type = #ttcore.argument_type<input>},
             %w: tensor<2048x8192xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>},
             %v: tensor<8192x2048xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x2048xbf16> {
  %0 = "ttir.matmul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<32x2048xbf16>, tensor<2048x8192xbf16>) -> tensor<32x8192xbf16>
  %1 = "ttir.relu"(%0) : (tensor<32x8192xbf16>) -> tensor<32x8192xbf16>
  %2 = "ttir.matmul"(%1, %v) <{transpose_a = false, transpose_b = false}> : (tensor<32x8192xbf16>, tensor<8192x2048xbf16>) -> tensor<32x2048xbf16>
  return %2 : tensor<32x2048xbf16>
}
