// A pool that does not fit is cut into pools over some of its images. What it needs counts by addresses: at 500,000 B its
// bytes fit, but the shard that it has read leaves a hole beside the halo, where the circular buffers do not fit.
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="mock-system-desc-arch=n150 l1-bytes=550000" %s | FileCheck %s --check-prefix=WHOLE
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="mock-system-desc-arch=n150 l1-bytes=500000" %s | FileCheck %s --check-prefix=HALVES
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="mock-system-desc-arch=n150 l1-bytes=350000" %s | FileCheck %s --check-prefix=QUARTERS

// WHOLE-LABEL: func.func @pool
// WHOLE-COUNT-1: "ttnn.max_pool2d"
// WHOLE-NOT: "ttnn.max_pool2d"
// HALVES-LABEL: func.func @pool
// HALVES-COUNT-2: "ttnn.max_pool2d"
// HALVES-NOT: "ttnn.max_pool2d"
// HALVES: "ttnn.concat"
// QUARTERS-LABEL: func.func @pool
// QUARTERS-COUNT-4: "ttnn.max_pool2d"
// QUARTERS-NOT: "ttnn.max_pool2d"
func.func @pool(%0: tensor<32x14x14x512xbf16>) -> tensor<32x7x7x512xbf16> {
  %1 = "ttir.max_pool2d"(%0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>,
                               padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}>
    : (tensor<32x14x14x512xbf16>) -> tensor<32x7x7x512xbf16>
  return %1 : tensor<32x7x7x512xbf16>
}
