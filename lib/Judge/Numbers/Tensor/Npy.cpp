//===- Npy.cpp - Tensors in NumPy files ------------------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Tensor/Npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace alcove::reference {

namespace {

/// The dictionary of a header, read strictly: three keys, each once.
struct Header {
  std::string descr;
  bool fortran = false;
  Shape shape;
};

class HeaderReader {
public:
  explicit HeaderReader(std::string_view text) : text(text) {}

  Result<Header> read() {
    Header header;
    bool seen[3] = {};
    ALCOVE_RETURN_IF_ERROR(expect('{'));
    while (!accept('}')) {
      ALCOVE_ASSIGN_OR_RETURN(std::string key, quoted());
      ALCOVE_RETURN_IF_ERROR(expect(':'));
      int which = key == "descr" ? 0 : key == "fortran_order" ? 1 : key == "shape" ? 2 : -1;
      if (which < 0 || seen[which])
        return Error{fmt::format("header: key '{}' is unknown or given twice", key)};
      seen[which] = true;
      if (which == 0) {
        ALCOVE_ASSIGN_OR_RETURN(header.descr, quoted());
      } else if (which == 1) {
        ALCOVE_ASSIGN_OR_RETURN(header.fortran, boolean());
      } else {
        ALCOVE_ASSIGN_OR_RETURN(header.shape, tuple());
      }
      if (!accept(',')) {
        ALCOVE_RETURN_IF_ERROR(expect('}'));
        break;
      }
    }
    skip();
    if (at != text.size() || !seen[0] || !seen[1] || !seen[2])
      return Error{"header: descr, fortran_order and shape are needed, and nothing after them"};
    return header;
  }

private:
  void skip() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n'))
      ++at;
  }
  bool accept(char c) {
    skip();
    if (at >= text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }
  Status expect(char c) {
    if (!accept(c))
      return Error{fmt::format("header: '{}' expected at byte {}", c, at)};
    return {};
  }
  Result<std::string> quoted() {
    skip();
    char quote = at < text.size() ? text[at] : 0;
    size_t end = quote == '\'' || quote == '"' ? text.find(quote, at + 1) : std::string_view::npos;
    if (end == std::string_view::npos)
      return Error{fmt::format("header: a string expected at byte {}", at)};
    std::string result(text.substr(at + 1, end - at - 1));
    at = end + 1;
    return result;
  }
  Result<bool> boolean() {
    skip();
    for (auto [word, value] : {std::pair<std::string_view, bool>{"True", true}, {"False", false}})
      if (text.substr(at, word.size()) == word) {
        at += word.size();
        return value;
      }
    return Error{fmt::format("header: True or False expected at byte {}", at)};
  }
  Result<Shape> tuple() {
    ALCOVE_RETURN_IF_ERROR(expect('('));
    Shape shape;
    while (!accept(')')) {
      skip();
      int64_t value = 0;
      size_t start = at;
      for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
        if (value > (int64_t(1) << 50))
          return Error{fmt::format("header: size at byte {} is too large", start)};
        value = value * 10 + (text[at] - '0');
      }
      if (at == start || shape.size() >= 32)
        return Error{fmt::format("header: a size expected at byte {}", at)};
      shape.push_back(value);
      if (!accept(',')) {
        ALCOVE_RETURN_IF_ERROR(expect(')'));
        break;
      }
    }
    return shape;
  }

  std::string_view text;
  size_t at = 0;
};

float halfToFloat(uint16_t bits) {
  int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  float value = exponent == 31  ? (mantissa ? NAN : INFINITY)
                : exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -24)
                                : std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
  return bits >> 15 ? -value : value;
}

struct Descr {
  const char *name;
  ElementType type;
  int width;
};
constexpr Descr descrs[] = {{"<f4", ElementType::F32, 4}, {"<f8", ElementType::F32, 8}, {"<f2", ElementType::F16, 2},
                            {"|i1", ElementType::I8, 1},  {"|u1", ElementType::U8, 1},  {"<u2", ElementType::U16, 2},
                            {"<i2", ElementType::I16, 2}, {"<i4", ElementType::I32, 4}, {"<u4", ElementType::U32, 4},
                            {"<i8", ElementType::I64, 8}, {"<u8", ElementType::I64, 8}, {"|b1", ElementType::I1, 1}};

float realAt(const char *bytes, int width) {
  if (width == 2) {
    uint16_t half;
    memcpy(&half, bytes, 2);
    return halfToFloat(half);
  }
  if (width == 4) {
    float value;
    memcpy(&value, bytes, 4);
    return value;
  }
  double value;
  memcpy(&value, bytes, 8);
  return static_cast<float>(value);
}

int64_t integerAt(const char *bytes, int width, bool isSigned) {
  uint64_t bits = 0;
  memcpy(&bits, bytes, width);
  if (isSigned && width < 8 && bits >> (width * 8 - 1))
    bits |= ~uint64_t(0) << (width * 8);
  return static_cast<int64_t>(bits);
}

} // namespace

static_assert(std::endian::native == std::endian::little, "bytes of .npy files are read as they lie");

Result<Tensor> readNpy(std::string_view bytes) {
  if (bytes.size() < 10 || bytes.substr(0, 6) != "\x93NUMPY")
    return Error{"not a .npy file: the first bytes are not \\x93NUMPY"};
  int version = bytes[6];
  if (version < 1 || version > 3)
    return Error{fmt::format(".npy version {} is not 1, 2 or 3", version)};
  size_t prefix = version == 1 ? 10 : 12, length = 0;
  if (bytes.size() < prefix)
    return Error{"the file ends in its header"};
  memcpy(&length, bytes.data() + 8, version == 1 ? 2 : 4);
  if (length > bytes.size() - prefix)
    return Error{fmt::format("a header of {} bytes in a file of {}", length, bytes.size())};
  ALCOVE_ASSIGN_OR_RETURN(Header header, HeaderReader(bytes.substr(prefix, length)).read());
  const Descr *descr = nullptr;
  for (const Descr &known : descrs)
    if (header.descr == known.name)
      descr = &known;
  if (!descr)
    return Error{fmt::format("header: descr '{}' is not read", header.descr)};
  if (header.fortran)
    return Error{"header: fortran_order is True; C order is read"};
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(header.shape));
  std::string_view data = bytes.substr(prefix + length);
  if (static_cast<int64_t>(data.size()) != count * descr->width)
    return Error{fmt::format("{} bytes of data for {} elements of {} bytes", data.size(), count, descr->width)};
  if (isFloat(descr->type)) {
    std::vector<float> values(count);
    for (int64_t i = 0; i < count; ++i)
      values[i] = realAt(data.data() + i * descr->width, descr->width);
    return Tensor::fromFloats(descr->type, header.shape, std::move(values));
  }
  std::vector<int64_t> values(count);
  for (int64_t i = 0; i < count; ++i)
    values[i] = integerAt(data.data() + i * descr->width, descr->width, header.descr[1] == 'i');
  return Tensor::fromIntegers(descr->type, header.shape, std::move(values));
}

std::string writeNpy(const Tensor &tensor) {
  const char *name = tensor.isFloat() ? "<f4" : "<i8";
  int width = tensor.isFloat() ? 4 : 8;
  if (!tensor.isFloat())
    for (const Descr &known : descrs)
      if (known.type == tensor.elementType() && known.name != std::string_view("<i2") &&
          known.name != std::string_view("<u8")) {
        name = known.name;
        width = known.width;
      }
  std::string shape = "(";
  for (int64_t size : tensor.shape())
    shape += fmt::format("{},", size);
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}), }}", name, shape);
  while ((10 + header.size() + 1) % 64 != 0)
    header += ' ';
  header += '\n';
  std::string result = "\x93NUMPY\x01";
  result.push_back('\0');
  result.push_back(static_cast<char>(header.size() & 255));
  result.push_back(static_cast<char>(header.size() >> 8));
  result += header;
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    if (tensor.isFloat()) {
      result.append(reinterpret_cast<const char *>(&tensor.floats()[i]), 4);
    } else {
      result.append(reinterpret_cast<const char *>(&tensor.integers()[i]), width);
    }
  }
  return result;
}

} // namespace alcove::reference
