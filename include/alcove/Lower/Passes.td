//===- Passes.td - From TTIR to un-optimized TTNN ----------*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every pass runs on a builtin.module and works on the functions of the device: those of the module itself, or of the
// module inside ttcore.device_module. Functions inside ttcore.cpu_module stay as they are.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LOWER_PASSES_TD
#define ALCOVE_LOWER_PASSES_TD

include "mlir/Pass/PassBase.td"

class Conversion_Pass<string name> : Pass<name, "::mlir::ModuleOp"> {
  let dependentDialects = ["::alcove::ttcore::TTCoreDialect", "::alcove::ttir::TTIRDialect",
                           "::alcove::ttnn::TTNNDialect", "::mlir::func::FuncDialect"];
}

/// Of passes with patterns of LoweringPatterns.def.
def DisablePatterns : ListOption<"disablePatterns", "disable-patterns", "std::string",
                                   "Patterns of LoweringPatterns.def that are off, by their options">;

//===----------------------------------------------------------------------===//
// Module structure
//===----------------------------------------------------------------------===//

def VerifyKnownOps : Conversion_Pass<"verify-known-ops"> {
  let summary = "Refuses ops of ttcore, ttir and ttnn that the dialect does not define";
  let description = [{
    ```
    error: unknown op 'ttir.mulitply'; nearest: 'ttir.multiply'
    ```
    Ops marked `alcove.opaque`, and all where `allow-unknown-ops` is set, pass: they are lowered whole and executed by
    nobody (alcove/Ops/Dialect/UnknownOps.h).
  }];
  let options = [Option<"allowUnknownOps", "allow-unknown-ops", "bool", "false", "Keep them as opaque ops">];
}

def VerifyLibraryRules : Conversion_Pass<"verify-library-rules"> {
  let summary = "Refuses ops that tt-mlir's verifiers accept and the device's library cannot run";
  let description = [{
    ```
    error: 'ttir.sort' op dim 4 is out of range for rank 2
    ```
    The rules of the library (alcove/Ops/Dialect/OpRules.h, docs/spec/LibraryRules.md). Every pipeline that lowers or plans
    starts with it: passes behind it rely on what it holds. What lowering makes is held to them again.
  }];
}

def NameOps : Conversion_Pass<"name-ops"> {
  let summary = "Gives every op of the input a name that survives lowering";
  let description = [{
    ```
    %3 = "ttir.relu"(%2) loc(unknown)                =>   loc("%3")
    %4 = "ttir.add"(%3, %1) loc("layer.0"("f":3:1))  =>   loc("layer.0"(fused["%4", "f":3:1]))
    ```
    Names are unique: what several ops share gets its position behind it (`view#1`, `view#2`). See
    alcove/Ops/Dialect/OpNames.h.
  }];
}

def UniqueOpNames : Conversion_Pass<"unique-op-names"> {
  let summary = "Makes the names of ops unique again where one op became several";
  let description = [{
    ```
    to_layout loc("a"), add loc("a")   =>   to_layout loc("a.to_layout"("a")), add loc("a")
    ```
    The op that computes keeps the name. Without effect on names that are unique.
  }];
}

def MergeEqualOps : Conversion_Pass<"merge-equal-ops"> {
  let summary = "Common subexpression elimination that keeps names";
  let description = [{
    ```
    %0 = relu(%a) loc("a"), %1 = relu(%a) loc("b")   =>   %0 = relu(%a) loc("a"(fused[..., "b"]))
    ```
    What stays answers to the names of what goes.
  }];
}

def ResolveComposites : Conversion_Pass<"ttcore-resolve-composites"> {
  let summary = "ttcore.composite as a call of its decomposition, which the inliner takes in";
  let description = [{
    ```
    %0 = "ttcore.composite"(%x) <{composite_name = "n", decomposition = @f}>   =>   %0 = call @f(%x)
    ```
    No back end here has kernels of its own for composites.
  }];
}

def MarkFunctionsAsForward : Conversion_Pass<"ttcore-mark-functions-as-forward"> {
  let summary = "Marks functions without a kind as forward functions of the device";
  let description = [{
    ```
    func.func @main(...)   =>   func.func @main(...) attributes {tt.function_type = "forward_device"}
    ```
  }];
}

def WrapDeviceModule : Conversion_Pass<"ttcore-wrap-device-module"> {
  let summary = "Puts the body of the module into ttcore.device_module { builtin.module { ... } }";
  let description = [{
    ```
    module @m attributes {a} { func.func @f }
    =>
    module @m attributes {a} { ttcore.device_module { builtin.module @m attributes {a} { func.func @f } } }
    ```
    A module that has a ttcore.device_module already stays as it is; a module that holds nothing but a module hands that
    one over.
  }];
}

def RegisterDevice : Conversion_Pass<"ttcore-register-device"> {
  let summary = "Attaches a system descriptor and declares the default device";
  let description = [{
    ```
    module { func.func @f }
    =>
    module attributes {ttcore.system_desc = #ttcore.system_desc<...>} {
      ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8, ...>, ...>
      func.func @f
    }
    ```
    A `ttcore.system_desc` or `@default_device` that is there already is kept; an option that names another device is
    an error then, and so are a file and a preset that are two devices. The mesh is that of the option, else of
    the module's `ttcore.meshes`, else a single chip. A mock architecture (`wormhole_b0`, `blackhole`) has as many
    chips as the mesh asks for; a preset or a file has those that it lists.

    Fails when: the file cannot be read or breaks a rule of system descriptors; the architecture is unknown; the mesh
    has more chips than the system.
  }];
  let options = [
    Option<"systemDescPath", "system-desc-path", "std::string", "",
           "System descriptor: JSON of devices/, or text that holds a #ttcore.system_desc attribute">,
    Option<"mockSystemDescArch", "mock-system-desc-arch", "std::string", "\"\"",
           "wormhole_b0, blackhole, or the name of another preset">,
    Option<"defaultDevice", "default-device", "std::string", "\"wormhole_b0\"",
           "Device of a module that brings none, where no other option names one">,
    ListOption<"meshShape", "mesh-shape", "int64_t", "Mesh of chips, rows first; default: that of ttcore.meshes">,
    ListOption<"meshTopology", "mesh-topology", "std::string",
               "ring, linear, mesh, torus or disabled, one per mesh dimension">,
    Option<"l1Bytes", "l1-bytes", "::alcove::GivenNumber", "0", "L1 of every core in bytes instead of the device's">,
    Option<"cores", "cores", "std::string", "\"\"",
           "Worker cores of every chip, rows x columns (`7x8`), at most the device's; empty = the device's">,
    Option<"oneGrid", "one-grid", "bool", "false",
           "One worker grid over all chips of the mesh; otherwise every chip has the same grid, as TTNN runs them">];
}

def PopulateArgumentTypes : Conversion_Pass<"ttcore-populate-argument-types"> {
  let summary = "Sets ttcore.argument_type of arguments that have none, from an option";
  let description = [{
    `argument-types=forward=input,parameter,constant` names the kinds of the arguments of @forward in order.

    Fails when: a function of the option does not exist, or the number of kinds is not that of its arguments.
  }];
  let options = [Option<"argumentTypes", "argument-types", "std::string", "",
                        "function=kind,kind,...; several functions are separated by ';'">];
}

//===----------------------------------------------------------------------===//
// TTIR to TTIR
//===----------------------------------------------------------------------===//

def ElementTypeNormalization : Conversion_Pass<"ttir-element-type-normalization"> {
  let summary = "Only element types that the device has";
  let description = [{
    f64 -> f32, i64 and other signless or signed integers -> si32, ui64 -> ui32, i1 -> bf16 (0 or 1); f32, f16, bf16,
    ui32, ui16 and ui8 stay. Constants are converted with their types; integers beyond 32 bits saturate.
    ```
    "ttir.lt"(%a, %b) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    =>
    "ttir.lt"(%a, %b) : (tensor<4xsi32>, tensor<4xsi32>) -> tensor<4xbf16>
    ```
    Fails when: an element type has no counterpart on the device.
  }];
}

def TTIRToTTIRDecomposition : Conversion_Pass<"ttir-to-ttir-decomposition"> {
  let summary = "Rewrites TTIR ops that TTNN has not, into those it has";
  let description = [{
    dot_general -> permute, reshape, matmul, reshape (multiply when the contracted extent is 1); transpose -> permute;
    squeeze, unsqueeze -> reshape; index -> slice_static; reduce_or, reduce_and -> max, min (of 0 and 1); arange along
    any dimension -> 1-D arange, reshape, broadcast; convolutions and pools with other dimension orders -> NHWC between
    permutes; StableHLO's convolution and pooling -> these; batch_norm_inference -> arithmetic; argmax over several
    dimensions -> over one; splat constant, zeros, ones -> full; StableHLO-style gather -> embedding; identity ops
    vanish. Helper ops are named after the op with a suffix such as `_permuteLhs`.
    ```
    "ttir.dot_general"(%a, %b) {contract_dims_lhs = [1], contract_dims_rhs = [0]}
    =>
    "ttir.matmul"(%a, %b)
    ```
  }];
  let options = [Option<"decomposeBatchNorm", "decompose-batch-norm", "bool", "true",
                        "Rewrite batch_norm_inference as multiply and add">];
}

def WeightDtypeConversion : Conversion_Pass<"ttir-weight-dtype-conversion"> {
  let summary = "Weights of matmul and linear in a block format";
  let description = [{
    Where the second operand is known before the run and a block format is asked for: by `ttcore.weight_dtype` of the
    op, else of the argument behind the weight, else by the option. A tile of bfp_bf8 has 1088 bytes, one of bf16 2048;
    16 neighbours of a row share an exponent and keep 7 bits each. Const-eval converts once, before the run.
    ```
    "ttir.matmul"(%a, %w) : (tensor<1x64xbf16>, tensor<64x64xbf16>)
    =>
    %0 = "ttir.typecast"(%w) : tensor<64x64x!ttcore.tile<32x32, bfp_bf8>>
    "ttir.matmul"(%a, %0)
    ```
    Fails when: a name is none of none, bfp_bf8, bfp_bf4.
  }];
  let options = [Option<"weightDtype", "weight-dtype", "std::string", "\"none\"", "none, bfp_bf8, bfp_bf4">];
}

def FlattenSlidingWindow : Conversion_Pass<"ttir-flatten-sliding-window"> {
  let summary = "Convolutions and pools on (1, 1, N*H*W, C), the form of TTNN";
  let description = [{
    ```
    %1 = "ttir.conv2d"(%0, %w) : (tensor<2x8x8x16xbf16>, ...) -> tensor<2x8x8x32xbf16>
    =>
    %1 = "ttir.reshape"(%0) : -> tensor<1x1x128x16xbf16>
    %2 = "ttir.conv2d"(%1, %w) <{flattened_image = array<i64: 2, 8, 8>}> : -> tensor<1x1x128x32xbf16>
    %3 = "ttir.reshape"(%2) : -> tensor<2x8x8x32xbf16>
    ```
    Assumes NHWC convolutions (ttir-to-ttir-decomposition).
  }];
}

def ImplicitBroadcastFold : Conversion_Pass<"ttir-implicit-broadcast-fold"> {
  let summary = "Elementwise ops broadcast by themselves";
  let description = [{
    A broadcast in front of an elementwise op vanishes when the op's other operands have the full shape; when no operand
    has it, the op works on the small shape and the broadcast moves behind it. Constants of one value shrink to one
    element.
    ```
    %1 = "ttir.broadcast"(%b) : (tensor<1x64xf32>) -> tensor<32x64xf32>
    %2 = "ttir.add"(%a, %1)
    =>
    %2 = "ttir.add"(%a, %b) : (tensor<32x64xf32>, tensor<1x64xf32>) -> tensor<32x64xf32>
    ```
  }];
}

def EraseInverseOps : Conversion_Pass<"ttir-erase-inverse-ops"> {
  let summary = "Moves permutes and reshapes around convolutions down until they cancel";
  let description = [{
    What a convolution's dimension order leaves behind (NHWC to NCHW permutes, unflattening reshapes) sinks below
    elementwise ops, concats, slices, pads and reductions, and cancels at the next convolution. A permute, a reshape
    and a permute that together move no data become one reshape.
    ```
    permute(0,3,1,2) -> relu -> permute(0,2,3,1)   =>   relu
    ```
    Operands beside a sinking permute must be one value, one vector, or known before the run (parameters).
  }];
  let options = [DisablePatterns];
}

def NarrowArithmetic : Conversion_Pass<"ttir-narrow-arithmetic"> {
  let summary = "Elementwise ops compute in the type of their operands and results, not in f32 between two typecasts";
  let description = [{
    One elementwise op on f32 whose operands are widened bf16 (or f16) values, or numbers that bf16 holds, and whose
    result is only ever narrowed to bf16: equal in every bit to the op on bf16, since elementwise ops compute in f32 and
    round once (NUM-N7).
    ```
    %1 = "ttir.typecast"(%0) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
    %2 = "ttir.silu"(%1) : (tensor<32x64xf32>) -> tensor<32x64xf32>
    %3 = "ttir.typecast"(%2) : (tensor<32x64xf32>) -> tensor<32x64xbf16>
    =>
    %3 = "ttir.silu"(%0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
    ```
    With `relaxed`, whole chains of such ops: what they hand to each other is rounded to bf16, so results differ by
    roundings.
  }];
  let options = [Option<"relaxed", "relaxed", "bool", "false", "Chains too: results differ by roundings">,
                 DisablePatterns];
}

def NarrowRank : Conversion_Pass<"ttir-narrow-rank"> {
  let summary = "Row by row ops compute the shape that wastes no tile";
  let description = [{
    Elementwise ops, norms, softmax and kept reductions along the last dimension, matmuls with one matrix on the right,
    concats and slices along the last dimension treat the leading dimensions as rows alone: they may be grouped in any
    way. The grouping is chosen by price, padded tiles of operands and results and the reshapes that are left, for all
    ops that share rows at once (lib/Lower/ComputeShapes/FormChoice.h): the op model's prices in a pipeline that optimizes,
    padded tiles and moved rows for the pass by itself. Elementwise ops also take shapes with another last
    dimension. Operands that broadcast are regrouped alike; where that is impossible the op stays.
    ```
    %1 = "ttir.reshape"(%0) : (tensor<32x8192xbf16>) -> tensor<32x1x8192xbf16>
    %2 = "ttir.silu"(%1)
    %3 = "ttir.reshape"(%2) : (tensor<32x1x8192xbf16>) -> tensor<32x8192xbf16>
    =>
    %3 = "ttir.silu"(%0) : (tensor<32x8192xbf16>) -> tensor<32x8192xbf16>
    ```
    Types of functions stay. Of equally cheap shapes that with fewer dimensions is taken.
  }];
  let options = [DisablePatterns];
}

def Fusing : Conversion_Pass<"ttir-fusing"> {
  let summary = "Recognizes what the library has as one op";
  let description = [{
    matmul + bias -> linear; convolution + bias, convolution * parameter (option); sum * 1/n -> mean; reduction +
    reshape -> keep_dim; exp / sum -> softmax; x * sigmoid -> silu; erf form -> gelu; maximum with 0 -> relu, clamp ->
    relu6; open-coded rms_norm and layer_norm with constant epsilon; rotate-half rotary embedding.

    A guard "rows that are -inf everywhere give 0" around softmax vanishes only when the scores cannot be -inf: they
    come from contractions and arithmetic with finite constants (contractions of finite values are taken as finite).
    ```
    %1 = "ttir.sigmoid"(%0)
    %2 = "ttir.multiply"(%0, %1)
    =>
    %2 = "ttir.silu"(%0)
    ```
    With switches of their own: softmax over one element is 1, under the same rule (softmax-of-one); reductions move in
    front of reshapes that leave their dimensions whole, two of a kind become one (early-reductions); zeros around a
    convolution's image, -inf around that of a maximum become padding of the window (pad-into-window); pixels repeated by
    broadcast become upsample2d (nearest-upsample).

    With the option, matmul(softmax(c (q k^T) + mask), v) of bf16 tensors becomes scaled_dot_product_attention, which
    takes heads that several queries share as they are; the guard then looks at the mask instead of the scores.
  }];
  let options = [Option<"convWithMultiply", "conv2d-with-multiply", "bool", "false",
                        "Multiply the weights of a convolution by a parameter that scales its result">,
                 Option<"attention", "attention", "bool", "false", "Make scaled_dot_product_attention">,
                 DisablePatterns];
}

def FoldStrides : Conversion_Pass<"ttir-fold-strides"> {
  let summary = "Pixels of a block of strides become channels of the first convolution";
  let description = [{
    A function's input (N, C, H, W) lies in rows. Turned to channel-last it would fill C of 32 columns of each tile. The
    image is padded, cut into blocks of the strides and folded while it is channel-first and in rows; the weights are
    folded before the run. An input (N, H, W, C) whose rows and columns are whole blocks is seen as (N H, w, t, C) and
    turned once, without padding, which the convolution then does by blocks; else it is turned to (N, C, H, W) first.
    ```
    conv2d 7x7, stride 2, padding 3 of permute(%image 8x3x224x224)
    =>
    pad to 8x4x230x230, 4 slices with step 2, concat to 8x16x115x115, permute to 8x115x115x16   (all in rows)
    conv2d 4x4, stride 1 on 16 channels
    ```
    Or the height alone is folded: 16x16 with stride 16 becomes 1x16 with stride (1, 16) on 48 channels. With prices
    (a pipeline that optimizes) the cheapest form is taken, which may be the one that is there. `alcove.row_major`
    tells ttnn-layout which ops work on rows.

    Assumes ttir-flatten-sliding-window. Weights must be known before the run; no groups, no dilation.
  }];
  let options = [DisablePatterns];
}

def OpForms : Conversion_Pass<"ttir-op-forms"> {
  let summary = "Ops by the ops that are fastest: argmax by maxima, norms of groups on images";
  let description = [{
    The library's argmax compares element by element; its maximum works on tiles.
    ```
    %i = "ttir.argmax"(%x) : (tensor<32x256000xbf16>) -> tensor<32xi32>
    =>
    %blocks = reshape %x to 2048x4000 (rows)   %maxima = max(%blocks)   %b = argmax(reshape %maxima to 32x64)
    %i = %b * 4000 + argmax(embedding(%b + 64 * row, %blocks))

    %i = "ttir.argmax"(%x) : (tensor<1x512x512x21xbf16>) -> tensor<1x512x512xi32>
    =>
    %found = (%x == max(%x)) + (%x != %x)       %i = 21 - max(%found * [21, 20, ... 1])
    ```
    Equal in every bit, equal maxima, NaN and infinities included. The number of blocks divides the width; on tiles rows
    have at most 256 elements. bf16 alone: the library rounds maxima of f32.
    ```
    matmul(%q, %k) / 8 (scores)    =>  matmul(%q / 8, %k)
    ```
    Channels that fill no tiles are joined and cut by the library on rows. Before products with constants, and behind one,
    tiles are padded instead:
    ```
    concat(%a, %b) * %w (16 channels and 16)  =>  concat(pad(%a), pad(%b)) * (%w with rows of zeros)
    ```
    Queries that share keys are rows of one product:
    ```
    matmul(%q (8 heads), keys of 4 heads, each repeated)  =>  matmul(%q (4 heads, twice the rows), keys)
    ```
    Group norms that are written out on rows of whole groups are computed on the image itself, sums over its own
    dimensions first.

    With prices (a pipeline that optimizes) the cheapest form is taken, the op itself among them; without prices every
    match is one: argmax on tiles where rows outnumber their elements, else in the largest number of blocks up to 64.
  }];
  let options = [DisablePatterns];
}

def HeadsFusing : Conversion_Pass<"ttir-heads-fusing"> {
  let summary = "Attention heads are cut and joined by the library's kernels";
  let description = [{
    split-heads: three products of one tensor with weights that are known before the run, each reshaped and permuted to
    heads of a multiple of 32 elements, become one product with the weights side by side, and one kernel. Keys may be
    transposed; keys and values may have fewer heads; a norm over the elements of a head moves behind the split.
    ```
    %q = permute(reshape(matmul(%x, %wq)))   %k, %v alike
    =>
    %0 = "ttir.matmul"(%x, concat(%wq, %wk, %wv))
    %q, %k, %v = "ttir.split_query_key_value_and_split_heads"(%0)
    ```
    One product whose columns are cut into the three by slices, in any order of reshapes, permutes and slices, is taken
    alike: as it is where queries, keys and values stand side by side in its columns, else with the columns of its weights
    in that order. Everything that the product becomes must be heads.
    ```
    %1 = matmul(%x, %w)   %q = permute(reshape(slice(%1)))   %k, %v alike
    =>
    %q, %k, %v = "ttir.split_query_key_value_and_split_heads"(matmul(%x, %w))
    ```
    join-heads: `reshape(permute(%heads, 0, 2, 1, 3))` to columns becomes `concatenate_heads`; heads of one
    token of each user (1, B, H, D), reshaped to (B, H D), `nlp_concat_heads_decode`, at most 32 users and heads.

    With prices (a pipeline that optimizes) the form that costs less is taken. Weights in different formats
    (`ttcore.weight_dtype`) are not merged.
  }];
  let options = [DisablePatterns];
}

def ConstEvalHoist : Conversion_Pass<"const-eval-hoist-transform"> {
  let summary = "Computes what depends on parameters alone once, in functions of its own";
  let description = [{
    ```
    func.func @f(%x {input}, %w {parameter}) { %0 = "ttir.permute"(%w); %1 = "ttir.matmul"(%x, %0) }
    =>
    func.func private @f_const_eval_0(%w) { %0 = "ttir.permute"(%w); return %0 }
    func.func @f(%x, %w) { %0 = ttcore.load_cached(@f_const_eval_0, [%w]); %1 = "ttir.matmul"(%x, %0) }
    ```
    One function per connected group of such ops; creation ops are copied into the groups that use them.
  }];
}

def ConstEvalInputsToSystemMemory : Conversion_Pass<"ttnn-const-eval-inputs-to-system-memory"> {
  let summary = "Arguments that only const-eval functions read stay on the host until then";
  let description = [{
    Such an argument gets a layout in system memory; the const-eval function begins with the move to the device.
    Assumes convert-ttir-to-ttnn.
  }];
}

def PartsAtBoundaries : Conversion_Pass<"ttir-parts-at-boundaries"> {
  let summary = "Arguments and results that the host cuts are planned as one chip's parts";
  let description = [{
    ```
    func @f(%x: tensor<32x64xbf16>) -> tensor<32x64xbf16>
      %p = "ttir.mesh_shard"(%x) <{shard_dims = [-1, 1], full_to_shard}> : .. -> tensor<32x32xbf16>
    =>
    func @f(%p: tensor<32x32xbf16> {alcove.part_of = [-1, 1]}) -> ..
    ```
    and the same for results. First of a pipeline that ends in `ttnn-host-boundaries`, which writes the cuts again: in
    between the program is that of a chip with arguments and results of its own. Leaves alone an argument that has other
    readers, one of functions that are called, what is cut or joined within the program, and cuts for another mesh.
  }];
  let options = [ListOption<"meshShape", "mesh-shape", "int64_t", "Mesh of chips, rows first; default: that of ttcore.meshes">];
}

def HostBoundaries : Conversion_Pass<"ttnn-host-boundaries"> {
  let summary = "The host cuts arguments into what chips hold, and joins results";
  let description = [{
    ```
    func @f(%p: tensor<32x32xbf16, DRAM> {alcove.part_of = [-1, 1]})
    =>
    func @f(%x: tensor<32x64xbf16, host>)
      %h = "ttnn.distribute_tensor"(%x, %d) <{placements = [<replicate>, <shard, 1>]}> : .. -> tensor<32x32xbf16, host>
      %p = "ttnn.to_device"(%h, %d)

    return %r : tensor<32x32xbf16, DRAM> {alcove.part_of = [-1, 1]}
    =>
    %h = "ttnn.from_device"(%r)
    %w = "ttnn.aggregate_tensor"(%h, %d) <{dims = [0, 1], mesh_shape_override = [1, 4]}> : on the host
    ```
    Such an argument and such a result are on the host from then on, as tt-mlir has them; parameters are cut once, by
    const-eval functions. A `ttnn.mesh_shard` within the program becomes the same steps, by way of the host. Last of a
    pipeline: the plan and the judge take the cut as something that costs no device anything. Leaves alone a
    `ttnn.mesh_shard` that changes pages or data type.
  }];
}

def PrepareConvWeights : Conversion_Pass<"ttnn-prepare-conv-weights"> {
  let summary = "Weights and biases of convolutions are prepared once, not at each call";
  let description = [{
    ```
    %r = "ttnn.conv2d"(%x, %w, %b, %device) <{conv2d_config = C}>
    =>
    %wp = ttcore.load_cached(@f_const_eval_0, [%w])
    %bp = ttcore.load_cached(@f_const_eval_1, [%b])
    %r = "ttnn.conv2d"(%x, %wp, %bp, %device) <{conv2d_config = C}>

    @f_const_eval_0: return "ttnn.prepare_conv2d_weights"(%w, %device) <{conv2d_config = C, ...}>
    @f_const_eval_1: return "ttnn.prepare_conv2d_bias"(%b, %device) <{conv2d_config = C, ...}>
    ```
    Weights that a const-eval function gives already are prepared by that one. The shapes are logical: (1, 1, height *
    width * in / groups, out), tiles in DRAM; what a kernel pads lies within. Runs after the plan, whose configurations
    it writes down. Leaves alone weights that are computed at each call, or are inputs, and those on the device.
  }];
  let options = [DisablePatterns];
}

def TTNNFusing : Conversion_Pass<"ttnn-fusing"> {
  let summary = "Activations into the convolution, matmul or linear whose only use they are";
  let description = [{
    ```
    %1 = "ttnn.linear"(%x, %w, %b)
    %2 = "ttnn.relu"(%1)
    =>
    %2 = "ttnn.linear"(%x, %w, %b) <{activation = "relu"}>
    ```
    Convolutions take relu, relu6 and silu into `conv2d_config`; matmul and linear take relu, gelu, silu and sigmoid.
  }];
  let options = [DisablePatterns];
}

//===----------------------------------------------------------------------===//
// TTIR to TTNN
//===----------------------------------------------------------------------===//

def TTNNLayout : Conversion_Pass<"ttnn-layout"> {
  let summary = "Gives every tensor of a device function a layout: tiles, interleaved in DRAM";
  let description = [{
    Exceptions: arguments whose `ttcore.argument_type` is `input` are row-major in DRAM and converted before use
    (`ttir.to_layout`), caches that are written in place excepted; weights and biases of convolutions are row-major in
    system memory. Function results are tiles in DRAM.

    Assumes ttir-element-type-normalization. Fails when: an element type has no counterpart on the device.
  }];
}

def ConvertTTIRToTTNN : Conversion_Pass<"convert-ttir-to-ttnn"> {
  let summary = "TTIR ops with layouts to TTNN ops";
  let description = [{
    One to one; names, attribute forms and paddings (TTIR: top, left, bottom, right; TTNN: top, bottom, left, right)
    change. Creation ops and convolutions take the device from one `ttnn.get_device` per block. An op without a TTNN
    counterpart is an error; with `allow-unknown-ops`, or marked `alcove.opaque`, it becomes the opaque op
    `ttnn.<same name>` with all it carries, a mark and a remark.
    ```
    %2 = "ttir.div"(%0, %1)   =>   %2 = "ttnn.divide"(%0, %1)
    ```
    Assumes ttnn-layout, ttir-flatten-sliding-window.
  }];
  let options = [Option<"allowUnknownOps", "allow-unknown-ops", "bool", "false",
                        "Keep ops without a TTNN counterpart as opaque ops">];
}

//===----------------------------------------------------------------------===//
// TTNN to TTIR
//===----------------------------------------------------------------------===//

def RaiseTTNNToTTIR : Conversion_Pass<"raise-ttnn-to-ttir"> {
  let summary = "TTNN, planned or not, as the TTIR that it computes";
  let description = [{
    Layouts, moves between memories, deallocations, configurations of kernels and const-eval functions go; what a
    library op does to its result (activations) becomes an op of its own; flattened images are images again. Layouts of
    arguments and results are kept as `alcove.given_layout`, which ttnn-layout takes.
    ```
    %1 = ttcore.load_cached(@f_const_eval_0, [%w])
    %2 = "ttnn.to_memory_config"(%0) : dram -> l1              %1 = the ops of @f_const_eval_0
    %3 = "ttnn.matmul"(%2, %1) <{activation = "relu"}>    =>   %2 = "ttir.matmul"(%0, %1)
    "ttnn.deallocate"(%2)                                      %3 = "ttir.relu"(%2)
    ```
    An op without a TTIR counterpart, or with a property that TTIR has no place for, stays as it is between
    `ttir.to_layout`s, and a remark says why. Fails, with the op named, where it is in a const-eval function (left
    beside what lowering hoists it would be computed at each call), and on loops, calls and declarations.
  }];
  let options = [
    Option<"keepComputeConfigs", "keep-compute-configs", "std::string", "\"auto\"",
           "auto: an op with a compute_config that is not level 0's stays as it is; false: all go">];
}

//===----------------------------------------------------------------------===//
// TTNN to TTNN
//===----------------------------------------------------------------------===//

def SetComputeKernelConfig : Conversion_Pass<"ttnn-set-compute-kernel-config"> {
  let summary = "compute_config on ops that take one and have none";
  let options = [
    Option<"mathFidelity", "math-fidelity", "std::string", "\"hifi4\"", "lofi, hifi2, hifi3 or hifi4">,
    Option<"fp32DestAccEn", "fp32-dest-acc-en", "bool", "true", "Accumulate in 32 bits">];
}

def DecomposeLayouts : Conversion_Pass<"ttnn-decompose-layouts"> {
  let summary = "ttnn.to_tensor_spec as to_layout, typecast and at most one move between memories";
  let description = [{
    Page layout and data type change on tiles on the device where it can do that (bf16, f32, u32, u16, si32), else on
    the host; exactly one to_device, from_device or to_memory_config moves the tensor.
    - from the host: move first; to the host: move last
    - tilize: before the move; untilize: move first when the input is sharded in L1 or the move is L1 to DRAM
    - only the data type changes: typecast, then move
    ```
    %1 = "ttnn.to_tensor_spec"(%0) : (row-major DRAM) -> tile DRAM   =>   %1 = "ttnn.to_layout"(%0)
    ```
  }];
}

def Deallocate : Conversion_Pass<"ttnn-deallocate"> {
  let summary = "Frees every tensor after its last use";
  let description = [{
    Arguments first, then results, directly after the last user. Left alone: what the function returns, arguments of
    const-eval functions, caches written in place, and an L1 activation that its convolution frees itself
    (`deallocate_activation = true`).

    Fails when: such a convolution is not the last user of its activation.
  }];
}

def TTNNRowMajorMoves : Pass<"ttnn-row-major-moves", "::mlir::ModuleOp"> {
  let summary = "Reshapes, slices, permutes, pads and concats on rows where that costs less";
  let description = [{
    What moves elements and computes nothing runs on tiles or on rows. A reshape that keeps the last dimension is a view
    of rows and a copy of tiles, so tensors are untilized before it, not after, when somebody wants rows anyway (argmax,
    embedding indices, arguments that come as rows) or when two conversions cost less than the copies between them.
    Results of the function that such an op makes stay rows. The choice is exact: a minimum cut over the op model's
    prices in DRAM or L1, conversions included. Rows that fill no tiles become tiles by way of whole ones where that
    costs less: padded as rows, and cut as tiles.

        %1 = "ttnn.reshape"(%0)         : (tensor<32x4096, tiles>) -> tensor<32x1x4096, tiles>
        return %1

    becomes

        %in = "ttnn.to_tensor_spec"(%0) : (tensor<32x4096, tiles>) -> tensor<32x4096, row-major>
        %1  = "ttnn.reshape"(%in)       : (tensor<32x4096, row-major>) -> tensor<32x1x4096, row-major>
        return %1

    Assumes a system descriptor and a #ttnn.ttnn_layout on every tensor, tensors in DRAM. Leaves alone what is written
    in place, and functions of several blocks.
  }];
  let options = [
    ListOption<"disablePatterns", "disable-patterns", "std::string",
               "Patterns of LoweringPatterns.def that are off, by their options">,
  ];
}

def TTNNOperationValidationAndFallback : Pass<"ttnn-operation-validation-and-fallback", "::mlir::ModuleOp"> {
  let summary = "Mends ops that the backend would refuse as they stand";
  let description = [{
    Asks the op model about every op of the forward functions. One that is refused gets its operands converted to the
    nearest page layout and data type with which it runs (`to_tensor_spec` before it); a convolution that does not fit
    L1 gets smaller activation blocks, then slices in DRAM. What cannot be mended stays for the judge to report.

        %1 = "ttnn.argmax"(%0)         : (tensor<.., tiles>) -> ..

    becomes

        %in = "ttnn.to_tensor_spec"(%0) : (tensor<.., tiles>) -> tensor<.., row-major>
        %1  = "ttnn.argmax"(%in)        : (tensor<.., row-major>) -> ..

    Assumes a system descriptor and a #ttnn.ttnn_layout on every tensor. Source of order and distances: tt-mlir
    OperationValidationAndFallback.cpp.
  }];
  let options = [
    Option<"maxFallbackAttempts", "max-fallback-attempts", "int64_t", "10000", "Combinations tried per op">,
    Option<"noteRepairs", "note-repairs", "bool", "false",
           "Note the fields of configurations that were mended, so that ttnn-optimizer may choose others">,
  ];
}

#endif // ALCOVE_LOWER_PASSES_TD
