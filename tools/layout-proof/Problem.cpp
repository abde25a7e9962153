//===- Problem.cpp - Problems and certificates from text ------------------===//
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

constexpr int64_t mostCost = 400'000'000'000'000'000, mostBytes = int64_t(1) << 60;

bool infinite(int64_t cost) { return cost >= infiniteCost; }
bool inRange(int64_t cost) { return infinite(cost) || (cost > -mostCost && cost < mostCost); }

void need(bool holds, const char *rule) {
  if (!holds)
    throw Rejected{std::string("the problem breaks ") + rule};
}

const std::vector<int64_t> &costsOf(const Json &json) { return json.asIntegers(INT64_MIN, INT64_MAX); }

void addNode(Problem &problem, const Json &interval, const Json &costs, const Json &bytes) {
  const std::vector<int64_t> &live = interval.asIntegers(0, INT64_MAX);
  need(live.size() == 2, "the format: an interval has two numbers");
  problem.nodes.push_back({live[0], live[1], costsOf(costs), bytes.asIntegers(0, mostBytes)});
}

/// An edge of a node with itself: one cost per candidate, or the diagonal of a table.
void addOwnCosts(Problem::Node &node, const std::vector<int64_t> &cost, bool table) {
  size_t count = node.cost.size();
  need(cost.size() == (table ? count * count : count), "LC-C4");
  for (size_t s = 0; s < count; ++s) {
    int64_t &own = node.cost[s], more = cost[table ? s * count + s : s];
    need(inRange(own) && inRange(more), "LC-C5");
    own = infinite(own) || infinite(more) ? infiniteCost : own + more;
  }
}

void readIopddl(const Json &json, Problem &problem) {
  const Json &nodes = json.at("nodes");
  const std::vector<Json> &intervals = nodes.at("intervals").items(), &costs = nodes.at("costs").items(),
                          &usages = nodes.at("usages").items();
  problem.capacity = json.at("usage_limit").asInteger(0, mostBytes);
  need(costs.size() == intervals.size() && usages.size() == intervals.size(), "the format: lists differ in length");
  for (size_t n = 0; n < intervals.size(); ++n)
    addNode(problem, intervals[n], costs[n], usages[n]);
  const Json *edges = json.find("edges");
  if (!edges)
    return;
  const std::vector<Json> &pairs = edges->at("nodes").items(), &tables = edges->at("costs").items();
  need(pairs.size() == tables.size(), "the format: lists differ in length");
  for (size_t e = 0; e < pairs.size(); ++e) {
    std::vector<int32_t> ends = pairs[e].asIndices();
    need(ends.size() == 1 || ends.size() == 2, "the format: an edge names one or two nodes");
    need(static_cast<size_t>(*std::max_element(ends.begin(), ends.end())) < problem.nodes.size(), "LC-C4");
    if (ends.front() == ends.back())
      addOwnCosts(problem.nodes[ends[0]], costsOf(tables[e]), ends.size() == 2);
    else
      problem.edges.push_back({ends[0], ends[1], costsOf(tables[e])});
  }
}

void readOwn(const Json &json, Problem &problem) {
  problem.capacity = json.at("capacity").asInteger(0, mostBytes);
  for (const Json &node : json.at("nodes").items())
    addNode(problem, node.at("interval"), node.at("costs"), node.at("bytes"));
  auto each = [&](const char *name, auto read) {
    if (const Json *list = json.find(name))
      for (const Json &item : list->items())
        read(item);
  };
  auto index = [](const Json &item, const char *name) {
    return static_cast<int32_t>(item.at(name).asInteger(0, mostIndex));
  };
  each("edges", [&](const Json &item) {
    std::vector<int32_t> ends = item.at("nodes").asIndices();
    need(ends.size() == 2 && ends[0] != ends[1], "LC-C4");
    problem.edges.push_back({ends[0], ends[1], costsOf(item.at("costs"))});
  });
  each("extra_usages", [&](const Json &item) {
    problem.extras.push_back({index(item, "node"), index(item, "candidate"), item.at("begin").asInteger(0, INT64_MAX),
                              item.at("end").asInteger(0, INT64_MAX), item.at("bytes").asInteger(0, mostBytes)});
  });
  each("colocations",
       [&](const Json &item) { problem.colocations.emplace_back(index(item, "leader"), index(item, "follower")); });
  each("in_places", [&](const Json &item) {
    problem.inPlaces.push_back({index(item, "node"), index(item, "candidate"), index(item, "donor")});
  });
}

void checkCosts(const Problem &problem) {
  __int128 cost = 0, bytes = 0;
  auto addGreatest = [&](const std::vector<int64_t> &list) {
    int64_t most = 0;
    for (int64_t value : list) {
      need(inRange(value), "LC-C5");
      most = infinite(value) ? most : std::max(most, std::abs(value));
    }
    cost += most;
  };
  for (const Problem::Node &node : problem.nodes) {
    need(!node.cost.empty() && node.cost.size() == node.bytes.size(), "LC-C1");
    need(node.begin >= 0 && node.begin <= node.end, "LC-C2");
    addGreatest(node.cost);
    bytes += *std::max_element(node.bytes.begin(), node.bytes.end());
  }
  size_t count = problem.nodes.size();
  for (const Problem::Edge &edge : problem.edges) {
    size_t a = edge.a, b = edge.b;
    need(a < count && b < count, "LC-C4");
    need(edge.cost.size() == problem.nodes[a].cost.size() * problem.nodes[b].cost.size(), "LC-C4");
    addGreatest(edge.cost);
  }
  for (const Problem::Extra &extra : problem.extras)
    bytes += extra.bytes;
  need(cost < mostCost, "LC-C5");
  need(bytes < mostBytes, "LC-C3");
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
  for (auto [n, s, d] : problem.inPlaces) {
    need(candidate(n, s) && static_cast<size_t>(d) < count && d != n, "LC-C8");
    const Problem::Node &node = problem.nodes[n], &donor = problem.nodes[d];
    need(donor.begin <= node.begin && node.begin < donor.end && donor.end <= node.end, "LC-C8");
    need(!follows[n] && !follows[d] && donors.emplace(std::pair(n, s), d).second, "LC-C8");
  }
}

Certificate::Dual readDual(const Json &json) {
  Certificate::Dual dual;
  dual.scaleBits = static_cast<int>(json.at("scale_bits").asInteger(0, 60));
  dual.shift = static_cast<int>(json.at("potential_shift").asInteger(0, 46));
  for (const Json &item : json.at("multipliers").items()) {
    const std::vector<int64_t> &pair = item.asIntegers(0, INT64_MAX);
    if (pair.size() != 2)
      throw Rejected{"a multiplier has two numbers"};
    dual.prices.emplace_back(pair[0], pair[1]);
  }
  for (const Json &item : json.at("potentials").items()) {
    std::vector<int32_t> ends = item.at("nodes").asIndices();
    if (ends.size() != 2)
      throw Rejected{"a potential has two nodes"};
    dual.potentials.push_back({ends[0], ends[1], costsOf(item.at("to_a")), costsOf(item.at("to_b"))});
  }
  return dual;
}

Certificate::Help readHelp(const Json &json) {
  Certificate::Help help;
  help.within = json.at("within").asInteger(INT64_MIN, INT64_MAX);
  for (const Json &item : json.at("behind").items()) {
    Certificate::Behind &out = help.behind.emplace_back();
    out.node = static_cast<int32_t>(item.at("node").asInteger(0, mostIndex));
    out.until = static_cast<int32_t>(item.at("until").asInteger(-1, mostIndex));
    out.visible = item.at("visible").asIndices();
    for (const Json &labels : item.at("labels").items())
      out.labels.push_back(labels.asIndices());
    out.least = costsOf(item.at("least"));
  }
  return help;
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

Certificate layoutproof::readCertificate(std::string_view text) {
  Json document = parseJson(text);
  const Json &json = document.at("layout_certificate");
  Certificate out;
  out.bound = json.at("bound").asInteger(-infiniteCost, infiniteCost);
  out.target = json.at("target").asInteger(-infiniteCost, infiniteCost);
  out.order = json.at("order").asIndices();
  out.targets = json.at("targets").asIntegers(-infiniteCost, infiniteCost);
  for (const Json &half : json.at("halves").items())
    out.halves.push_back(half.asIndices());
  for (const Json &help : json.at("searches").items())
    out.searches.push_back(readHelp(help));
  for (const Json &dual : json.at("duals").items())
    out.duals.push_back(readDual(dual));
  for (const Json &item : json.at("steps").items()) {
    std::vector<int32_t> step = item.asIndices(-1);
    if (step.size() != 4 || step[0] < 0 || step[0] > static_cast<int32_t>(Kind::Relax))
      throw Rejected{"steps[" + std::to_string(out.steps.size()) + "]: no such step"};
    out.steps.push_back({static_cast<Kind>(step[0]), step[1], step[2], step[3]});
  }
  return out;
}
