// Each function is one program; unittests/SuperTiling/ProgramFilesTest.cpp runs them one by one.
func.func @slice_strided(%a0: tensor<120x90xf32>) -> tensor<60x45xf32> {
  %0 = tensor.empty() : tensor<120x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<120x90xf32>) outs(%0 : tensor<120x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<120x90xf32>
  %2 = tensor.extract_slice %1[1, 0] [60, 45] [2, 2] : tensor<120x90xf32> to tensor<60x45xf32>
  %3 = tensor.empty() : tensor<60x45xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<60x45xf32>) outs(%3 : tensor<60x45xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<60x45xf32>
  return %4 : tensor<60x45xf32>
}

func.func @slice_rank_reduced(%a0: tensor<4x120x90xf32>) -> tensor<120x90xf32> {
  %0 = tensor.empty() : tensor<4x120x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a0 : tensor<4x120x90xf32>) outs(%0 : tensor<4x120x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<4x120x90xf32>
  %2 = tensor.extract_slice %1[2, 0, 0] [1, 120, 90] [1, 1, 1] : tensor<4x120x90xf32> to tensor<120x90xf32>
  %3 = tensor.empty() : tensor<120x90xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<120x90xf32>) outs(%3 : tensor<120x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<120x90xf32>
  return %4 : tensor<120x90xf32>
}

func.func @slice_of_slice(%a0: tensor<150x120xf32>) -> tensor<100x100xf32> {
  %0 = tensor.empty() : tensor<150x120xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<150x120xf32>) outs(%0 : tensor<150x120xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<150x120xf32>
  %2 = tensor.extract_slice %1[10, 10] [130, 100] [1, 1] : tensor<150x120xf32> to tensor<130x100xf32>
  %3 = tensor.extract_slice %2[5, 0] [100, 100] [1, 1] : tensor<130x100xf32> to tensor<100x100xf32>
  %4 = tensor.empty() : tensor<100x100xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<100x100xf32>) outs(%4 : tensor<100x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<100x100xf32>
  return %5 : tensor<100x100xf32>
}

func.func @slice_two_halves(%a0: tensor<120x100xf32>) -> tensor<60x100xf32> {
  %0 = tensor.empty() : tensor<120x100xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<120x100xf32>) outs(%0 : tensor<120x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<120x100xf32>
  %2 = tensor.extract_slice %1[0, 0] [60, 100] [1, 1] : tensor<120x100xf32> to tensor<60x100xf32>
  %3 = tensor.extract_slice %1[60, 0] [60, 100] [1, 1] : tensor<120x100xf32> to tensor<60x100xf32>
  %4 = tensor.empty() : tensor<60x100xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2, %3 : tensor<60x100xf32>, tensor<60x100xf32>) outs(%4 : tensor<60x100xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %r = arith.addf %i0, %i1 : f32
    linalg.yield %r : f32
  } -> tensor<60x100xf32>
  return %5 : tensor<60x100xf32>
}

func.func @slice_overlapping(%a0: tensor<120x100xf32>) -> tensor<110x100xf32> {
  %0 = tensor.empty() : tensor<120x100xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<120x100xf32>) outs(%0 : tensor<120x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<120x100xf32>
  %2 = tensor.extract_slice %1[0, 0] [110, 100] [1, 1] : tensor<120x100xf32> to tensor<110x100xf32>
  %3 = tensor.extract_slice %1[10, 0] [110, 100] [1, 1] : tensor<120x100xf32> to tensor<110x100xf32>
  %4 = tensor.empty() : tensor<110x100xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2, %3 : tensor<110x100xf32>, tensor<110x100xf32>) outs(%4 : tensor<110x100xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %r = arith.addf %i0, %i1 : f32
    linalg.yield %r : f32
  } -> tensor<110x100xf32>
  return %5 : tensor<110x100xf32>
}

func.func @insert_into_argument(%a0: tensor<60x50xf32>, %a1: tensor<120x90xf32>) -> tensor<120x90xf32> {
  %0 = tensor.empty() : tensor<60x50xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<60x50xf32>) outs(%0 : tensor<60x50xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<60x50xf32>
  %2 = tensor.insert_slice %1 into %a1[20, 30] [60, 50] [1, 1] : tensor<60x50xf32> into tensor<120x90xf32>
  return %2 : tensor<120x90xf32>
}

func.func @insert_between(%a0: tensor<60x90xf32>, %a1: tensor<120x90xf32>) -> tensor<120x90xf32> {
  %0 = tensor.empty() : tensor<60x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<60x90xf32>) outs(%0 : tensor<60x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<60x90xf32>
  %2 = tensor.empty() : tensor<120x90xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a1 : tensor<120x90xf32>) outs(%2 : tensor<120x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<120x90xf32>
  %4 = tensor.insert_slice %1 into %3[20, 0] [60, 90] [1, 1] : tensor<60x90xf32> into tensor<120x90xf32>
  %5 = tensor.empty() : tensor<120x90xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<120x90xf32>) outs(%5 : tensor<120x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<120x90xf32>
  return %6 : tensor<120x90xf32>
}

func.func @insert_strided(%a0: tensor<60x90xf32>) -> tensor<120x90xf32> {
  %0 = tensor.empty() : tensor<60x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<60x90xf32>) outs(%0 : tensor<60x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<60x90xf32>
  %2 = arith.constant 0.0 : f32
  %3 = tensor.empty() : tensor<120x90xf32>
  %4 = linalg.fill ins(%2 : f32) outs(%3 : tensor<120x90xf32>) -> tensor<120x90xf32>
  %5 = tensor.insert_slice %1 into %4[0, 0] [60, 90] [2, 1] : tensor<60x90xf32> into tensor<120x90xf32>
  %6 = tensor.empty() : tensor<120x90xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<120x90xf32>) outs(%6 : tensor<120x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<120x90xf32>
  return %7 : tensor<120x90xf32>
}

func.func @insert_halves(%a0: tensor<60x90xf32>, %a1: tensor<60x90xf32>) -> tensor<120x90xf32> {
  %0 = tensor.empty() : tensor<60x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<60x90xf32>) outs(%0 : tensor<60x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<60x90xf32>
  %2 = tensor.empty() : tensor<60x90xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a1 : tensor<60x90xf32>) outs(%2 : tensor<60x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<60x90xf32>
  %4 = tensor.empty() : tensor<120x90xf32>
  %5 = tensor.insert_slice %1 into %4[0, 0] [60, 90] [1, 1] : tensor<60x90xf32> into tensor<120x90xf32>
  %6 = tensor.insert_slice %3 into %5[60, 0] [60, 90] [1, 1] : tensor<60x90xf32> into tensor<120x90xf32>
  %7 = tensor.empty() : tensor<120x90xf32>
  %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<120x90xf32>) outs(%7 : tensor<120x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<120x90xf32>
  return %8 : tensor<120x90xf32>
}

func.func @insert_rank_reduced(%a0: tensor<90x60xf32>, %a1: tensor<5x90x60xf32>) -> tensor<5x90x60xf32> {
  %0 = tensor.empty() : tensor<90x60xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<90x60xf32>) outs(%0 : tensor<90x60xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x60xf32>
  %2 = tensor.insert_slice %1 into %a1[3, 0, 0] [1, 90, 60] [1, 1, 1] : tensor<90x60xf32> into tensor<5x90x60xf32>
  %3 = tensor.empty() : tensor<5x90x60xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<5x90x60xf32>) outs(%3 : tensor<5x90x60xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<5x90x60xf32>
  return %4 : tensor<5x90x60xf32>
}

func.func @pad_exp_pad(%a0: tensor<70x80xf32>) -> tensor<78x86xf32> {
  %0 = tensor.empty() : tensor<70x80xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<70x80xf32>) outs(%0 : tensor<70x80xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x80xf32>
  %2 = arith.constant 0.0 : f32
  %3 = tensor.pad %1  low[1, 2] high[3, 0] { ^bb0(%p0: index, %p1: index): tensor.yield %2 : f32 } : tensor<70x80xf32> to tensor<74x82xf32>
  %4 = tensor.empty() : tensor<74x82xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<74x82xf32>) outs(%4 : tensor<74x82xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<74x82xf32>
  %6 = arith.constant 1.5 : f32
  %7 = tensor.pad %5  low[0, 4] high[4, 0] { ^bb0(%p0: index, %p1: index): tensor.yield %6 : f32 } : tensor<74x82xf32> to tensor<78x86xf32>
  %8 = tensor.empty() : tensor<78x86xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<78x86xf32>) outs(%8 : tensor<78x86xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<78x86xf32>
  return %9 : tensor<78x86xf32>
}

func.func @pad_nofold(%a0: tensor<70x80xf32>) -> tensor<72x88xf32> {
  %0 = tensor.empty() : tensor<70x80xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<70x80xf32>) outs(%0 : tensor<70x80xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x80xf32>
  %2 = arith.constant 0.0 : f32
  %3 = tensor.pad %1 nofold low[0, 0] high[2, 8] { ^bb0(%p0: index, %p1: index): tensor.yield %2 : f32 } : tensor<70x80xf32> to tensor<72x88xf32>
  return %3 : tensor<72x88xf32>
}

func.func @pad_index_dependent(%a0: tensor<70x80xf32>) -> tensor<73x83xf32> {
  %0 = tensor.pad %a0 low[2, 3] high[1, 0] { ^bb0(%p: index, %q: index): %m = arith.addi %p, %q : index %k = arith.index_cast %m : index to i32 %z = arith.sitofp %k : i32 to f32 tensor.yield %z : f32 } : tensor<70x80xf32> to tensor<73x83xf32>
  %1 = tensor.empty() : tensor<73x83xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<73x83xf32>) outs(%1 : tensor<73x83xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<73x83xf32>
  return %2 : tensor<73x83xf32>
}

func.func @pad_only_large_low(%a0: tensor<10x80xf32>) -> tensor<210x80xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.pad %a0  low[200, 0] high[0, 0] { ^bb0(%p0: index, %p1: index): tensor.yield %0 : f32 } : tensor<10x80xf32> to tensor<210x80xf32>
  return %1 : tensor<210x80xf32>
}

func.func @pad_reduce(%a0: tensor<70x80xf32>) -> tensor<80xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.pad %a0  low[5, 5] high[5, 5] { ^bb0(%p0: index, %p1: index): tensor.yield %0 : f32 } : tensor<70x80xf32> to tensor<80x90xf32>
  %2 = arith.constant 0.0 : f32
  %3 = tensor.empty() : tensor<80xf32>
  %4 = linalg.fill ins(%2 : f32) outs(%3 : tensor<80xf32>) -> tensor<80xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<80x90xf32>) outs(%4 : tensor<80xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.addf %i0, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<80xf32>
  return %5 : tensor<80xf32>
}

func.func @expand_collapse(%a0: tensor<120x90xf32>) -> tensor<10x1080xf32> {
  %0 = tensor.empty() : tensor<120x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<120x90xf32>) outs(%0 : tensor<120x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<120x90xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [10, 12, 90] : tensor<120x90xf32> into tensor<10x12x90xf32>
  %3 = tensor.empty() : tensor<10x12x90xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<10x12x90xf32>) outs(%3 : tensor<10x12x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<10x12x90xf32>
  %5 = tensor.collapse_shape %4 [[0], [1, 2]] : tensor<10x12x90xf32> into tensor<10x1080xf32>
  %6 = tensor.empty() : tensor<10x1080xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<10x1080xf32>) outs(%6 : tensor<10x1080xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<10x1080xf32>
  return %7 : tensor<10x1080xf32>
}

func.func @expand_inner(%a0: tensor<60x96xf32>) -> tensor<60x8x12xf32> {
  %0 = tensor.empty() : tensor<60x96xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<60x96xf32>) outs(%0 : tensor<60x96xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<60x96xf32>
  %2 = tensor.expand_shape %1 [[0], [1, 2]] output_shape [60, 8, 12] : tensor<60x96xf32> into tensor<60x8x12xf32>
  %3 = tensor.empty() : tensor<60x8x12xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<60x8x12xf32>) outs(%3 : tensor<60x8x12xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<60x8x12xf32>
  return %4 : tensor<60x8x12xf32>
}

func.func @expand_three(%a0: tensor<12000xf32>) -> tensor<10x30x40xf32> {
  %0 = tensor.empty() : tensor<12000xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a0 : tensor<12000xf32>) outs(%0 : tensor<12000xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<12000xf32>
  %2 = tensor.expand_shape %1 [[0, 1, 2]] output_shape [10, 30, 40] : tensor<12000xf32> into tensor<10x30x40xf32>
  %3 = tensor.empty() : tensor<10x30x40xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<10x30x40xf32>) outs(%3 : tensor<10x30x40xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<10x30x40xf32>
  return %4 : tensor<10x30x40xf32>
}

func.func @collapse_all(%a0: tensor<10x30x40xf32>) -> tensor<12000xf32> {
  %0 = tensor.empty() : tensor<10x30x40xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a0 : tensor<10x30x40xf32>) outs(%0 : tensor<10x30x40xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<10x30x40xf32>
  %2 = tensor.collapse_shape %1 [[0, 1, 2]] : tensor<10x30x40xf32> into tensor<12000xf32>
  %3 = tensor.empty() : tensor<12000xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%2 : tensor<12000xf32>) outs(%3 : tensor<12000xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<12000xf32>
  return %4 : tensor<12000xf32>
}

func.func @collapse_unit(%a0: tensor<1x120x1x90xf32>) -> tensor<120x90xf32> {
  %0 = tensor.empty() : tensor<1x120x1x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%a0 : tensor<1x120x1x90xf32>) outs(%0 : tensor<1x120x1x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<1x120x1x90xf32>
  %2 = tensor.collapse_shape %1 [[0, 1], [2, 3]] : tensor<1x120x1x90xf32> into tensor<120x90xf32>
  %3 = tensor.empty() : tensor<120x90xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<120x90xf32>) outs(%3 : tensor<120x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<120x90xf32>
  return %4 : tensor<120x90xf32>
}

func.func @expand_scalar(%a0: tensor<30000xf32>) -> tensor<1x1xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<f32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<f32>) -> tensor<f32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a0 : tensor<30000xf32>) outs(%2 : tensor<f32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.addf %i0, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %4 = tensor.expand_shape %3 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  return %4 : tensor<1x1xf32>
}

func.func @transpose_reshape_transpose(%a0: tensor<40x60xf32>) -> tensor<40x6x10xf32> {
  %0 = tensor.empty() : tensor<40x60xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<40x60xf32>) outs(%0 : tensor<40x60xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<40x60xf32>
  %2 = tensor.empty() : tensor<60x40xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (j,i)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<40x60xf32>) outs(%2 : tensor<60x40xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<60x40xf32>
  %4 = tensor.expand_shape %3 [[0, 1], [2]] output_shape [6, 10, 40] : tensor<60x40xf32> into tensor<6x10x40xf32>
  %5 = tensor.empty() : tensor<40x6x10xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(i,j,k) -> (j,k,i)>, affine_map<(i,j,k) -> (i,j,k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<6x10x40xf32>) outs(%5 : tensor<40x6x10xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<40x6x10xf32>
  return %6 : tensor<40x6x10xf32>
}

func.func @concat_3(%a0: tensor<30x80xf32>, %a1: tensor<41x80xf32>, %a2: tensor<17x80xf32>) -> tensor<88x80xf32> {
  %0 = tensor.empty() : tensor<30x80xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<30x80xf32>) outs(%0 : tensor<30x80xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<30x80xf32>
  %2 = tensor.empty() : tensor<41x80xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a1 : tensor<41x80xf32>) outs(%2 : tensor<41x80xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<41x80xf32>
  %4 = tensor.concat dim(0) %1, %3, %a2 : (tensor<30x80xf32>, tensor<41x80xf32>, tensor<17x80xf32>) -> tensor<88x80xf32>
  %5 = tensor.empty() : tensor<88x80xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<88x80xf32>) outs(%5 : tensor<88x80xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<88x80xf32>
  return %6 : tensor<88x80xf32>
}

func.func @concat_last_reduce(%a0: tensor<80x30xf32>, %a1: tensor<80x41xf32>) -> tensor<80xf32> {
  %0 = tensor.empty() : tensor<80x30xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<80x30xf32>) outs(%0 : tensor<80x30xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<80x30xf32>
  %2 = tensor.empty() : tensor<80x41xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a1 : tensor<80x41xf32>) outs(%2 : tensor<80x41xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<80x41xf32>
  %4 = tensor.concat dim(1) %1, %3 : (tensor<80x30xf32>, tensor<80x41xf32>) -> tensor<80x71xf32>
  %5 = arith.constant 0.0 : f32
  %6 = tensor.empty() : tensor<80xf32>
  %7 = linalg.fill ins(%5 : f32) outs(%6 : tensor<80xf32>) -> tensor<80xf32>
  %8 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%4 : tensor<80x71xf32>) outs(%7 : tensor<80xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.addf %i0, %o0 : f32
    linalg.yield %r : f32
  } -> tensor<80xf32>
  return %8 : tensor<80xf32>
}

func.func @concat_self(%a0: tensor<50x80xf32>) -> tensor<100x80xf32> {
  %0 = tensor.empty() : tensor<50x80xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<50x80xf32>) outs(%0 : tensor<50x80xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<50x80xf32>
  %2 = tensor.concat dim(0) %1, %1 : (tensor<50x80xf32>, tensor<50x80xf32>) -> tensor<100x80xf32>
  %3 = tensor.empty() : tensor<100x80xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<100x80xf32>) outs(%3 : tensor<100x80xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<100x80xf32>
  return %4 : tensor<100x80xf32>
}

func.func @concat_matmul(%a0: tensor<80x30xf32>, %a1: tensor<80x34xf32>, %a2: tensor<64x60xf32>) -> tensor<80x60xf32> {
  %0 = tensor.empty() : tensor<80x30xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<80x30xf32>) outs(%0 : tensor<80x30xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<80x30xf32>
  %2 = tensor.empty() : tensor<80x34xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a1 : tensor<80x34xf32>) outs(%2 : tensor<80x34xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<80x34xf32>
  %4 = tensor.concat dim(1) %1, %3 : (tensor<80x30xf32>, tensor<80x34xf32>) -> tensor<80x64xf32>
  %5 = arith.constant 0.0 : f32
  %6 = tensor.empty() : tensor<80x60xf32>
  %7 = linalg.fill ins(%5 : f32) outs(%6 : tensor<80x60xf32>) -> tensor<80x60xf32>
  %8 = linalg.matmul ins(%4, %a2 : tensor<80x64xf32>, tensor<64x60xf32>) outs(%7 : tensor<80x60xf32>) -> tensor<80x60xf32>
  return %8 : tensor<80x60xf32>
}

func.func @cast_types(%a0: tensor<90x100xf32>) -> tensor<90x100xf32> {
  %0 = tensor.cast %a0 : tensor<90x100xf32> to tensor<?x100xf32>
  %1 = tensor.cast %0 : tensor<?x100xf32> to tensor<90x100xf32>
  %2 = tensor.empty() : tensor<90x100xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<90x100xf32>) outs(%2 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  return %3 : tensor<90x100xf32>
}

func.func @generate() -> tensor<90x100xf32> {
  %0 = tensor.generate { ^bb0(%i: index, %j: index): %m = arith.muli %i, %j : index %k = arith.index_cast %m : index to i32 %z = arith.sitofp %k : i32 to f32 tensor.yield %z : f32 } : tensor<90x100xf32>
  %1 = tensor.empty() : tensor<90x100xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<90x100xf32>) outs(%1 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  return %2 : tensor<90x100xf32>
}

func.func @splat(%a0: tensor<90x100xf32>) -> tensor<90x100xf32> {
  %0 = arith.constant 2.5 : f32
  %1 = tensor.splat %0 : tensor<90x100xf32>
  %2 = tensor.empty() : tensor<90x100xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1, %a0 : tensor<90x100xf32>, tensor<90x100xf32>) outs(%2 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %r = arith.addf %i0, %i1 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  return %3 : tensor<90x100xf32>
}

func.func @constant_large(%a0: tensor<90x100xf32>) -> tensor<90x100xf32> {
  %0 = arith.constant dense<1.5> : tensor<90x100xf32>
  %1 = tensor.empty() : tensor<90x100xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0, %a0 : tensor<90x100xf32>, tensor<90x100xf32>) outs(%1 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %r = arith.addf %i0, %i1 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  return %2 : tensor<90x100xf32>
}

func.func @reshape_op(%a0: tensor<90x100xf32>) -> tensor<60x150xf32> {
  %0 = tensor.empty() : tensor<90x100xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<90x100xf32>) outs(%0 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  %2 = arith.constant dense<[60, 150]> : tensor<2xindex>
  %3 = tensor.reshape %1(%2) : (tensor<90x100xf32>, tensor<2xindex>) -> tensor<60x150xf32>
  %4 = tensor.empty() : tensor<60x150xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<60x150xf32>) outs(%4 : tensor<60x150xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<60x150xf32>
  return %5 : tensor<60x150xf32>
}

func.func @unused_results(%a0: tensor<90x100xf32>) -> tensor<90x100xf32> {
  %0 = tensor.empty() : tensor<90x100xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<90x100xf32>) outs(%0 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  %2 = tensor.empty() : tensor<90x100xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<90x100xf32>) outs(%2 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  return %3 : tensor<90x100xf32>
}

func.func @returned_argument(%a0: tensor<90x100xf32>) -> (tensor<90x100xf32>, tensor<90x100xf32>) {
  %0 = tensor.empty() : tensor<90x100xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<90x100xf32>) outs(%0 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  return %a0, %1 : tensor<90x100xf32>, tensor<90x100xf32>
}

func.func @returned_twice(%a0: tensor<90x100xf32>) -> (tensor<90x100xf32>, tensor<90x100xf32>) {
  %0 = tensor.empty() : tensor<90x100xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<90x100xf32>) outs(%0 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  return %1, %1 : tensor<90x100xf32>, tensor<90x100xf32>
}

func.func @extract_element(%a0: tensor<90x100xf32>) -> tensor<90x100xf32> {
  %0 = tensor.empty() : tensor<90x100xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<90x100xf32>) outs(%0 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  %2 = arith.constant 3 : index
  %3 = tensor.extract %1[%2, %2] : tensor<90x100xf32>
  %4 = tensor.empty() : tensor<90x100xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<90x100xf32>) outs(%4 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.mulf %i0, %3 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  return %5 : tensor<90x100xf32>
}

func.func @from_elements(%a0: tensor<9000x3xf32>) -> tensor<9000x3xf32> {
  %0 = arith.constant 2.5 : f32
  %1 = tensor.from_elements %0, %0, %0 : tensor<3xf32>
  %2 = tensor.empty() : tensor<9000x3xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %1 : tensor<9000x3xf32>, tensor<3xf32>) outs(%2 : tensor<9000x3xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %r = arith.mulf %i0, %i1 : f32
    linalg.yield %r : f32
  } -> tensor<9000x3xf32>
  return %3 : tensor<9000x3xf32>
}

func.func @scf_for(%a0: tensor<90x100xf32>) -> tensor<90x100xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %l = scf.for %i = %c0 to %c5 step %c1 iter_args(%y = %a0) -> tensor<90x100xf32> {
  %0 = tensor.empty() : tensor<90x100xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<90x100xf32>) outs(%0 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  %2 = tensor.empty() : tensor<90x100xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<90x100xf32>) outs(%2 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  scf.yield %3 : tensor<90x100xf32>
  }
  %4 = tensor.empty() : tensor<90x100xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%l : tensor<90x100xf32>) outs(%4 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  return %5 : tensor<90x100xf32>
}

func.func @scf_if(%a0: tensor<90x100xf32>, %a1: tensor<i1>) -> tensor<90x100xf32> {
  %c = tensor.extract %a1[] : tensor<i1>
  %l = scf.if %c -> tensor<90x100xf32> {
  %0 = tensor.empty() : tensor<90x100xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<90x100xf32>) outs(%0 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  scf.yield %1 : tensor<90x100xf32>
  } else {
  %2 = tensor.empty() : tensor<90x100xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<90x100xf32>) outs(%2 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  scf.yield %3 : tensor<90x100xf32>
  }
  %4 = tensor.empty() : tensor<90x100xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%l : tensor<90x100xf32>) outs(%4 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  return %5 : tensor<90x100xf32>
}

func.func @scf_while(%a0: tensor<90x100xf32>) -> tensor<90x100xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %l:2 = scf.while (%i = %c0, %y = %a0) : (index, tensor<90x100xf32>) -> (index, tensor<90x100xf32>) {
  %k = arith.cmpi slt, %i, %c5 : index
  scf.condition(%k) %i, %y : index, tensor<90x100xf32>
  } do {
  ^bb0(%i: index, %y: tensor<90x100xf32>):
  %0 = tensor.empty() : tensor<90x100xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<90x100xf32>) outs(%0 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  %n = arith.addi %i, %c1 : index
  scf.yield %n, %1 : index, tensor<90x100xf32>
  }
  %2 = tensor.empty() : tensor<90x100xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%l#1 : tensor<90x100xf32>) outs(%2 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  return %3 : tensor<90x100xf32>
}

func.func @slices_in_loop(%a0: tensor<96x100xf32>) -> tensor<96x100xf32> {
  %0 = tensor.empty() : tensor<96x100xf32>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c96 = arith.constant 96 : index
  %l = scf.for %i = %c0 to %c96 step %c32 iter_args(%y = %0) -> tensor<96x100xf32> {
  %s = tensor.extract_slice %a0[%i, 0] [32, 100] [1, 1] : tensor<96x100xf32> to tensor<32x100xf32>
  %1 = tensor.empty() : tensor<32x100xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<32x100xf32>) outs(%1 : tensor<32x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<32x100xf32>
  %w = tensor.insert_slice %2 into %y[%i, 0] [32, 100] [1, 1] : tensor<32x100xf32> into tensor<96x100xf32>
  scf.yield %w : tensor<96x100xf32>
  }
  %3 = tensor.empty() : tensor<96x100xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%l : tensor<96x100xf32>) outs(%3 : tensor<96x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<96x100xf32>
  return %4 : tensor<96x100xf32>
}

func.func @execute_region(%a0: tensor<90x100xf32>) -> tensor<90x100xf32> {
  %l = scf.execute_region -> tensor<90x100xf32> {
  %0 = tensor.empty() : tensor<90x100xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<90x100xf32>) outs(%0 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  scf.yield %1 : tensor<90x100xf32>
  }
  %2 = tensor.empty() : tensor<90x100xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%l : tensor<90x100xf32>) outs(%2 : tensor<90x100xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<90x100xf32>
  return %3 : tensor<90x100xf32>
}
