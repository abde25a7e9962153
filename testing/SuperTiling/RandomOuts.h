//===- RandomOuts.h - Random programs with destinations of every origin -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_SUPERTILING_RANDOMOUTS_H
#define ALCOVE_TESTING_SUPERTILING_RANDOMOUTS_H

#include <cstdint>
#include <string>

namespace alcove::supertiling {

/// A module with one function `main`: elementwise operations, reductions of rows and their readers, operations with an
/// elementwise and a reduced result, and products. Destinations are arguments (one for all, or their own), tensor.empty,
/// fills, constants and results of other operations, read or not; rows and columns may be one or none. `marked`: some
/// neighbours are one marked group. The same seed gives the same text.
std::string randomOuts(uint64_t seed, bool marked = false);

} // namespace alcove::supertiling

#endif // ALCOVE_TESTING_SUPERTILING_RANDOMOUTS_H
