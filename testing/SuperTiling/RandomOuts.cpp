//===- RandomOuts.cpp - Random programs with destinations of every origin -===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RandomOuts.h"

#include "alcove/Base/Support/Random.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace alcove::supertiling {

namespace {

struct Value {
  std::string name, type;
  bool isRow = false; ///< one number for each row
  bool used = false;
};

/// All tensors are [rows, columns], or [rows] where a row was reduced.
class OutsWriter {
public:
  OutsWriter(uint64_t seed, bool marked) : random(seed), marked(marked) {
    constexpr int64_t someRows[] = {1, 1, 1, 3, 8, 33}, someColumns[] = {1, 40, 64, 257, 1000, 1000};
    rows = someRows[below(6)];
    columns = someColumns[below(6)];
    if (below(12) == 0)
      (below(2) ? rows : columns) = 0;
    full = fmt::format("tensor<{}x{}xf32>", rows, columns);
    row = fmt::format("tensor<{}xf32>", rows);
    values = {argument(full), argument(full)};
    shared = argument(full);
  }

  std::string run() {
    for (int64_t steps = 2 + below(9); steps > 0; --steps)
      step();
    std::vector<std::string> names, types;
    for (const Value &value : values)
      if (!value.used || below(8) == 0) {
        names.push_back(value.name);
        types.push_back(value.type);
      }
    return fmt::format("#id = affine_map<(d0, d1) -> (d0, d1)>\n#row = affine_map<(d0, d1) -> (d0)>\n"
                       "func.func @main({}) -> ({}) {{\n  %zero = arith.constant 0.0 : f32\n"
                       "  %c = arith.constant dense<0.5> : {}\n{}  return {} : {}\n}}\n",
                       fmt::join(arguments, ", "), fmt::join(types, ", "), full, body, fmt::join(names, ", "),
                       fmt::join(types, ", "));
  }

private:
  int64_t below(int64_t end) { return static_cast<int64_t>(random.below(static_cast<uint64_t>(end))); }
  std::string fresh() { return "%v" + std::to_string(next++); }

  Value argument(const std::string &type) {
    Value value{"%a" + std::to_string(arguments.size()), type, type == row, false};
    arguments.push_back(value.name + ": " + type);
    return value;
  }

  Value &pick(bool isRow) {
    std::vector<size_t> found;
    for (size_t i = 0; i < values.size(); ++i)
      if (values[i].isRow == isRow)
        found.push_back(i);
    Value &value = values[found[below(static_cast<int64_t>(found.size()))]];
    value.used = true;
    return value;
  }
  bool hasRows() const {
    for (const Value &value : values)
      if (value.isRow)
        return true;
    return false;
  }

  std::string empty(const std::string &type) {
    std::string name = fresh();
    body += fmt::format("  {} = tensor.empty() : {}\n", name, type);
    return name;
  }
  std::string filled(const std::string &type) {
    std::string to = empty(type), name = fresh();
    body += fmt::format("  {0} = linalg.fill ins(%zero : f32) outs({1} : {2}) -> {2}\n", name, to, type);
    return name;
  }

  /// A destination whose contents nobody reads.
  std::string destination() {
    switch (below(6)) {
    case 0:
    case 1:
      return shared.name;
    case 2:
      return argument(full).name;
    case 3:
      return filled(full);
    case 4:
      return below(2) ? "%c" : pick(false).name;
    default:
      return empty(full);
    }
  }

  std::string attributes() {
    if (!marked || below(2))
      return "";
    std::string text = fmt::format(" attrs = {{alcove.fuse_group = [{}], alcove.fuse_group_id = {}}}", mark, mark);
    if (below(3) == 0)
      ++mark;
    return text;
  }

  void generic(const std::vector<std::string> &maps, const char *last, const std::vector<Value> &inputs,
               const std::vector<Value> &outs, const std::string &operations) {
    std::vector<std::string> names, types, destinations, results, arguments;
    for (const Value &input : inputs) {
      names.push_back(input.name);
      types.push_back(input.type);
    }
    for (const Value &out : outs) {
      destinations.push_back(out.name);
      results.push_back(out.type);
    }
    for (size_t i = 0; i < inputs.size() + outs.size(); ++i)
      arguments.push_back(fmt::format("%x{}: f32", i));
    std::string name = fresh(), marks = attributes();
    body += fmt::format("  {}:{} = linalg.generic {{indexing_maps = [{}], iterator_types = [\"parallel\", \"{}\"]}} "
                        "ins({} : {}) outs({} : {}){} {{\n  ^bb0({}):\n{}  }} -> ({})\n",
                        name, outs.size(), fmt::join(maps, ", "), last, fmt::join(names, ", "), fmt::join(types, ", "),
                        fmt::join(destinations, ", "), fmt::join(results, ", "), marks, fmt::join(arguments, ", "),
                        operations, fmt::join(results, ", "));
    for (size_t i = 0; i < outs.size(); ++i)
      values.push_back({fmt::format("{}#{}", name, i), outs[i].type, outs[i].isRow, false});
  }

  void step() {
    Value x = pick(false);
    switch (below(hasRows() ? 8 : 6)) {
    case 0:
    case 1:
      return generic({"#id", "#id"}, "parallel", {x}, {{destination(), full}},
                     "    %r = arith.negf %x0 : f32\n    linalg.yield %r : f32\n");
    case 2:
      return generic({"#id", "#id", "#id"}, "parallel", {x, pick(false)}, {{destination(), full}},
                     "    %r = arith.addf %x0, %x1 : f32\n    linalg.yield %r : f32\n");
    case 3: // The destination is read.
      return generic({"#id", "#id"}, "parallel", {x}, {{pick(false).name, full}},
                     "    %r = arith.addf %x0, %x1 : f32\n    linalg.yield %r : f32\n");
    case 4:
      return generic({"#id", "#row"}, "reduction", {x}, {{filled(row), row, true}},
                     "    %r = arith.maximumf %x0, %x1 : f32\n    linalg.yield %r : f32\n");
    case 5: {
      // In either order.
      Value part{destination(), full}, sum{filled(row), row, true};
      if (next % 2 == 0)
        return generic({"#id", "#row", "#id"}, "reduction", {x}, {sum, part},
                       "    %r = arith.negf %x0 : f32\n    %s = arith.maximumf %r, %x1 : f32\n"
                       "    linalg.yield %s, %r : f32, f32\n");
      return generic({"#id", "#id", "#row"}, "reduction", {x}, {part, sum},
                     "    %r = arith.negf %x0 : f32\n    %s = arith.maximumf %r, %x2 : f32\n"
                     "    linalg.yield %r, %s : f32, f32\n");
    }
    default:
      return generic({"#id", "#row", "#id"}, "parallel", {x, pick(true)}, {{destination(), full}},
                     "    %r = arith.subf %x0, %x1 : f32\n    linalg.yield %r : f32\n");
    }
  }

  Random random;
  bool marked;
  int64_t rows = 1, columns = 1, next = 0, mark = 0;
  std::string full, row, body;
  std::vector<std::string> arguments;
  std::vector<Value> values;
  Value shared;
};

} // namespace

std::string randomOuts(uint64_t seed, bool marked) { return OutsWriter(seed, marked).run(); }

} // namespace alcove::supertiling
