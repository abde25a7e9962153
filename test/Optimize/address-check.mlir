// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=DFSharding drop-losing-chains=false" %s | FileCheck %s
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=DFSharding drop-losing-chains=false summary=true" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT

// Plans are made by sums and stand only when they fit by addresses. 1498112 B of each of 64 cores are usable; relu takes
// 43x4 tiles of a core, 352256 B, as its operand there; x takes 53x4, 434176 B.
//
//     1498112 +-------------+     +-------------+     +-------------+
//             | copy of y   |     | (hole)      |     | (hole)      |  352256: too low for x, just right for z
//     1145856 +-------------+     +-------------+     +-------------+
//             | relu        |     | relu waits  |     | relu waits  |
//      793600 +-------------+     +-------------+     +-------------+
//             |             |     |             |     | copy of x   |
//             |             |     |             |     +-------------+ 359424: too low for gelu's result,
//           0 +-------------+     +-------------+     +-------------+         by sums 1220608 B of 1498112 B are taken
//
// So relu, which only waits, goes to DRAM and is read there; without the hole it stays.

// CHECK-LABEL: func.func @hole
// CHECK: %[[RELU:.*]] = "ttnn.relu"
// CHECK: %[[COPY:.*]] = "ttnn.to_memory_config"(%[[RELU]]) : {{.*}} -> tensor<88064x128xbf16, #[[DRAM:.*]]>
// CHECK: "ttnn.gelu"({{.*}} -> tensor<108544x128xbf16, #[[L1:.*]]>
// CHECK: "ttnn.add"(%{{.*}}, %[[COPY]])
func.func @hole(%x: tensor<108544x128xbf16>, %y: tensor<88064x128xbf16>) -> (tensor<108544x128xbf16>, tensor<88064x128xbf16>) {
  %0 = "ttir.gelu"(%x) : (tensor<108544x128xbf16>) -> tensor<108544x128xbf16>
  %1 = "ttir.relu"(%y) : (tensor<88064x128xbf16>) -> tensor<88064x128xbf16>
  %2 = "ttir.subtract"(%y, %y) : (tensor<88064x128xbf16>, tensor<88064x128xbf16>) -> tensor<88064x128xbf16>
  %3 = "ttir.add"(%2, %1) : (tensor<88064x128xbf16>, tensor<88064x128xbf16>) -> tensor<88064x128xbf16>
  return %0, %3 : tensor<108544x128xbf16>, tensor<88064x128xbf16>
}

// CHECK-LABEL: func.func @no_hole
// CHECK: %[[KEPT:.*]] = "ttnn.relu"
// CHECK-NOT: "ttnn.to_memory_config"(%[[KEPT]])
// CHECK: "ttnn.gelu"
// CHECK: "ttnn.add"(%{{.*}}, %[[KEPT]])
func.func @no_hole(%x: tensor<88064x128xbf16>, %y: tensor<88064x128xbf16>) -> (tensor<88064x128xbf16>, tensor<88064x128xbf16>) {
  %0 = "ttir.gelu"(%x) : (tensor<88064x128xbf16>) -> tensor<88064x128xbf16>
  %1 = "ttir.relu"(%y) : (tensor<88064x128xbf16>) -> tensor<88064x128xbf16>
  %2 = "ttir.subtract"(%y, %y) : (tensor<88064x128xbf16>, tensor<88064x128xbf16>) -> tensor<88064x128xbf16>
  %3 = "ttir.add"(%2, %1) : (tensor<88064x128xbf16>, tensor<88064x128xbf16>) -> tensor<88064x128xbf16>
  return %0, %3 : tensor<88064x128xbf16>, tensor<88064x128xbf16>
}

// What did not fit is not counted: one tail of the two.
// COUNT: 1 results kept in L1
