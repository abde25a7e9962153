// Each function is one program; unittests/SuperTiling/ProgramFilesTest.cpp runs them one by one.
func.func @dyn_reduce(%x: tensor<?x?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<?x?xf32>) outs(%o : tensor<?xf32>) dimensions = [1]
  return %0 : tensor<?xf32>
}

func.func @dyn_softmax(%x: tensor<?x300xf32>) -> tensor<?x300xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x300xf32>
  %e = tensor.empty(%d) : tensor<?x300xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<?x300xf32>) outs(%e : tensor<?x300xf32>) -> tensor<?x300xf32>
  return %0 : tensor<?x300xf32>
}

func.func @dyn_pad_conv(%x: tensor<?x20x20x4xf32>, %w: tensor<3x3x4x8xf32>) -> tensor<?x20x20x8xf32> {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x20x20x4xf32>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] { ^bb0(%i: index, %j: index, %k: index, %l: index): tensor.yield %z : f32 } : tensor<?x20x20x4xf32> to tensor<?x22x22x4xf32>
  %e = tensor.empty(%d) : tensor<?x20x20x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x20x20x8xf32>) -> tensor<?x20x20x8xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%p, %w : tensor<?x22x22x4xf32>, tensor<3x3x4x8xf32>) outs(%f : tensor<?x20x20x8xf32>) -> tensor<?x20x20x8xf32>
  return %0 : tensor<?x20x20x8xf32>
}

func.func @dyn_expand(%x: tensor<?x64xf32>) -> tensor<?x8x8xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%d) : tensor<?x64xf32>
  %0 = linalg.exp ins(%x : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [%d, 8, 8] : tensor<?x64xf32> into tensor<?x8x8xf32>
  %e2 = tensor.empty(%d) : tensor<?x8x8xf32>
  %2 = linalg.negf ins(%1 : tensor<?x8x8xf32>) outs(%e2 : tensor<?x8x8xf32>) -> tensor<?x8x8xf32>
  return %2 : tensor<?x8x8xf32>
}

func.func @dyn_concat(%x: tensor<?x64xf32>, %y: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %1 = tensor.concat dim(0) %x, %y : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %1, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%d) : tensor<?x64xf32>
  %0 = linalg.exp ins(%1 : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

func.func @dyn_transposed(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%d1, %d) : tensor<?x?xf32>
  %0 = linalg.transpose ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) permutation = [1, 0]
  return %0 : tensor<?x?xf32>
}

func.func @control(%x: tensor<64x64xf32>, %c: i1) -> tensor<64x64xf32> {
  cf.cond_br %c, ^a(%x : tensor<64x64xf32>), ^b(%x : tensor<64x64xf32>)
^a(%p: tensor<64x64xf32>):
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.negf ins(%p : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  cf.br ^b(%0 : tensor<64x64xf32>)
^b(%q: tensor<64x64xf32>):
  %e1 = tensor.empty() : tensor<64x64xf32>
  %1 = linalg.exp ins(%q : tensor<64x64xf32>) outs(%e1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
