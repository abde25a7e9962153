// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=0" %s -o %t
// RUN: FileCheck %s < %t
// RUN: alcove-run %s --compare=%t | FileCheck %s --check-prefix=EQUAL

// A core holds a row of values and one of indices, 2 * 2048 B for each of 1,500 tiles: 6 MB of 1.5 MB. A fifth of it fits: the winners
// of each piece of 300 tiles, with their indices moved to where the piece starts, are ranked again.
// CHECK-LABEL: func.func @forward
// CHECK: %[[DEVICE:.*]] = "ttnn.get_device"
// CHECK: %[[PIECE:.*]] = "ttnn.slice_static"({{.*}}) <{begins = [0 : i32, 0 : i32], ends = [32 : i32, 9600 : i32]
// CHECK: %{{.*}}, %[[FIRST:.*]] = "ttnn.topk"(%[[PIECE]]) {{.*}} : (tensor<32x9600xbf16
// CHECK: %{{.*}}, %[[SECOND:.*]] = "ttnn.topk"({{.*}}) {{.*}} : (tensor<32x9600xbf16
// CHECK: %[[START:.*]] = "ttnn.full"(%[[DEVICE]]) <{fill_value = 9600 : i32, shape = #ttnn.shape<32x4>}>
// CHECK: %[[MOVED:.*]] = "ttnn.add"(%[[SECOND]], %[[START]])
// CHECK: "ttnn.full"(%[[DEVICE]]) <{fill_value = 38400 : i32, shape = #ttnn.shape<32x4>}>
// CHECK: %[[ALL:.*]] = "ttnn.concat"
// CHECK: %[[WHERE:.*]] = "ttnn.concat"(%[[FIRST]], %[[MOVED]],
// CHECK: %[[VALUES:.*]], %[[AT:.*]] = "ttnn.topk"(%[[ALL]]) {{.*}} : (tensor<32x20xbf16
// CHECK: %[[INDICES:.*]] = "ttnn.gather"(%[[WHERE]], %[[AT]])
// CHECK: return %[[VALUES]], %[[INDICES]]
// EQUAL-COUNT-2: equal
func.func @forward(%x: tensor<32x48000xbf16>) -> (tensor<32x4xbf16>, tensor<32x4xi32>) {
  %0, %1 = "ttir.topk"(%x) <{dim = -1 : i32, k = 4 : i32, largest = true, sorted = true}> : (tensor<32x48000xbf16>) -> (tensor<32x4xbf16>, tensor<32x4xi32>)
  return %0, %1 : tensor<32x4xbf16>, tensor<32x4xi32>
}
