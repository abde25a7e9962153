//===- Help.h - What --help and --version say -------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One page per program and subcommand, docs/man/<name>.1.md, is the man page, and printed as plain text it is the help:
//
//   # SYNOPSIS                                  SYNOPSIS
//   **alcove plan** *MODEL*          ->           alcove plan MODEL
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_COMMANDLINE_HELP_H
#define ALCOVE_BASE_COMMANDLINE_HELP_H

#include <string>
#include <string_view>

namespace alcove {

/// The version of the tag that the commit carries, else that of the project: "0.1.0".
std::string_view version();
/// "65fdf2a3c1d0", or "unknown" when it was not built from a repository.
std::string_view commit();
/// The LLVM that it was built with, "22.1.8"; empty in a build without MLIR.
std::string_view llvmVersion();

/// "alcove-opt 0.1.0 (commit 65fdf2a3c1d0, LLVM 22.1.8)\n".
std::string versionText(std::string_view program);

/// The page of the manual as plain text; empty when there is none of the name.
std::string helpText(std::string_view page);

/// What `--help` and `--version` ask for when one of them is the only argument of a program; else empty.
std::string helpOrVersion(std::string_view program, int argc, const char *const *argv);

} // namespace alcove

#endif // ALCOVE_BASE_COMMANDLINE_HELP_H
