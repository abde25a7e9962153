// RUN: alcove-opt %s --split-input-file --verify-diagnostics
// RUN: not alcove-opt %s --split-input-file --ttir-to-ttnn-backend-pipeline 2>&1 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: error: unknown op 'ttir.mulitply'; nearest: 'ttir.multiply' (allow-unknown-ops=true keeps it as an opaque op)

func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{unknown op 'ttir.mulitply'; nearest: 'ttir.multiply' (allow-unknown-ops=true keeps it as an opaque op)}}
  %0 = "ttir.mulitply"(%x, %x) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// With properties.
func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{unknown op 'ttir.cumprods'; nearest: 'ttir.cumprod'}}
  %0 = "ttir.cumprods"(%x) <{dim = 1 : i64}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// Every one of them is named.
func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{unknown op 'ttir.rellu'; nearest: 'ttir.relu'}}
  %0 = "ttir.rellu"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // expected-error @below {{unknown op 'ttnn.softmix'; nearest: 'ttnn.softmax'}}
  %1 = "ttnn.softmix"(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// Of TTCore; with a region.
func.func @f() {
  // expected-error @below {{unknown op 'ttcore.compositor'; nearest: 'ttcore.composite'}}
  "ttcore.compositor"() ({
  ^bb0:
    "ttcore.end"() {alcove.opaque = "ttcore.end"} : () -> ()
  }) : () -> ()
  return
}

// -----

// Of the other dialect: the nearest is looked for in its own.
func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{unknown op 'ttnn.div'; nearest: 'ttnn.sin'}}
  %0 = "ttnn.div"(%x, %x) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
