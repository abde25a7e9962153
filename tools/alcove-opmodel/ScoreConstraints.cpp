//===- ScoreConstraints.cpp - Score of the constraints half ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

using namespace alcove;

int opmodel_tool::scoreConstraints(const opmodel::CsvTable &table, const std::string &rowsPath) {
  return fail({"scoring of constraints is not there yet"});
}
