//===- Gzip.cpp - Inflating what came compressed ------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Gzip.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>
#include <zlib.h>

using namespace alcove;

Result<std::string> alcove::inflateIfGzip(std::string contents, size_t maxBytes) {
  if (!isGzip(contents))
    return contents;
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 16) != Z_OK)
    return Error{"gzip: cannot start zlib"};
  std::string text;
  std::vector<char> block(size_t(1) << 18);
  size_t consumed = 0;
  int state = Z_OK;
  std::string problem;
  while (problem.empty()) {
    if (stream.avail_in == 0 && consumed < contents.size()) {
      size_t chunk = std::min(contents.size() - consumed, size_t(1) << 28);
      stream.next_in = reinterpret_cast<Bytef *>(contents.data() + consumed);
      stream.avail_in = static_cast<uInt>(chunk);
      consumed += chunk;
    }
    stream.next_out = reinterpret_cast<Bytef *>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    state = inflate(&stream, Z_NO_FLUSH);
    text.append(block.data(), block.size() - stream.avail_out);
    if (text.size() > maxBytes) {
      problem = fmt::format("gzip: inflates to more than {} bytes", maxBytes);
    } else if (state == Z_STREAM_END) {
      if (stream.avail_in == 0 && consumed == contents.size())
        break;
      if (inflateReset(&stream) != Z_OK)
        problem = "gzip: cannot read the next member";
    } else if (state != Z_OK) {
      problem = state == Z_BUF_ERROR ? "gzip: stream ends too early"
                                     : fmt::format("gzip: {}", stream.msg ? stream.msg : "damaged stream");
    }
  }
  inflateEnd(&stream);
  if (!problem.empty())
    return Error{problem};
  return text;
}
