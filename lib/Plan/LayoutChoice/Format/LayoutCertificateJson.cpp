//===- LayoutCertificateJson.cpp - Certificates as files ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LayoutCertificateJson.h"
#include "alcove/Plan/LayoutChoice/Format/LayoutFiles.h"

#include <iterator>

using namespace alcove;
using namespace alcove::formats;
using alcove::plan::DualCertificate;
using alcove::plan::LayoutCertificate;
using alcove::plan::ProofStep;

namespace {

template <typename Items>
void appendList(std::string &out, const Items &items) {
  out += '[';
  for (size_t i = 0; i < items.size(); ++i)
    fmt::format_to(std::back_inserter(out), "{}{}", i ? "," : "", items[i]);
  out += ']';
}

template <typename Lists>
void appendLists(std::string &out, const Lists &lists) {
  out += '[';
  for (size_t i = 0; i < lists.size(); ++i) {
    out += i ? "," : "";
    appendList(out, lists[i]);
  }
  out += ']';
}

bool listOf(JsonScanner &in, std::vector<int64_t> &out, size_t count, int64_t low) {
  out.clear();
  if (!in.integers(out, low, mostInteger))
    return false;
  return out.size() == count || in.fail(fmt::format("{} numbers, must be {}", out.size(), count));
}

bool scanPotential(JsonScanner &in, DualCertificate &dual) {
  DualCertificate::Potential potential;
  std::vector<int64_t> nodes;
  bool ok = in.object([&](std::string_view key) {
    if (key == "nodes")
      return listOf(in, nodes, 2, 0) && ((nodes[0] <= mostIndex && nodes[1] <= mostIndex) || in.fail("no such node"));
    if (key == "to_a" && potential.toA.empty())
      return in.integers(potential.toA, leastInteger, mostInteger);
    if (key == "to_b" && potential.toB.empty())
      return in.integers(potential.toB, leastInteger, mostInteger);
    return in.fail("unknown or repeated member (known: nodes, to_a, to_b)");
  });
  if (!ok)
    return false;
  if (nodes.empty())
    return in.fail("nodes is missing");
  potential.a = static_cast<int32_t>(nodes[0]);
  potential.b = static_cast<int32_t>(nodes[1]);
  dual.potentials.push_back(std::move(potential));
  return true;
}

bool scanDual(JsonScanner &in, LayoutCertificate &certificate) {
  DualCertificate &dual = certificate.duals.emplace_back();
  std::vector<int64_t> numbers;
  int64_t bits = 0, shift = 0;
  bool ok = in.object([&](std::string_view key) {
    if (key == "scale_bits")
      return in.integer(bits, 0, 60);
    if (key == "potential_shift")
      return in.integer(shift, 0, 46);
    if (key == "multipliers")
      return in.array([&](size_t) {
        if (!listOf(in, numbers, 2, 0))
          return false;
        dual.multipliers.push_back({numbers[0], numbers[1]});
        return true;
      });
    if (key == "potentials")
      return in.array([&](size_t) { return scanPotential(in, dual); });
    return in.fail("unknown member (known: scale_bits, potential_shift, multipliers, potentials)");
  });
  dual.scaleBits = static_cast<int>(bits);
  dual.potentialShift = static_cast<int>(shift);
  return ok;
}

bool scanBehind(JsonScanner &in, plan::SearchBounds &bounds) {
  plan::SearchBounds::Behind &behind = bounds.behind.emplace_back();
  std::vector<int64_t> numbers;
  int64_t node = -1, until = -1;
  bool ok = in.object([&](std::string_view key) {
    if (key == "node")
      return in.integer(node, 0, mostIndex);
    if (key == "until")
      return in.integer(until, -1, mostIndex);
    if (key == "visible") {
      numbers.clear();
      bool read = in.integers(numbers, 0, mostIndex);
      behind.visible.assign(numbers.begin(), numbers.end());
      return read;
    }
    if (key == "labels")
      return in.array([&](size_t) {
        numbers.clear();
        bool read = in.integers(numbers, 0, mostIndex);
        behind.labels.emplace_back(numbers.begin(), numbers.end());
        return read;
      });
    if (key == "least" && behind.least.empty())
      return in.integers(behind.least, leastInteger, mostInteger);
    return in.fail("unknown or repeated member (known: node, until, visible, labels, least)");
  });
  if (ok && node < 0)
    return in.fail("node is missing");
  behind.node = static_cast<int32_t>(node);
  behind.until = static_cast<int32_t>(until);
  return ok;
}

bool scanSearch(JsonScanner &in, LayoutCertificate &certificate) {
  plan::SearchBounds &bounds = certificate.searches.emplace_back();
  return in.object([&](std::string_view key) {
    if (key == "within")
      return in.integer(bounds.within, 0, mostInteger);
    if (key == "behind")
      return in.array([&](size_t) { return scanBehind(in, bounds); });
    return in.fail("unknown member (known: within, behind)");
  });
}

void appendSearch(std::string &out, const plan::SearchBounds &bounds) {
  fmt::format_to(std::back_inserter(out), "{{\"within\": {}, \"behind\": [", std::max<int64_t>(0, bounds.within));
  for (size_t k = 0; k < bounds.behind.size(); ++k) {
    const plan::SearchBounds::Behind &behind = bounds.behind[k];
    fmt::format_to(std::back_inserter(out), "{}{{\"node\": {}, \"until\": {}, \"visible\": ", k ? ",\n      " : "",
                   behind.node, behind.until);
    appendList(out, behind.visible);
    out += ", \"labels\": ";
    appendLists(out, behind.labels);
    out += ", \"least\": ";
    appendList(out, behind.least);
    out += '}';
  }
  out += "]}";
}

bool scanSteps(JsonScanner &in, LayoutCertificate &certificate) {
  std::vector<int64_t> numbers;
  return in.array([&](size_t) {
    if (!listOf(in, numbers, 4, -1))
      return false;
    if (numbers[0] < 0 || numbers[0] > static_cast<int64_t>(ProofStep::Kind::Relax))
      return in.fail(fmt::format("step kind {} does not exist", numbers[0]));
    for (size_t k = 1; k < 4; ++k)
      if (numbers[k] > mostIndex)
        return in.fail(fmt::format("index {} is too large", numbers[k]));
    certificate.steps.push_back({static_cast<ProofStep::Kind>(numbers[0]), static_cast<int32_t>(numbers[1]),
                                 static_cast<int32_t>(numbers[2]), static_cast<int32_t>(numbers[3])});
    return true;
  });
}

} // namespace

std::string formats::writeLayoutCertificate(const LayoutCertificate &certificate) {
  std::string out =
      fmt::format("{{\"layout_certificate\": {{\n  \"bound\": {},\n  \"target\": {},\n  \"order\": ", certificate.bound,
                  certificate.target);
  auto to = std::back_inserter(out);
  appendList(out, certificate.order);
  out += ",\n  \"targets\": ";
  appendList(out, certificate.targets);
  out += ",\n  \"halves\": ";
  appendLists(out, certificate.halves);
  out += ",\n  \"searches\": [";
  for (size_t k = 0; k < certificate.searches.size(); ++k) {
    out += k ? ",\n    " : "";
    appendSearch(out, certificate.searches[k]);
  }
  out += ']';
  out += ",\n  \"steps\": [";
  for (size_t k = 0; k < certificate.steps.size(); ++k) {
    const ProofStep &step = certificate.steps[k];
    fmt::format_to(to, "{}[{},{},{},{}]",
                   k == 0        ? ""
                   : k % 16 == 0 ? ",\n    "
                                 : ",",
                   static_cast<int>(step.kind), step.i, step.j, step.t);
  }
  out += "],\n  \"duals\": [";
  for (size_t d = 0; d < certificate.duals.size(); ++d) {
    const DualCertificate &dual = certificate.duals[d];
    fmt::format_to(to, "{}{{\"scale_bits\": {}, \"potential_shift\": {}, \"multipliers\": [", d ? "," : "",
                   dual.scaleBits, dual.potentialShift);
    for (size_t k = 0; k < dual.multipliers.size(); ++k)
      fmt::format_to(to, "{}[{},{}]", k ? "," : "", dual.multipliers[k].time, dual.multipliers[k].price);
    out += "],\n    \"potentials\": [";
    for (size_t k = 0; k < dual.potentials.size(); ++k) {
      const DualCertificate::Potential &potential = dual.potentials[k];
      fmt::format_to(to, "{}{{\"nodes\": [{},{}], \"to_a\": ", k ? ",\n      " : "", potential.a, potential.b);
      appendList(out, potential.toA);
      out += ", \"to_b\": ";
      appendList(out, potential.toB);
      out += '}';
    }
    out += "]}";
  }
  return out + "]\n}}\n";
}

/// The members; a certificate without a bound is none.
bool formats::scanLayoutCertificate(JsonScanner &in, LayoutCertificate &certificate) {
  bool hasBound = false;
  bool ok = in.object([&](std::string_view member) {
    if (member == "bound" && !hasBound)
      return hasBound = in.integer(certificate.bound, leastInteger, mostInteger);
    if (member == "target")
      return in.integer(certificate.target, -plan::infiniteCost, plan::infiniteCost);
    if (member == "order") {
      std::vector<int64_t> order;
      if (!in.integers(order, 0, mostIndex))
        return false;
      certificate.order.assign(order.begin(), order.end());
      return true;
    }
    if (member == "targets" && certificate.targets.empty())
      return in.integers(certificate.targets, -plan::infiniteCost, plan::infiniteCost);
    if (member == "halves")
      return in.array([&](size_t) {
        std::vector<int64_t> half;
        if (!in.integers(half, 0, mostIndex))
          return false;
        certificate.halves.emplace_back(half.begin(), half.end());
        return true;
      });
    if (member == "searches")
      return in.array([&](size_t) { return scanSearch(in, certificate); });
    if (member == "steps")
      return scanSteps(in, certificate);
    if (member == "duals")
      return in.array([&](size_t) { return scanDual(in, certificate); });
    return in.fail("unknown or repeated member (known: bound, target, order, targets, halves, searches, steps, duals)");
  });
  return ok && (hasBound || in.fail("bound is missing"));
}

Result<LayoutCertificate> formats::parseLayoutCertificate(std::string_view text) {
  LayoutCertificate certificate;
  JsonScanner in(text);
  bool whole = false;
  bool ok = in.object([&](std::string_view key) {
    if (key != "layout_certificate" || whole)
      return in.fail("unknown or repeated member (known: layout_certificate)");
    whole = true;
    return scanLayoutCertificate(in, certificate);
  });
  if (!ok || !in.finish())
    return in.error();
  if (!whole)
    return Error{"layout_certificate.bound: is missing"};
  return certificate;
}
