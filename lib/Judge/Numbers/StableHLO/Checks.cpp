//===- Checks.cpp - Custom calls, and what test programs expect ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/StableHLO/Evaluator.h"
#include "alcove/Ops/Dialect/StableHLO/CHLO.h"
#include "alcove/Ops/Dialect/StableHLO/Check.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::reference::arrays;
namespace shlo = alcove::stablehlo;

namespace {
//===----------------------------------------------------------------------===//
// How far two numbers are apart
//===----------------------------------------------------------------------===//

std::string text(const Array &array, int64_t i) {
  if (array.kind() == Kind::Integer)
    return fmt::format("{}", array.integer(i));
  if (array.kind() == Kind::Real)
    return fmt::format("{}", array.real(i));
  return fmt::format("({}, {})", array.complex(i).real(), array.complex(i).imag());
}

/// Calls `same` for each pair of parts (real, imaginary) of floats; integers are equal or not.
template <typename Fn>
Status compareAll(const Array &actual, const Array &expected, Fn same) {
  if (actual.type() != expected.type())
    return Error{"the types of the result and of what is expected differ"};
  for (int64_t i = 0; i < actual.size(); ++i) {
    bool good = actual.same(i, expected, i);
    if (!good && actual.kind() != Kind::Integer)
      good = same(actual.complex(i).real(), expected.complex(i).real()) &&
             same(actual.complex(i).imag(), expected.complex(i).imag());
    if (!good)
      return Error{fmt::format("element {} is {}, expected {}", i, text(actual, i), text(expected, i))};
  }
  return {};
}

/// Numbers of the float type between both.
double unitsBetween(Type element, double a, double b) {
  if (auto part = dyn_cast<ComplexType>(element))
    element = part.getElementType();
  auto type = dyn_cast<FloatType>(element);
  if (!type)
    return INFINITY;
  auto ordinal = [&](double value) -> double {
    llvm::APFloat number(value);
    bool lost = false;
    number.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &lost);
    APInt bits = number.bitcastToAPInt();
    bool negative = bits.isSignBitSet();
    bits.clearBit(bits.getBitWidth() - 1);
    double magnitude = double(bits.getZExtValue());
    return negative ? -magnitude : magnitude;
  };
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b) ? 0 : INFINITY;
  return std::fabs(ordinal(a) - ordinal(b));
}

Status close(const Array &actual, const Array &expected, double units) {
  return compareAll(actual, expected,
                    [&](double a, double b) { return unitsBetween(actual.element(), a, b) <= units; });
}
Status almost(const Array &actual, const Array &expected, double tolerance) {
  return compareAll(actual, expected, [&](double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) <= tolerance;
  });
}
Status equal(const Array &actual, const Array &expected) {
  return compareAll(actual, expected, [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); });
}

constexpr double closeUnits = 3, checkTolerance = 1e-4; // of StableHLO's own check ops

Status held(Call &call, Status status) {
  call.evaluator.expectations += status.ok();
  return status;
}

//===----------------------------------------------------------------------===//
// Custom calls
//===----------------------------------------------------------------------===//

/// An op of another dialect by its name, as front ends print `mhlo.erf` for `chlo.erf`.
Result<Items> callByName(shlo::CustomCallOp op, Call &call) {
  StringRef target = op.getCallTargetName();
  target.consume_front("mhlo.");
  const Table::Handler *handler = Table::get().find(("chlo." + target).str());
  if (!handler || op.getCallTargetName() == target)
    return Error{fmt::format("custom call @{} is not executed", op.getCallTargetName().str())};
  OpBuilder builder(op.getContext());
  OperationState state(op.getLoc(), ("chlo." + target).str());
  state.addTypes(op.getResultTypes());
  if (auto attributes = op->getAttrOfType<DictionaryAttr>("mhlo.attributes"))
    state.addAttributes(attributes.getValue());
  SmallVector<Value> operands(op.getOperands());
  state.addOperands(operands);
  Operation *twin = Operation::create(state);
  Call again(twin, call.operands, call.evaluator);
  Result<Items> results = (*handler)(again);
  twin->dropAllReferences();
  twin->destroy();
  return results;
}

Result<Items> customCall(shlo::CustomCallOp op, Call &call) {
  StringRef target = op.getCallTargetName();
  auto expect = [&](Status status) -> Result<Items> {
    if (Status good = held(call, std::move(status)); !good)
      return good.error();
    return Items{};
  };
  if (target == "check.expect_close") {
    auto units = op->getAttrOfType<IntegerAttr>("max_ulp_difference");
    return expect(close(call.in(0), call.in(1), units ? double(units.getInt()) : closeUnits));
  }
  if (target == "check.expect_almost_eq")
    return expect(almost(call.in(0), call.in(1), checkTolerance));
  if (target == "check.expect_eq")
    return expect(equal(call.in(0), call.in(1)));
  if (target == "check.eq") {
    Array result = call.zeros();
    result.setInteger(0, equal(call.in(0), call.in(1)).ok());
    return Items{result};
  }
  constexpr llvm::StringLiteral identities[] = {"Sharding",
                                                "SPMDFullToShardShape",
                                                "SPMDShardToFullShape",
                                                "tt.mark_argument",
                                                "tt.sharding_constraint",
                                                "tt.weight_dtype_override",
                                                "annotate_device_placement"};
  if (llvm::is_contained(identities, target))
    return Items(call.operands);
  return callByName(op, call);
}
} // namespace

void reference::arrays::addChecks(Table &table) {
  table.add<shlo::CustomCallOp>(customCall);
  table.add<check::ExpectEqOp>([](auto, Call &call) { return held(call, equal(call.in(0), call.in(1))); });
  table.add<check::ExpectAlmostEqOp>([](auto op, Call &call) {
    double tolerance = op.getTolerance() ? op.getTolerance()->convertToDouble() : checkTolerance;
    return held(call, almost(call.in(0), call.in(1), tolerance));
  });
  table.add<check::ExpectCloseOp>([](auto op, Call &call) {
    return held(
        call, close(call.in(0), call.in(1), op.getMaxUlpDifference() ? double(*op.getMaxUlpDifference()) : closeUnits));
  });
  table.add<check::ExpectEqConstOp>([](auto op, Call &call) -> Status {
    ALCOVE_ASSIGN_OR_RETURN(Array expected, Array::fromAttribute(op.getValue()));
    return held(call, equal(call.in(0), expected));
  });
  table.add<check::ExpectAlmostEqConstOp>([](auto op, Call &call) -> Status {
    ALCOVE_ASSIGN_OR_RETURN(Array expected, Array::fromAttribute(op.getValue()));
    double tolerance = op.getTolerance() ? op.getTolerance()->convertToDouble() : checkTolerance;
    return held(call, almost(call.in(0), expected, tolerance));
  });
  table.add<interpreter::ProbeOp>([](auto op, Call &call) -> Result<Array> {
    call.evaluator.probes[op.getProbeId().str()].push_back(call.operands[0]);
    return call.in(0);
  });
  table.add<interpreter::PrintOp>([](auto, Call &) -> Status { return {}; });
  table.add<check::ExpectSerializedEqOp>([](auto op, Call &call) -> Status {
    const Items &seen = call.evaluator.probes[op.getProbeId().str()];
    size_t index = op.getIteration().value_or(0);
    if (index >= seen.size())
      return Error{fmt::format("probe '{}' was met {} times, iteration {} is expected", op.getProbeId().str(),
                               seen.size(), index)};
    return held(call, equal(call.in(0), seen[index].array));
  });
}
