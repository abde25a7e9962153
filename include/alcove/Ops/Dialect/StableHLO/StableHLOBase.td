//===- StableHLOBase.td - StableHLO: dialect, attributes, classes of its ops -*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_STABLEHLO_STABLEHLOBASE_TD
#define ALCOVE_OPS_DIALECT_STABLEHLO_STABLEHLOBASE_TD

include "alcove/Ops/Dialect/StableHLO/StableHLOEnums.td"

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def StableHLO_Dialect : Dialect {
  let name = "stablehlo";
  let summary = "Programs as JAX and PyTorch/XLA print them";
  let description = [{
    The public dialect of the same name (github.com/openxla/stablehlo, docs/spec.md), in pretty and in generic form,
    with the spellings of 2023. Attributes that are not defined here are kept as they are written.
  }];
  let cppNamespace = "::alcove::stablehlo";
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser, ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute, ::mlir::DialectAsmPrinter &printer) const override;
    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type, ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def StableHLO_Token : TypeDef<StableHLO_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "what orders ops with side effects";
}

def StableHLO_Pred : AnyTypeOf<[I1]>;
def StableHLO_Int : Type<CPred<"::llvm::isa<::mlir::IntegerType>($_self) && !$_self.isInteger(1)">, "integer">;
def StableHLO_PredOrInt : Type<CPred<"::llvm::isa<::mlir::IntegerType>($_self)">, "integer or pred">;
def StableHLO_Float : Type<CPred<"::llvm::isa<::mlir::FloatType>($_self)">, "float">;
def StableHLO_Complex : Complex<AnyTypeOf<[F32, F64]>>;
def StableHLO_Quantized : Type<CPred<"::llvm::isa<::mlir::quant::QuantizedType>($_self)">, "quantized">;

class StableHLO_TensorOf<list<Type> types> : RankedTensorOf<types>;
def StableHLO_Tensor : StableHLO_TensorOf<[StableHLO_PredOrInt, StableHLO_Float, StableHLO_Complex, StableHLO_Quantized]>;
def StableHLO_Number : StableHLO_TensorOf<[StableHLO_Int, StableHLO_Float, StableHLO_Complex, StableHLO_Quantized]>;
def StableHLO_Real : StableHLO_TensorOf<[StableHLO_Int, StableHLO_Float, StableHLO_Quantized]>;
def StableHLO_FloatOrComplex : StableHLO_TensorOf<[StableHLO_Float, StableHLO_Complex, StableHLO_Quantized]>;
def StableHLO_FloatTensor : StableHLO_TensorOf<[StableHLO_Float, StableHLO_Quantized]>;
def StableHLO_IntTensor : StableHLO_TensorOf<[StableHLO_Int]>;
def StableHLO_PredOrIntTensor : StableHLO_TensorOf<[StableHLO_PredOrInt]>;
def StableHLO_PredTensor : StableHLO_TensorOf<[StableHLO_Pred]>;
def StableHLO_ComplexTensor : StableHLO_TensorOf<[StableHLO_Complex]>;
def StableHLO_Index : StableHLO_TensorOf<[StableHLO_Int, Index]>;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class StableHLO_EnumAttr<EnumAttrInfo info, string mnemonic> : EnumAttr<StableHLO_Dialect, info, mnemonic>;
def StableHLO_PrecisionAttr : StableHLO_EnumAttr<StableHLO_Precision, "precision">;
def StableHLO_FftTypeAttr : StableHLO_EnumAttr<StableHLO_FftType, "fft_type">;
def StableHLO_TransposeAttr : StableHLO_EnumAttr<StableHLO_Transpose, "transpose">;
def StableHLO_RngDistributionAttr : StableHLO_EnumAttr<StableHLO_RngDistribution, "rng_distribution">;
def StableHLO_RngAlgorithmAttr : StableHLO_EnumAttr<StableHLO_RngAlgorithm, "rng_algorithm">;
def StableHLO_ComparisonDirectionAttr : StableHLO_EnumAttr<StableHLO_ComparisonDirection, "comparison_direction">;
def StableHLO_ComparisonTypeAttr : StableHLO_EnumAttr<StableHLO_ComparisonType, "comparison_type">;
def StableHLO_PrecisionConfig : TypedArrayAttrBase<StableHLO_PrecisionAttr, "precision of each operand">;

// `[0, 1]`; an empty list is not written.
def StableHLO_Dimensions : OptionalArrayRefParameter<"int64_t"> {
  let parser = "::alcove::stablehlo::parseIntegers($_parser)";
  let printer = "::alcove::stablehlo::printIntegers($_printer, $_self)";
}

class StableHLO_Struct<string name, string mnemonic_> : AttrDef<StableHLO_Dialect, name> {
  let mnemonic = mnemonic_;
  let assemblyFormat = "`<` struct(params) `>`";
}
def StableHLO_GatherAttr : StableHLO_Struct<"GatherDimensionNumbers", "gather"> {
  let parameters = (ins StableHLO_Dimensions:$offset_dims, StableHLO_Dimensions:$collapsed_slice_dims,
                        StableHLO_Dimensions:$operand_batching_dims, StableHLO_Dimensions:$start_indices_batching_dims,
                        StableHLO_Dimensions:$start_index_map, DefaultValuedParameter<"int64_t", "0">:$index_vector_dim);
}
def StableHLO_ScatterAttr : StableHLO_Struct<"ScatterDimensionNumbers", "scatter"> {
  let parameters = (ins StableHLO_Dimensions:$update_window_dims, StableHLO_Dimensions:$inserted_window_dims,
                        StableHLO_Dimensions:$input_batching_dims, StableHLO_Dimensions:$scatter_indices_batching_dims,
                        StableHLO_Dimensions:$scatter_dims_to_operand_dims,
                        DefaultValuedParameter<"int64_t", "0">:$index_vector_dim);
}
def StableHLO_DotAttr : StableHLO_Struct<"DotDimensionNumbers", "dot"> {
  let parameters = (ins StableHLO_Dimensions:$lhs_batching_dimensions, StableHLO_Dimensions:$rhs_batching_dimensions,
                        StableHLO_Dimensions:$lhs_contracting_dimensions,
                        StableHLO_Dimensions:$rhs_contracting_dimensions);
}
def StableHLO_DotAlgorithmAttr : StableHLO_Struct<"DotAlgorithm", "dot_algorithm"> {
  let parameters = (ins "::mlir::Type":$lhs_precision_type, "::mlir::Type":$rhs_precision_type,
                        "::mlir::Type":$accumulation_type, "int64_t":$lhs_component_count,
                        "int64_t":$rhs_component_count, "int64_t":$num_primitive_operations,
                        "bool":$allow_imprecise_accumulation);
}
def StableHLO_ChannelHandleAttr : StableHLO_Struct<"ChannelHandle", "channel_handle"> {
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
}
// `#stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>`, or field by field as in `conv<raw input_batch_dimension =
// 0, ..>`.
def StableHLO_ConvAttr : AttrDef<StableHLO_Dialect, "ConvDimensionNumbers"> {
  let mnemonic = "conv";
  let parameters = (ins "int64_t":$input_batch_dimension, "int64_t":$input_feature_dimension,
                        ArrayRefParameter<"int64_t">:$input_spatial_dimensions,
                        "int64_t":$kernel_input_feature_dimension, "int64_t":$kernel_output_feature_dimension,
                        ArrayRefParameter<"int64_t">:$kernel_spatial_dimensions, "int64_t":$output_batch_dimension,
                        "int64_t":$output_feature_dimension, ArrayRefParameter<"int64_t">:$output_spatial_dimensions);
  let hasCustomAssemblyFormat = 1;
}

// Lists of integers: `array<i64: ..>`, before mid 2023 `dense<..> : tensor<Nxi64>`. C++ reads both by integersOf().
def StableHLO_Integers : AnyAttrOf<[DenseI64ArrayAttr, I64ElementsAttr]>;
def StableHLO_Booleans : AnyAttrOf<[DenseBoolArrayAttr, ElementsAttrBase<CPred<
  "::llvm::isa<::mlir::DenseIntElementsAttr>($_self) && "
  "::llvm::cast<::mlir::DenseIntElementsAttr>($_self).getElementType().isInteger(1)">, "i1 elements">]>;

//===----------------------------------------------------------------------===//
// Classes of ops
//===----------------------------------------------------------------------===//

def StableHLO_BySpecification : NativeOpTrait<"BySpecification"> { let cppNamespace = "::alcove::stablehlo"; }

class StableHLO_Op<string mnemonic, list<Trait> traits = [Pure]>
    : Op<StableHLO_Dialect, mnemonic, !listconcat(traits, [StableHLO_BySpecification])>;

class StableHLO_Unary<string mnemonic, TypeConstraint from, TypeConstraint to = from> : StableHLO_Op<mnemonic> {
  let arguments = (ins from:$operand);
  let results = (outs to:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<OneType>(type($operand), type($result))";
}
// Functions that a library computes: how exactly is an attribute of its own, kept as it is written.
class StableHLO_Function<string mnemonic, TypeConstraint type> : StableHLO_Unary<mnemonic, type> {
  let arguments = (ins type:$operand, OptionalAttr<AnyAttr>:$result_accuracy);
}
class StableHLO_Binary<string mnemonic, TypeConstraint type> : StableHLO_Op<mnemonic> {
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<OneType>(type($lhs), type($rhs), type($result))";
}

#endif // ALCOVE_OPS_DIALECT_STABLEHLO_STABLEHLOBASE_TD
