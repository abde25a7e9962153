//===- Encoding.h - Numbers as bytes of a device ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   bfp8 block of 16:  exponent E (8 bits, one per block)   16 x | sign | m6 .. m0 |    value = +-m / 64 * 2^(E - 127)
//   bfp4 block of 16:  exponent E                           16 x | sign | m2 .. m0 |    value = +-m /  4 * 2^(E - 127)
//   bfp2 block of 16:  exponent E                           16 x | sign | m0 |          value = +-m      * 2^(E - 127)
//
// The leading one is stored, so smaller numbers of a block lose leading bits. Source: blockfloat_common of tt-metal.
// The formats named `bfp_f*` keep 5 bits of exponent with bias 15.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_STORAGE_ENCODING_H
#define ALCOVE_JUDGE_NUMBERS_STORAGE_ENCODING_H

#include "alcove/Device/TensorLayout.h"

#include <cstdint>
#include <span>

namespace alcove::reference {

constexpr int64_t blockElements = 16;

/// Bits of one element of a block format, sign included: 8, 4 or 2.
int blockElementBits(device::DataType type);

/// Little-endian bytes of `value`; floats round to nearest even, integers wrap, i1 is stored as bf16 0 or 1.
void encodeScalar(device::DataType type, double value, uint8_t *bytes);
double decodeScalar(device::DataType type, const uint8_t *bytes);

/// Neighbours one after another, of any type but the block formats.
void encodeRun(device::DataType type, std::span<const float> values, uint8_t *bytes);
void encodeRun(device::DataType type, std::span<const int64_t> values, uint8_t *bytes);
void decodeRun(device::DataType type, const uint8_t *bytes, std::span<float> values);
/// A NaN, poison of a float type read as an integer, gives the bits of bf16's poison.
void decodeRun(device::DataType type, const uint8_t *bytes, std::span<int64_t> values);

/// Encodes up to 16 neighbours of a face row; the shared exponent is that of the largest of them alone. Elements beyond
/// `values` keep their bits. `elements` holds 16 * bits / 8 bytes, element i in the lower bits first.
void encodeBlock(device::DataType type, std::span<const double> values, uint8_t *exponent, uint8_t *elements);
void decodeBlock(device::DataType type, uint8_t exponent, const uint8_t *elements, std::span<double> values);

/// ST-7: what memory holds where no element was written: a NaN for floats, 0xAB in every byte for integers, exponent
/// and magnitudes of all ones in block formats, which decode to NaN.
void fillWithPoison(device::DataType type, std::span<uint8_t> bytes);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_STORAGE_ENCODING_H
