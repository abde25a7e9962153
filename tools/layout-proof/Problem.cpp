//===- Problem.cpp - Problems, solutions and certificates from text -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LayoutProof.h"

#include <algorithm>
#include <map>

using namespace layoutproof;

namespace {

constexpr int64_t kMostCost = 400'000'000'000'000'000, kMostBytes = int64_t(1) << 60;
constexpr int64_t kMostIndex = (int64_t(1) << 30) - 1;

bool infinite(int64_t cost) { return cost >= kInfinite; }

void need(bool holds, const char *rule) {
  if (!holds)
    throw Rejected{std::string("the problem breaks ") + rule};
}

std::vector<int32_t> indices(const Json &json, int64_t least = 0) {
  const std::vector<int64_t> &values = json.asIntegers(least, kMostIndex);
  return {values.begin(), values.end()};
}

void readIopddl(const Json &json, Problem &problem) {
  const Json &nodes = json.at("nodes"), &intervals = nodes.at("intervals"), &costs = nodes.at("costs"),
             &usages = nodes.at("usages");
  problem.capacity = json.at("usage_limit").asInteger(0, kMostBytes);
  need(costs.size() == intervals.size() && usages.size() == intervals.size(), "the format: lists differ in length");
  for (size_t n = 0; n < intervals.size(); ++n) {
    const std::vector<int64_t> &live = intervals.item(n).asIntegers(0, INT64_MAX);
    need(live.size() == 2, "the format: an interval has two numbers");
    problem.nodes.push_back(
        {live[0], live[1], costs.item(n).asIntegers(INT64_MIN, INT64_MAX), usages.item(n).asIntegers(0, kMostBytes)});
  }
  const Json *edges = json.find("edges");
  for (size_t e = 0; edges && e < edges->at("nodes").size(); ++e) {
    std::vector<int32_t> ends = indices(edges->at("nodes").item(e));
    need(edges->at("costs").size() == edges->at("nodes").size(), "the format: lists differ in length");
    const std::vector<int64_t> &cost = edges->at("costs").item(e).asIntegers(INT64_MIN, INT64_MAX);
    need(ends.size() == 1 || ends.size() == 2, "the format: an edge names one or two nodes");
    need(static_cast<size_t>(*std::max_element(ends.begin(), ends.end())) < problem.nodes.size(), "LC-C4");
    if (ends.front() != ends.back()) {
      problem.edges.push_back({ends[0], ends[1], cost});
      continue;
    }
    // An edge of a node with itself is a cost of that node.
    std::vector<int64_t> &own = problem.nodes[ends[0]].cost;
    size_t columns = ends.size() == 1 ? 0 : own.size();
    need(cost.size() == (columns ? columns * columns : own.size()), "LC-C4");
    for (size_t s = 0; s < own.size(); ++s) {
      int64_t more = cost[s * columns + s];
      need(infinite(own[s]) || std::abs(own[s]) < kMostCost, "LC-C5");
      need(infinite(more) || std::abs(more) < kMostCost, "LC-C5");
      own[s] = infinite(own[s]) || infinite(more) ? kInfinite : own[s] + more;
    }
  }
}

void readOwn(const Json &json, Problem &problem) {
  problem.capacity = json.at("capacity").asInteger(0, kMostBytes);
  const Json &nodes = json.at("nodes");
  for (size_t n = 0; n < nodes.size(); ++n) {
    const std::vector<int64_t> &live = nodes.item(n).at("interval").asIntegers(0, INT64_MAX);
    need(live.size() == 2, "the format: an interval has two numbers");
    problem.nodes.push_back({live[0], live[1], nodes.item(n).at("costs").asIntegers(INT64_MIN, INT64_MAX),
                             nodes.item(n).at("bytes").asIntegers(0, kMostBytes)});
  }
  auto each = [&](const char *name, auto read) {
    if (const Json *list = json.find(name))
      for (size_t k = 0; k < list->size(); ++k)
        read(list->item(k));
  };
  auto index = [](const Json &item, const char *name) {
    return static_cast<int32_t>(item.at(name).asInteger(0, kMostIndex));
  };
  each("edges", [&](const Json &item) {
    std::vector<int32_t> ends = indices(item.at("nodes"));
    need(ends.size() == 2 && ends[0] != ends[1], "LC-C4");
    problem.edges.push_back({ends[0], ends[1], item.at("costs").asIntegers(INT64_MIN, INT64_MAX)});
  });
  each("extra_usages", [&](const Json &item) {
    problem.extras.push_back({index(item, "node"), index(item, "candidate"), item.at("begin").asInteger(0, INT64_MAX),
                              item.at("end").asInteger(0, INT64_MAX), item.at("bytes").asInteger(0, kMostBytes)});
  });
  each("colocations",
       [&](const Json &item) { problem.colocations.emplace_back(index(item, "leader"), index(item, "follower")); });
  each("in_places", [&](const Json &item) {
    problem.inPlaces.push_back({index(item, "node"), index(item, "candidate"), index(item, "donor")});
  });
}

void checkCosts(const Problem &problem) {
  __int128 cost = 0, bytes = 0;
  auto greatest = [](const std::vector<int64_t> &list) {
    int64_t most = 0;
    for (int64_t value : list)
      if (!infinite(value)) {
        need(value > -kMostCost && value < kMostCost, "LC-C5");
        most = std::max(most, std::abs(value));
      }
    return most;
  };
  for (const Problem::Node &node : problem.nodes) {
    need(!node.cost.empty() && node.cost.size() == node.bytes.size(), "LC-C1");
    need(node.begin >= 0 && node.begin <= node.end, "LC-C2");
    cost += greatest(node.cost);
    bytes += *std::max_element(node.bytes.begin(), node.bytes.end());
  }
  size_t count = problem.nodes.size();
  for (const Problem::Edge &edge : problem.edges) {
    size_t a = edge.a, b = edge.b;
    need(a < count && b < count && a != b &&
             edge.cost.size() == problem.nodes[a].cost.size() * problem.nodes[b].cost.size(),
         "LC-C4");
    cost += greatest(edge.cost);
  }
  for (const Problem::Extra &extra : problem.extras)
    bytes += extra.bytes;
  need(cost < kMostCost, "LC-C5");
  need(bytes < kMostBytes, "LC-C3");
}

void checkExtras(const Problem &problem) {
  size_t count = problem.nodes.size();
  auto candidate = [&](int32_t node, int32_t s) {
    return static_cast<size_t>(node) < count && static_cast<size_t>(s) < problem.nodes[node].cost.size();
  };
  for (const Problem::Extra &extra : problem.extras)
    need(candidate(extra.node, extra.candidate) && extra.begin <= extra.end, "LC-C6");
  std::vector<char> leads(count, 0), follows(count, 0);
  for (auto [leader, follower] : problem.colocations) {
    size_t l = leader, f = follower;
    need(l < count && f < count && l != f && !follows[f], "LC-C7");
    leads[l] = follows[f] = 1;
  }
  for (size_t n = 0; n < count; ++n)
    need(!leads[n] || !follows[n], "LC-C7");
  std::map<std::pair<int32_t, int32_t>, int32_t> donors;
  for (const Problem::InPlace &place : problem.inPlaces) {
    need(candidate(place.node, place.candidate) && static_cast<size_t>(place.donor) < count &&
             place.donor != place.node,
         "LC-C8");
    const Problem::Node &node = problem.nodes[place.node], &donor = problem.nodes[place.donor];
    need(donor.begin <= node.begin && node.begin < donor.end && donor.end <= node.end, "LC-C8");
    need(!follows[place.node] && !follows[place.donor] &&
             donors.emplace(std::pair(place.node, place.candidate), place.donor).second,
         "LC-C8");
  }
}

} // namespace

Problem layoutproof::readProblem(std::string_view text) {
  Json json = parseJson(text);
  Problem problem;
  if (const Json *own = json.find("layout_choice"))
    readOwn(*own, problem);
  else
    readIopddl(json.at("problem"), problem);
  checkCosts(problem);
  checkExtras(problem);
  return problem;
}

static Certificate::Dual readDual(const Json &json) {
  Certificate::Dual dual;
  dual.scaleBits = static_cast<int>(json.at("scale_bits").asInteger(0, 60));
  dual.shift = static_cast<int>(json.at("potential_shift").asInteger(0, 46));
  const Json &prices = json.at("multipliers"), &potentials = json.at("potentials");
  for (size_t k = 0; k < prices.size(); ++k) {
    const std::vector<int64_t> &pair = prices.item(k).asIntegers(0, INT64_MAX);
    if (pair.size() != 2)
      throw Rejected{"a multiplier has two numbers"};
    dual.prices.emplace_back(pair[0], pair[1]);
  }
  for (size_t k = 0; k < potentials.size(); ++k) {
    std::vector<int32_t> ends = indices(potentials.item(k).at("nodes"));
    if (ends.size() != 2)
      throw Rejected{"a potential has two nodes"};
    dual.potentials.push_back({ends[0], ends[1], potentials.item(k).at("to_a").asIntegers(INT64_MIN, INT64_MAX),
                               potentials.item(k).at("to_b").asIntegers(INT64_MIN, INT64_MAX)});
  }
  return dual;
}

static Certificate::Help readHelp(const Json &json) {
  Certificate::Help help;
  help.within = json.at("within").asInteger(INT64_MIN, INT64_MAX);
  const Json &behind = json.at("behind");
  for (size_t k = 0; k < behind.size(); ++k) {
    const Json &item = behind.item(k);
    Certificate::Behind &out = help.behind.emplace_back();
    out.node = static_cast<int32_t>(item.at("node").asInteger(0, kMostIndex));
    out.until = static_cast<int32_t>(item.at("until").asInteger(-1, kMostIndex));
    out.visible = indices(item.at("visible"));
    for (size_t v = 0; v < item.at("labels").size(); ++v)
      out.labels.push_back(indices(item.at("labels").item(v)));
    out.least = item.at("least").asIntegers(INT64_MIN, INT64_MAX);
  }
  return help;
}

Certificate layoutproof::readCertificate(std::string_view text) {
  Json document = parseJson(text);
  const Json &json = document.at("layout_certificate");
  Certificate out;
  out.bound = json.at("bound").asInteger(-kInfinite, kInfinite);
  out.target = json.at("target").asInteger(-kInfinite, kInfinite);
  out.order = indices(json.at("order"));
  out.targets = json.at("targets").asIntegers(-kInfinite, kInfinite);
  for (size_t k = 0; k < json.at("halves").size(); ++k)
    out.halves.push_back(indices(json.at("halves").item(k)));
  for (size_t k = 0; k < json.at("searches").size(); ++k)
    out.searches.push_back(readHelp(json.at("searches").item(k)));
  for (size_t k = 0; k < json.at("duals").size(); ++k)
    out.duals.push_back(readDual(json.at("duals").item(k)));
  for (size_t k = 0; k < json.at("steps").size(); ++k) {
    std::vector<int32_t> step = indices(json.at("steps").item(k), -1);
    if (step.size() != 4 || step[0] < 0 || step[0] > static_cast<int32_t>(Kind::Join))
      throw Rejected{"steps[" + std::to_string(k) + "]: no such step"};
    out.steps.push_back({static_cast<Kind>(step[0]), step[1], step[2], step[3]});
  }
  return out;
}

int64_t layoutproof::costOfSolution(const Problem &problem, std::string_view text) {
  Json json = parseJson(text);
  const Json &list = json.kind == Json::Kind::Object ? json.at("layout_solution").at("choice") : json;
  const std::vector<int64_t> &choice = list.asIntegers(0, kMostIndex);
  auto fail = [](const char *rule) { throw Rejected{std::string("the solution breaks ") + rule}; };
  if (choice.size() != problem.nodes.size())
    fail("LC-V1");
  std::vector<std::pair<int64_t, int64_t>> changes; // time, bytes
  std::vector<std::vector<std::pair<int64_t, int64_t>>> live(choice.size());
  std::vector<char> follows(choice.size(), 0);
  int64_t cost = 0;
  for (size_t n = 0; n < choice.size(); ++n) {
    if (static_cast<size_t>(choice[n]) >= problem.nodes[n].cost.size())
      fail("LC-V1");
    if (infinite(problem.nodes[n].cost[choice[n]]))
      fail("LC-V2");
    cost += problem.nodes[n].cost[choice[n]];
    live[n].emplace_back(problem.nodes[n].begin, problem.nodes[n].end);
  }
  for (const Problem::Edge &edge : problem.edges) {
    size_t columns = problem.nodes[edge.b].cost.size();
    int64_t pair = edge.cost[choice[edge.a] * columns + choice[edge.b]];
    if (infinite(pair))
      fail("LC-V2");
    cost += pair;
  }
  for (auto [leader, follower] : problem.colocations) {
    follows[follower] = 1;
    live[leader].push_back(live[follower].front());
  }
  std::vector<int64_t> from(choice.size(), 0);
  for (const Problem::InPlace &place : problem.inPlaces) {
    size_t n = place.node, d = place.donor;
    if (choice[n] != place.candidate)
      continue;
    if (problem.nodes[d].bytes[choice[d]] < problem.nodes[n].bytes[choice[n]])
      fail("LC-V5");
    from[n] = problem.nodes[d].end;
  }
  for (size_t n = 0; n < choice.size(); ++n) {
    if (follows[n])
      continue;
    std::sort(live[n].begin(), live[n].end());
    int64_t bytes = problem.nodes[n].bytes[choice[n]], done = from[n];
    for (auto [begin, end] : live[n]) { // the union, without what the donor holds
      begin = std::max(begin, done);
      if (begin >= end)
        continue;
      changes.emplace_back(begin, bytes);
      changes.emplace_back(end, -bytes);
      done = end;
    }
  }
  for (const Problem::Extra &extra : problem.extras)
    if (choice[extra.node] == extra.candidate && extra.begin < extra.end) {
      changes.emplace_back(extra.begin, extra.bytes);
      changes.emplace_back(extra.end, -extra.bytes);
    }
  std::sort(changes.begin(), changes.end()); // what ends at a time goes before what begins there
  int64_t now = 0;
  for (auto [time, bytes] : changes)
    if ((now += bytes) > problem.capacity)
      fail("LC-V3");
  return cost;
}
