//===- Gzip.h - Texts that came compressed ----------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_GZIP_H
#define ALCOVE_BASE_SUPPORT_GZIP_H

#include "alcove/Base/Support/Result.h"

#include <string>
#include <string_view>

namespace alcove {

/// Whether these bytes begin as a gzip stream does.
inline bool isGzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

/// The bytes of `contents`, inflated when they are a gzip stream (several members are read as one); an error when the
/// stream is damaged or inflates to more than `maxBytes`. Linear.
Result<std::string> inflateIfGzip(std::string contents, size_t maxBytes = size_t(4) << 30);

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_GZIP_H
