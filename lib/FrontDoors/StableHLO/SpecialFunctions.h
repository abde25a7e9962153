//===- SpecialFunctions.h - Functions of CHLO that TTIR has not -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_FRONTDOORS_STABLEHLO_SPECIALFUNCTIONS_H
#define ALCOVE_LIB_FRONTDOORS_STABLEHLO_SPECIALFUNCTIONS_H

#include "Conversion.h"

namespace alcove::stablehlo {

void addSpecialFunctions(ConverterTable &table);

} // namespace alcove::stablehlo

#endif // ALCOVE_LIB_FRONTDOORS_STABLEHLO_SPECIALFUNCTIONS_H
