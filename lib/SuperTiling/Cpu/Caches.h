//===- Caches.h - What vector code may count on ------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_CPU_CACHES_H
#define ALCOVE_LIB_SUPERTILING_CPU_CACHES_H

#include <cstdint>

namespace alcove::supertiling {

/// Bytes of the smallest first and second cache that processors with vectors have. Beside what streams in
/// and out a half is left for what is to stay.
inline constexpr int64_t firstCacheBytes = 32 * 1024, secondCacheBytes = 512 * 1024;
/// What a core may find in all caches together.
inline constexpr int64_t allCachesBytes = 8 << 20;
/// Of a line, which is loaded and stored in whole.
inline constexpr int64_t lineBytes = 64;

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_CPU_CACHES_H
