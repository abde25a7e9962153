//===- Stages.cpp - Parts of a function, equal ones once ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Stages.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

using namespace alcove;
using namespace alcove::emit;

// A stage is what a reader takes in at once; a repetition must save more than the calls cost.
static constexpr size_t shortest = 16, longest = 48, shortestRepeated = 6, leastSaved = 20, mostRefused = 16;

namespace {

/// The text of statements with values by number: of what they define by its order, of what they read by first use.
std::string canonicalText(const std::vector<Statement> &statements, size_t begin, size_t end) {
  std::map<unsigned, std::string> names;
  size_t defined = 0, read = 0;
  auto nameOf = [&](unsigned value) {
    auto [found, isNew] = names.try_emplace(value);
    if (isNew)
      found->second = "x" + std::to_string(read++);
    return found->second;
  };
  std::string text;
  for (size_t i = begin; i < end; ++i) {
    const Statement &statement = statements[i];
    text += statement.callee;
    for (const Argument &argument : statement.arguments)
      text += "," + argument.name + "=" + withNames(argument.value.text, nameOf);
    for (unsigned result : statement.results)
      text += ">" + (names[result] = "d" + std::to_string(defined++));
    text += "\n";
  }
  return text;
}

/// A statement, or a stage that was found; equal statements have equal tokens, a stage has one of its own.
struct Item {
  Stage stage;
  size_t token;
  bool found = false;
};

class Splitter {
public:
  explicit Splitter(const std::vector<Statement> &statements) : statements(statements) {
    countLive();
    for (size_t i = 0; i < statements.size(); ++i)
      items.push_back({{i, i + 1}, tokenOf(statements[i])});
  }

  std::vector<Stage> run() {
    while (std::optional<Window> best = bestRepetition())
      if (!fold(*best))
        refused.insert({items[best->first].stage.begin, best->length});
    std::vector<Stage> stages;
    for (size_t i = 0; i < items.size();) {
      if (items[i].found) {
        stages.push_back(items[i++].stage);
        continue;
      }
      size_t begin = items[i].stage.begin;
      while (i < items.size() && !items[i].found)
        ++i;
      cutAtNarrowPlaces(begin, items[i - 1].stage.end, stages);
    }
    return stages;
  }

private:
  struct Window {
    size_t first = 0, length = 0; ///< items
  };

  size_t tokenOf(const Statement &statement) {
    std::string text = statement.callee + ">" + std::to_string(statement.results.size());
    for (const Argument &argument : statement.arguments)
      text += "," + argument.name + "=" + withNames(argument.value.text, [](unsigned) { return "?"; });
    return tokens.try_emplace(text, tokens.size()).first->second;
  }

  /// live[i]: local values that are defined before statement i and read there or later.
  void countLive() {
    std::map<unsigned, size_t> definedAt, lastRead;
    for (size_t i = 0; i < statements.size(); ++i) {
      for (unsigned value : readBy(statements[i]))
        lastRead[value] = i;
      for (unsigned value : statements[i].results)
        definedAt.try_emplace(value, i);
    }
    std::vector<int> change(statements.size() + 2, 0);
    for (auto [value, at] : definedAt)
      if (auto read = lastRead.find(value); read != lastRead.end() && read->second > at) {
        ++change[at + 1];
        --change[read->second + 1];
      }
    int count = 0;
    for (int each : change)
      live.push_back(count += each);
  }

  bool mayStart(size_t item) const { return item == items.size() || !statements[items[item].stage.begin].continues; }

  /// Equal runs at a distance: at least as long as it, they are layers behind each other.
  std::optional<Window> bestRepetition() const {
    std::optional<Window> best;
    size_t mostSaved = leastSaved;
    if (refused.size() > mostRefused)
      return best;
    for (size_t distance = shortestRepeated; distance < items.size(); ++distance)
      for (size_t i = 0, run = 0; i + distance <= items.size(); ++i) {
        bool same = i + distance < items.size() && items[i].token == items[i + distance].token;
        run += same;
        if (same)
          continue;
        if (run >= shortestRepeated) {
          bool layers = run >= distance;
          size_t saved = layers ? run / distance * distance : run;
          Window window = saved <= mostSaved ? Window{}
                          : layers           ? narrowest(i - run, run, distance)
                                             : Window{i - run, run};
          if (saved > mostSaved && !refused.contains({items[window.first].stage.begin, window.length})) {
            mostSaved = saved;
            best = window;
          }
        }
        run = 0;
      }
    return best;
  }

  /// Layers may be cut at any of their statements: where the fewest values go from one to the next.
  Window narrowest(size_t first, size_t run, size_t distance) const {
    size_t best = first, most = (run + distance) / distance;
    for (size_t shift = 0; shift < distance; ++shift) {
      size_t start = first + shift, count = (run + distance - shift) / distance;
      if (count < 2 || count + 1 < most || !mayStart(start))
        continue;
      if (!mayStart(best) || live[items[start].stage.begin] < live[items[best].stage.begin])
        best = start;
    }
    return {best, distance};
  }

  /// Makes all windows with the text of `window` stages of one function; false where there is no second one.
  bool fold(Window window) {
    auto textAt = [&](size_t first) {
      return canonicalText(statements, items[first].stage.begin, items[first + window.length - 1].stage.end);
    };
    auto sameTokens = [&](size_t first) {
      for (size_t i = 0; i < window.length; ++i)
        if (items[first + i].token != items[window.first + i].token)
          return false;
      return mayStart(first) && mayStart(first + window.length);
    };
    // The first window of layers may read what the others do not: the text of most windows is taken.
    std::map<std::string, std::vector<size_t>> byText;
    for (size_t first = 0; first + window.length <= items.size(); ++first)
      if (sameTokens(first)) {
        std::vector<size_t> &places = byText[textAt(first)];
        if (places.empty() || places.back() + window.length <= first)
          places.push_back(first);
      }
    const std::vector<size_t> *places = nullptr;
    for (const auto &[text, found] : byText)
      if (!places || found.size() > places->size())
        places = &found;
    if (!places || places->size() < 2)
      return false;
    replace(*places, window.length);
    return true;
  }

  void replace(const std::vector<size_t> &places, size_t length) {
    std::vector<Item> rest;
    size_t number = functions++;
    for (size_t i = 0, next = 0; i < items.size();) {
      if (next == places.size() || i != places[next]) {
        rest.push_back(items[i++]);
        continue;
      }
      Stage stage{items[i].stage.begin, items[i + length - 1].stage.end, number};
      rest.push_back(
          {stage, tokens.try_emplace("stage" + std::to_string(stage.begin), tokens.size()).first->second, true});
      i += length;
      ++next;
    }
    items = std::move(rest);
  }

  void cutAtNarrowPlaces(size_t begin, size_t end, std::vector<Stage> &stages) {
    while (end - begin > longest) {
      size_t best = begin + shortest;
      for (size_t at = begin + shortest; at <= begin + longest && at + shortest <= end; ++at)
        if (!statements[at].continues && (statements[best].continues || live[at] <= live[best]))
          best = at;
      stages.push_back({begin, best, functions++});
      begin = best;
    }
    stages.push_back({begin, end, functions++});
  }

  const std::vector<Statement> &statements;
  std::vector<Item> items;
  std::map<std::string, size_t> tokens;
  std::vector<int> live;
  std::set<std::pair<size_t, size_t>> refused; ///< first statement and length of what only looks alike
  size_t functions = 0;
};

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string listed(const std::vector<std::string> &names) {
  std::string all;
  for (const std::string &name : names)
    all += (all.empty() ? "" : ", ") + name;
  return all;
}

class StageWriter {
public:
  StageWriter(const std::string &name, const std::vector<Statement> &statements, const std::vector<Variable> &variables)
      : name(name), statements(statements), variables(variables),
        stages(stagesOf({statements.begin(), statements.end() - 1})) {
    for (size_t i = 0; i < statements.size(); ++i) {
      reads.push_back(readBy(statements[i]));
      for (unsigned value : reads.back())
        lastRead[value] = i;
    }
  }

  StagedText write() {
    if (stages.size() < 2) {
      for (const Statement &statement : statements)
        text.body += textOf(statement, [&](unsigned value) { return variables[value].name; });
      return std::move(text);
    }
    std::map<size_t, std::vector<const Stage *>> byFunction;
    for (const Stage &stage : stages)
      byFunction[stage.function].push_back(&stage);
    for (const Stage &stage : stages) {
      auto [called, isNew] = calledAs.try_emplace(stage.function);
      if (isNew) {
        called->second = name + "_stage_" + std::to_string(calledAs.size() - 1);
        text.names.push_back(called->second);
        given[stage.function] = givenBy(byFunction[stage.function]);
        define(called->second, byFunction[stage.function]);
      }
      call(called->second, stage, byFunction[stage.function].size() > 1);
    }
    text.body += textOf(statements.back(), [&](unsigned value) { return variables[value].name; });
    return std::move(text);
  }

private:
  /// What a stage reads and does not define, by first use.
  std::vector<unsigned> takenBy(const Stage &stage, bool alsoKept) const {
    std::set<unsigned> known;
    std::vector<unsigned> taken;
    for (size_t i = stage.begin; i < stage.end; ++i) {
      for (unsigned value : reads[i])
        if (known.insert(value).second && (alsoKept || variables[value].isLocal()))
          taken.push_back(value);
      known.insert(statements[i].results.begin(), statements[i].results.end());
    }
    return taken;
  }

  std::vector<unsigned> definedBy(const Stage &stage) const {
    std::vector<unsigned> values;
    for (size_t i = stage.begin; i < stage.end; ++i)
      for (unsigned value : statements[i].results)
        if (std::find(values.begin(), values.end(), value) == values.end())
          values.push_back(value);
    return values;
  }

  /// Which of the defined values any stage of the function is asked for later.
  std::vector<size_t> givenBy(const std::vector<const Stage *> &all) const {
    std::set<size_t> given;
    for (const Stage *stage : all) {
      std::vector<unsigned> values = definedBy(*stage);
      for (size_t i = 0; i < values.size(); ++i)
        if (auto read = lastRead.find(values[i]); read != lastRead.end() && read->second >= stage->end)
          given.insert(i);
    }
    return {given.begin(), given.end()};
  }

  void define(const std::string &function, const std::vector<const Stage *> &all) {
    const Stage &stage = *all.front();
    bool shared = all.size() > 1;
    std::map<unsigned, std::string> names;
    std::vector<std::string> parameters{"device"};
    if (!shared)
      parameters.insert(parameters.end(), {"arguments", "constants"});
    std::map<std::string, size_t> counters;
    if (shared)
      nameParameters(all, names);
    for (unsigned value : takenBy(stage, shared))
      parameters.push_back(shared ? names[value] : variables[value].name);
    auto nameOf = [&](unsigned value) {
      if (!shared)
        return variables[value].name;
      auto [found, isNew] = names.try_emplace(value);
      if (isNew)
        found->second = variables[value].stem + "_" + std::to_string(counters[variables[value].stem]++);
      return found->second;
    };
    std::string body;
    for (size_t i = stage.begin; i < stage.end; ++i)
      body += textOf(statements[i], nameOf);
    std::vector<std::string> results;
    std::vector<unsigned> defined = definedBy(stage);
    for (size_t index : given.at(stage.function))
      results.push_back(nameOf(defined[index]));
    text.functions += "\n" + textOf({"", {}, "def " + function, asArguments(parameters)}, nameOf).substr(4);
    text.functions.back() = ':';
    text.functions += "\n";
    if (shared)
      text.functions +=
          "    \"\"\"Called " + std::to_string(all.size()) + " times; names of ops are those of the first.\"\"\"\n";
    text.functions += body + (results.empty() ? "" : "    return " + listed(results) + "\n") + "\n";
  }

  static std::vector<Argument> asArguments(const std::vector<std::string> &names) {
    std::vector<Argument> all;
    for (const std::string &each : names)
      all.push_back({"", {each, ""}});
    return all;
  }

  /// Of weights the last words of their names, without the numbers that tell the stages apart.
  void nameParameters(const std::vector<const Stage *> &all, std::map<unsigned, std::string> &names) const {
    std::vector<unsigned> first = takenBy(*all[0], true), second = takenBy(*all[1], true);
    std::map<std::string, size_t> taken;
    for (size_t i = 0; i < first.size(); ++i) {
      const Variable &variable = variables[first[i]];
      bool computed = variable.isLocal() || variables[second[i]].isLocal();
      std::string word = computed ? "x" : wordsOf(variable.name, variable.name != variables[second[i]].name);
      size_t count = ++taken[word];
      names[first[i]] = count == 1 ? word : word + "_" + std::to_string(count);
    }
  }

  static std::string wordsOf(const std::string &name, bool withoutNumbers) {
    if (name.starts_with("constants["))
      return "constant";
    size_t begin = name.find('"'), end = name.rfind('"');
    std::string inner = begin < end ? name.substr(begin + 1, end - begin - 1) : name, words;
    size_t dot = inner.rfind('.');
    if (dot != std::string::npos && dot > 0)
      dot = inner.rfind('.', dot - 1);
    for (char letter : dot == std::string::npos ? inner : inner.substr(dot + 1)) {
      bool digit = letter >= '0' && letter <= '9';
      if (digit && withoutNumbers)
        continue;
      words += std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
    }
    words.erase(0, words.find_first_not_of("_0123456789"));
    words.erase(words.find_last_not_of('_') + 1);
    static const std::set<std::string> taken = {"",       "and", "as",   "class", "def",  "device", "free", "from",
                                                "global", "if",  "in",   "is",    "not",  "lambda", "or",   "pass",
                                                "return", "try", "ttnn", "while", "with", "yield",  "x"};
    return taken.contains(words) ? "weight" : words;
  }

  void call(const std::string &function, const Stage &stage, bool shared) {
    Statement statement;
    statement.callee = function;
    statement.arguments = shared ? asArguments({"device"}) : asArguments({"device", "arguments", "constants"});
    for (unsigned value : takenBy(stage, shared))
      statement.arguments.push_back({"", {reference(value), "Tensor"}});
    std::vector<unsigned> defined = definedBy(stage);
    for (size_t index : given.at(stage.function))
      statement.results.push_back(defined[index]);
    text.body += textOf(statement, [&](unsigned value) { return variables[value].name; });
  }

  const std::string &name;
  const std::vector<Statement> &statements;
  const std::vector<Variable> &variables;
  std::vector<Stage> stages;
  std::vector<std::vector<unsigned>> reads; ///< by statement
  std::map<unsigned, size_t> lastRead;
  std::map<size_t, std::string> calledAs;      ///< by function
  std::map<size_t, std::vector<size_t>> given; ///< by function
  StagedText text;
};
} // namespace

std::vector<Stage> emit::stagesOf(const std::vector<Statement> &statements) { return Splitter(statements).run(); }

StagedText emit::stagedText(const std::string &name, const std::vector<Statement> &statements,
                            const std::vector<Variable> &variables) {
  return StageWriter(name, statements, variables).write();
}
