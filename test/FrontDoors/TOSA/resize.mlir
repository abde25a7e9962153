// Rows and columns between others: by whole factors with half-pixel centers, and of one row; elsewhere a reason and a way.
// RUN: %python %S/Inputs/numbers.py %alcove_obj/bin %t 1 %s | FileCheck %s
// RUN: not alcove-opt %s --split-input-file --convert-tosa-to-ttir 2>&1 | FileCheck %s --check-prefix=TTIR
// TTIR-DAG: "ttir.upsample2d"(%arg0) <{mode = "bilinear", scale_factor = array<i32: 2, 3>}>
// TTIR-DAG: error: 'tosa.resize' op is not converted to TTIR: BILINEAR by another factor than a whole number, or with aligned corners; export it by whole numbers with half-pixel centers, or as a product with a matrix of weights for each axis
// CHECK: 2 equal
// CHECK-NEXT: 1 refused: tosa.resize:

// -----
func.func @between(%a0: tensor<1x4x5x12xf32>) -> tensor<1x8x15x12xf32> {
  %0 = tosa.const_shape {values = dense<[4, 2, 6, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<[-1, -2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.resize %a0, %0, %1, %2 {mode = BILINEAR} : (tensor<1x4x5x12xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x15x12xf32>
  return %3 : tensor<1x8x15x12xf32>
}
// -----
func.func @of_one_row(%a0: tensor<1x1x1x64xf32>) -> tensor<1x16x16x64xf32> {
  %0 = tosa.const_shape {values = dense<[16, 1, 16, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[15, 15]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.resize %a0, %0, %1, %2 {mode = BILINEAR} : (tensor<1x1x1x64xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x64xf32>
  return %3 : tensor<1x16x16x64xf32>
}
// -----
func.func @corners(%a0: tensor<1x16x17x8xf32>) -> tensor<1x32x33x8xf32> {
  %0 = tosa.const_shape {values = dense<[62, 30, 64, 32]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.resize %a0, %0, %1, %2 {mode = BILINEAR} : (tensor<1x16x17x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x32x33x8xf32>
  return %3 : tensor<1x32x33x8xf32>
}
