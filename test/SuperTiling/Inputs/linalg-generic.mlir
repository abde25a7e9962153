// Each function is one program; unittests/SuperTiling/ProgramFilesTest.cpp runs them one by one.
func.func @permuted_add(%a0: tensor<60x70x8xf32>, %a1: tensor<8x60x70xf32>) -> tensor<70x8x60xf32> {
  %0 = tensor.empty() : tensor<70x8x60xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (k,i,j)>, affine_map<(i,j,k) -> (j,k,i)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a0, %a1 : tensor<60x70x8xf32>, tensor<8x60x70xf32>) outs(%0 : tensor<70x8x60xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %r = arith.addf %i0, %i1 : f32
    linalg.yield %r : f32
  } -> tensor<70x8x60xf32>
  return %1 : tensor<70x8x60xf32>
}

func.func @strided_read(%a0: tensor<200x90xf32>) -> tensor<100x30xf32> {
  %0 = tensor.empty() : tensor<200x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<200x90xf32>) outs(%0 : tensor<200x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<200x90xf32>
  %2 = tensor.empty() : tensor<100x30xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i * 2, j * 3)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<200x90xf32>) outs(%2 : tensor<100x30xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<100x30xf32>
  return %3 : tensor<100x30xf32>
}

func.func @offset_read(%a0: tensor<103x95xf32>) -> tensor<100x90xf32> {
  %0 = tensor.empty() : tensor<103x95xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<103x95xf32>) outs(%0 : tensor<103x95xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<103x95xf32>
  %2 = tensor.empty() : tensor<100x90xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i + 3, j + 5)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<103x95xf32>) outs(%2 : tensor<100x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<100x90xf32>
  return %3 : tensor<100x90xf32>
}

func.func @stencil_5(%a0: tensor<104x94xf32>) -> tensor<100x90xf32> {
  %0 = tensor.empty() : tensor<104x94xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<104x94xf32>) outs(%0 : tensor<104x94xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<104x94xf32>
  %2 = tensor.empty() : tensor<100x90xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i + 2, j + 2)>, affine_map<(i,j) -> (i + 1, j + 2)>, affine_map<(i,j) -> (i + 3, j + 2)>, affine_map<(i,j) -> (i + 2, j + 1)>, affine_map<(i,j) -> (i + 2, j + 3)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%1, %1, %1, %1, %1 : tensor<104x94xf32>, tensor<104x94xf32>, tensor<104x94xf32>, tensor<104x94xf32>, tensor<104x94xf32>) outs(%2 : tensor<100x90xf32>) {
  ^bb0(%i0: f32, %i1: f32, %i2: f32, %i3: f32, %i4: f32, %o0: f32):
    %p = arith.addf %i1, %i2 : f32
    %q = arith.addf %i3, %i4 : f32
    %s = arith.addf %p, %q : f32
    %r = arith.subf %s, %i0 : f32
    linalg.yield %r : f32
  } -> tensor<100x90xf32>
  return %3 : tensor<100x90xf32>
}

func.func @reversed(%a0: tensor<100x90xf32>) -> tensor<100x90xf32> {
  %0 = tensor.empty() : tensor<100x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (99 - i, j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<100x90xf32>) outs(%0 : tensor<100x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<100x90xf32>
  return %1 : tensor<100x90xf32>
}

func.func @reversed_between(%a0: tensor<100x90xf32>) -> tensor<100x90xf32> {
  %0 = tensor.empty() : tensor<100x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<100x90xf32>) outs(%0 : tensor<100x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<100x90xf32>
  %2 = tensor.empty() : tensor<100x90xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i, 89 - j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<100x90xf32>) outs(%2 : tensor<100x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<100x90xf32>
  %4 = tensor.empty() : tensor<100x90xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<100x90xf32>) outs(%4 : tensor<100x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<100x90xf32>
  return %5 : tensor<100x90xf32>
}

func.func @upsample_floordiv(%a0: tensor<50x45xf32>) -> tensor<100x90xf32> {
  %0 = tensor.empty() : tensor<100x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i floordiv 2, j floordiv 2)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<50x45xf32>) outs(%0 : tensor<100x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<100x90xf32>
  return %1 : tensor<100x90xf32>
}

func.func @repeat_mod(%a0: tensor<25x30xf32>) -> tensor<100x90xf32> {
  %0 = tensor.empty() : tensor<100x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i mod 25, j mod 30)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<25x30xf32>) outs(%0 : tensor<100x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<100x90xf32>
  return %1 : tensor<100x90xf32>
}

func.func @diagonal(%a0: tensor<200x200xf32>) -> tensor<200xf32> {
  %0 = tensor.empty() : tensor<200xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i,i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a0 : tensor<200x200xf32>) outs(%0 : tensor<200xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<200xf32>
  return %1 : tensor<200xf32>
}

func.func @diagonal_product(%a0: tensor<90x90xf32>, %a1: tensor<90x40xf32>) -> tensor<90x40xf32> {
  %0 = tensor.empty() : tensor<90x40xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,i)>, affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1 : tensor<90x90xf32>, tensor<90x40xf32>) outs(%0 : tensor<90x40xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %r = arith.mulf %i0, %i1 : f32
    linalg.yield %r : f32
  } -> tensor<90x40xf32>
  return %1 : tensor<90x40xf32>
}

func.func @constant_index(%a0: tensor<9x90x40xf32>) -> tensor<90x40xf32> {
  %0 = tensor.empty() : tensor<90x40xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (3, i, j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<9x90x40xf32>) outs(%0 : tensor<90x40xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x40xf32>
  return %1 : tensor<90x40xf32>
}

func.func @scalar_operand(%a0: tensor<120x90xf32>, %a1: tensor<f32>) -> tensor<120x90xf32> {
  %0 = tensor.empty() : tensor<120x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> ()>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1 : tensor<120x90xf32>, tensor<f32>) outs(%0 : tensor<120x90xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %r = arith.mulf %i0, %i1 : f32
    linalg.yield %r : f32
  } -> tensor<120x90xf32>
  return %1 : tensor<120x90xf32>
}

func.func @index_values() -> tensor<120x90xi32> {
  %0 = tensor.empty() : tensor<120x90xi32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<120x90xi32>) {
  ^bb0(%o0: i32):
    %x = linalg.index 0 : index
    %y = linalg.index 1 : index
    %z = arith.muli %x, %y : index
    %r = arith.index_cast %z : index to i32
    linalg.yield %r : i32
  } -> tensor<120x90xi32>
  return %1 : tensor<120x90xi32>
}

func.func @causal_mask(%a0: tensor<120x120xf32>) -> tensor<120x120xf32> {
  %0 = tensor.empty() : tensor<120x120xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<120x120xf32>) outs(%0 : tensor<120x120xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<120x120xf32>
  %2 = tensor.empty() : tensor<120x120xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<120x120xf32>) outs(%2 : tensor<120x120xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %x = linalg.index 0 : index
    %y = linalg.index 1 : index
    %c = arith.cmpi sge, %x, %y : index
    %z = arith.constant -1.0e4 : f32
    %r = arith.select %c, %i0, %z : f32
    linalg.yield %r : f32
  } -> tensor<120x120xf32>
  %4 = tensor.empty() : tensor<120x120xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<120x120xf32>) outs(%4 : tensor<120x120xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<120x120xf32>
  return %5 : tensor<120x120xf32>
}

func.func @reduce_first(%a0: tensor<150x90xf32>) -> tensor<90xf32> {
  %0 = tensor.empty() : tensor<150x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<150x90xf32>) outs(%0 : tensor<150x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<150x90xf32>
  %2 = arith.constant 0.0 : f32
  %3 = tensor.empty() : tensor<90xf32>
  %4 = linalg.fill ins(%2 : f32) outs(%3 : tensor<90xf32>) -> tensor<90xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (j)>], iterator_types = ["reduction", "parallel"]} ins(%1 : tensor<150x90xf32>) outs(%4 : tensor<90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.addf %i0, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<90xf32>
  return %5 : tensor<90xf32>
}

func.func @reduce_outer_inner(%a0: tensor<20x50x30xf32>) -> tensor<50xf32> {
  %0 = tensor.empty() : tensor<20x50x30xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a0 : tensor<20x50x30xf32>) outs(%0 : tensor<20x50x30xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<20x50x30xf32>
  %2 = arith.constant 0.0 : f32
  %3 = tensor.empty() : tensor<50xf32>
  %4 = linalg.fill ins(%2 : f32) outs(%3 : tensor<50xf32>) -> tensor<50xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> (j)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%1 : tensor<20x50x30xf32>) outs(%4 : tensor<50xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.maximumf %i0, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<50xf32>
  return %5 : tensor<50xf32>
}

func.func @reduce_everything(%a0: tensor<40x30x20xf32>) -> tensor<f32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<f32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<f32>) -> tensor<f32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> ()>], iterator_types = ["reduction", "reduction", "reduction"]} ins(%a0 : tensor<40x30x20xf32>) outs(%2 : tensor<f32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.addf %i0, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %3 : tensor<f32>
}

func.func @reduce_everything_int(%a0: tensor<40x30x20xi32>) -> tensor<i32> {
  %0 = arith.constant 0 : i32
  %1 = tensor.empty() : tensor<i32>
  %2 = linalg.fill ins(%0 : i32) outs(%1 : tensor<i32>) -> tensor<i32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,j,k)>, affine_map<(i,j,k) -> ()>], iterator_types = ["reduction", "reduction", "reduction"]} ins(%a0 : tensor<40x30x20xi32>) outs(%2 : tensor<i32>) {
  ^bb0(%i0: i32, %o0: i32):
    %r = arith.addi %i0, %o0 : i32
    linalg.yield %r : i32
  } -> tensor<i32>
  return %3 : tensor<i32>
}

func.func @reduce_into_argument(%a0: tensor<150x90xf32>, %a1: tensor<150xf32>) -> tensor<150xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<150x90xf32>) outs(%a1 : tensor<150xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.addf %i0, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<150xf32>
  return %0 : tensor<150xf32>
}

func.func @reduce_product_mod(%a0: tensor<150x90xi32>) -> tensor<150xi32> {
  %0 = arith.constant 1 : i32
  %1 = tensor.empty() : tensor<150xi32>
  %2 = linalg.fill ins(%0 : i32) outs(%1 : tensor<150xi32>) -> tensor<150xi32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<150x90xi32>) outs(%2 : tensor<150xi32>) {
  ^bb0(%i0: i32, %o0: i32):
    %r = arith.xori %i0, %o0 : i32
    linalg.yield %r : i32
  } -> tensor<150xi32>
  return %3 : tensor<150xi32>
}

func.func @reduce_non_associative(%a0: tensor<60x900xf32>) -> tensor<60xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<60xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<60xf32>) -> tensor<60xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<60x900xf32>) outs(%2 : tensor<60xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %h = arith.constant 0.5 : f32
    %s = arith.mulf %o0, %h : f32
    %r = arith.addf %i0, %s : f32
    linalg.yield %r : f32
  } -> tensor<60xf32>
  return %3 : tensor<60xf32>
}

func.func @two_results(%a0: tensor<120x100xf32>) -> (tensor<120x100xf32>, tensor<120x100xf32>) {
  %0 = tensor.empty() : tensor<120x100xf32>
  %1 = tensor.empty() : tensor<120x100xf32>
  %2:2 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<120x100xf32>) outs(%0, %1 : tensor<120x100xf32>, tensor<120x100xf32>) {
  ^bb0(%i0: f32, %o0: f32, %o1: f32):
    %p = math.exp %i0 : f32
    %q = arith.negf %i0 : f32
    linalg.yield %p, %q : f32, f32
  } -> (tensor<120x100xf32>, tensor<120x100xf32>)
  return %2#0, %2#1 : tensor<120x100xf32>, tensor<120x100xf32>
}

func.func @two_results_permuted(%a0: tensor<120x100xf32>) -> (tensor<120x100xf32>, tensor<100x120xf32>) {
  %0 = tensor.empty() : tensor<120x100xf32>
  %1 = tensor.empty() : tensor<100x120xf32>
  %2:2 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (j,i)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<120x100xf32>) outs(%0, %1 : tensor<120x100xf32>, tensor<100x120xf32>) {
  ^bb0(%i0: f32, %o0: f32, %o1: f32):
    %p = math.exp %i0 : f32
    %q = arith.negf %i0 : f32
    linalg.yield %p, %q : f32, f32
  } -> (tensor<120x100xf32>, tensor<100x120xf32>)
  return %2#0, %2#1 : tensor<120x100xf32>, tensor<100x120xf32>
}

func.func @two_results_then_add(%a0: tensor<120x100xf32>) -> tensor<120x100xf32> {
  %0 = tensor.empty() : tensor<120x100xf32>
  %1 = tensor.empty() : tensor<120x100xf32>
  %2:2 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<120x100xf32>) outs(%0, %1 : tensor<120x100xf32>, tensor<120x100xf32>) {
  ^bb0(%i0: f32, %o0: f32, %o1: f32):
    %p = math.exp %i0 : f32
    %q = arith.negf %i0 : f32
    linalg.yield %p, %q : f32, f32
  } -> (tensor<120x100xf32>, tensor<120x100xf32>)
  %3 = tensor.empty() : tensor<120x100xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2#0, %2#1 : tensor<120x100xf32>, tensor<120x100xf32>) outs(%3 : tensor<120x100xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %r = arith.addf %i0, %i1 : f32
    linalg.yield %r : f32
  } -> tensor<120x100xf32>
  return %4 : tensor<120x100xf32>
}

func.func @one_result_of_two(%a0: tensor<120x100xf32>) -> tensor<120x100xf32> {
  %0 = tensor.empty() : tensor<120x100xf32>
  %1 = tensor.empty() : tensor<120x100xf32>
  %2:2 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<120x100xf32>) outs(%0, %1 : tensor<120x100xf32>, tensor<120x100xf32>) {
  ^bb0(%i0: f32, %o0: f32, %o1: f32):
    %p = math.exp %i0 : f32
    %q = arith.negf %i0 : f32
    linalg.yield %p, %q : f32, f32
  } -> (tensor<120x100xf32>, tensor<120x100xf32>)
  %3 = tensor.empty() : tensor<120x100xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2#1 : tensor<120x100xf32>) outs(%3 : tensor<120x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<120x100xf32>
  return %4 : tensor<120x100xf32>
}

func.func @value_and_sum(%a0: tensor<120x100xf32>) -> (tensor<120xf32>, tensor<120xf32>) {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<120xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<120xf32>) -> tensor<120xf32>
  %3 = arith.constant 0.0 : f32
  %4 = tensor.empty() : tensor<120xf32>
  %5 = linalg.fill ins(%3 : f32) outs(%4 : tensor<120xf32>) -> tensor<120xf32>
  %6:2 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i)>, affine_map<(i,j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<120x100xf32>) outs(%2, %5 : tensor<120xf32>, tensor<120xf32>) {
  ^bb0(%i0: f32, %o0: f32, %o1: f32):
    %p = arith.addf %i0, %o0 : f32
    %q = arith.maximumf %i0, %o1 : f32
    linalg.yield %p, %q : f32, f32
  } -> (tensor<120xf32>, tensor<120xf32>)
  return %6#0, %6#1 : tensor<120xf32>, tensor<120xf32>
}

func.func @map_and_reduce_together(%a0: tensor<120x100xf32>) -> (tensor<120x100xf32>, tensor<120xf32>) {
  %0 = tensor.empty() : tensor<120x100xf32>
  %1 = arith.constant 0.0 : f32
  %2 = tensor.empty() : tensor<120xf32>
  %3 = linalg.fill ins(%1 : f32) outs(%2 : tensor<120xf32>) -> tensor<120xf32>
  %4:2 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<120x100xf32>) outs(%0, %3 : tensor<120x100xf32>, tensor<120xf32>) {
  ^bb0(%i0: f32, %o0: f32, %o1: f32):
    %p = math.exp %i0 : f32
    %q = arith.addf %p, %o1 : f32
    linalg.yield %p, %q : f32, f32
  } -> (tensor<120x100xf32>, tensor<120xf32>)
  return %4#0, %4#1 : tensor<120x100xf32>, tensor<120xf32>
}

func.func @in_place_update(%a0: tensor<120x100xf32>, %a1: tensor<120x100xf32>) -> tensor<120x100xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<120x100xf32>) outs(%a1 : tensor<120x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.addf %i0, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<120x100xf32>
  return %0 : tensor<120x100xf32>
}

func.func @update_twice(%a0: tensor<120x100xf32>) -> tensor<120x100xf32> {
  %0 = arith.constant 1.0 : f32
  %1 = tensor.empty() : tensor<120x100xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<120x100xf32>) -> tensor<120x100xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<120x100xf32>) outs(%2 : tensor<120x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.addf %i0, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<120x100xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<120x100xf32>) outs(%3 : tensor<120x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.mulf %i0, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<120x100xf32>
  return %4 : tensor<120x100xf32>
}

func.func @accumulator_of_computed(%a0: tensor<60x50xf32>, %a1: tensor<50x70xf32>, %a2: tensor<60x70xf32>) -> tensor<60x70xf32> {
  %0 = tensor.empty() : tensor<60x70xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a2 : tensor<60x70xf32>) outs(%0 : tensor<60x70xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<60x70xf32>
  %2 = linalg.matmul ins(%a0, %a1 : tensor<60x50xf32>, tensor<50x70xf32>) outs(%1 : tensor<60x70xf32>) -> tensor<60x70xf32>
  return %2 : tensor<60x70xf32>
}

func.func @accumulator_split(%a0: tensor<10x5000xf32>, %a1: tensor<5000x12xf32>, %a2: tensor<10x12xf32>) -> tensor<10x12xf32> {
  %0 = tensor.empty() : tensor<10x12xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a2 : tensor<10x12xf32>) outs(%0 : tensor<10x12xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<10x12xf32>
  %2 = linalg.matmul ins(%a0, %a1 : tensor<10x5000xf32>, tensor<5000x12xf32>) outs(%1 : tensor<10x12xf32>) -> tensor<10x12xf32>
  return %2 : tensor<10x12xf32>
}

func.func @accumulator_used_twice(%a0: tensor<60x50xf32>, %a1: tensor<50x70xf32>, %a2: tensor<60x70xf32>) -> tensor<60x70xf32> {
  %0 = tensor.empty() : tensor<60x70xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a2 : tensor<60x70xf32>) outs(%0 : tensor<60x70xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<60x70xf32>
  %2 = linalg.matmul ins(%a0, %a1 : tensor<60x50xf32>, tensor<50x70xf32>) outs(%1 : tensor<60x70xf32>) -> tensor<60x70xf32>
  %3 = tensor.empty() : tensor<60x70xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2, %1 : tensor<60x70xf32>, tensor<60x70xf32>) outs(%3 : tensor<60x70xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %r = arith.addf %i0, %i1 : f32
    linalg.yield %r : f32
  } -> tensor<60x70xf32>
  return %4 : tensor<60x70xf32>
}

func.func @chained_accumulation(%a0: tensor<60x50xf32>, %a1: tensor<50x70xf32>, %a2: tensor<60x40xf32>, %a3: tensor<40x70xf32>) -> tensor<60x70xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<60x70xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<60x70xf32>) -> tensor<60x70xf32>
  %3 = linalg.matmul ins(%a0, %a1 : tensor<60x50xf32>, tensor<50x70xf32>) outs(%2 : tensor<60x70xf32>) -> tensor<60x70xf32>
  %4 = linalg.matmul ins(%a2, %a3 : tensor<60x40xf32>, tensor<40x70xf32>) outs(%3 : tensor<60x70xf32>) -> tensor<60x70xf32>
  return %4 : tensor<60x70xf32>
}

func.func @same_operand_twice(%a0: tensor<80x80xf32>) -> tensor<80x80xf32> {
  %0 = tensor.empty() : tensor<80x80xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<80x80xf32>) outs(%0 : tensor<80x80xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<80x80xf32>
  %2 = arith.constant 0.0 : f32
  %3 = tensor.empty() : tensor<80x80xf32>
  %4 = linalg.fill ins(%2 : f32) outs(%3 : tensor<80x80xf32>) -> tensor<80x80xf32>
  %5 = linalg.matmul ins(%1, %1 : tensor<80x80xf32>, tensor<80x80xf32>) outs(%4 : tensor<80x80xf32>) -> tensor<80x80xf32>
  return %5 : tensor<80x80xf32>
}

func.func @self_transpose_product(%a0: tensor<80x60xf32>) -> tensor<80x80xf32> {
  %0 = tensor.empty() : tensor<80x60xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<80x60xf32>) outs(%0 : tensor<80x60xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<80x60xf32>
  %2 = arith.constant 0.0 : f32
  %3 = tensor.empty() : tensor<80x80xf32>
  %4 = linalg.fill ins(%2 : f32) outs(%3 : tensor<80x80xf32>) -> tensor<80x80xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (i,k)>, affine_map<(i,j,k) -> (j,k)>, affine_map<(i,j,k) -> (i,j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1, %1 : tensor<80x60xf32>, tensor<80x60xf32>) outs(%4 : tensor<80x80xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %p = arith.mulf %i0, %i1 : f32
    %r = arith.addf %p, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<80x80xf32>
  return %5 : tensor<80x80xf32>
}

func.func @outer_product_reduce(%a0: tensor<90xf32>, %a1: tensor<120xf32>) -> tensor<120xf32> {
  %0 = tensor.empty() : tensor<90x120xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i)>, affine_map<(i,j) -> (j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1 : tensor<90xf32>, tensor<120xf32>) outs(%0 : tensor<90x120xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %r = arith.mulf %i0, %i1 : f32
    linalg.yield %r : f32
  } -> tensor<90x120xf32>
  %2 = arith.constant 0.0 : f32
  %3 = tensor.empty() : tensor<120xf32>
  %4 = linalg.fill ins(%2 : f32) outs(%3 : tensor<120xf32>) -> tensor<120xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (j)>], iterator_types = ["reduction", "parallel"]} ins(%1 : tensor<90x120xf32>) outs(%4 : tensor<120xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.addf %i0, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<120xf32>
  return %5 : tensor<120xf32>
}

func.func @gather_body(%a0: tensor<900x16xf32>, %a1: tensor<300xi32>) -> tensor<300x16xf32> {
  %0 = tensor.empty() : tensor<300x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a1 : tensor<300xi32>) outs(%0 : tensor<300x16xf32>) {
  ^bb0(%i0: i32, %o0: f32):
    %x = arith.index_cast %i0 : i32 to index
    %y = linalg.index 1 : index
    %r = tensor.extract %a0[%x, %y] : tensor<900x16xf32>
    linalg.yield %r : f32
  } -> tensor<300x16xf32>
  return %1 : tensor<300x16xf32>
}

func.func @gather_computed(%a0: tensor<900x16xf32>, %a1: tensor<300xi32>) -> tensor<300x16xf32> {
  %0 = tensor.empty() : tensor<900x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<900x16xf32>) outs(%0 : tensor<900x16xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<900x16xf32>
  %2 = tensor.empty() : tensor<300x16xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a1 : tensor<300xi32>) outs(%2 : tensor<300x16xf32>) {
  ^bb0(%i0: i32, %o0: f32):
    %x = arith.index_cast %i0 : i32 to index
    %y = linalg.index 1 : index
    %r = tensor.extract %1[%x, %y] : tensor<900x16xf32>
    linalg.yield %r : f32
  } -> tensor<300x16xf32>
  %4 = tensor.empty() : tensor<300x16xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<300x16xf32>) outs(%4 : tensor<300x16xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<300x16xf32>
  return %5 : tensor<300x16xf32>
}

func.func @cumulative_sum_by_triangle(%a0: tensor<40x120xf32>) -> tensor<40x120xf32> {
  %0 = tensor.empty() : tensor<120x120xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<120x120xf32>) {
  ^bb0(%o0: f32):
    %x = linalg.index 0 : index
    %y = linalg.index 1 : index
    %c = arith.cmpi sle, %x, %y : index
    %u = arith.uitofp %c : i1 to f32
    linalg.yield %u : f32
  } -> tensor<120x120xf32>
  %2 = arith.constant 0.0 : f32
  %3 = tensor.empty() : tensor<40x120xf32>
  %4 = linalg.fill ins(%2 : f32) outs(%3 : tensor<40x120xf32>) -> tensor<40x120xf32>
  %5 = linalg.matmul ins(%a0, %1 : tensor<40x120xf32>, tensor<120x120xf32>) outs(%4 : tensor<40x120xf32>) -> tensor<40x120xf32>
  return %5 : tensor<40x120xf32>
}

func.func @rank_0_all(%a0: tensor<f32>, %a1: tensor<f32>) -> tensor<f32> {
  %0 = tensor.empty() : tensor<f32>
  %1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%a0, %a1 : tensor<f32>, tensor<f32>) outs(%0 : tensor<f32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %r = arith.addf %i0, %i1 : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %1 : tensor<f32>
}

func.func @unit_dims(%a0: tensor<1x200x1x60x1xf32>) -> tensor<1x200x1x60x1xf32> {
  %0 = tensor.empty() : tensor<1x200x1x60x1xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%a0 : tensor<1x200x1x60x1xf32>) outs(%0 : tensor<1x200x1x60x1xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<1x200x1x60x1xf32>
  %2 = tensor.empty() : tensor<1x200x1x60x1xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x200x1x60x1xf32>) outs(%2 : tensor<1x200x1x60x1xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<1x200x1x60x1xf32>
  return %3 : tensor<1x200x1x60x1xf32>
}

func.func @empty_dimension(%a0: tensor<0x64xf32>) -> tensor<0x64xf32> {
  %0 = tensor.empty() : tensor<0x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<0x64xf32>) outs(%0 : tensor<0x64xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<0x64xf32>
  %2 = tensor.empty() : tensor<0x64xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<0x64xf32>) outs(%2 : tensor<0x64xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<0x64xf32>
  return %3 : tensor<0x64xf32>
}

func.func @empty_reduction(%a0: tensor<64x0xf32>) -> tensor<64xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<64xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<64xf32>) -> tensor<64xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a0 : tensor<64x0xf32>) outs(%2 : tensor<64xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.addf %i0, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<64xf32>
  return %3 : tensor<64xf32>
}

func.func @prime_extents(%a0: tensor<127x131xf32>) -> tensor<127x131xf32> {
  %0 = tensor.empty() : tensor<127x131xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<127x131xf32>) outs(%0 : tensor<127x131xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<127x131xf32>
  %2 = tensor.empty() : tensor<127x131xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<127x131xf32>) outs(%2 : tensor<127x131xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<127x131xf32>
  return %3 : tensor<127x131xf32>
}

func.func @large_prime(%a0: tensor<99991xf32>) -> tensor<99991xf32> {
  %0 = tensor.empty() : tensor<99991xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a0 : tensor<99991xf32>) outs(%0 : tensor<99991xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<99991xf32>
  %2 = tensor.empty() : tensor<99991xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1 : tensor<99991xf32>) outs(%2 : tensor<99991xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<99991xf32>
  return %3 : tensor<99991xf32>
}

func.func @seven_loops(%a0: tensor<3x4x5x6x4x3x2xf32>) -> tensor<3x4x5x6x4x3x2xf32> {
  %0 = tensor.empty() : tensor<3x4x5x6x4x3x2xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d4, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d4, d5, d6)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%a0 : tensor<3x4x5x6x4x3x2xf32>) outs(%0 : tensor<3x4x5x6x4x3x2xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<3x4x5x6x4x3x2xf32>
  %2 = tensor.empty() : tensor<3x4x5x6x4x3x2xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d4, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d4, d5, d6)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<3x4x5x6x4x3x2xf32>) outs(%2 : tensor<3x4x5x6x4x3x2xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<3x4x5x6x4x3x2xf32>
  return %3 : tensor<3x4x5x6x4x3x2xf32>
}

func.func @complex_mul(%a0: tensor<60x70xcomplex<f32>>, %a1: tensor<60x70xcomplex<f32>>) -> tensor<60x70xcomplex<f32>> {
  %0 = tensor.empty() : tensor<60x70xcomplex<f32>>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1 : tensor<60x70xcomplex<f32>>, tensor<60x70xcomplex<f32>>) outs(%0 : tensor<60x70xcomplex<f32>>) {
  ^bb0(%i0: complex<f32>, %i1: complex<f32>, %o0: complex<f32>):
    %r = complex.mul %i0, %i1 : complex<f32>
    linalg.yield %r : complex<f32>
  } -> tensor<60x70xcomplex<f32>>
  return %1 : tensor<60x70xcomplex<f32>>
}

func.func @i1_logic(%a0: tensor<200x190xi1>, %a1: tensor<200x190xi1>) -> tensor<200x190xi1> {
  %0 = tensor.empty() : tensor<200x190xi1>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1 : tensor<200x190xi1>, tensor<200x190xi1>) outs(%0 : tensor<200x190xi1>) {
  ^bb0(%i0: i1, %i1: i1, %o0: i1):
    %r = arith.andi %i0, %i1 : i1
    linalg.yield %r : i1
  } -> tensor<200x190xi1>
  return %1 : tensor<200x190xi1>
}

func.func @i4_add(%a0: tensor<200x190xi8>) -> tensor<200x190xi8> {
  %0 = tensor.empty() : tensor<200x190xi8>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<200x190xi8>) outs(%0 : tensor<200x190xi8>) {
  ^bb0(%i0: i8, %o0: i8):
    %t = arith.trunci %i0 : i8 to i4
    %r = arith.extsi %t : i4 to i8
    linalg.yield %r : i8
  } -> tensor<200x190xi8>
  return %1 : tensor<200x190xi8>
}

func.func @index_tensor(%a0: tensor<200xindex>) -> tensor<200xindex> {
  %0 = tensor.empty() : tensor<200xindex>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a0 : tensor<200xindex>) outs(%0 : tensor<200xindex>) {
  ^bb0(%i0: index, %o0: index):
    %r = arith.addi %i0, %i0 : index
    linalg.yield %r : index
  } -> tensor<200xindex>
  return %1 : tensor<200xindex>
}

func.func @conv_as_generic(%a0: tensor<1x34x36x6xf32>, %a1: tensor<3x3x6x10xf32>) -> tensor<1x16x17x10xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x16x17x10xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x16x17x10xf32>) -> tensor<1x16x17x10xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(n,h,w,c,kh,kw,ci) -> (n, h * 2 + kh, w * 2 + kw, ci)>, affine_map<(n,h,w,c,kh,kw,ci) -> (kh,kw,ci,c)>, affine_map<(n,h,w,c,kh,kw,ci) -> (n,h,w,c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%a0, %a1 : tensor<1x34x36x6xf32>, tensor<3x3x6x10xf32>) outs(%2 : tensor<1x16x17x10xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %p = arith.mulf %i0, %i1 : f32
    %r = arith.addf %p, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<1x16x17x10xf32>
  return %3 : tensor<1x16x17x10xf32>
}

func.func @transposed_output_matmul(%a0: tensor<60x50xf32>, %a1: tensor<50x70xf32>) -> tensor<70x60xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<70x60xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<70x60xf32>) -> tensor<70x60xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(m,n,k) -> (m,k)>, affine_map<(m,n,k) -> (k,n)>, affine_map<(m,n,k) -> (n,m)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a0, %a1 : tensor<60x50xf32>, tensor<50x70xf32>) outs(%2 : tensor<70x60xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %p = arith.mulf %i0, %i1 : f32
    %r = arith.addf %p, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<70x60xf32>
  return %3 : tensor<70x60xf32>
}

func.func @attention_bhsd(%a0: tensor<2x3x40x16xf32>, %a1: tensor<2x3x40x16xf32>, %a2: tensor<2x3x40x16xf32>) -> tensor<2x3x40x16xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<2x3x40x40xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<2x3x40x40xf32>) -> tensor<2x3x40x40xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(b,h,i,j,d) -> (b,h,i,d)>, affine_map<(b,h,i,j,d) -> (b,h,j,d)>, affine_map<(b,h,i,j,d) -> (b,h,i,j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%a0, %a1 : tensor<2x3x40x16xf32>, tensor<2x3x40x16xf32>) outs(%2 : tensor<2x3x40x40xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %p = arith.mulf %i0, %i1 : f32
    %r = arith.addf %p, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x40x40xf32>
  %4 = tensor.empty() : tensor<2x3x40x40xf32>
  %5 = linalg.softmax dimension(3) ins(%3 : tensor<2x3x40x40xf32>) outs(%4 : tensor<2x3x40x40xf32>) -> tensor<2x3x40x40xf32>
  %6 = arith.constant 0.0 : f32
  %7 = tensor.empty() : tensor<2x3x40x16xf32>
  %8 = linalg.fill ins(%6 : f32) outs(%7 : tensor<2x3x40x16xf32>) -> tensor<2x3x40x16xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(b,h,i,d,j) -> (b,h,i,j)>, affine_map<(b,h,i,d,j) -> (b,h,j,d)>, affine_map<(b,h,i,d,j) -> (b,h,i,d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%5, %a2 : tensor<2x3x40x40xf32>, tensor<2x3x40x16xf32>) outs(%8 : tensor<2x3x40x16xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %p = arith.mulf %i0, %i1 : f32
    %r = arith.addf %p, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<2x3x40x16xf32>
  return %9 : tensor<2x3x40x16xf32>
}

func.func @huge_elementwise(%a0: tensor<1024x1500xf32>) -> tensor<1024x1500xf32> {
  %0 = tensor.empty() : tensor<1024x1500xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<1024x1500xf32>) outs(%0 : tensor<1024x1500xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<1024x1500xf32>
  return %1 : tensor<1024x1500xf32>
}

func.func @huge_matvec(%a0: tensor<800x1024xf32>, %a1: tensor<1024xf32>) -> tensor<800xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<800xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<800xf32>) -> tensor<800xf32>
  %3 = linalg.matvec ins(%a0, %a1 : tensor<800x1024xf32>, tensor<1024xf32>) outs(%2 : tensor<800xf32>) -> tensor<800xf32>
  return %3 : tensor<800xf32>
}
