//===- StableHLOOps.td - Ops of StableHLO -*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_STABLEHLO_STABLEHLOOPS_TD
#define ALCOVE_OPS_DIALECT_STABLEHLO_STABLEHLOOPS_TD

include "alcove/Ops/Dialect/StableHLO/StableHLOBase.td"

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

def StableHLO_AbsOp : StableHLO_Unary<"abs", StableHLO_Number>;
def StableHLO_CbrtOp : StableHLO_Function<"cbrt", StableHLO_FloatOrComplex>;
def StableHLO_CeilOp : StableHLO_Unary<"ceil", StableHLO_FloatTensor>;
def StableHLO_ConvertOp : StableHLO_Unary<"convert", StableHLO_Tensor> {
  let assemblyFormat = "$operand attr-dict `:` custom<FunctionType>(type($operand), type($result))";
}
def StableHLO_ClzOp : StableHLO_Unary<"count_leading_zeros", StableHLO_IntTensor>;
def StableHLO_CosineOp : StableHLO_Function<"cosine", StableHLO_FloatOrComplex>;
def StableHLO_ExpOp : StableHLO_Function<"exponential", StableHLO_FloatOrComplex>;
def StableHLO_Expm1Op : StableHLO_Function<"exponential_minus_one", StableHLO_FloatOrComplex>;
def StableHLO_FloorOp : StableHLO_Unary<"floor", StableHLO_FloatTensor>;
def StableHLO_ImagOp : StableHLO_Unary<"imag", StableHLO_FloatOrComplex, StableHLO_FloatTensor>;
def StableHLO_IsFiniteOp : StableHLO_Unary<"is_finite", StableHLO_FloatTensor, StableHLO_PredTensor>;
def StableHLO_LogOp : StableHLO_Function<"log", StableHLO_FloatOrComplex>;
def StableHLO_Log1pOp : StableHLO_Function<"log_plus_one", StableHLO_FloatOrComplex>;
def StableHLO_LogisticOp : StableHLO_Function<"logistic", StableHLO_FloatOrComplex>;
def StableHLO_NegOp : StableHLO_Unary<"negate", StableHLO_Number>;
def StableHLO_NotOp : StableHLO_Unary<"not", StableHLO_PredOrIntTensor>;
def StableHLO_PopulationCountOp : StableHLO_Unary<"popcnt", StableHLO_IntTensor>;
def StableHLO_RealOp : StableHLO_Unary<"real", StableHLO_FloatOrComplex, StableHLO_FloatTensor>;
def StableHLO_RoundOp : StableHLO_Unary<"round_nearest_afz", StableHLO_FloatTensor>;
def StableHLO_RoundNearestEvenOp : StableHLO_Unary<"round_nearest_even", StableHLO_FloatTensor>;
def StableHLO_RsqrtOp : StableHLO_Function<"rsqrt", StableHLO_FloatOrComplex>;
def StableHLO_SignOp : StableHLO_Unary<"sign", StableHLO_Number>;
def StableHLO_SineOp : StableHLO_Function<"sine", StableHLO_FloatOrComplex>;
def StableHLO_SqrtOp : StableHLO_Function<"sqrt", StableHLO_FloatOrComplex>;
def StableHLO_TanOp : StableHLO_Function<"tan", StableHLO_FloatOrComplex>;
def StableHLO_TanhOp : StableHLO_Function<"tanh", StableHLO_FloatOrComplex>;
def StableHLO_UniformQuantizeOp : StableHLO_Unary<"uniform_quantize", StableHLO_FloatTensor,
                                                  StableHLO_TensorOf<[StableHLO_Quantized]>>;
def StableHLO_UniformDequantizeOp : StableHLO_Unary<"uniform_dequantize", StableHLO_TensorOf<[StableHLO_Quantized]>,
                                                    StableHLO_TensorOf<[StableHLO_Float]>>;
def StableHLO_ReducePrecisionOp : StableHLO_Op<"reduce_precision"> {
  let arguments = (ins StableHLO_FloatTensor:$operand, I32Attr:$exponent_bits, I32Attr:$mantissa_bits);
  let results = (outs StableHLO_FloatTensor:$result);
  let assemblyFormat = [{ $operand `,` `format` `=` custom<FloatFormat>($exponent_bits, $mantissa_bits) attr-dict `:`
                          custom<OneType>(type($operand), type($result)) }];
}

def StableHLO_AddOp : StableHLO_Binary<"add", StableHLO_Tensor>;
def StableHLO_Atan2Op : StableHLO_Binary<"atan2", StableHLO_FloatOrComplex>;
def StableHLO_DivOp : StableHLO_Binary<"divide", StableHLO_Number>;
def StableHLO_MaxOp : StableHLO_Binary<"maximum", StableHLO_Tensor>;
def StableHLO_MinOp : StableHLO_Binary<"minimum", StableHLO_Tensor>;
def StableHLO_MulOp : StableHLO_Binary<"multiply", StableHLO_Tensor>;
def StableHLO_PowOp : StableHLO_Binary<"power", StableHLO_Number>;
def StableHLO_RemOp : StableHLO_Binary<"remainder", StableHLO_Number>;
def StableHLO_ShiftLeftOp : StableHLO_Binary<"shift_left", StableHLO_IntTensor>;
def StableHLO_ShiftRightArithmeticOp : StableHLO_Binary<"shift_right_arithmetic", StableHLO_IntTensor>;
def StableHLO_ShiftRightLogicalOp : StableHLO_Binary<"shift_right_logical", StableHLO_IntTensor>;
def StableHLO_SubtractOp : StableHLO_Binary<"subtract", StableHLO_Number>;
def StableHLO_AndOp : StableHLO_Binary<"and", StableHLO_PredOrIntTensor>;
def StableHLO_OrOp : StableHLO_Binary<"or", StableHLO_PredOrIntTensor>;
def StableHLO_XorOp : StableHLO_Binary<"xor", StableHLO_PredOrIntTensor>;

def StableHLO_ComplexOp : StableHLO_Op<"complex"> {
  let arguments = (ins StableHLO_FloatTensor:$lhs, StableHLO_FloatTensor:$rhs);
  let results = (outs StableHLO_ComplexTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<ComplexType>(type($lhs), type($rhs), type($result))";
}
def StableHLO_ClampOp : StableHLO_Op<"clamp"> {
  let arguments = (ins StableHLO_Tensor:$min, StableHLO_Tensor:$operand, StableHLO_Tensor:$max);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ $min `,` $operand `,` $max attr-dict `:`
                          custom<OneType>(type($min), type($operand), type($max), type($result)) }];
}
def StableHLO_SelectOp : StableHLO_Op<"select"> {
  let arguments = (ins StableHLO_PredTensor:$pred, StableHLO_Tensor:$on_true, StableHLO_Tensor:$on_false);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ $pred `,` $on_true `,` $on_false attr-dict `:`
                          custom<SelectType>(type($pred), type($on_true), type($on_false), type($result)) }];
}
def StableHLO_CompareOp : StableHLO_Op<"compare"> {
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       StableHLO_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<StableHLO_ComparisonTypeAttr>:$compare_type);
  let results = (outs StableHLO_PredTensor:$result);
  let assemblyFormat = [{ $comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:`
                          functional-type(operands, results) }];
}
def StableHLO_MapOp : StableHLO_Op<"map", [RecursiveMemoryEffects]> {
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, StableHLO_Integers:$dimensions);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs StableHLO_Tensor:$result);
}

//===----------------------------------------------------------------------===//
// New values
//===----------------------------------------------------------------------===//

def StableHLO_ConstantOp : StableHLO_Op<"constant", [Pure, DeclareOpInterfaceMethods<OpAsmOpInterface,
                                                                                     ["getAsmResultNames"]>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs StableHLO_Tensor:$output);
  let hasCustomAssemblyFormat = 1;
}
def StableHLO_IotaOp : StableHLO_Op<"iota"> {
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs StableHLO_Number:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
}
def StableHLO_DynamicIotaOp : StableHLO_Op<"dynamic_iota"> {
  let arguments = (ins StableHLO_Index:$output_shape, I64Attr:$iota_dimension);
  let results = (outs StableHLO_Number:$result);
  let assemblyFormat = "$output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type(operands, results)";
}
def StableHLO_RngOp : StableHLO_Op<"rng", []> {
  let arguments = (ins StableHLO_Tensor:$a, StableHLO_Tensor:$b, StableHLO_Index:$shape,
                       StableHLO_RngDistributionAttr:$rng_distribution);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ $a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:`
                          functional-type(operands, results) }];
}
def StableHLO_RngBitGeneratorOp : StableHLO_Op<"rng_bit_generator"> {
  let arguments = (ins StableHLO_Tensor:$initial_state, StableHLO_RngAlgorithmAttr:$rng_algorithm);
  let results = (outs StableHLO_Tensor:$output_state, StableHLO_Tensor:$output);
  let assemblyFormat = [{ $initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:`
                          functional-type(operands, results) }];
}
class StableHLO_Id<string mnemonic> : StableHLO_Op<mnemonic> {
  let results = (outs StableHLO_TensorOf<[UI<32>]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}
def StableHLO_PartitionIdOp : StableHLO_Id<"partition_id">;
def StableHLO_ReplicaIdOp : StableHLO_Id<"replica_id">;

//===----------------------------------------------------------------------===//
// Shapes and places of elements
//===----------------------------------------------------------------------===//

def StableHLO_BitcastConvertOp : StableHLO_Op<"bitcast_convert"> {
  let arguments = (ins StableHLO_Tensor:$operand);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def StableHLO_ReshapeOp : StableHLO_Op<"reshape"> {
  let arguments = (ins StableHLO_Tensor:$operand);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def StableHLO_DynamicReshapeOp : StableHLO_Op<"dynamic_reshape"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Index:$output_shape);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def StableHLO_BroadcastOp : StableHLO_Op<"broadcast"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Integers:$broadcast_sizes);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ $operand `,` `sizes` `=` custom<Integers>($broadcast_sizes) attr-dict `:`
                          functional-type(operands, results) }];
}
def StableHLO_BroadcastInDimOp : StableHLO_Op<"broadcast_in_dim"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Integers:$broadcast_dimensions);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ $operand `,` `dims` `=` custom<Integers>($broadcast_dimensions) attr-dict `:`
                          functional-type(operands, results) }];
}
def StableHLO_DynamicBroadcastInDimOp : StableHLO_Op<"dynamic_broadcast_in_dim"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Index:$output_dimensions,
                       StableHLO_Integers:$broadcast_dimensions,
                       OptionalAttr<StableHLO_Integers>:$known_expanding_dimensions,
                       OptionalAttr<StableHLO_Integers>:$known_nonexpanding_dimensions);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ $operand `,` $output_dimensions `,` `dims` `=` custom<Integers>($broadcast_dimensions)
                          attr-dict `:` functional-type(operands, results) }];
}
def StableHLO_TransposeOp : StableHLO_Op<"transpose"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Integers:$permutation);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ $operand `,` `dims` `=` custom<Integers>($permutation) attr-dict `:`
                          functional-type(operands, results) }];
}
def StableHLO_ReverseOp : StableHLO_Op<"reverse"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Integers:$dimensions);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ $operand `,` `dims` `=` custom<Integers>($dimensions) attr-dict `:`
                          custom<OneType>(type($operand), type($result)) }];
}
def StableHLO_ConcatenateOp : StableHLO_Op<"concatenate"> {
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ custom<OperandsWithComma>($inputs) `dim` `=` $dimension attr-dict `:`
                          functional-type(operands, results) }];
}
def StableHLO_SliceOp : StableHLO_Op<"slice"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Integers:$start_indices, StableHLO_Integers:$limit_indices,
                       StableHLO_Integers:$strides);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ $operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict `:`
                          functional-type(operands, results) }];
}
def StableHLO_DynamicSliceOp : StableHLO_Op<"dynamic_slice"> {
  let arguments = (ins StableHLO_Tensor:$operand, Variadic<StableHLO_IntTensor>:$start_indices,
                       StableHLO_Integers:$slice_sizes);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ $operand `,` custom<OperandsWithComma>($start_indices) `sizes` `=`
                          custom<Integers>($slice_sizes) attr-dict `:` functional-type(operands, results) }];
}
def StableHLO_RealDynamicSliceOp : StableHLO_Op<"real_dynamic_slice"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Index:$start_indices, StableHLO_Index:$limit_indices,
                       StableHLO_Index:$strides);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def StableHLO_DynamicUpdateSliceOp : StableHLO_Op<"dynamic_update_slice"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$update,
                       Variadic<StableHLO_IntTensor>:$start_indices);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def StableHLO_PadOp : StableHLO_Op<"pad"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$padding_value, StableHLO_Integers:$edge_padding_low,
                       StableHLO_Integers:$edge_padding_high, StableHLO_Integers:$interior_padding);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ $operand `,` $padding_value `,` `low` `=` custom<Integers>($edge_padding_low) `,` `high` `=`
                          custom<Integers>($edge_padding_high) `,` `interior` `=` custom<Integers>($interior_padding)
                          attr-dict `:` functional-type(operands, results) }];
}
def StableHLO_DynamicPadOp : StableHLO_Op<"dynamic_pad"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$padding_value, StableHLO_Index:$edge_padding_low,
                       StableHLO_Index:$edge_padding_high, StableHLO_Index:$interior_padding);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def StableHLO_GatherOp : StableHLO_Op<"gather"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_IntTensor:$start_indices,
                       StableHLO_GatherAttr:$dimension_numbers, StableHLO_Integers:$slice_sizes,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs StableHLO_Tensor:$result);
}
def StableHLO_DynamicGatherOp : StableHLO_Op<"dynamic_gather"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_IntTensor:$start_indices, StableHLO_IntTensor:$slice_sizes,
                       StableHLO_GatherAttr:$dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs StableHLO_Tensor:$result);
}
def StableHLO_TorchIndexSelectOp : StableHLO_Op<"torch_index_select"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$index, I64Attr:$dim, I64Attr:$batch_dims);
  let results = (outs StableHLO_Tensor:$result);
}
def StableHLO_ScatterOp : StableHLO_Op<"scatter", [SameVariadicOperandSize, RecursiveMemoryEffects]> {
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, StableHLO_Index:$scatter_indices,
                       Variadic<StableHLO_Tensor>:$updates, StableHLO_ScatterAttr:$scatter_dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let regions = (region SizedRegion<1>:$update_computation);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
}
def StableHLO_GetDimensionSizeOp : StableHLO_Op<"get_dimension_size"> {
  let arguments = (ins StableHLO_Tensor:$operand, I64Attr:$dimension);
  let results = (outs StableHLO_TensorOf<[I32]>:$result);
  let assemblyFormat = "$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)";
}
def StableHLO_SetDimensionSizeOp : StableHLO_Op<"set_dimension_size"> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_TensorOf<[I32]>:$size, I64Attr:$dimension);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "$operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)";
}

//===----------------------------------------------------------------------===//
// Contractions and windows
//===----------------------------------------------------------------------===//

def StableHLO_DotGeneralOp : StableHLO_Op<"dot_general"> {
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs, StableHLO_DotAttr:$dot_dimension_numbers,
                       OptionalAttr<StableHLO_PrecisionConfig>:$precision_config,
                       OptionalAttr<StableHLO_DotAlgorithmAttr>:$algorithm);
  let results = (outs StableHLO_Tensor:$result);
  let hasCustomAssemblyFormat = 1;
}
def StableHLO_DotOp : StableHLO_Op<"dot"> {
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       OptionalAttr<StableHLO_PrecisionConfig>:$precision_config);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ $lhs `,` $rhs (`,` `precision` `=` custom<Precisions>($precision_config)^)? attr-dict `:`
                          functional-type(operands, results) }];
}
def StableHLO_EinsumOp : StableHLO_Op<"einsum"> {
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs, StrAttr:$einsum_config);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ $lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:`
                          functional-type(operands, results) }];
}
def StableHLO_UnaryEinsumOp : StableHLO_Op<"unary_einsum"> {
  let arguments = (ins StableHLO_Tensor:$operand, StrAttr:$einsum_config);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "$operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)";
}

defvar windowAttributes = (ins OptionalAttr<StableHLO_Integers>:$window_strides, OptionalAttr<I64ElementsAttr>:$padding,
                               OptionalAttr<StableHLO_Integers>:$lhs_dilation,
                               OptionalAttr<StableHLO_Integers>:$rhs_dilation,
                               OptionalAttr<StableHLO_Booleans>:$window_reversal,
                               StableHLO_ConvAttr:$dimension_numbers, I64Attr:$feature_group_count,
                               I64Attr:$batch_group_count, OptionalAttr<StableHLO_PrecisionConfig>:$precision_config);
def StableHLO_ConvolutionOp : StableHLO_Op<"convolution"> {
  let arguments = !con((ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs), windowAttributes);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{ `(` operands `)` `dim_numbers` `=` custom<ConvDimensions>($dimension_numbers) `,` `window` `=`
                          `{` custom<Window>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal)
                          `}` attr-dict `:` functional-type(operands, results) }];
}
def StableHLO_DynamicConvOp : StableHLO_Op<"dynamic_conv"> {
  let arguments = !con((ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs, StableHLO_IntTensor:$d_padding),
                       windowAttributes);
  let results = (outs StableHLO_Tensor:$result);
}
def StableHLO_ReduceWindowOp : StableHLO_Op<"reduce_window", [SameVariadicOperandSize, RecursiveMemoryEffects]> {
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, Variadic<StableHLO_Tensor>:$init_values,
                       StableHLO_Integers:$window_dimensions, OptionalAttr<StableHLO_Integers>:$window_strides,
                       OptionalAttr<StableHLO_Integers>:$base_dilations,
                       OptionalAttr<StableHLO_Integers>:$window_dilations, OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
}
def StableHLO_SelectAndScatterOp : StableHLO_Op<"select_and_scatter", [RecursiveMemoryEffects]> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$source, StableHLO_Tensor:$init_value,
                       OptionalAttr<StableHLO_Integers>:$window_dimensions,
                       OptionalAttr<StableHLO_Integers>:$window_strides, OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let results = (outs StableHLO_Tensor:$result);
}

//===----------------------------------------------------------------------===//
// Reductions, sorting, norms, linear algebra
//===----------------------------------------------------------------------===//

def StableHLO_ReduceOp : StableHLO_Op<"reduce", [SameVariadicOperandSize, RecursiveMemoryEffects]> {
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, Variadic<StableHLO_Tensor>:$init_values,
                       StableHLO_Integers:$dimensions);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasCustomAssemblyFormat = 1;
}
def StableHLO_SortOp : StableHLO_Op<"sort", [RecursiveMemoryEffects]> {
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let regions = (region SizedRegion<1>:$comparator);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
}
def StableHLO_BatchNormInferenceOp : StableHLO_Op<"batch_norm_inference"> {
  let arguments = (ins StableHLO_FloatTensor:$operand, StableHLO_FloatTensor:$scale, StableHLO_FloatTensor:$offset,
                       StableHLO_FloatTensor:$mean, StableHLO_FloatTensor:$variance, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs StableHLO_FloatTensor:$result);
}
def StableHLO_BatchNormTrainingOp : StableHLO_Op<"batch_norm_training"> {
  let arguments = (ins StableHLO_FloatTensor:$operand, StableHLO_FloatTensor:$scale, StableHLO_FloatTensor:$offset,
                       F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs StableHLO_FloatTensor:$output, StableHLO_FloatTensor:$batch_mean,
                      StableHLO_FloatTensor:$batch_var);
}
def StableHLO_BatchNormGradOp : StableHLO_Op<"batch_norm_grad"> {
  let arguments = (ins StableHLO_FloatTensor:$operand, StableHLO_FloatTensor:$scale, StableHLO_FloatTensor:$mean,
                       StableHLO_FloatTensor:$variance, StableHLO_FloatTensor:$grad_output, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs StableHLO_FloatTensor:$grad_operand, StableHLO_FloatTensor:$grad_scale,
                      StableHLO_FloatTensor:$grad_offset);
}
def StableHLO_CholeskyOp : StableHLO_Op<"cholesky"> {
  let arguments = (ins StableHLO_FloatOrComplex:$a, DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs StableHLO_FloatOrComplex:$result);
  let assemblyFormat = [{ $a (`,` `lower` `=` $lower^)? attr-dict `:` custom<OneType>(type($a), type($result)) }];
}
def StableHLO_TriangularSolveOp : StableHLO_Op<"triangular_solve"> {
  let arguments = (ins StableHLO_FloatOrComplex:$a, StableHLO_FloatOrComplex:$b, BoolAttr:$left_side, BoolAttr:$lower,
                       BoolAttr:$unit_diagonal, StableHLO_TransposeAttr:$transpose_a);
  let results = (outs StableHLO_FloatOrComplex:$result);
}
def StableHLO_FftOp : StableHLO_Op<"fft"> {
  let arguments = (ins StableHLO_FloatOrComplex:$operand, StableHLO_FftTypeAttr:$fft_type,
                       StableHLO_Integers:$fft_length);
  let results = (outs StableHLO_FloatOrComplex:$result);
  let assemblyFormat = [{ $operand `,` `type` `=` $fft_type `,` `length` `=` custom<Integers>($fft_length) attr-dict `:`
                          functional-type(operands, results) }];
}

//===----------------------------------------------------------------------===//
// Control flow, tuples, calls
//===----------------------------------------------------------------------===//

def StableHLO_ReturnOp : StableHLO_Op<"return", [Pure, Terminator]> {
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "$operands attr-dict (`:` type($operands)^)?";
}
def StableHLO_IfOp : StableHLO_Op<"if", [RecursiveMemoryEffects]> {
  let arguments = (ins StableHLO_PredTensor:$pred);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
  let results = (outs Variadic<AnyType>:$results);
}
def StableHLO_CaseOp : StableHLO_Op<"case", [RecursiveMemoryEffects]> {
  let arguments = (ins StableHLO_TensorOf<[I32]>:$index);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let results = (outs Variadic<AnyType>:$results);
}
def StableHLO_WhileOp : StableHLO_Op<"while", [RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let arguments = (ins Variadic<AnyType>:$operand);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let results = (outs Variadic<AnyType>:$results);
  let hasCustomAssemblyFormat = 1;
}
def StableHLO_OptimizationBarrierOp : StableHLO_Op<"optimization_barrier"> {
  let arguments = (ins Variadic<AnyType>:$operand);
  let results = (outs Variadic<AnyType>:$result);
  let assemblyFormat = [{ attr-dict ($operand^ `:` custom<PairwiseTypes>(type($operand), type($result))) : (`(` `)`)? }];
}
def StableHLO_TupleOp : StableHLO_Op<"tuple"> {
  let arguments = (ins Variadic<AnyType>:$val);
  let results = (outs AnyTuple:$result);
  let assemblyFormat = "$val attr-dict `:` custom<TupleType>(type($val), type($result))";
}
def StableHLO_GetTupleElementOp : StableHLO_Op<"get_tuple_element"> {
  let arguments = (ins AnyTuple:$operand, I32Attr:$index);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)";
}
def StableHLO_CustomCallOp : StableHLO_Op<"custom_call", []> {
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$call_target_name,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
                       OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
                       DefaultValuedOptionalAttr<I32Attr, "1">:$api_version,
                       OptionalAttr<ArrayAttr>:$called_computations, OptionalAttr<ArrayAttr>:$operand_layouts,
                       OptionalAttr<ArrayAttr>:$result_layouts, OptionalAttr<ArrayAttr>:$output_operand_aliases,
                       OptionalAttr<ArrayAttr>:$result_tilings);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{ custom<CallTarget>($call_target_name) `(` $inputs `)` attr-dict `:`
                          functional-type(operands, results) }];
}
def StableHLO_CompositeOp : StableHLO_Op<"composite", []> {
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$name, OptionalAttr<DictionaryAttr>:$composite_attributes,
                       FlatSymbolRefAttr:$decomposition, DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let results = (outs Variadic<AnyType>:$results);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Between chips and with the host
//===----------------------------------------------------------------------===//

defvar channel = (ins OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle);
defvar groups = (ins AnyAttr:$replica_groups, OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle);

def StableHLO_AllGatherOp : StableHLO_Op<"all_gather"> {
  let arguments = !con((ins Variadic<StableHLO_Tensor>:$operands, I64Attr:$all_gather_dim), groups,
                       (ins UnitAttr:$use_global_device_ids));
  let results = (outs Variadic<StableHLO_Tensor>:$results);
}
def StableHLO_AllReduceOp : StableHLO_Op<"all_reduce", [RecursiveMemoryEffects]> {
  let arguments = !con((ins Variadic<StableHLO_Tensor>:$operands), groups, (ins UnitAttr:$use_global_device_ids));
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
}
def StableHLO_ReduceScatterOp : StableHLO_Op<"reduce_scatter", [RecursiveMemoryEffects]> {
  let arguments = !con((ins StableHLO_Tensor:$operand, I64Attr:$scatter_dimension), groups,
                       (ins UnitAttr:$use_global_device_ids));
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs StableHLO_Tensor:$result);
}
def StableHLO_AllToAllOp : StableHLO_Op<"all_to_all"> {
  let arguments = !con((ins Variadic<StableHLO_Tensor>:$operands, I64Attr:$split_dimension, I64Attr:$concat_dimension,
                            I64Attr:$split_count), groups);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
}
def StableHLO_CollectiveBroadcastOp : StableHLO_Op<"collective_broadcast"> {
  let arguments = !con((ins Variadic<StableHLO_Tensor>:$operand), groups, (ins UnitAttr:$has_dynamic_root));
  let results = (outs Variadic<StableHLO_Tensor>:$result);
}
def StableHLO_CollectivePermuteOp : StableHLO_Op<"collective_permute"> {
  let arguments = !con((ins Variadic<StableHLO_Tensor>:$operand, I64ElementsAttr:$source_target_pairs), channel);
  let results = (outs Variadic<StableHLO_Tensor>:$result);
}
def StableHLO_CrossReplicaSumOp : StableHLO_Op<"cross-replica-sum"> {
  let arguments = (ins StableHLO_Tensor:$operand, I64ElementsAttr:$replica_groups);
  let results = (outs StableHLO_Tensor:$result);
}
def StableHLO_CreateTokenOp : StableHLO_Op<"create_token"> {
  let results = (outs StableHLO_Token:$output);
  let assemblyFormat = "attr-dict `:` type(results)";
}
def StableHLO_AfterAllOp : StableHLO_Op<"after_all"> {
  let arguments = (ins Variadic<StableHLO_Token>:$inputs);
  let results = (outs StableHLO_Token:$result);
  let assemblyFormat = "$inputs attr-dict `:` custom<AllOneType>(ref($inputs), type($inputs), type($result))";
}
def StableHLO_InfeedOp : StableHLO_Op<"infeed", []> {
  let arguments = (ins StableHLO_Token:$token, DefaultValuedOptionalAttr<StrAttr, "\"\"">:$infeed_config,
                       OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<AnyType>:$results);
}
def StableHLO_OutfeedOp : StableHLO_Op<"outfeed", []> {
  let arguments = (ins Variadic<AnyType>:$inputs, StableHLO_Token:$token,
                       DefaultValuedOptionalAttr<StrAttr, "\"\"">:$outfeed_config);
  let results = (outs StableHLO_Token:$result);
}
def StableHLO_SendOp : StableHLO_Op<"send", []> {
  let arguments = (ins Variadic<AnyType>:$inputs, StableHLO_Token:$token, StableHLO_ChannelHandleAttr:$channel_handle,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs StableHLO_Token:$result);
}
def StableHLO_RecvOp : StableHLO_Op<"recv", []> {
  let arguments = (ins StableHLO_Token:$token, StableHLO_ChannelHandleAttr:$channel_handle,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<AnyType>:$results);
}
def StableHLO_AsyncStartOp : StableHLO_Op<"async_start", []> {
  let arguments = (ins Variadic<AnyType>:$inputs);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs AnyType:$result);
}
def StableHLO_AsyncDoneOp : StableHLO_Op<"async_done", []> {
  let arguments = (ins AnyType:$future);
  let results = (outs Variadic<AnyType>:$results);
}

#endif // ALCOVE_OPS_DIALECT_STABLEHLO_STABLEHLOOPS_TD
