//===- Session.h - alcove session -----------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_SESSION_H
#define ALCOVE_TOOLS_ALCOVE_SESSION_H

#include "Programs.h"

namespace alcove::front {

/// `alcove session prefill.mlir decode.mlir --rates=prefill=1,decode=512`: plans every model in two ways, constants stored
/// as each op likes them and as every reader takes them, with the L1 that persistent buffers leave; alcove-session chooses
/// and judges. Planned TTNN modules are taken as they are. `arguments` are the words behind the subcommand.
int runSession(const Words &arguments);

} // namespace alcove::front

#endif // ALCOVE_TOOLS_ALCOVE_SESSION_H
