//===- Proxy.h - Between an editor and MLIR's server ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_LSP_SERVER_PROXY_H
#define ALCOVE_TOOLS_ALCOVE_LSP_SERVER_PROXY_H

#include "Hover.h"

#include <functional>

namespace alcove::lsp {

/// Runs `serve`, which talks LSP on standard input and output, with `hover` between it and the real ones. Returns what
/// `serve` returns, when it has returned and all that it wrote is out. Messages that are no JSON pass as they are.
int runBehind(Hover &hover, const std::function<int()> &serve);

} // namespace alcove::lsp

#endif // ALCOVE_TOOLS_ALCOVE_LSP_SERVER_PROXY_H
