//===- Signatures.cpp - What a version of ttnn can be asked ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Emit/Python/Signatures.h"
#include "EmbeddedText.h"

#include "alcove/Base/Json/Json.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <sstream>

using namespace alcove;
using namespace alcove::emit;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string trimmed(std::string_view text) {
  size_t begin = text.find_first_not_of(' '), end = text.find_last_not_of(' ');
  return begin == std::string_view::npos ? "" : std::string(text.substr(begin, end - begin + 1));
}

/// Pieces between separators that no bracket holds.
static std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size()) {
      depth += text[i] == '(' || text[i] == '[';
      depth -= text[i] == ')' || text[i] == ']';
    }
    if (i == text.size() || (text[i] == separator && depth == 0)) {
      pieces.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  if (pieces.size() == 1 && pieces[0].empty())
    pieces.clear();
  return pieces;
}

static std::vector<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string word; stream >> word;)
    result.push_back(word);
  return result;
}

std::string Call::text() const {
  std::string inner;
  for (const Argument &argument : arguments)
    inner += fmt::format("{}{}{}{}", inner.empty() ? "" : ", ", argument.name, argument.name.empty() ? "" : "=",
                         argument.value.text);
  return fmt::format("ttnn.{}({})", callee, inner);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

std::vector<std::string> SignatureTable::versions() {
  std::vector<std::string> names;
  for (const EmbeddedText &file : embeddedSignatures())
    names.emplace_back(file.name);
  return names;
}

/// `name: kind=default`
Result<SignatureTable::Parameter> SignatureTable::parseParameter(const std::string &word) const {
  size_t equals = word.find('='), colon = word.substr(0, equals).find(':');
  Parameter parameter;
  parameter.name = trimmed(word.substr(0, std::min(colon, equals)));
  parameter.required = equals == std::string::npos;
  parameter.optional = !parameter.required && trimmed(word.substr(equals + 1)) == "None";
  if (colon != std::string::npos)
    parameter.kind = trimmed(word.substr(colon + 1, equals == std::string::npos ? equals : equals - colon - 1));
  else if (auto found = kinds.find(parameter.name); found != kinds.end())
    parameter.kind = found->second;
  if (parameter.kind.empty())
    return Error{fmt::format("parameter '{}' has no kind", parameter.name)};
  return parameter;
}

Result<SignatureTable::Signature> SignatureTable::parse(const std::string &text) const {
  Signature signature{text, {}};
  bool keywordOnly = false;
  for (const std::string &word : split(std::string_view(text).substr(1, text.size() - 2), ',')) {
    if (word == "*") {
      keywordOnly = true;
      continue;
    }
    ALCOVE_ASSIGN_OR_RETURN(Parameter parameter, parseParameter(word));
    parameter.keywordOnly = keywordOnly;
    signature.parameters.push_back(std::move(parameter));
  }
  return signature;
}

static Status readStrings(JsonCursor object, std::map<std::string, std::string> &into) {
  if (!object.present())
    return {};
  ALCOVE_ASSIGN_OR_RETURN(std::vector<std::string> names, object.fieldNames());
  for (const std::string &name : names) {
    ALCOVE_ASSIGN_OR_RETURN(into[name], object.field(name).asString());
  }
  return {};
}

Status SignatureTable::read(const std::string &text) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(text));
  JsonCursor root = document.root();
  if (JsonCursor base = root.optionalField("base"); base.present()) {
    ALCOVE_ASSIGN_OR_RETURN(std::string of, base.asString());
    ALCOVE_ASSIGN_OR_RETURN(*this, load(of));
  }
  ALCOVE_ASSIGN_OR_RETURN(name, root.field("version").asString());
  ALCOVE_RETURN_IF_ERROR(readStrings(root.optionalField("kinds"), kinds));
  ALCOVE_RETURN_IF_ERROR(readStrings(root.optionalField("unions"), unions));
  ALCOVE_RETURN_IF_ERROR(readStrings(root.optionalField("enums"), enums));
  for (auto [section, into] : {std::pair{"classes", &ofClasses}, std::pair{"functions", &ofFunctions}}) {
    JsonCursor entries = root.field(section);
    ALCOVE_ASSIGN_OR_RETURN(size_t count, entries.arraySize());
    for (size_t i = 0; i < count; ++i) {
      JsonCursor entry = entries.element(i), texts = entry.field("signatures");
      ALCOVE_ASSIGN_OR_RETURN(std::string names, entry.field("names").asString());
      ALCOVE_ASSIGN_OR_RETURN(size_t overloads, texts.arraySize());
      std::vector<Signature> signatures;
      for (size_t k = 0; k < overloads; ++k) {
        ALCOVE_ASSIGN_OR_RETURN(std::string each, texts.element(k).asString());
        ALCOVE_ASSIGN_OR_RETURN(Signature signature, parse(each));
        signatures.push_back(std::move(signature));
      }
      for (const std::string &each : words(names))
        (*into)[each] = signatures;
    }
  }
  return {};
}

Result<SignatureTable> SignatureTable::load(const std::string &version) {
  for (const EmbeddedText &file : embeddedSignatures()) {
    if (file.name != version)
      continue;
    SignatureTable table;
    ALCOVE_RETURN_IF_ERROR(table.read(file.text()));
    return table;
  }
  return Error{fmt::format("no signatures of ttnn {}; there are {}", version, fmt::join(versions(), ", "))};
}

std::vector<std::string> SignatureTable::functions() const {
  std::vector<std::string> names;
  for (const auto &[each, overloads] : ofFunctions)
    names.push_back(each);
  return names;
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

/// nanobind's rules without implicit conversions but for an int as a float; lists hold what they must hold.
bool SignatureTable::fits(const Expression &value, const std::string &kind) const {
  if (kind.find('|') != std::string::npos && kind.find('[') == std::string::npos) {
    std::vector<std::string> any = split(kind, '|');
    return std::any_of(any.begin(), any.end(), [&](const std::string &each) { return fits(value, each); });
  }
  if (std::vector<std::string> any = split(kind, '|'); any.size() > 1)
    return std::any_of(any.begin(), any.end(), [&](const std::string &each) { return fits(value, each); });
  if (auto found = unions.find(kind); found != unions.end())
    return fits(value, found->second);
  if (kind == "float" && value.kind == "int")
    return true;
  if (kind == "list[float]" && value.kind == "list[int]")
    return true;
  if (kind == "Shape")
    return value.kind == "Shape" || value.kind == "list[int]" || value.kind == "list[]";
  if (kind.starts_with("list[") && value.kind == "list[]")
    return true;
  if (kind.starts_with("list[") && value.kind.starts_with("list["))
    return fits({value.text, value.kind.substr(5, value.kind.size() - 6)}, kind.substr(5, kind.size() - 6));
  return value.kind == kind;
}

std::string SignatureTable::refusalOf(const Parameter &parameter, const Argument &argument) const {
  bool absent = argument.value.kind == "None";
  if (absent ? parameter.optional : fits(argument.value, parameter.kind))
    return "";
  return fmt::format("'{}' is {}{}, not {}", parameter.name, parameter.kind, parameter.optional ? " or None" : "",
                     absent ? "None" : fmt::format("{} ({})", argument.value.kind, argument.value.text));
}

/// Why the call does not fit, empty when it does.
std::string SignatureTable::refusal(const Signature &signature, const Call &call) const {
  std::set<std::string> given;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const Argument &argument = call.arguments[i];
    auto parameter = signature.parameters.begin();
    if (argument.name.empty())
      parameter += static_cast<ptrdiff_t>(std::min(i, signature.parameters.size()));
    else
      parameter = std::find_if(parameter, signature.parameters.end(),
                               [&](const Parameter &each) { return each.name == argument.name; });
    if (parameter == signature.parameters.end() || (argument.name.empty() && parameter->keywordOnly))
      return argument.name.empty() ? fmt::format("takes no {} positional arguments", i + 1)
                                   : fmt::format("there is no argument '{}'", argument.name);
    if (!given.insert(parameter->name).second)
      return fmt::format("'{}' is given twice", parameter->name);
    if (std::string why = refusalOf(*parameter, argument); !why.empty())
      return why;
  }
  for (const Parameter &parameter : signature.parameters)
    if (parameter.required && !given.contains(parameter.name))
      return fmt::format("'{}' is missing", parameter.name);
  return "";
}

Status SignatureTable::checkAgainst(const Overloads &overloads, const Call &call) const {
  auto found = overloads.find(call.callee);
  if (found == overloads.end())
    return Error{fmt::format("ttnn {} has no '{}' that a source is known for", name, call.callee)};
  std::string reasons;
  for (const Signature &signature : found->second) {
    std::string why = refusal(signature, call);
    if (why.empty())
      return {};
    reasons += fmt::format("{}{}{}: {}", reasons.empty() ? "" : "; ", call.callee, signature.text, why);
  }
  return Error{fmt::format("ttnn {} does not take this call: {}", name, reasons)};
}

Status SignatureTable::check(const Call &call) const { return checkAgainst(ofFunctions, call); }

Result<Expression> SignatureTable::construct(const Call &call) const {
  ALCOVE_RETURN_IF_ERROR(checkAgainst(ofClasses, call));
  return Expression{call.text(), call.callee};
}

Result<Expression> SignatureTable::member(const std::string &enumeration, const std::string &member) const {
  auto found = enums.find(enumeration);
  std::vector<std::string> members = found == enums.end() ? std::vector<std::string>() : words(found->second);
  if (std::find(members.begin(), members.end(), member) == members.end())
    return Error{fmt::format("ttnn {} has no {}.{}; there are {}", name, enumeration, member,
                             members.empty() ? "none" : found->second)};
  return Expression{fmt::format("ttnn.{}.{}", enumeration, member), enumeration};
}
