// RUN: alcove-opt %s --super-tiling="memory-bytes=32768 remarks report=%t.json" --verify-super-tiling="memory-bytes=32768" 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=32768}" --opt-level=0 | FileCheck %s --check-prefix=EXEC

// Two products of one input, 64 x 64 x 4 B = 16384 B per tensor, 32768 B of memory. In a loop each they load %x twice; in
// one loop (SUT-S3) %x is loaded once, and the products are the products that came: 5 x 16384 B.
// CHECK: remark: tile loop of 'linalg.matmul, linalg.matmul': tile [64, 16, 64], 2 operations, 0 yielded, footprint 24576 of 32768 B, traffic 81920 B
// CHECK-LABEL: func.func @products
// CHECK: scf.for
// CHECK: linalg.matmul {first} ins(%arg0, %{{.*}}
// CHECK: linalg.matmul {second} ins(%arg0, %{{.*}}
// CHECK-NOT: linalg.generic
// REPORT: "joined_siblings": 1
// EXEC: products: {{.*}} equal, 8192 elements, 0 differ
func.func @products(%x: tensor<64x64xf32>, %v: tensor<64x64xf32>, %w: tensor<64x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = linalg.matmul {first} ins(%x, %v : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = linalg.matmul {second} ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %a, %b : tensor<64x64xf32>, tensor<64x64xf32>
}
