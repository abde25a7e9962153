// A barrier is read in its generic form, with the types of its operands, and with those of a function; it prints to a
// fixpoint and leaves nothing behind when the module is lowered.
// RUN: alcove-opt %s | FileCheck %s
// RUN: alcove-opt %s | alcove-opt | FileCheck %s
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2" %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=LOWERED < %t.mlir
// RUN: alcove-run %s --compare=%t.mlir
// RUN: echo 'func.func @f(%%a: tensor<2xf32>) { ttcore.optimization_barrier %%a : tensor<2xf32> -> tensor<2xi32> return }' > %t.bad.mlir
// RUN: not alcove-opt --verify-library-rules %t.bad.mlir 2>&1 | FileCheck %s --check-prefix=TYPES

// CHECK: %[[BOTH:.*]]:2 = "ttcore.optimization_barrier"(%{{.*}}, %{{.*}}) : (tensor<32x32xbf16>, tensor<32x32xi64>) -> (tensor<32x32xbf16>, tensor<32x32xi64>)
// CHECK: "ttcore.optimization_barrier"(%{{.*}}) : (tensor<32x32xbf16>) -> tensor<32x32xbf16>
// CHECK: "ttcore.optimization_barrier"(%{{.*}}) : (tensor<32x32xbf16>) -> tensor<32x32xbf16>
// LOWERED-NOT: barrier
// TYPES: bad.mlir:1:{{[0-9]+}}: error: 'ttcore.optimization_barrier' op gives back 'tensor<2xi32>' for operands of types 'tensor<2xf32>'

module {
  func.func @forward(%a: tensor<32x32xbf16>, %b: tensor<32x32xi64>) -> (tensor<32x32xbf16>, tensor<32x32xi64>) {
    %0:2 = "ttcore.optimization_barrier"(%a, %b) : (tensor<32x32xbf16>, tensor<32x32xi64>) -> (tensor<32x32xbf16>, tensor<32x32xi64>)
    %1 = "ttir.add"(%0#0, %a) : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
    %2 = ttcore.optimization_barrier %1 : tensor<32x32xbf16>
    %3 = ttcore.optimization_barrier %2 : (tensor<32x32xbf16>) -> (tensor<32x32xbf16>)
    return %3, %0#1 : tensor<32x32xbf16>, tensor<32x32xi64>
  }
}
