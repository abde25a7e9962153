//===- FunctionCertificateJson.cpp - Certificates of functions ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../../LayoutChoice/Format/LayoutCertificateJson.h"
#include "alcove/Plan/FunctionLayout/Format/FunctionLayoutFiles.h"

#include <set>
#include <utility>

namespace alcove::formats {

using plan::FunctionCertificate;

static constexpr std::string_view formatName = "alcove.function_certificate";

static std::string listText(const std::vector<int32_t> &items) { return fmt::format("[{}]", fmt::join(items, ",")); }

static std::string listsText(const std::vector<std::vector<int32_t>> &lists) {
  std::string text;
  for (const std::vector<int32_t> &list : lists)
    text += (text.empty() ? "\n    " : ",\n    ") + listText(list);
  return fmt::format("[{}]", text);
}

/// The value of "layout_certificate" alone.
static std::string proofText(const plan::LayoutCertificate &proof) {
  std::string text = writeLayoutCertificate(proof);
  size_t begin = text.find('{', 1), end = text.rfind('}');
  return text.substr(begin, end - begin);
}

std::string writeFunctionCertificate(const FunctionCertificate &certificate) {
  std::string text = fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": 1,\n", formatName);
  text += fmt::format("  \"bound_ps\": {},\n", certificate.bound);
  if (certificate.layoutsPerSharding)
    text += fmt::format("  \"layouts_per_sharding\": {},\n", *certificate.layoutsPerSharding);
  text += fmt::format("  \"order\": {},\n  \"layouts\": {},\n  \"candidates\": {},\n  \"proof\": {}",
                      listText(certificate.order), listsText(certificate.layouts), listsText(certificate.candidates),
                      proofText(certificate.proof));
  if (certificate.anyOrderBound)
    text += fmt::format(",\n  \"any_order_bound_ps\": {},\n  \"any_order_proof\": {}", *certificate.anyOrderBound,
                        proofText(certificate.anyOrderProof));
  if (certificate.anyOrderBound && !certificate.anyOrderNumbering.empty())
    text += fmt::format(",\n  \"any_order_numbering\": {}", listText(certificate.anyOrderNumbering));
  return text + "\n}\n";
}

namespace {

class CertificateScanner {
public:
  explicit CertificateScanner(std::string_view text) : in(text) {}

  Result<FunctionCertificate> run() {
    ALCOVE_RETURN_IF_ERROR(scan());
    if (!in.finish())
      return in.error();
    for (const char *needed : {"format", "version"})
      if (!seen.count(needed))
        return Error{fmt::format("{}: is missing", needed)};
    ALCOVE_RETURN_IF_ERROR(checkMembers());
    return std::move(certificate);
  }

private:
  Status scan() {
    bool ok = in.object([&](std::string_view key) {
      return seen.insert(std::string(key)).second ? member(key) : in.fail("repeated member");
    });
    if (!ok)
      return in.error();
    if (!seen.count("bound_ps"))
      return Error{"bound_ps: is missing"};
    return {};
  }

  Status checkMembers() const {
    for (const char *needed : {"order", "layouts", "candidates", "proof"})
      if (!seen.count(needed))
        return Error{fmt::format("{}: is missing", needed)};
    if (seen.count("any_order_bound_ps") != seen.count("any_order_proof"))
      return Error{"any_order_bound_ps: any_order_proof must stand beside it, and the other way round"};
    if (seen.count("any_order_numbering") && !seen.count("any_order_proof"))
      return Error{"any_order_numbering: any_order_proof, which it belongs to, is missing"};
    return {};
  }

  bool member(std::string_view key) {
    int64_t version;
    std::string format;
    if (key == "format")
      return in.string(format) &&
             (format == formatName || in.fail(fmt::format("'{}', must be '{}'", format, formatName)));
    if (key == "version")
      return in.integer(version, 1, 1);
    if (key == "bound_ps")
      return in.integer(certificate.bound, leastInteger, mostInteger);
    if (key == "layouts_per_sharding")
      return perSharding();
    if (key == "order")
      return list(certificate.order);
    if (key == "layouts")
      return lists(certificate.layouts);
    if (key == "candidates")
      return lists(certificate.candidates);
    if (key == "proof")
      return scanLayoutCertificate(in, certificate.proof);
    if (key == "any_order_bound_ps")
      return in.integer(certificate.anyOrderBound.emplace(), leastInteger, mostInteger);
    if (key == "any_order_proof")
      return scanLayoutCertificate(in, certificate.anyOrderProof);
    if (key == "any_order_numbering")
      return list(certificate.anyOrderNumbering);
    return in.fail("unknown member (known: format, version, bound_ps, layouts_per_sharding, order, layouts, "
                   "candidates, proof, any_order_bound_ps, any_order_proof, any_order_numbering)");
  }

  bool perSharding() {
    int64_t count = 0;
    bool ok = in.integer(count, 1, mostIndex);
    certificate.layoutsPerSharding = static_cast<int32_t>(count);
    return ok;
  }

  bool list(std::vector<int32_t> &out) {
    std::vector<int64_t> items;
    if (!in.integers(items, 0, mostIndex))
      return false;
    out.assign(items.begin(), items.end());
    return true;
  }

  bool lists(std::vector<std::vector<int32_t>> &out) {
    return in.array([&](size_t) { return list(out.emplace_back()); });
  }

  JsonScanner in;
  std::set<std::string> seen;
  FunctionCertificate certificate;
};

} // namespace

Result<FunctionCertificate> parseFunctionCertificate(std::string_view json) { return CertificateScanner(json).run(); }

} // namespace alcove::formats
