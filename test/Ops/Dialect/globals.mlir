// RUN: alcove-opt %s | alcove-opt | FileCheck %s

// CHECK: ttcore.global @weights = tensor<4x8xf32>[2]
ttcore.global @weights = tensor<4x8xf32> [2]
// CHECK: ttcore.global @cache = !ttcore.dict
ttcore.global @cache = !ttcore.dict

// CHECK-LABEL: @host
func.func private @host(%x: tensor<4x8xf32>, %y: tensor<2xi32>) {
  // CHECK: ttcore.get_global @weights : tensor<4x8xf32>
  %w = ttcore.get_global @weights : tensor<4x8xf32>
  // CHECK: %[[D:.*]] = ttcore.get_global @cache : !ttcore.dict
  %d = ttcore.get_global @cache : !ttcore.dict
  // CHECK: ttcore.get_key_value %[[D]]["a"] : (!ttcore.dict) -> tensor<4x8xf32>
  %v = ttcore.get_key_value %d["a"] : (!ttcore.dict) -> tensor<4x8xf32>
  // CHECK: ttcore.set_key_value %[[D]]["a"] = %arg0 : !ttcore.dict, tensor<4x8xf32>
  ttcore.set_key_value %d["a"] = %x : !ttcore.dict, tensor<4x8xf32>
  // CHECK: %[[T:.*]] = ttcore.tuple %arg0, %arg1 : tuple<tensor<4x8xf32>, tensor<2xi32>>
  %t = ttcore.tuple %x, %y : (tensor<4x8xf32>, tensor<2xi32>) -> tuple<tensor<4x8xf32>, tensor<2xi32>>
  // CHECK: ttcore.get_tuple_element %[[T]][1] : (tuple<tensor<4x8xf32>, tensor<2xi32>>) -> tensor<2xi32>
  %e = ttcore.get_tuple_element %t[1] : (tuple<tensor<4x8xf32>, tensor<2xi32>>) -> tensor<2xi32>
  return
}
