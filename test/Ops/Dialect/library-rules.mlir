// What tt-mlir's verifiers accept and the library cannot run is read with one warning, and refused by whoever lowers or
// executes it.

// RUN: alcove-opt %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=READ
// RUN: not alcove-opt %s --verify-library-rules 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: not alcove-opt %s --ttir-to-ttnn-backend-pipeline 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: not alcove-run %s 2>&1 | FileCheck %s --check-prefix=NUM-E9

// READ: warning: 'ttir.cumsum' op result has shape 4x9, input has 4x8: they must be equal (this can be read, not lowered)
// READ-NOT: warning
// PASS: error: 'ttir.cumsum' op
// PASS-NOT: warning
// NUM-E9: warning: 'ttir.cumsum' op
// NUM-E9: 'ttir.cumsum': NUM-E9: 'ttir.cumsum' op
func.func @f(%a: tensor<4x8xf32>) -> tensor<4x9xf32> {
  %0 = "ttir.cumsum"(%a) <{dim = 1 : i64}> : (tensor<4x8xf32>) -> tensor<4x9xf32>
  return %0 : tensor<4x9xf32>
}
