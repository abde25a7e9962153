// What loops are not built for is named, with what to do.
// RUN: split-file %s %t
// RUN: not alcove-opt %t/sparse.mlir --super-tiling=memory-bytes=8192 --verify-super-tiling=memory-bytes=8192 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SPARSE
// RUN: not alcove-opt %t/call.mlir --super-tiling="memory-bytes=8192 remarks" --verify-super-tiling=memory-bytes=8192 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CALL
// RUN: alcove-opt %t/buffers.mlir --super-tiling=memory-bytes=8192 2>&1 | FileCheck %s --check-prefix=BUFFERS

//--- sparse.mlir
// SPARSE: warning: 'linalg.matmul' stays outside of all loops: the bytes of a tensor in an encoding are not known
// SPARSE: error: 'linalg.matmul' op SUT-J7: has a tensor in an encoding, whose bytes are not known
#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @main(%x: tensor<64x64xf32, #CSR>, %y: tensor<64x64xf32>, %f: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %r = linalg.matmul ins(%x, %y : tensor<64x64xf32, #CSR>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

//--- call.mlir
// CALL: remark: super-tiling: nothing was tiled:{{.*}}loops do not reach through 1 calls: --inline in front
// CALL: 'func.call' stays outside of all loops: with --inline in front they reach into what it calls
// CALL: error: 'func.call' op SUT-J7: calls a function whose body is not in this module
func.func private @elsewhere(%x: tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = func.call @elsewhere(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

//--- buffers.mlir
// BUFFERS: nothing was tiled: no operation on tensors has a tile; 1 operations work on buffers (memref): super tiling is for programs on tensors
func.func @main(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  linalg.exp ins(%x : memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  return
}
