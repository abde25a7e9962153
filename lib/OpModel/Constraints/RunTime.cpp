//===- RunTime.cpp - The end of a buffer ----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Families.h"

using namespace alcove;
using namespace alcove::opmodel;

bool opmodel::evaluateDeallocate(Evaluation &e) {
  e.note("frees its operand");
  return true;
}
