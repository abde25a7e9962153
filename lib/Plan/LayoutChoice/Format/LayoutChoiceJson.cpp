//===- LayoutChoiceJson.cpp - Our own layout files ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JsonScanner.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Plan/LayoutChoice/Format/LayoutFiles.h"

#include <algorithm>
#include <iterator>

using namespace alcove;
using namespace alcove::formats;
using alcove::plan::LayoutChoice;
using alcove::plan::LayoutSolution;

namespace {

bool pairOf(JsonScanner &in, int64_t (&pair)[2], int64_t high) {
  std::vector<int64_t> numbers;
  if (!in.integers(numbers, 0, high))
    return false;
  if (numbers.size() != 2)
    return in.fail(fmt::format("{} numbers, must be 2", numbers.size()));
  pair[0] = numbers[0];
  pair[1] = numbers[1];
  return true;
}

bool scanNode(JsonScanner &in, LayoutChoice &problem, std::vector<int64_t> &costs, std::vector<int64_t> &bytes) {
  int64_t interval[2] = {-1, -1};
  costs.clear();
  bytes.clear();
  bool ok = in.object([&](std::string_view key) {
    if (key == "interval")
      return pairOf(in, interval, mostInteger);
    if (key == "costs" && costs.empty())
      return in.integers(costs, -plan::maxTotalCost, mostInteger, true);
    if (key == "bytes" && bytes.empty())
      return in.integers(bytes, 0, plan::maxTotalBytes);
    return in.fail("unknown or repeated member (known: interval, costs, bytes)");
  });
  if (!ok)
    return false;
  if (interval[0] < 0)
    return in.fail("interval is missing");
  if (costs.size() != bytes.size())
    return in.fail(fmt::format("{} costs, {} bytes: must be as many", costs.size(), bytes.size()));
  problem.addNode({interval[0], interval[1]}, costs, bytes);
  return true;
}

bool scanEdge(JsonScanner &in, LayoutChoice &problem) {
  int64_t ends[2] = {-1, -1};
  size_t first = problem.edgeCosts.size();
  bool ok = in.object([&](std::string_view key) {
    if (key == "nodes")
      return pairOf(in, ends, mostIndex);
    if (key == "costs" && problem.edgeCosts.size() == first)
      return in.integers(problem.edgeCosts, -plan::maxTotalCost, mostInteger, true);
    return in.fail("unknown or repeated member (known: nodes, costs)");
  });
  if (!ok)
    return false;
  if (ends[0] < 0)
    return in.fail("nodes is missing");
  problem.edges.push_back(
      {static_cast<int32_t>(ends[0]), static_cast<int32_t>(ends[1]), first, problem.edgeCosts.size() - first});
  return true;
}

// An object of integers, all of them needed: {"node": 3, "candidate": 1, ...}.
bool scanRecord(JsonScanner &in, std::initializer_list<std::pair<std::string_view, int64_t *>> fields, int64_t high) {
  size_t seen = 0;
  bool ok = in.object([&](std::string_view key) {
    for (const auto &[name, target] : fields)
      if (name == key) {
        ++seen;
        return in.integer(*target, 0, high);
      }
    return in.fail("unknown member");
  });
  return ok && (seen == fields.size() || in.fail(fmt::format("{} members, must be {}", seen, fields.size())));
}

bool scanExtra(JsonScanner &in, LayoutChoice &problem) {
  int64_t node = 0, candidate = 0, begin = 0, end = 0, bytes = 0;
  if (!scanRecord(in, {{"node", &node}, {"candidate", &candidate}, {"begin", &begin}, {"end", &end}, {"bytes", &bytes}},
                  mostInteger))
    return false;
  if (node > mostIndex || candidate > mostIndex)
    return in.fail(fmt::format("node {} candidate {} does not exist", node, candidate));
  problem.extraUsages.push_back({static_cast<int32_t>(node), static_cast<int32_t>(candidate), {begin, end}, bytes});
  return true;
}

bool scanMember(JsonScanner &in, LayoutChoice &problem, std::string_view key) {
  if (key == "name")
    return in.string(problem.name);
  if (key == "capacity")
    return in.integer(problem.capacity, 0, plan::maxTotalBytes - 1);
  if (key == "nodes") {
    std::vector<int64_t> costs, bytes;
    return in.array([&](size_t) { return scanNode(in, problem, costs, bytes); });
  }
  if (key == "edges")
    return in.array([&](size_t) { return scanEdge(in, problem); });
  if (key == "extra_usages")
    return in.array([&](size_t) { return scanExtra(in, problem); });
  if (key == "colocations")
    return in.array([&](size_t) {
      int64_t leader, follower;
      if (!scanRecord(in, {{"leader", &leader}, {"follower", &follower}}, mostIndex))
        return false;
      problem.colocations.push_back({static_cast<int32_t>(leader), static_cast<int32_t>(follower)});
      return true;
    });
  if (key == "in_places")
    return in.array([&](size_t) {
      int64_t node, candidate, donor;
      if (!scanRecord(in, {{"node", &node}, {"candidate", &candidate}, {"donor", &donor}}, mostIndex))
        return false;
      problem.inPlaces.push_back(
          {static_cast<int32_t>(node), static_cast<int32_t>(candidate), static_cast<int32_t>(donor)});
      return true;
    });
  return in.fail("unknown member (known: name, capacity, nodes, edges, extra_usages, colocations, in_places)");
}

void appendList(std::string &out, std::span<const int64_t> items) {
  out += '[';
  for (size_t i = 0; i < items.size(); ++i)
    fmt::format_to(std::back_inserter(out), "{}{}", i ? "," : "", items[i]);
  out += ']';
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + '"';
}

// `"key": [a, b, ...]` with one line per element.
template <typename Items, typename Print>
void appendMember(std::string &out, const char *key, const Items &items, bool last, Print print) {
  fmt::format_to(std::back_inserter(out), "  \"{}\": [", key);
  for (size_t i = 0; i < items.size(); ++i) {
    out += i ? ",\n    " : "\n    ";
    print(i);
  }
  out += last ? "]\n" : "],\n";
}

} // namespace

Result<LayoutChoice> formats::parseLayoutChoice(std::string_view text) {
  LayoutChoice problem;
  JsonScanner in(text);
  std::vector<std::string> seen;
  bool ok = in.object([&](std::string_view key) {
    if (key != "layout_choice" || !seen.empty())
      return in.fail("unknown or repeated member (known: layout_choice)");
    seen.emplace_back(key);
    return in.object([&](std::string_view member) {
      for (const std::string &earlier : seen)
        if (earlier == member)
          return in.fail("member appears twice");
      seen.emplace_back(member);
      return scanMember(in, problem, member);
    });
  });
  if (!ok || !in.finish())
    return in.error();
  for (std::string_view needed : {"layout_choice", "capacity", "nodes"})
    if (std::find(seen.begin(), seen.end(), needed) == seen.end())
      return Error{fmt::format("layout_choice: member {} is missing", needed)};
  ALCOVE_RETURN_IF_ERROR(plan::check(problem));
  return problem;
}

std::string formats::writeLayoutChoice(const LayoutChoice &problem) {
  std::string out = fmt::format("{{\"layout_choice\": {{\n  \"name\": {},\n  \"capacity\": {},\n", quoted(problem.name),
                                problem.capacity);
  auto to = std::back_inserter(out);
  appendMember(out, "nodes", problem.nodes, false, [&](size_t i) {
    fmt::format_to(to, "{{\"interval\": [{},{}], \"costs\": ", problem.nodes[i].live.begin, problem.nodes[i].live.end);
    appendList(out, problem.costsOf(static_cast<int32_t>(i)));
    out += ", \"bytes\": ";
    appendList(out, problem.bytesOf(static_cast<int32_t>(i)));
    out += '}';
  });
  appendMember(out, "edges", problem.edges, false, [&](size_t e) {
    fmt::format_to(to, "{{\"nodes\": [{},{}], \"costs\": ", problem.edges[e].a, problem.edges[e].b);
    appendList(out, problem.costsOfEdge(static_cast<int32_t>(e)));
    out += '}';
  });
  appendMember(out, "extra_usages", problem.extraUsages, false, [&](size_t k) {
    const LayoutChoice::ExtraUsage &extra = problem.extraUsages[k];
    fmt::format_to(to, R"({{"node": {}, "candidate": {}, "begin": {}, "end": {}, "bytes": {}}})", extra.node,
                   extra.candidate, extra.interval.begin, extra.interval.end, extra.bytes);
  });
  appendMember(out, "colocations", problem.colocations, false, [&](size_t k) {
    fmt::format_to(to, R"({{"leader": {}, "follower": {}}})", problem.colocations[k].leader,
                   problem.colocations[k].follower);
  });
  appendMember(out, "in_places", problem.inPlaces, true, [&](size_t k) {
    const LayoutChoice::InPlace &place = problem.inPlaces[k];
    fmt::format_to(to, R"({{"node": {}, "candidate": {}, "donor": {}}})", place.node, place.candidate, place.donor);
  });
  return out + "}}\n";
}

Result<LayoutChoice> formats::readLayoutProblem(const std::string &path) {
  auto read = [&]() -> Result<LayoutChoice> {
    ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(path));
    size_t key = text.find('"');
    bool ours = key != std::string::npos && text.compare(key, 15, "\"layout_choice\"") == 0;
    return ours ? parseLayoutChoice(text) : parseIopddl(text);
  };
  Result<LayoutChoice> problem = read();
  if (!problem.ok() && problem.error().message.find(path) == std::string::npos)
    return Error{path + ": " + problem.error().message};
  return problem;
}

Result<LayoutSolution> formats::parseLayoutSolution(std::string_view text) {
  LayoutSolution solution;
  std::vector<int64_t> choice;
  JsonScanner in(text);
  size_t first = text.find_first_not_of(" \t\r\n");
  bool bare = first != std::string_view::npos && text[first] == '[', hasCost = false, hasBound = false;
  int64_t bound = 0;
  bool ok = bare ? in.integers(choice, 0, mostIndex) : in.object([&](std::string_view key) {
    if (key != "layout_solution")
      return in.fail("unknown member (known: layout_solution)");
    return in.object([&](std::string_view member) {
      if (member == "cost" && !hasCost)
        return hasCost = in.integer(solution.cost, leastInteger, mostInteger);
      if (member == "bound" && !hasBound)
        return hasBound = in.integer(bound, leastInteger, mostInteger);
      if (member == "choice" && choice.empty())
        return in.integers(choice, 0, mostIndex);
      return in.fail("unknown or repeated member (known: cost, bound, choice)");
    });
  });
  if (!ok || !in.finish())
    return in.error();
  if (!bare && !hasCost)
    return Error{"layout_solution.cost: is missing"};
  if (hasBound && bound > solution.cost)
    return Error{fmt::format("layout_solution.bound: {} is above the cost {}", bound, solution.cost)};
  solution.choice.assign(choice.begin(), choice.end());
  return solution;
}

std::string formats::writeLayoutSolution(const LayoutSolution &solution, plan::Cost bound) {
  std::string out = fmt::format("{{\"layout_solution\": {{\n  \"cost\": {},\n", solution.cost);
  if (bound > -plan::infiniteCost)
    out += fmt::format("  \"bound\": {},\n", bound);
  out += "  \"choice\": ";
  std::vector<int64_t> choice(solution.choice.begin(), solution.choice.end());
  appendList(out, choice);
  return out + "\n}}\n";
}
