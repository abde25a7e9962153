//===- CachesInPlace.h - Updates of caches without a copy -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that takes a cache and returns it with one more row copies all of it at each call. Where the caller gives up
// the old one, the row is written in place:
//
//   %a = slice(%cache, 0 .. p), %b = slice(%cache, p + 1 .. n)
//   %r = concat(%a, %row, %b)                                       update_cache(%cache, permute(%row), p)
//   return %r                                                 -->   return %cache
//
// Also concatenations of concatenations, and where(iota = position, row, cache).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LOWER_CACHESINPLACE_H
#define ALCOVE_LOWER_CACHESINPLACE_H

#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>
#include <vector>

namespace alcove::conversion {

/// `caches`: names (ttir.name) of arguments that callers give up. A name that no function has is an error, an update of
/// another form is a warning that names what is in the way. A position lies inside of the cache.
std::unique_ptr<mlir::Pass> createCachesInPlace(std::vector<std::string> caches);

/// `caches`: names of arguments that another function writes in place. They come in tiles, as it keeps them.
std::unique_ptr<mlir::Pass> createGivenCaches(std::vector<std::string> caches);

} // namespace alcove::conversion

#endif // ALCOVE_LOWER_CACHESINPLACE_H
