//===- Layout.cpp - alcove-solve layout ----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

using namespace alcove;

void solve::addLayoutCommand(CLI::App &app, int &exitCode) {}
void solve::addCheckLayoutCommand(CLI::App &check, int &exitCode) {}
