//===- LayoutCertificateJson.h - Certificates inside others -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_FORMAT_LAYOUTCERTIFICATEJSON_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_FORMAT_LAYOUTCERTIFICATEJSON_H

#include "JsonScanner.h"
#include "alcove/Plan/LayoutChoice/Format/LayoutFiles.h"

namespace alcove::formats {

/// The value of "layout_certificate".
bool scanLayoutCertificate(JsonScanner &in, plan::LayoutCertificate &certificate);

} // namespace alcove::formats

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_FORMAT_LAYOUTCERTIFICATEJSON_H
