//===- ConstantText.cpp - Large constants beside a program's text ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/ConstantText.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace alcove;

/// Fewer digits are left to the parser: it takes them anywhere, a resource is taken where constants are.
static constexpr size_t leastDigits = 1 << 20;
static constexpr StringLiteral stem = "alcove_constant_";

/// Nothing where it is no even number of digits: the parser says so.
static std::optional<std::vector<char>> bytesOf(StringRef digits) {
  if (digits.size() % 2 != 0)
    return std::nullopt;
  std::vector<char> bytes(digits.size() / 2);
  for (size_t i = 0; i < bytes.size(); ++i) {
    unsigned high = llvm::hexDigitValue(digits[2 * i]), low = llvm::hexDigitValue(digits[2 * i + 1]);
    if (high > 15 || low > 15)
      return std::nullopt;
    bytes[i] = char(high << 4 | low);
  }
  return bytes;
}

std::optional<std::string> ConstantText::takeOut(StringRef text) {
  constexpr StringLiteral begin = "dense<\"0x";
  std::string rest;
  size_t done = 0;
  for (size_t at = text.find(begin); at != StringRef::npos;) {
    size_t from = at + begin.size(), end = text.find('"', from);
    if (end == StringRef::npos)
      break;
    std::optional<std::vector<char>> bytes = end - from >= leastDigits && text.substr(end).starts_with("\">")
                                                 ? bytesOf(text.slice(from, end))
                                                 : std::nullopt;
    if (bytes && (done > 0 || !text.contains(stem))) {
      std::string name = (stem + Twine(named++)).str();
      constants[name] = std::move(*bytes);
      rest += text.slice(done, at);
      rest += "dense_resource<" + name;
      done = end + 1;
    }
    at = text.find(begin, end);
  }
  if (done == 0)
    return std::nullopt;
  return rest + text.substr(done).str();
}

/// Booleans that newer versions of MLIR write as a byte each, as a bit each.
static std::vector<char> packed(const std::vector<char> &bytes) {
  std::vector<char> bits((bytes.size() + 7) / 8, 0);
  for (size_t i = 0; i < bytes.size(); ++i)
    bits[i / 8] |= char((bytes[i] & 1) << (i % 8));
  return bits;
}

LogicalResult ConstantText::putBack(Operation *module) {
  WalkResult walked = module->walk([&](Operation *op) {
    for (NamedAttribute attribute : op->getAttrDictionary()) {
      auto resource = dyn_cast<DenseResourceElementsAttr>(attribute.getValue());
      auto found = resource ? constants.find(resource.getRawHandle().getKey()) : constants.end();
      if (found == constants.end())
        continue;
      ShapedType type = resource.getType();
      std::vector<char> bytes = std::move(found->second);
      constants.erase(found);
      if (type.getElementType().isInteger(1) && type.hasStaticShape() && int64_t(bytes.size()) == type.getNumElements())
        bytes = packed(bytes);
      bool splat = false;
      if (!DenseElementsAttr::isValidRawBuffer(type, bytes, splat)) {
        op->emitError("a constant of ") << bytes.size() << " bytes for " << type;
        return WalkResult::interrupt();
      }
      op->setAttr(attribute.getName(), DenseElementsAttr::getFromRawBuffer(type, bytes));
    }
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

void ConstantText::takeOut(Operation *module) {
  auto &resources = DenseResourceElementsHandle::getManagerInterface(module->getContext());
  module->walk([&](Operation *op) {
    for (NamedAttribute attribute : op->getAttrDictionary()) {
      auto dense = dyn_cast<DenseElementsAttr>(attribute.getValue());
      // Strings have no bytes of their own, and one number for all elements is printed as that.
      if (!dense || isa<DenseStringElementsAttr>(dense) || dense.isSplat() ||
          dense.getRawData().size() * 2 < leastDigits)
        continue;
      DenseResourceElementsHandle handle = resources.insert((stem + Twine(named++)).str());
      constants[handle.getKey().str()] = std::vector<char>(dense.getRawData().begin(), dense.getRawData().end());
      op->setAttr(attribute.getName(), DenseResourceElementsAttr::get(dense.getType(), handle));
    }
  });
}

std::string ConstantText::putBack(StringRef text) {
  size_t size = text.size();
  for (const auto &[name, bytes] : constants)
    size += 2 * bytes.size();
  std::string whole;
  whole.reserve(size);
  std::string begin = ("dense_resource<" + stem).str();
  size_t done = 0;
  for (size_t at = text.find(begin); at != StringRef::npos; at = text.find(begin, at + 1)) {
    size_t end = text.find('>', at);
    auto found = constants.find(text.slice(at + StringRef("dense_resource<").size(), end));
    if (found == constants.end())
      continue;
    whole += text.slice(done, at);
    whole += "dense<\"0x";
    for (char byte : found->second) {
      whole += llvm::hexdigit(uint8_t(byte) >> 4);
      whole += llvm::hexdigit(uint8_t(byte) & 15);
    }
    whole += '"';
    constants.erase(found); // each is printed once
    done = end;
  }
  whole += text.substr(done);
  return whole;
}
