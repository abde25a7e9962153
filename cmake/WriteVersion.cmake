# cmake -DOUT=file.cpp -DSOURCE=dir -DVERSION=0.1.0 -DLLVM=22.1.8 -P WriteVersion.cmake: what --version says. The version
# is that of the tag v1.2.3 that the commit carries, else the project's; the file changes only when the answer does.
execute_process(COMMAND git -C ${SOURCE} describe --tags --exact-match --match "v[0-9]*" HEAD
  OUTPUT_VARIABLE tag OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(tag)
  string(REGEX REPLACE "^v" "" VERSION "${tag}")
endif()
if(NOT commit)
  set(commit "unknown")
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT [[// Written by cmake/WriteVersion.cmake.
#include "alcove/Base/CommandLine/Help.h"

std::string_view alcove::version() { return "@VERSION@"; }
std::string_view alcove::commit() { return "@commit@"; }
std::string_view alcove::llvmVersion() { return "@LLVM@"; }
]] @ONLY)
