// Ops that are merged or fused answer to the names of all of them: equal ones, the parts of a softmax whose exponential is
// read twice, three projections that became one.

// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 explain=head/relu" %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=MERGED
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 explain=tail/relu" %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=MERGED
// MERGED: head/relu: ttnn.relu, also called {{.*}}tail/relu
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 explain=softmax/exp" %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=PARTS
// PARTS: ttnn.softmax, also called {{.*}}softmax/exp
func.func @merged(%a: tensor<64x128xbf16>) -> (tensor<64x128xbf16>, tensor<64x128xbf16>) {
  %0 = "ttir.relu"(%a) : (tensor<64x128xbf16>) -> tensor<64x128xbf16> loc("head/relu")
  %1 = "ttir.relu"(%a) : (tensor<64x128xbf16>) -> tensor<64x128xbf16> loc("tail/relu")
  %2 = "ttir.max"(%0) {dim_arg = [1 : i32], keep_dim = true} : (tensor<64x128xbf16>) -> tensor<64x1xbf16> loc("softmax/max")
  %3 = "ttir.subtract"(%0, %2) : (tensor<64x128xbf16>, tensor<64x1xbf16>) -> tensor<64x128xbf16> loc("softmax/subtract")
  %4 = "ttir.exp"(%3) : (tensor<64x128xbf16>) -> tensor<64x128xbf16> loc("softmax/exp")
  %5 = "ttir.sum"(%4) {dim_arg = [1 : i32], keep_dim = true} : (tensor<64x128xbf16>) -> tensor<64x1xbf16> loc("softmax/sum")
  %6 = "ttir.div"(%4, %5) : (tensor<64x128xbf16>, tensor<64x1xbf16>) -> tensor<64x128xbf16> loc("softmax/div")
  return %6, %1 : tensor<64x128xbf16>, tensor<64x128xbf16>
}

// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 explain=key/projection" %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=HEADS
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 explain=value/projection" %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=HEADS
// HEADS: query/projection_merged: ttnn.matmul, also called {{.*}}query/projection{{.*}}key/projection{{.*}}value/projection
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 explain=value/permute" %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SPLIT
// SPLIT: ttnn.split_query_key_value_and_split_heads, also called {{.*}}value/permute
#weight = #ttcore.argument_type<parameter>
func.func @heads(%x: tensor<64x64xbf16>, %wq: tensor<64x64xbf16> {ttcore.argument_type = #weight},
                 %wk: tensor<64x64xbf16> {ttcore.argument_type = #weight}, %wv: tensor<64x64xbf16> {ttcore.argument_type = #weight})
    -> (tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>) {
  %0 = "ttir.matmul"(%x, %wq) : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16> loc("query/projection")
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x2x32xbf16> loc("query/reshape")
  %q = "ttir.permute"(%1) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16> loc("query/permute")
  %2 = "ttir.matmul"(%x, %wk) : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16> loc("key/projection")
  %3 = "ttir.reshape"(%2) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x2x32xbf16> loc("key/reshape")
  %k = "ttir.permute"(%3) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16> loc("key/permute")
  %4 = "ttir.matmul"(%x, %wv) : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16> loc("value/projection")
  %5 = "ttir.reshape"(%4) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x2x32xbf16> loc("value/reshape")
  %v = "ttir.permute"(%5) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16> loc("value/permute")
  return %q, %k, %v : tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>
}
