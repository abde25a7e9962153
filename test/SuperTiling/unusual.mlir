// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=1536},verify-super-tiling{memory-bytes=1536}" --opt-level=0 | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=1536 mode=max-producers},verify-super-tiling{memory-bytes=1536}" --opt-level=0 | FileCheck %s

// Loops and branches that are there already, several results, gathers in bodies, packs, destinations that are read, strided and
// rank-reducing slices, softmax over the rows: each is tiled or left where it fits, and computes the same.
// CHECK-COUNT-12: equal
// CHECK-NOT: {{DIFFERENT|error:}}
func.func @loop(%x: tensor<64x64xf32>, %n: index) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<64x64xf32> {
    %e = tensor.empty() : tensor<64x64xf32>
    %1 = linalg.exp ins(%a : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    %2 = linalg.tanh ins(%1 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %2 : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
func.func @argmax(%x: tensor<40x300xf32>) -> (tensor<40xf32>, tensor<40xi32>) {
  %m = arith.constant -1.0e30 : f32
  %zi = arith.constant 0 : i32
  %e0 = tensor.empty() : tensor<40xf32>
  %e1 = tensor.empty() : tensor<40xi32>
  %f0 = linalg.fill ins(%m : f32) outs(%e0 : tensor<40xf32>) -> tensor<40xf32>
  %f1 = linalg.fill ins(%zi : i32) outs(%e1 : tensor<40xi32>) -> tensor<40xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i)>, affine_map<(i,j)->(i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<40x300xf32>) outs(%f0, %f1 : tensor<40xf32>, tensor<40xi32>) {
    ^bb0(%a: f32, %b: f32, %c: i32):
      %j = linalg.index 1 : index
      %k = arith.index_cast %j : index to i32
      %g = arith.cmpf ogt, %a, %b : f32
      %s = arith.select %g, %a, %b : f32
      %t = arith.select %g, %k, %c : i32
      linalg.yield %s, %t : f32, i32
  } -> (tensor<40xf32>, tensor<40xi32>)
  return %r#0, %r#1 : tensor<40xf32>, tensor<40xi32>
}
func.func @gather(%t: tensor<100x32xf32>, %i: tensor<50xi32>) -> tensor<50x32xf32> {
  %e = tensor.empty() : tensor<50x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(i)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]} ins(%i : tensor<50xi32>) outs(%e : tensor<50x32xf32>) {
    ^bb0(%a: i32, %o: f32):
      %k = arith.index_cast %a : i32 to index
      %j = linalg.index 1 : index
      %v = tensor.extract %t[%k, %j] : tensor<100x32xf32>
      linalg.yield %v : f32
  } -> tensor<50x32xf32>
  return %r : tensor<50x32xf32>
}
func.func @packs(%x: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %e = tensor.empty() : tensor<8x6x8x8xf32>
  %p = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %e : tensor<64x48xf32> -> tensor<8x6x8x8xf32>
  %e2 = tensor.empty() : tensor<64x48xf32>
  %u = linalg.unpack %p inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %e2 : tensor<8x6x8x8xf32> -> tensor<64x48xf32>
  return %u : tensor<64x48xf32>
}
func.func @reverse2(%x: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %e2 = tensor.empty() : tensor<64x48xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]} outs(%e2 : tensor<64x48xf32>) {
    ^bb0(%o: f32):
      %c63 = arith.constant 63 : index
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %k = arith.subi %c63, %i : index
      %v = tensor.extract %x[%k, %j] : tensor<64x48xf32>
      linalg.yield %v : f32
  } -> tensor<64x48xf32>
  return %r : tensor<64x48xf32>
}
func.func @cond(%x: tensor<64x48xf32>, %c: i1) -> tensor<64x48xf32> {
  %r = scf.if %c -> tensor<64x48xf32> {
    %e = tensor.empty() : tensor<64x48xf32>
    %1 = linalg.exp ins(%x : tensor<64x48xf32>) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>
    scf.yield %1 : tensor<64x48xf32>
  } else { scf.yield %x : tensor<64x48xf32> }
  return %r : tensor<64x48xf32>
}
func.func @inplace(%x: tensor<64x48xf32>, %y: tensor<64x48xf32>) -> (tensor<64x48xf32>, tensor<64x48xf32>) {
  %1 = linalg.exp ins(%x : tensor<64x48xf32>) outs(%y : tensor<64x48xf32>) -> tensor<64x48xf32>
  %2 = linalg.add ins(%1, %x : tensor<64x48xf32>, tensor<64x48xf32>) outs(%1 : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %1, %2 : tensor<64x48xf32>, tensor<64x48xf32>
}
func.func @dyninsert(%x: tensor<64x48xf32>, %y: tensor<128x48xf32>, %o: index) -> tensor<128x48xf32> {
  %e = tensor.empty() : tensor<64x48xf32>
  %1 = linalg.exp ins(%x : tensor<64x48xf32>) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>
  %2 = tensor.insert_slice %1 into %y[%o, 0] [64, 48] [1, 1] : tensor<64x48xf32> into tensor<128x48xf32>
  return %2 : tensor<128x48xf32>
}
func.func @softmax_named_axis0(%x: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %e = tensor.empty() : tensor<64x48xf32>
  %1 = linalg.softmax dimension(0) ins(%x : tensor<64x48xf32>) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %1 : tensor<64x48xf32>
}
func.func @scan(%x: tensor<64x48xi8>) -> tensor<48xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<48xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<48xi32>) -> tensor<48xi32>
  %1 = linalg.reduce ins(%x : tensor<64x48xi8>) outs(%f : tensor<48xi32>) dimensions = [0] (%a: i8, %b: i32) {
    %c = arith.extsi %a : i8 to i32
    %d = arith.addi %b, %c : i32
    linalg.yield %d : i32 }
  return %1 : tensor<48xi32>
}
func.func @strided(%x: tensor<64x48xf32>) -> tensor<32x24xf32> {
  %e = tensor.empty() : tensor<64x48xf32>
  %1 = linalg.exp ins(%x : tensor<64x48xf32>) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>
  %s = tensor.extract_slice %1[0, 0] [32, 24] [2, 2] : tensor<64x48xf32> to tensor<32x24xf32>
  %e2 = tensor.empty() : tensor<32x24xf32>
  %2 = linalg.negf ins(%s : tensor<32x24xf32>) outs(%e2 : tensor<32x24xf32>) -> tensor<32x24xf32>
  return %2 : tensor<32x24xf32>
}
func.func @rankreduce(%x: tensor<4x64x48xf32>) -> tensor<64x48xf32> {
  %e = tensor.empty() : tensor<4x64x48xf32>
  %1 = linalg.exp ins(%x : tensor<4x64x48xf32>) outs(%e : tensor<4x64x48xf32>) -> tensor<4x64x48xf32>
  %s = tensor.extract_slice %1[2, 0, 0] [1, 64, 48] [1, 1, 1] : tensor<4x64x48xf32> to tensor<64x48xf32>
  %e2 = tensor.empty() : tensor<64x48xf32>
  %2 = linalg.negf ins(%s : tensor<64x48xf32>) outs(%e2 : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %2 : tensor<64x48xf32>
}

