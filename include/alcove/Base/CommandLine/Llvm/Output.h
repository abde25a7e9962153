//===- Output.h - Programs that print by LLVM's streams ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_COMMANDLINE_LLVM_OUTPUT_H
#define ALCOVE_BASE_COMMANDLINE_LLVM_OUTPUT_H

#include "alcove/Base/Support/AtomicFile.h"

#include "llvm/Support/raw_ostream.h"

namespace alcove {

/// checkOutputAtExit for a program that prints by llvm::outs() too, whose end without this is a fatal error of LLVM.
inline void checkLlvmOutputAtExit(const char *program) {
  (void)llvm::outs(); // made before, so that it goes behind what is registered here
  checkOutputAtExit(program, [] {
    llvm::outs().flush();
    int number = llvm::outs().error().value();
    llvm::outs().clear_error();
    return number;
  });
}

} // namespace alcove

#endif // ALCOVE_BASE_COMMANDLINE_LLVM_OUTPUT_H
