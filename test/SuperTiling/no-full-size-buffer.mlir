// RUN: alcove-opt %s --super-tiling="memory-bytes=4096" --empty-tensor-to-alloc-tensor --one-shot-bufferize="bufferize-function-boundaries=1" --canonicalize --cse | FileCheck %s

// After bufferization a fused loop leaves no intermediate of full size behind: the only buffer of 64 x 64 is the result, the
// one between the operations is a tile.
// CHECK: memref.alloc() {{.*}}: memref<64x64xf32>
// CHECK: scf.for
// CHECK: memref.alloc() {{.*}}: memref<8x64xf32>
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @chain(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %1 = linalg.exp ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.negf ins(%1 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
