//===- OpView.cpp - Operands and attributes of an op by name --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"
#include "alcove/Device/DataTypeKinds.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/OpRules.h"
#include "alcove/Ops/Dialect/StaticShapes.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"
#include "alcove/Ops/Families.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static const RuleTable &table() {
  static const RuleTable rules = [] {
    RuleTable result;
    addTTIRMeanings(result);
    addTTNNMeanings(result);
#define ALCOVE_OP_FAMILY(family, ops)                                                                                  \
  add##family##Rules(result);                                                                                          \
  addTTIR##family##Rules(result);                                                                                      \
  addTTNN##family##Rules(result);
#include "alcove/Ops/Families.def"
    return result;
  }();
  return rules;
}

static bool onTiles(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && isa<ttcore::TileType>(shaped.getElementType());
}

static LogicalResult verifyBy(const llvm::StringMap<SmallVector<Rule, 2>> &rules, StringRef name, Operation *op) {
  if (auto found = rules.find(name); found != rules.end())
    for (Rule rule : found->second)
      if (failed(rule(op)))
        return failure();
  return success();
}

static bool isRuled(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return (dialect == "ttir" || dialect == "ttnn" || dialect == "ttcore") && op->isRegistered();
}

static bool countsTiles(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), onTiles) || llvm::any_of(op->getResultTypes(), onTiles);
}

static bool isTTNN(Operation *op) { return op->getName().getDialectNamespace() == "ttnn"; }

/// Block floats have no element outside of a tile; all else is an element of its own, and its tiles are the layout's.
static bool onTilesOfScalars(Type type) {
  auto tile = dyn_cast<ttcore::TileType>(getElementTypeOrSelf(type));
  return tile && !device::isBlockFloat(ttcore::toDevice(tile.getDataType()));
}

static LogicalResult verifyHeldElements(Operation *op) {
  for (auto [index, type] : llvm::enumerate(op->getResultTypes()))
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && onTilesOfScalars(type) && isa_and_nonnull<ttnn::TTNNLayoutAttr>(tensor.getEncoding()))
      return op->emitOpError() << "result " << index << " has tiles as elements: these belong into its layout";
  return success();
}

static bool warnsAtVerify(Operation *op) {
  return op->getDialect() && op->getDialect()->getRegisteredInterface<LibraryRuleWarnings>();
}

LogicalResult rules::verifyOp(Operation *op) {
  if (isRuled(op) && failed(verifyBy(table().ofDialect, op->getName().getStringRef(), op)))
    return failure();
  if (isTTNN(op) && failed(verifyHeldElements(op)))
    return failure();
  if (warnsAtVerify(op))
    warnOfLibraryRules(op);
  return success();
}

LogicalResult rules::verifyForLibrary(Operation *op) {
  if (!isRuled(op) || countsTiles(op))
    return success();
  if (failed(verifyStaticShapes(op)))
    return failure();
  StringRef name = op->getName().getStringRef(), bare = op->getName().stripDialect();
  for (StringRef known : {bare, name})
    if (failed(verifyBy(table().ofLibrary, known, op)))
      return failure();
  return isTTNN(op) ? verifyResultElements(op) : success();
}

static LogicalResult verifyElements(Operation *op, TypeRange types, const char *what) {
  for (auto [index, type] : llvm::enumerate(types))
    if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && llvm::is_contained(tensor.getShape(), 0))
      return op->emitOpError() << what << " " << index << " has no elements, got " << type
                               << ": no tensor of the device is empty; export the model without it";
  return success();
}

/// Front ends write tensors of no elements, such as the history of a first step. They can be read and executed, and no
/// layout has them.
static LogicalResult verifyElements(Operation *op) {
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return verifyElements(op, function.getArgumentTypes(), "argument");
  if (!isRuled(op) || countsTiles(op))
    return success();
  return failed(verifyElements(op, op->getOperandTypes(), "operand"))
             ? failure()
             : verifyElements(op, op->getResultTypes(), "result");
}

LogicalResult rules::verifyAllForLibrary(Operation *root) {
  bool holds = true;
  root->walk([&](Operation *op) { holds &= succeeded(verifyElements(op)) && succeeded(verifyForLibrary(op)); });
  return success(holds);
}

LogicalResult rules::verifyExchangesForLibrary(Operation *root) {
  bool holds = true;
  root->walk([&](Operation *op) {
    if (familyOf(op->getName().stripDialect()) == OpFamily::Collective || op->getInherentAttr("num_devices"))
      holds &= succeeded(verifyForLibrary(op));
  });
  return success(holds);
}

// The rules emit errors: here they are caught at the op.
std::string rules::brokenLibraryRule(Operation *op) {
  std::string said;
  ScopedDiagnosticHandler handler(op->getContext(), [&](Diagnostic &diagnostic) {
    said = diagnostic.str();
    return success();
  });
  return failed(verifyForLibrary(op)) ? said : "";
}

void rules::warnOfLibraryRules(Operation *root) {
  root->walk([](Operation *op) {
    if (std::string said = brokenLibraryRule(op); !said.empty())
      emitWarning(op->getLoc()) << said << " (this can be read, not lowered)";
  });
}

bool rules::hasRule(StringRef opName) {
  StringRef bare = opName.split('.').second;
  return llvm::any_of(ArrayRef{&table().ofDialect, &table().ofLibrary},
                      [&](auto *rules) { return rules->contains(opName) || rules->contains(bare); });
}

//===----------------------------------------------------------------------===//
// Operands and results by name
//===----------------------------------------------------------------------===//

/// Number of values of each name: from the segments where the op writes them; else the one name with a mark takes what
/// the others leave.
static SmallVector<int64_t> groupSizes(ArrayRef<StringRef> names, int64_t count, Attribute segments) {
  SmallVector<int64_t> sizes;
  if (auto written = dyn_cast_or_null<DenseI32ArrayAttr>(segments);
      written && written.size() == static_cast<int64_t>(names.size())) {
    llvm::append_range(sizes, written.asArrayRef());
    return sizes;
  }
  int64_t left =
      count - llvm::count_if(names, [](StringRef name) { return !name.ends_with("?") && name.back() != '*'; });
  for (StringRef name : names) {
    bool marked = name.ends_with("?") || name.ends_with("*");
    sizes.push_back(marked ? std::max<int64_t>(left, 0) : 1);
    left -= marked ? sizes.back() : 0;
  }
  return sizes;
}

OpView::OpView(Operation *op, StringRef signature) : op(op) {
  auto [operands, results] = signature.split("->");
  auto assign = [&](StringRef side, auto range, Attribute segments) {
    SmallVector<StringRef> names;
    side.split(names, ' ', -1, /*KeepEmpty=*/false);
    size_t at = 0;
    for (auto [name, size] : llvm::zip(names, groupSizes(names, range.size(), segments))) {
      Value first = size > 0 && at < range.size() ? Value(range[at]) : Value();
      values.emplace_back(name.rtrim("?*"), first);
      at += size;
    }
  };
  assign(operands, op->getOperands(), op->getInherentAttr("operandSegmentSizes").value_or(Attribute()));
  assign(results, op->getResults(), Attribute());
}

Value OpView::get(StringRef name) const {
  for (auto [known, value] : values)
    if (known == name)
      return value && isa<RankedTensorType>(value.getType()) ? value : Value();
  return {};
}

int64_t OpView::extent(StringRef name, int64_t dim) const {
  Shape extents = shape(name);
  int64_t rank = static_cast<int64_t>(extents.size()), at = dim < 0 ? dim + rank : dim;
  return at < 0 || at >= rank ? -1 : extents[at];
}
/// The least rank with dimension `dim`.
static int64_t rankWith(int64_t dim) { return dim < 0 ? -dim : dim + 1; }
int64_t OpView::volume(StringRef name) const { return boundedVolume(shape(name)).value_or(-1); }

Attribute OpView::attr(StringRef name) const { return op->getAttr(name); }

int64_t OpView::integer(StringRef name, int64_t otherwise) const {
  auto value = op->getAttrOfType<IntegerAttr>(name);
  if (!value)
    return otherwise;
  APInt bits = value.getValue();
  bool isUnsigned = value.getType().isUnsignedInteger() || bits.getBitWidth() == 1;
  return (isUnsigned ? bits.zextOrTrunc(64) : bits.sextOrTrunc(64)).getSExtValue();
}
std::optional<SmallVector<int64_t>> OpView::integers(StringRef name) const {
  return shape::integers(op->getAttr(name));
}
std::optional<double> OpView::number(StringRef name) const {
  if (auto real = op->getAttrOfType<FloatAttr>(name))
    return real.getValueAsDouble();
  if (op->getAttrOfType<IntegerAttr>(name))
    return static_cast<double>(integer(name));
  return std::nullopt;
}
bool OpView::flag(StringRef name, bool otherwise) const {
  auto value = op->getAttrOfType<BoolAttr>(name);
  return value ? value.getValue() : otherwise;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

std::string rules::text(Shape shape) {
  std::string out;
  llvm::raw_string_ostream os(out);
  llvm::interleave(shape, os, "x");
  return shape.empty() ? "scalar" : out;
}

static Type scalarOf(Type type) { return cast<RankedTensorType>(type).getElementType(); }
bool rules::isIntegerElement(Type type) { return isa<IntegerType>(scalarOf(type)); }
bool rules::isRealElement(Type type) { return isa<FloatType>(scalarOf(type)); }
bool rules::isQuantizedElement(Type type) { return isa<quant::QuantizedType>(scalarOf(type)); }

static SmallVector<StringRef> split(Names names) {
  SmallVector<StringRef> parts;
  names.split(parts, ' ', -1, /*KeepEmpty=*/false);
  return parts;
}

static std::string typeText(Type type) {
  std::string out;
  llvm::raw_string_ostream(out) << type;
  return out;
}

OpView &OpView::report(const Twine &message) {
  broken = true;
  op->emitOpError(message);
  return *this;
}

OpView &OpView::require(bool holds, const Twine &message) { return broken || holds ? *this : report(message); }

OpView &OpView::rank(Names names, int64_t rank) {
  for (StringRef name : split(names))
    if (!broken && has(name) && static_cast<int64_t>(shape(name).size()) != rank)
      report(name + " must have rank " + Twine(rank) + ", got rank " + Twine(shape(name).size()) + " (" +
             text(shape(name)) + ")");
  return *this;
}

OpView &OpView::rankAtLeast(Names names, int64_t rank) {
  for (StringRef name : split(names))
    if (!broken && has(name) && static_cast<int64_t>(shape(name).size()) < rank)
      report(name + " must have rank " + Twine(rank) + " or more, got rank " + Twine(shape(name).size()) + " (" +
             text(shape(name)) + ")");
  return *this;
}

OpView &OpView::sameShape(Names names) {
  SmallVector<StringRef> parts = split(names);
  for (StringRef name : ArrayRef(parts).drop_front())
    if (!broken && has(name) && has(parts[0]) && shape(name) != shape(parts[0]))
      report(name + " has shape " + text(shape(name)) + ", " + parts[0] + " has " + text(shape(parts[0])) +
             ": they must be equal");
  return *this;
}

OpView &OpView::shapeIs(StringRef name, Shape expected) {
  return broken || !has(name) || shape(name) == expected
             ? *this
             : report(name + " has shape " + text(shape(name)) + ", expected " + text(expected));
}

OpView &OpView::extentIs(StringRef name, int64_t dim, int64_t expected, StringRef what) {
  if (rankAtLeast(name, rankWith(dim)).broken)
    return *this;
  return !has(name) || extent(name, dim) == expected
             ? *this
             : report("dimension " + Twine(dim < 0 ? dim + static_cast<int64_t>(shape(name).size()) : dim) + " of " +
                      name + " is " + Twine(extent(name, dim)) + ", expected " + Twine(expected) + " (" + what + ")");
}

OpView &OpView::sameExtent(StringRef a, int64_t dimA, StringRef b, int64_t dimB) {
  if (!has(a) || !has(b) || rankAtLeast(a, rankWith(dimA)).rankAtLeast(b, rankWith(dimB)).broken ||
      extent(a, dimA) == extent(b, dimB))
    return *this;
  auto at = [&](StringRef name, int64_t dim) { return dim < 0 ? dim + static_cast<int64_t>(shape(name).size()) : dim; };
  return report("dimension " + Twine(at(a, dimA)) + " of " + a + " is " + Twine(extent(a, dimA)) + ", dimension " +
                Twine(at(b, dimB)) + " of " + b + " is " + Twine(extent(b, dimB)) + ": they must be equal");
}

OpView &OpView::volumeIs(StringRef name, int64_t expected, StringRef what) {
  return broken || !has(name) || volume(name) == expected
             ? *this
             : report(name + " of shape " + text(shape(name)) + " has " + Twine(volume(name)) + " elements, expected " +
                      Twine(expected) + " (" + what + ")");
}

OpView &OpView::broadcastsTo(StringRef name, Shape to) {
  if (broken || !has(name))
    return *this;
  std::optional<SmallVector<int64_t>> sum = shape::broadcast({shape(name), to});
  return sum && Shape(*sum) == to
             ? *this
             : report(name + " of shape " + text(shape(name)) + " does not broadcast to " + text(to));
}

OpView &OpView::equal(StringRef whatA, int64_t a, StringRef whatB, int64_t b) {
  return broken || a == b
             ? *this
             : report(whatA + " is " + Twine(a) + ", " + whatB + " is " + Twine(b) + ": they must be equal");
}

OpView &OpView::divides(StringRef what, int64_t whole, StringRef by, int64_t part) {
  return broken || (part > 0 && whole % part == 0)
             ? *this
             : report(what + " (" + Twine(whole) + ") must be a multiple of " + by + " (" + Twine(part) + ")");
}

OpView &OpView::sameType(Names names) {
  SmallVector<StringRef> parts = split(names);
  for (StringRef name : ArrayRef(parts).drop_front())
    if (!broken && has(name) && has(parts[0]) && get(name).getType() != get(parts[0]).getType())
      report(name + " has type " + typeText(get(name).getType()) + ", " + parts[0] + " has " +
             typeText(get(parts[0]).getType()) + ": they must be equal");
  return *this;
}

OpView &OpView::sameElement(Names names) {
  SmallVector<StringRef> parts = split(names);
  for (StringRef name : ArrayRef(parts).drop_front())
    if (!broken && has(name) && has(parts[0]) && scalarOf(get(name).getType()) != scalarOf(get(parts[0]).getType()))
      report(name + " has elements of type " + typeText(scalarOf(get(name).getType())) + ", " + parts[0] + " of " +
             typeText(scalarOf(get(parts[0]).getType())) + ": they must be equal");
  return *this;
}

OpView &OpView::sameKind(Names names) {
  SmallVector<StringRef> parts = split(names);
  for (StringRef name : ArrayRef(parts).drop_front())
    if (!broken && has(name) && has(parts[0]) &&
        isIntegerElement(get(name).getType()) != isIntegerElement(get(parts[0]).getType()))
      report(name + " has elements of type " + typeText(scalarOf(get(name).getType())) + ", " + parts[0] + " of " +
             typeText(scalarOf(get(parts[0]).getType())) + ": both must be integers or both reals");
  return *this;
}

OpView &OpView::isInteger(Names names) {
  for (StringRef name : split(names))
    if (!broken && has(name) && !isIntegerElement(get(name).getType()))
      report(name + " must have integer elements, got " + typeText(scalarOf(get(name).getType())));
  return *this;
}

OpView &OpView::isIndex(Names names) {
  for (StringRef name : split(names))
    if (!isInteger(name).failed() && has(name))
      require(!scalarOf(get(name).getType()).isInteger(1), name + " must have integer elements, got truth values (i1)");
  return *this;
}

OpView &OpView::isReal(Names names) {
  for (StringRef name : split(names))
    if (!broken && has(name) && !isRealElement(get(name).getType()))
      report(name + " must have real elements, got " + typeText(scalarOf(get(name).getType())));
  return *this;
}

OpView &OpView::isQuantized(Names names) {
  for (StringRef name : split(names))
    if (!broken && has(name) && !isQuantizedElement(get(name).getType()))
      report(name +
             " must have a quantized element type, which says the scale, such as !quant.uniform<i8:f32, 0.1>; got " +
             typeText(scalarOf(get(name).getType())));
  return *this;
}

OpView &OpView::inRange(Names attributes, int64_t low, int64_t high) {
  for (StringRef name : split(attributes)) {
    if (broken || !attr(name))
      continue;
    std::optional<SmallVector<int64_t>> values = integers(name);
    if (!values)
      return report(name + " must hold integers");
    if (isa<IntegerAttr>(attr(name)))
      *values = {integer(name)};
    for (int64_t value : *values)
      if (!broken && (value < low || value > high))
        report(name + " must be " +
               (high == std::numeric_limits<int64_t>::max() ? Twine("at least " + Twine(low))
                                                            : Twine("in [" + Twine(low) + ", " + Twine(high) + "]")) +
               ", got " + Twine(value));
  }
  return *this;
}

OpView &OpView::count(StringRef attribute, ArrayRef<int64_t> counts) {
  if (broken || !attr(attribute))
    return *this;
  std::optional<SmallVector<int64_t>> values = integers(attribute);
  if (values && llvm::is_contained(counts, static_cast<int64_t>(values->size())))
    return *this;
  std::string allowed;
  llvm::raw_string_ostream os(allowed);
  llvm::interleave(counts, os, " or ");
  return report(attribute + " takes " + allowed + " integers, got " + (values ? Twine(values->size()) : Twine("none")));
}

OpView &OpView::dimension(StringRef attribute, int64_t rank) {
  if (broken || !attr(attribute))
    return *this;
  int64_t dim = integer(attribute);
  return shape::normalizeDim(dim, rank)
             ? *this
             : report(attribute + " " + Twine(dim) + " is out of range for rank " + Twine(rank));
}

OpView &OpView::oneOf(StringRef attribute, ArrayRef<StringRef> values) {
  auto given = op->getAttrOfType<StringAttr>(attribute);
  if (broken || !given || llvm::is_contained(values, given.getValue()))
    return *this;
  std::string allowed;
  llvm::raw_string_ostream os(allowed);
  llvm::interleave(values, os, ", ");
  return report(attribute + " must be one of " + allowed + ", got '" + given.getValue() + "'");
}

OpView &OpView::onePerGroup(StringRef marks) {
  auto sizes = operation()->getAttrOfType<DenseI32ArrayAttr>("operandSegmentSizes");
  for (auto [mark, size] : llvm::zip_equal(marks, sizes.asArrayRef()))
    require(mark == '?' ? size <= 1 : size == 1, "takes one value in each group of operands, got " + Twine(size));
  return *this;
}

OpView &OpView::realInRange(Names attributes, double low, double high, bool openHigh) {
  for (StringRef name : split(attributes)) {
    std::optional<double> value = number(name);
    if (broken || !value || (*value >= low && (openHigh ? *value < high : *value <= high)))
      continue;
    std::string message;
    llvm::raw_string_ostream(message) << name << " must be in [" << low << ", " << high << (openHigh ? ")" : "]")
                                      << ", got " << *value;
    report(message);
  }
  return *this;
}
