//===- Query.cpp - alcove-opmodel query ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

using namespace alcove;

void opmodel_tool::addQueryCommand(CLI::App &app, int &exitCode) {}
