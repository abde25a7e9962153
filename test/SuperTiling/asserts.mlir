// RUN: alcove-opt %s --super-tiling-pipeline="memory-bytes=2048" 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING --input-file=%t
// RUN: alcove-exec %s --pipeline="super-tiling-pipeline{memory-bytes=2048}" --opt-level=0 --function=lookup | FileCheck %s --check-prefix=EXEC

// SUT-H21: lookups of frameworks check their indices in the body. They do so in the tile, and nowhere else.
// EXEC: equal, 1024 elements, 0 differ
// CHECK-LABEL: func.func @lookup
// CHECK: scf.for
// CHECK: cf.assert
// CHECK-NOT: cf.assert
#row = affine_map<(i, j) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
func.func @lookup(%table: tensor<100x32xf32>, %rows: tensor<32xi32>) -> tensor<32x32xf32> {
  %c100 = arith.constant 100 : i32
  %e = tensor.empty() : tensor<32x32xf32>
  %r = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<32xi32>) outs(%e : tensor<32x32xf32>) {
  ^bb0(%a: i32, %o: f32):
    %inside = arith.cmpi slt, %a, %c100 : i32
    cf.assert %inside, "index must be smaller than the extent"
    %i = arith.index_cast %a : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%i, %j] : tensor<100x32xf32>
    linalg.yield %v : f32
  } -> tensor<32x32xf32>
  %s = linalg.exp ins(%r : tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %s : tensor<32x32xf32>
}

// SUT-H21: one that counts would count twice: it has no tile, which is said.
// WARNING: warning: 'linalg.generic' stays outside of all loops: its body has effects
// CHECK-LABEL: func.func @counted
// CHECK-NOT: scf.for
// CHECK: memref.store
// CHECK-NOT: memref.store
func.func @counted(%x: tensor<8x8xf32>, %n: memref<i32>) -> tensor<8x8xf32> {
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<8x8xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %old = memref.load %n[] : memref<i32>
    %new = arith.addi %old, %one : i32
    memref.store %new, %n[] : memref<i32>
    linalg.yield %a : f32
  } -> tensor<8x8xf32>
  %s = linalg.exp ins(%r : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}
