// A cache that is written in place is cut by users or heads: its parts are written on the chips and freed, and joined they
// are the cache of one chip (NUM-C12).
// RUN: alcove plan %s --mesh 1x2 --device n300 -o %t.mlir 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN-NOT: warning
// PLAN: mesh 1x2 on wormhole-n300
// RUN: FileCheck %s < %t.mlir
// CHECK: "ttnn.distribute_tensor"(%arg0, {{.*}}(tensor<4x8x64x64xbf16,
// CHECK: [[PART:%[0-9a-z_]+]] = "ttnn.to_device"({{.*}} -> tensor<4x4x64x64xbf16,
// CHECK: "ttnn.update_cache"([[PART]],
// CHECK: [[READ:%[0-9a-z_]+]] = "ttnn.from_device"([[PART]])
// CHECK: "ttnn.aggregate_tensor"([[READ]],
// CHECK: "ttnn.deallocate"([[PART]])
// RUN: alcove-run %s --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: result 0{{.*}}equal
// NUMBERS: result 1{{.*}}equal

// One that is not returned is written in parts that nobody sees: that is said.
// RUN: sed 's/return %%cache, %%sum : tensor<4x8x64x64xbf16>, /return %%sum : /; s/-> (tensor<4x8x64x64xbf16>, tensor<4x8x64xbf16>) {/-> tensor<4x8x64xbf16> {/' %s > %t.kept.mlir
// RUN: alcove plan %t.kept.mlir --mesh 1x2 --device n300 -o %t.mlir 2>&1 | FileCheck %s --check-prefix=KEPT
// KEPT: warning: argument 0 ('past_k0') of @decode is written in place, on a mesh in parts that are freed behind it: return it to see what was written

func.func @decode(%cache: tensor<4x8x64x64xbf16> {ttir.name = "past_k0"}, %x: tensor<4x2048xbf16>,
                  %w: tensor<2048x512xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>},
                  %position: tensor<1xi32>) -> (tensor<4x8x64x64xbf16>, tensor<4x8x64xbf16>) {
  %key = "ttir.matmul"(%x, %w) : (tensor<4x2048xbf16>, tensor<2048x512xbf16>) -> tensor<4x512xbf16>
  %row = "ttir.reshape"(%key) <{shape = [1 : i32, 4 : i32, 8 : i32, 64 : i32]}> : (tensor<4x512xbf16>) -> tensor<1x4x8x64xbf16>
  %new = "ttir.permute"(%row) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<1x4x8x64xbf16>) -> tensor<1x8x4x64xbf16>
  "ttir.update_cache"(%cache, %new, %position) <{batch_offset = 0 : i32}> : (tensor<4x8x64x64xbf16>, tensor<1x8x4x64xbf16>, tensor<1xi32>) -> ()
  %sum = "ttir.sum"(%cache) <{dim_arg = [2 : i32], keep_dim = false}> : (tensor<4x8x64x64xbf16>) -> tensor<4x8x64xbf16>
  return %cache, %sum : tensor<4x8x64x64xbf16>, tensor<4x8x64xbf16>
}
