//===- Passes.td - Super tiling passes ---------------------*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_PASSES_TD
#define ALCOVE_SUPERTILING_PASSES_TD

include "mlir/Pass/PassBase.td"

def MarkPatternsForSuperTiling : Pass<"mark-patterns-for-super-tiling", "::mlir::ModuleOp"> {
  let summary = "Mark operations that an engine executes as one";
  let description = [{
    Finds a principal operation with its neighbours: a convolution or contraction with its fill or bias, the
    elementwise operations that follow it (activation, rescale) and the padding in front of it; softmax; layer norm.
    Every member gets a UID of the group in the array attribute `alcove.fuse_group`, the principal operation gets the
    UID in `alcove.fuse_group_id`. An operation may be in several groups.

    ```mlir
    %1 = linalg.matmul {alcove.fuse_group = [0], alcove.fuse_group_id = 0} ...
    %2 = linalg.generic {alcove.fuse_group = [0]} ...   // relu
    ```

    With `mode=rewrite` each group is outlined into an `scf.execute_region` named by its UID instead, as a lowering
    to one hardware operation would do.

    Assumes linalg on tensors; other operations end a group. Never fails.
  }];
  let options = [
    Option<"mode", "mode", "std::string", "\"mark\"", "mark: attributes only; rewrite: outline each group">,
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def SuperTiling : Pass<"super-tiling", "::mlir::ModuleOp"> {
  let summary = "Tile and fuse linalg operations so that they fit local memory";
  let description = [{
    Operations whose operands and results exceed the budget are tiled; producers join the loop of their consumer where
    the saved traffic pays for what is computed twice. Each loop carries `alcove.tile_loop`.

    ```mlir
    // memory-bytes=4096                       // after
    %1 = linalg.exp ins(%0 : 64x64xf32)        %r = scf.for %i = 0 to 64 step 8 iter_args(%o = %e) {
    %2 = linalg.negf ins(%1 : 64x64xf32)         %s = tensor.extract_slice %0[%i, 0] [8, 64] [1, 1]
                                                 %1 = linalg.exp ins(%s : 8x64xf32)
                                                 %2 = linalg.negf ins(%1 : 8x64xf32)
                                                 %n = tensor.insert_slice %2 into %o[%i, 0] [8, 64] [1, 1]
    ```

    With `device=cpu` the local memory is a cache: an operation that does not fit runs all the same, and loops are built
    only where the model of the caches says that they are faster (SUT-C1).

    Assumes linalg on tensors. What fits is left untouched. Fails, with the module left as it was, when an operation
    does not fit at its smallest tile: the error names the operation, that tile, and the bytes required, available and
    in excess. With `best-effort` such an operation is left as it is, alone, with a warning and the attribute
    `alcove.cannot_fit`.
  }];
  let options = [
    Option<"memoryBytes", "memory-bytes", "::alcove::GivenNumber", "0",
           "Local memory in bytes, 1 and more; by default that of the machine, else of the device">,
    Option<"opBudgets", "op-budgets", "std::string", "\"\"",
           "Budgets per class of operation: conv=N,matmul=N,pool=N,elementwise=N,reduction=N,softmax=N,other=N (bytes)">,
    Option<"device", "device", "std::string", "\"npu\"",
           "Prices, and the memory without memory-bytes: npu, cpu, or a preset or file of devices/">,
    Option<"mode", "mode", "std::string", "\"planned\"", "planned, max-producers or no-fuse">,
    Option<"work", "work", "int64_t", "2000000", "Tile evaluations over the whole module before the search gets coarse">,
    Option<"maxGroup", "max-group", "unsigned", "40", "Most operations that share a loop; five times as many share one of one iteration">,
    Option<"bestEffort", "best-effort", "bool", "false", "Leave and report what cannot fit instead of failing">,
    Option<"onlineSoftmax", "online-softmax", "bool", "true",
           "Carry maximum and sum of a softmax over panels of its rows, the division behind the product: sums round "
           "differently">,
    Option<"joinSiblings", "join-siblings", "bool", "true",
           "Operations that read one tensor share a loop where that moves less">,
    Option<"machine", "machine", "std::string", "\"\"",
           "Minimize the time on this machine (small-npu, npu-16, cpu, a chip of devices/ or a JSON file) instead of the "
           "traffic; its local memory is the budget without memory-bytes">,
    Option<"doubleBuffering", "double-buffering", "std::string", "\"auto\"",
           "With a machine: what streams has two buffers: on, off, or auto (the faster)">,
    Option<"parallelLoops", "parallel-loops", "std::string", "\"shared\"",
           "Loops built as scf.forall: shared (those that a machine shares among its cores), all (the outermost of "
           "every nest, where iterations write parts of their own) or off">,
    Option<"threads", "threads", "int", "1",
           "With device=cpu: threads that share the loops whose iterations run at once">,
    Option<"remarks", "remarks", "bool", "false", "One remark for every loop that is built">,
    Option<"report", "report", "std::string", "\"\"", "Write counts and modelled traffic as JSON to this file">,
    Option<"schedule", "schedule", "std::string", "\"\"",
           "Write the plan in upstream's transform operations to this file: on the module as it came, "
           "--transform-interpreter then builds the same loops">,
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect", "::mlir::memref::MemRefDialect"];
}

def ExportGraphSchedule : Pass<"export-graph-schedule", "::mlir::ModuleOp"> {
  let summary = "Write the graph scheduling problem of a linalg function";
  let description = [{
    Writes the MLSys-2026 problem of one function of matrix products and elementwise operations on two-dimensional
    tensors, for `alcove-solve schedule`. The module is left as it is.

    ```mlir
    %1 = linalg.matmul ins(%x, %w : 64x32, 32x48) ...   // MatMul     [0, 1] -> [2]   32 deep, 48 columns x 64 rows
    %2 = linalg.exp ins(%1 : 64x48) ...                 // Pointwise  [2] -> [3]
    ```

    A product costs `native-width * native-height * depth / matmul-rate` per native tile, an elementwise operation
    `native-width * native-height * arithmetic operations / pointwise-rate`. Broadcast operands (bias rows, scalars)
    and filled accumulators are left out: they are small against a tile. What is returned and used as well is stored by
    a Pointwise copy without cost. `op_names` lists the names of the operations: `loc("name")`, else the SSA name.

    Assumes static shapes and one element type width. Fails, with an error at the operation and nothing written, on
    other operations, on a transposed view or a broadcast of a computed value (a transposed input or constant is an
    input of the transposed shape), and on products that add to a computed value.
  }];
  let options = [
    Option<"output", "output", "std::string", "\"-\"", "File to write; - for the standard output">,
    Option<"function", "function", "std::string", "\"\"", "Name of the function; empty: the only one with a body">,
    Option<"capacity", "capacity", "int64_t", "262144", "Fast memory in elements">,
    Option<"bandwidth", "bandwidth", "int64_t", "32", "Slow memory, elements per time unit">,
    Option<"nativeWidth", "native-width", "int64_t", "128", "Columns of the largest tile">,
    Option<"nativeHeight", "native-height", "int64_t", "128", "Rows of the largest tile">,
    Option<"matmulRate", "matmul-rate", "int64_t", "16384", "Multiply-accumulates per time unit">,
    Option<"pointwiseRate", "pointwise-rate", "int64_t", "128", "Elementwise operations per time unit">,
  ];
}

def VerifySuperTiling : Pass<"verify-super-tiling", "::mlir::ModuleOp"> {
  let summary = "Check the footprint of every tile loop and every operation outside of one against a budget";
  let description = [{
    Reads the tiled IR alone: evaluates the sizes of every tile, boundary tiles included, by constant propagation over
    the loop variables, and compares the bytes live at once with the budget. Fails for the first excess of each loop
    or operation, and for sizes without an upper bound. Changes nothing.
  }];
  let options = [
    Option<"memoryBytes", "memory-bytes", "::alcove::GivenNumber", "0",
           "Local memory in bytes, 1 and more; by default that of the machine, else of the device">,
    Option<"device", "device", "std::string", "\"\"",
           "Where the memory comes from without memory-bytes; with cpu it is a cache (SUT-J13)">,
    Option<"machine", "machine", "std::string", "\"\"", "The same, as in super-tiling; before the device">,
    Option<"opBudgets", "op-budgets", "std::string", "\"\"", "Budgets per class of operation, as in super-tiling">,
    Option<"remarks", "remarks", "bool", "false", "One remark with the footprint of every loop and operation">,
  ];
}

def RegisterTiles : Pass<"register-tiles", "::mlir::ModuleOp"> {
  let summary = "Structured operations on buffers as loops over vectors";
  let description = [{
    Each operation of linalg on buffers becomes loops around a tile of vectors that stays in registers. Operands that
    such tiles read across memory, or in rows far apart, are packed first, in front of the outermost loop in which
    they do not change. Sums stay in their order unless their operations have `fastmath<reassoc>`.

    ```mlir
    // vector-bytes=16                                   // after: four sums for each row, kept in registers
    linalg.matmul ins(%a, %b : memref<8x8xf32>, ...)     scf.for %i = 0 to 8 step 4 { %c0 = vector.load %c[%i, 0] ...
                                                           %r:8 = scf.for %k = 0 to 8 iter_args(%c0, ...) { ... }
                                                           vector.store %r#0, %c[%i, 0] ...
    ```

    Assumes buffers. What has no such loops is left for `convert-linalg-to-loops`: dynamic extents, bodies that compute
    with indices, elements without vectors, windows without neighbours in memory. Never fails.
  }];
  let options = [
    Option<"vectorBytes", "vector-bytes", "::alcove::GivenNumber", "0",
           "Bytes of a vector register, 1 and more; by default those of this computer">,
    Option<"contract", "contract", "bool", "true", "A product and the sum that takes it are rounded once">,
    Option<"polynomials", "polynomials", "bool", "true",
           "exp, tanh, log and their kin will be polynomials; else operations that compute them are left, for they are "
           "called element by element">,
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect", "::mlir::linalg::LinalgDialect"];
}

#endif // ALCOVE_SUPERTILING_PASSES_TD
