//===- Files.h - The files among the words of a command line ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   alcove-run a.mlir b.mlir     alcove-run: error: 'b.mlir' is one file too many beside 'a.mlir'
//
// LLVM's parser says of these words that there are too many positional arguments.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_COMMANDLINE_LLVM_FILES_H
#define ALCOVE_BASE_COMMANDLINE_LLVM_FILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"

#include <fmt/format.h>
#include <string>

namespace alcove {

/// What is wrong with the words of a program that takes one file and one `-o`; empty where nothing is. The options are
/// registered; `-o`, which mlir-opt's driver registers as it parses, takes the next word in any case.
inline std::string moreThanOneFile(llvm::StringRef program, int argc, const char *const *argv) {
  llvm::StringRef file, output;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef word(argv[i]), name = word.ltrim('-');
    if (!word.starts_with("-") || word == "-") {
      if (!file.empty())
        return fmt::format("{}: error: '{}' is one file too many beside '{}'\n", program.str(), word.str(), file.str());
      file = word;
      continue;
    }
    const llvm::cl::Option *option = llvm::cl::getRegisteredOptions().lookup(name);
    if (name == "o" && i + 1 < argc) {
      if (!output.empty() && output != argv[i + 1])
        return fmt::format("{}: error: -o is given twice, as '{}' and '{}': give it once\n", program.str(),
                           output.str(), argv[i + 1]);
      output = argv[++i];
    } else if (option && option->getValueExpectedFlag() == llvm::cl::ValueRequired) {
      ++i;
    }
  }
  return "";
}

} // namespace alcove

#endif // ALCOVE_BASE_COMMANDLINE_LLVM_FILES_H
