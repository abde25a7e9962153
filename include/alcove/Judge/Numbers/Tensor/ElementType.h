//===- ElementType.h - Element types and their rounding ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place where the interpreter of TTIR and TTNN rounds to an element type (rules NUM-N1..N6). Storage has its own.
//
//   bfp8: 16 neighbours of a row share one exponent, each keeps a sign and 7 bits of magnitude (bfp4: 3 bits)
//
//        row of a tensor   | 16 elements | 16 elements | rest |     block = 16 along the last dimension,
//                          +- exponent --+- exponent --+- exp -     a partial last block counts its own elements only
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_TENSOR_ELEMENTTYPE_H
#define ALCOVE_JUDGE_NUMBERS_TENSOR_ELEMENTTYPE_H

#include <cstdint>
#include <span>

namespace alcove::reference {

enum class ElementType : uint8_t { F32, BF16, F16, BFP8, BFP4, I1, I8, U8, I16, U16, I32, U32, I64 };

/// How a module is run: with the element types it declares, or with every float type (block formats included)
/// replaced by f32. Integers and booleans stay what they are.
enum class Precision : uint8_t { AsDeclared, AllFloatsF32 };

constexpr bool isFloat(ElementType type) { return type <= ElementType::BFP4; }
constexpr bool isBlockFloat(ElementType type) { return type == ElementType::BFP8 || type == ElementType::BFP4; }
/// Elements that share one exponent in a block format.
constexpr int64_t blockFloatElements = 16;
/// `f32`, `bf16`, ..., `bfp8`, `i1`.
const char *toString(ElementType type);
/// The type that a value declared as `declared` is held in.
constexpr ElementType heldType(ElementType declared, Precision precision) {
  return precision == Precision::AllFloatsF32 && isFloat(declared) ? ElementType::F32 : declared;
}

/// NUM-N1: f32, bf16, f16: to nearest, ties to even; overflow gives infinity, subnormals are kept, NaN stays NaN.
/// A block format given one number is a block of that number alone.
float roundTo(ElementType type, float value);
/// NUM-N2: rounds `values`, whole rows of `rowLength` elements one after another, in place. Block formats: the exponent
/// of a block is that of its largest magnitude; magnitudes are shifted to it (bits shifted out are dropped), then
/// rounded to nearest even and saturated. Infinity and NaN in a block format become the largest magnitude. Source:
/// blockfloat_common in tt-metal. `rowLength` 0 is allowed when `values` is empty.
void roundRows(ElementType type, std::span<float> values, int64_t rowLength);
/// The distance of neighbouring numbers of a float type at the magnitude of `value`, which is finite: of bf16 2^-7 in
/// [1, 2). Below the smallest normal number that of the subnormals; of a block format, of a block of `value` alone.
double unitInTheLastPlace(ElementType type, double value);
/// NUM-N3: two's complement wrap to the bits of `type`; i1: 0 stays 0, everything else is 1.
int64_t wrapTo(ElementType type, int64_t value);
/// NUM-N3: what an element of `type` holds of a number: as wrapTo, but i8 saturates.
int64_t toRange(ElementType type, int64_t value);
/// NUM-N4: float to integer: toward zero, saturated to the range of `type`, NaN gives 0; i1: value != 0.
int64_t toInteger(ElementType type, float value);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_TENSOR_ELEMENTTYPE_H
