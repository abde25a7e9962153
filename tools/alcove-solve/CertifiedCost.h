//===- CertifiedCost.h - What mesh and session have in common ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_SOLVE_CERTIFIEDCOST_H
#define ALCOVE_TOOLS_ALCOVE_SOLVE_CERTIFIEDCOST_H

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "alcove/Plan/LayoutChoice/Format/LayoutFiles.h"

#include <fmt/format.h>

namespace alcove::solve {

/// What the file holds; an error names the file.
template <typename T>
Result<T> readWith(const std::string &path, Result<T> (*parse)(std::string_view)) {
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(path, size_t(1) << 30));
  Result<T> parsed = parse(text);
  if (!parsed.ok())
    return Error{fmt::format("{}: {}", path, parsed.error().message)};
  return parsed;
}

/// ` bound=B proved=yes|no` of a valid plan of `cost`; empty without a certificate. `check` derives the bound anew.
template <typename Cost, typename Check>
Result<std::string> provedText(const std::string &path, Cost cost, Check check) {
  if (path.empty())
    return std::string();
  ALCOVE_ASSIGN_OR_RETURN(plan::LayoutCertificate certificate, readWith(path, formats::parseLayoutCertificate));
  Result<Cost> bound = check(certificate);
  if (!bound.ok())
    return Error{fmt::format("{}: {}", path, bound.error().message)};
  if (*bound > cost)
    return Error{fmt::format("{}: proves bound {} above the cost {} of a valid plan: checker bug", path, *bound, cost)};
  return fmt::format(" bound={} proved={}", *bound, *bound == cost ? "yes" : "no");
}

} // namespace alcove::solve

#endif // ALCOVE_TOOLS_ALCOVE_SOLVE_CERTIFIEDCOST_H
