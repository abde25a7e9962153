//===- Result.h - A value or an error with a message ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rooms below MLIR report failure by value: no exceptions, no global state.
//
//   Result<Problem> readProblem(path);
//   ALCOVE_ASSIGN_OR_RETURN(Problem problem, readProblem(path));
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_RESULT_H
#define ALCOVE_BASE_SUPPORT_RESULT_H

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace alcove {

/// What went wrong, as one sentence a user can act on: place, both values, the rule.
struct Error {
  std::string message;
};

/// A value of type T, or an Error. Asking for the one that is not there is a bug of the caller.
template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : storage(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : storage(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return storage.index() == 0; }
  explicit operator bool() const { return ok(); }
  T &value() & { return std::get<0>(storage); }
  const T &value() const & { return std::get<0>(storage); }
  T &&value() && { return std::get<0>(std::move(storage)); }
  T &operator*() & { return value(); }
  const T &operator*() const & { return value(); }
  T *operator->() { return &value(); }
  const T *operator->() const { return &value(); }
  const Error &error() const { return std::get<1>(storage); }

private:
  std::variant<T, Error> storage;
};

/// Success, or an Error.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Error error) : failure(std::move(error)) {}

  bool ok() const { return !failure.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error &error() const { return *failure; }

private:
  std::optional<Error> failure;
};

#define ALCOVE_CONCAT_IMPL(a, b) a##b
#define ALCOVE_CONCAT(a, b) ALCOVE_CONCAT_IMPL(a, b)

/// Declares `lhs` from the Result `expr`, or returns its error from the enclosing function.
#define ALCOVE_ASSIGN_OR_RETURN(lhs, expr)                                                                             \
  auto ALCOVE_CONCAT(alcoveResult, __LINE__) = (expr);                                                                 \
  if (!ALCOVE_CONCAT(alcoveResult, __LINE__).ok())                                                                     \
    return ALCOVE_CONCAT(alcoveResult, __LINE__).error();                                                              \
  lhs = std::move(ALCOVE_CONCAT(alcoveResult, __LINE__)).value()

/// Returns the error of the Status or Result `expr` from the enclosing function, if it has one.
#define ALCOVE_RETURN_IF_ERROR(expr)                                                                                   \
  do {                                                                                                                 \
    auto &&alcoveStatus = (expr);                                                                                      \
    if (!alcoveStatus.ok())                                                                                            \
      return alcoveStatus.error();                                                                                     \
  } while (false)

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_RESULT_H
