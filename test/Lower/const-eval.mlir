// RUN: alcove-opt --const-eval-hoist-transform --split-input-file %s | FileCheck %s

// Two groups: the transposed weight, and the scaled bias with the constant that it uses. %x is an input: its permute
// stays. The second call of the pass finds nothing more.
// CHECK-LABEL: func.func private @f_const_eval_0
// CHECK-SAME: (%[[W:.*]]: tensor<16x8xf32> {{.*}}) -> tensor<8x16xf32> attributes {tt.function_type = "const_eval"}
// CHECK-NEXT: %[[P:.*]] = "ttir.permute"(%[[W]])
// CHECK-NEXT: return %[[P]]
// CHECK-LABEL: func.func private @f_const_eval_1
// CHECK-NEXT: %[[C:.*]] = "ttir.full"
// CHECK-NEXT: %[[S:.*]] = "ttir.multiply"(%{{.*}}, %[[C]])
// CHECK-NEXT: return %[[S]]
// CHECK-LABEL: func.func @f
// CHECK-DAG: %[[W0:.*]] = ttcore.load_cached(@f_const_eval_0, [%arg1])
// CHECK-DAG: %[[B0:.*]] = ttcore.load_cached(@f_const_eval_1, [%arg2])
// CHECK: "ttir.linear"(%arg0, %[[W0]], %[[B0]])
func.func @f(%x: tensor<4x8xf32> {ttcore.argument_type = #ttcore.argument_type<input>},
             %w: tensor<16x8xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>},
             %b: tensor<16xf32> {ttcore.argument_type = #ttcore.argument_type<constant>}) -> tensor<4x16xf32> {
  %0 = "ttir.permute"(%w) <{permutation = array<i64: 1, 0>}> : (tensor<16x8xf32>) -> tensor<8x16xf32>
  %c = "ttir.full"() <{fill_value = 2.0 : f32, shape = array<i32: 1>}> : () -> tensor<1xf32>
  %1 = "ttir.multiply"(%b, %c) : (tensor<16xf32>, tensor<1xf32>) -> tensor<16xf32>
  %2 = "ttir.linear"(%x, %0, %1) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// -----

// A cache that is written in place is not known before the run, whatever its attribute says; an argument without a
// kind is an input.
// CHECK-LABEL: func.func @nothing
// CHECK-NOT: load_cached
func.func @nothing(%cache: tensor<1x8x16x64xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>},
                   %v: tensor<1x8x1x64xf32>, %i: tensor<1xsi32>) -> (tensor<1x8x64x16xf32>, tensor<1x8x64x1xf32>) {
  "ttir.update_cache"(%cache, %v, %i) <{batch_offset = 0 : i32}> : (tensor<1x8x16x64xf32>, tensor<1x8x1x64xf32>, tensor<1xsi32>) -> ()
  %0 = "ttir.permute"(%cache) <{permutation = array<i64: 0, 1, 3, 2>}> : (tensor<1x8x16x64xf32>) -> tensor<1x8x64x16xf32>
  %1 = "ttir.permute"(%v) <{permutation = array<i64: 0, 1, 3, 2>}> : (tensor<1x8x1x64xf32>) -> tensor<1x8x64x1xf32>
  return %0, %1 : tensor<1x8x64x16xf32>, tensor<1x8x64x1xf32>
}
