//===- ProfilerAttributes.cpp - Attribute column of profiler sheets ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ProfilerAttributes.h"

#include <cctype>
#include <charconv>

using namespace alcove;
using namespace alcove::opmodel;

ProfilerAttributes::ProfilerAttributes(const std::string &text) {
  // Some sheets lose the beginning of the column, so quotes need not pair up: a name is what stands before ': '.
  const std::string separator = "': '";
  for (size_t at = text.find(separator); at != std::string::npos; at = text.find(separator, at + 1)) {
    size_t open = at == 0 ? std::string::npos : text.rfind('\'', at - 1);
    size_t begin = at + separator.size(), close = text.find('\'', begin);
    if (open == std::string::npos || close == std::string::npos)
      continue;
    std::string name = text.substr(open + 1, at - open - 1);
    if (!name.empty() && name.back() == '_')
      name.pop_back();
    values.emplace(std::move(name), text.substr(begin, close - begin));
  }
}

const std::string &ProfilerAttributes::get(const std::string &name) const {
  static const std::string none;
  auto it = values.find(name);
  return it == values.end() ? none : it->second;
}

bool ProfilerAttributes::isTrue(const std::string &name) const { return get(name) == "true" || get(name) == "1"; }

std::optional<int64_t> ProfilerAttributes::integer(const std::string &name) const {
  std::vector<int64_t> all = integersIn(get(name));
  return all.size() == 1 ? std::optional(all.front()) : std::nullopt;
}

std::vector<int64_t> ProfilerAttributes::integers(const std::string &name) const { return integersIn(get(name)); }

std::vector<int64_t> opmodel::integersIn(const std::string &text) {
  std::vector<int64_t> result;
  for (size_t i = 0; i < text.size();) {
    if (!std::isdigit(static_cast<unsigned char>(text[i]))) {
      ++i;
      continue;
    }
    bool negative = i > 0 && text[i - 1] == '-';
    int64_t value = 0;
    auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), value);
    if (error == std::errc())
      result.push_back(negative ? -value : value);
    i = static_cast<size_t>(end - text.data());
  }
  return result;
}

std::optional<int64_t> opmodel::integerBehind(const std::string &text, const std::string &key) {
  size_t at = text.find(key + "=");
  if (at == std::string::npos)
    return std::nullopt;
  const char *begin = text.data() + at + key.size() + 1;
  int64_t value = 0;
  auto [end, error] = std::from_chars(begin, text.data() + text.size(), value);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

std::string opmodel::groupBehind(const std::string &text, const std::string &key) {
  size_t at = text.find(key + "=");
  if (at == std::string::npos)
    return "";
  size_t open = at + key.size() + 1;
  int depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '{' || text[i] == '[')
      ++depth;
    if (text[i] == ')' || text[i] == '}' || text[i] == ']') {
      if (--depth <= 0)
        return text.substr(open, i - open + 1);
    }
    if (depth == 0 && text[i] == ';')
      return text.substr(open, i - open);
  }
  return text.substr(open);
}

std::vector<std::string> opmodel::namesBehind(const std::string &text, const std::string &prefix) {
  std::vector<std::string> names;
  for (size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at + 1)) {
    std::string name;
    for (size_t i = at + prefix.size();
         i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_'); ++i)
      name.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(text[i]))));
    names.push_back(name);
  }
  return names;
}

std::optional<ProfilerAttributes::Shards> ProfilerAttributes::shards(std::initializer_list<const char *> names) const {
  for (const char *name : names) {
    const std::string &config = get(name);
    size_t spec = config.find("shard_spec=ShardSpec(");
    if (spec == std::string::npos)
      continue;
    std::string text = config.substr(spec);
    std::vector<int64_t> shape = integersIn(groupBehind(text, "shape"));
    std::vector<int64_t> corners = integersIn(groupBehind(text, "grid"));
    if (shape.size() != 2)
      continue;
    Shards shards;
    shards.height = shape[0];
    shards.width = shape[1];
    shards.columnMajor = groupBehind(text, "orientation").find("COL_MAJOR") != std::string::npos;
    for (size_t i = 0; i + 3 < corners.size(); i += 4)
      shards.cores.push_back({corners[i], corners[i + 1], corners[i + 2], corners[i + 3]});
    return shards;
  }
  return std::nullopt;
}
