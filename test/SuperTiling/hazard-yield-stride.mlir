// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=40},verify-super-tiling{memory-bytes=40}" --print-results | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=40 mode=max-producers},verify-super-tiling{memory-bytes=40}" --print-results | FileCheck %s

// SUT-H1: %a (x + 100) feeds a 1x1 convolution with stride 2 and leaves the function. The tiles that the convolution needs skip
// every second row: yielding them would leave those rows of %a unwritten (upstream, asked to yield, gives 0 there).
// CHECK: equal
// CHECK: result 0: 100 101 102 103 104 105 106 107
// CHECK: result 1: 100 102 104 106
func.func @h1() -> (tensor<1x8x1x1xf32>, tensor<1x4x1x1xf32>) {
  %x = arith.constant dense<[[[[0.0]], [[1.0]], [[2.0]], [[3.0]], [[4.0]], [[5.0]], [[6.0]], [[7.0]]]]> : tensor<1x8x1x1xf32>
  %w = arith.constant dense<1.0> : tensor<1x1x1x1xf32>
  %c100 = arith.constant 100.0 : f32
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x1x1xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (n, h, w, c)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x8x1x1xf32>) outs(%e : tensor<1x8x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %c100 : f32
    linalg.yield %s : f32
  } -> tensor<1x8x1x1xf32>
  %e2 = tensor.empty() : tensor<1x4x1x1xf32>
  %f = linalg.fill ins(%c0 : f32) outs(%e2 : tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a, %w : tensor<1x8x1x1xf32>, tensor<1x1x1x1xf32>) outs(%f : tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32>
  return %a, %r : tensor<1x8x1x1xf32>, tensor<1x4x1x1xf32>
}
