// RUN: alcove-opt %s --convert-stablehlo-to-ttir --split-input-file --verify-diagnostics

// expected-error @below {{is not converted to TTIR: argument 'tensor<?x8xf32>' is no tensor of static shape; export the model with fixed sizes}}
func.func @main(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = stablehlo.add %x, %x : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{is not converted to TTIR: custom call @lapack_sgesdd is not known}}
  %0 = stablehlo.custom_call @lapack_sgesdd(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  // expected-error @below {{is not converted to TTIR: it does not end within 64 rounds, which max-rounds allows; its end must be known before a run}}
  %0 = stablehlo.while(%i = %n) : tensor<i32>
  cond {
    %p = stablehlo.compare GT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

// Of equal numbers this one takes the last: no argmax.
func.func @main(%x: tensor<4x8xf32>) -> tensor<4xi32> {
  %i = stablehlo.iota dim = 1 : tensor<4x8xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  // expected-error @below {{its body is neither a sum, product, maximum, minimum, and, or, nor an argmax}}
  %0:2 = stablehlo.reduce(%x init: %low), (%i init: %z) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%m: tensor<i32>, %n: tensor<i32>)  {
    %p = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %w = stablehlo.select %p, %m, %n : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<4xi32>
}

// -----

func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xi1> {
  // expected-error @below {{is not converted to TTIR: TTIR has no total order of floats}}
  %0 = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  return %0 : tensor<8xi1>
}

// -----

func.func @main(%x: tensor<4xf32>, %one: tensor<f32>) -> tensor<4xf32> {
  // expected-error @below {{is not converted to TTIR: a number that it begins with lies beside the input, is not known, or windows have more than 64 elements}}
  %0 = "stablehlo.reduce_window"(%x, %one) <{window_dimensions = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<1xf32>, %v: tensor<f32>) -> tensor<1xf32> {
  // expected-error @below {{is not converted to TTIR: edges of more than 2^31 elements}}
  %0 = stablehlo.pad %x, %v, low = [4294967296], high = [-4294967296], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @main(%state: tensor<2xui64>) -> tensor<4xui32> {
  // expected-error @below {{is not converted to TTIR: there is no converter for it; the device makes no bits of a state: let the program take its random numbers as an argument}}
  %0:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %0#1 : tensor<4xui32>
}

// -----

// Of all chips of a mesh of two axes there is no exchange that TTIR writes axis by axis.
module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<8x16xf32>) -> tensor<2x64xf32> {
    // expected-error @below {{one group of all chips of a mesh of two axes; exchange along one, then along the other}}
    %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<8x16xf32>) -> tensor<2x64xf32>
    return %0 : tensor<2x64xf32>
  }
}

// -----

// Three of the four chips of a mesh are no axis of it.
module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
    // expected-error @below {{1 groups of 3 chips are neither the rows nor the columns of 2x2 chips}}
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
}

// -----

// Groups that imply one mesh, and another.
module {
  func.func @main(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    // expected-error @below {{2 groups of 2 chips are neither the rows nor the columns of 1x2 chips}}
    %1 = "stablehlo.all_reduce"(%0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
    // expected-error @below {{its pairs name chip 4 of 2x2 chips}}
    %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 4]]> : tensor<2x2xi64>}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
}

// -----

// By the sizes of numbers, which is no order of the numbers.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{its comparator is no order of the numbers of one tensor after the other}}
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.abs %a : tensor<f32>
    %d = stablehlo.abs %b : tensor<f32>
    %1 = stablehlo.compare LT, %c, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xi64>) -> tensor<4xi64> {
  // expected-error @below {{integers of 64 bits, which no device has; convert them to i32 where their upper half is zero}}
  %0 = stablehlo.popcnt %x : tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

// A body that reduces is no op on each element.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'stablehlo.reduce' in its body is no op on numbers of one element each alone}}
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    %1 = stablehlo.reduce(%a init: %a) applies stablehlo.add across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
