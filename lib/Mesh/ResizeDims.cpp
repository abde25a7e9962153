//===- ResizeDims.cpp - A function for another batch or context -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ResizeDims.h"
#include "SplitRules.h"

#include "alcove/Ops/Dialect/ShapeRules.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <fmt/format.h>
#include <numeric>

using namespace mlir;
using namespace alcove;
using namespace alcove::meshsplit;

namespace {

std::string argumentName(func::FuncOp function, unsigned number) {
  auto given = function.getArgAttrOfType<StringAttr>(number, "ttir.name");
  return given ? given.str() : "arg" + std::to_string(number);
}

bool isCacheUpdate(Operation *op) { return nameOf(op) == "update_cache" || nameOf(op) == "fill_cache"; }

/// Ops whose result does not depend on how long the dimensions are that they look along.
bool sumsOver(Operation *op) {
  static const llvm::StringSet<> names = {"sum", "max", "min", "mean", "reduce_or", "reduce_and", "argmax", "prod"};
  return names.contains(nameOf(op));
}

/// Which extents are one, and which products are.
class Extents {
public:
  explicit Extents(func::FuncOp function) : function(function) {
    for (BlockArgument argument : function.getArguments())
      add(argument);
    function.walk([&](Operation *op) {
      for (Value output : op->getResults())
        add(output);
    });
    for (Operation &op : function.getBody().front().without_terminator())
      tie(&op);
  }

  Status set(Value value, int64_t dim, int64_t extent) {
    seedExtent = shapeOf(value)[dim];
    ALCOVE_RETURN_IF_ERROR(assign(at(value, dim), extent));
    return solve();
  }

  int64_t now(Value value, int64_t dim) { return fresh[find(at(value, dim))]; }
  bool changed(Value value, int64_t dim) { return now(value, dim) != shapeOf(value)[dim]; }

  /// The first op of which nothing is known where a dimension of it changes.
  Status checkKnown() {
    for (Operation &op : function.getBody().front().without_terminator())
      for (auto [i, operand] : llvm::enumerate(op.getOperands()))
        for (int64_t dim = 0; dim < static_cast<int64_t>(shapeOf(operand).size()); ++dim)
          if (changed(operand, dim) && !known.contains({&op, static_cast<unsigned>(i), dim}))
            return Error{
                fmt::format("'{}': dimension {} of operand {} becomes {} instead of {}, and its result does not "
                            "follow from it; write the model anew for another size",
                            op.getName().getStringRef().str(), dim, i, now(operand, dim), shapeOf(operand)[dim])};
    return {};
  }

private:
  /// Dimensions whose extents multiply to the same on both sides of an op.
  struct Products {
    Operation *op;
    SmallVector<int32_t> left, right;
  };

  void add(Value value) {
    first[value] = static_cast<int32_t>(parent.size());
    for (int64_t extent : shapeOf(value)) {
      parent.push_back(static_cast<int32_t>(parent.size()));
      fresh.push_back(extent);
      old.push_back(extent);
      touched.push_back(false);
    }
  }

  int32_t at(Value value, int64_t dim) { return first.lookup(value) + static_cast<int32_t>(dim); }

  int32_t find(int32_t node) {
    while (parent[node] != node)
      node = parent[node] = parent[parent[node]];
    return node;
  }

  void join(int32_t a, int32_t b) {
    if (old[a] == old[b])
      parent[find(b)] = find(a);
  }

  void tie(Operation *op) {
    if (nameOf(op) == "reshape" || nameOf(op) == "squeeze" || nameOf(op) == "unsqueeze")
      return tieProducts(op);
    for (const Factor &factor : factorsOf(op)) {
      std::optional<int32_t> one;
      auto visit = [&](Value value, plan::mesh::Placement placement) {
        if (placement < 0)
          return;
        int32_t node = at(value, placement);
        join(one.value_or(node), node);
        one = one.value_or(node);
      };
      for (auto [i, operand] : llvm::enumerate(op->getOperands()))
        if (visit(operand, factor.inputs[i]); factor.inputs[i] >= 0)
          known.insert({op, static_cast<unsigned>(i), factor.inputs[i]});
      for (auto [i, output] : llvm::enumerate(op->getResults()))
        visit(output, factor.outputs[i]);
    }
    tieBeyondSplits(op);
  }

  /// What cannot be split over chips and has another length all the same.
  void tieBeyondSplits(Operation *op) {
    auto free = [&](unsigned operand, int64_t dim) { known.insert({op, operand, dim}); };
    int64_t rank = op->getNumOperands() > 0 ? static_cast<int64_t>(shapeOf(op->getOperand(0)).size()) : 0;
    if (sumsOver(op))
      for (int64_t dim = 0; dim < rank; ++dim)
        free(0, dim);
    if (isCacheUpdate(op) && rank == 4)
      free(0, 2);
    if (nameOf(op) == "embedding")
      free(1, 0);
    if (nameOf(op) == "softmax")
      for (int64_t dim = 0; dim < rank; ++dim) {
        join(at(op->getOperand(0), dim), at(op->getResult(0), dim));
        free(0, dim);
      }
    if (nameOf(op) == "slice_static")
      for (int64_t dim = 0; dim < rank; ++dim)
        if (takesLast(op, dim))
          free(0, dim);
    if (nameOf(op) == "scaled_dot_product_attention" && rank == 4)
      tieAttention(op);
    auto numberOf = [&](StringRef name) {
      auto number = op->getAttrOfType<IntegerAttr>(name);
      return number ? std::optional<int64_t>(number.getValue().getSExtValue()) : std::nullopt;
    };
    if (std::optional<int64_t> batch = numberOf("batch_dim"))
      tieAlong(op, [&](int64_t dim) { return dim == *batch; });
    // One dimension is sorted, cut, gathered or has parameters of its own; the others are as long as before.
    static const llvm::StringMap<StringRef> oneDimension = {
        {"topk", "dim"}, {"index", "dim"}, {"batch_norm_inference", "dimension"}, {"all_gather", "all_gather_dim"}};
    if (auto found = oneDimension.find(nameOf(op)); found != oneDimension.end() && rank > 0)
      if (std::optional<int64_t> along = numberOf(found->second))
        tieAlong(op, [&](int64_t dim) { return dim != (*along + rank) % rank; });
    if (nameOf(op) == "all_reduce")
      tieAlong(op, [](int64_t) { return true; });
    if (SmallVector<int64_t> padding = integersOf(op, "padding"); nameOf(op) == "pad")
      tieAlong(op, [&](int64_t dim) { return padding[2 * dim] == 0 && padding[2 * dim + 1] == 0; });
  }

  /// These dimensions of the first operand are those of every result.
  void tieAlong(Operation *op, llvm::function_ref<bool(int64_t)> isTied) {
    ArrayRef<int64_t> shape = shapeOf(op->getOperand(0));
    for (int64_t dim = 0; dim < static_cast<int64_t>(shape.size()); ++dim) {
      auto sameThere = [&](Value output) {
        return shapeOf(output).size() == shape.size() && shapeOf(output)[dim] == shape[dim];
      };
      if (!isTied(dim) || !llvm::all_of(op->getResults(), sameThere))
        continue;
      for (Value output : op->getResults())
        join(at(op->getOperand(0), dim), at(output, dim));
      known.insert({op, 0, dim});
    }
  }

  /// Queries and results have their positions, keys, values and the last dimension of a mask theirs.
  void tieAttention(Operation *op) {
    join(at(op->getOperand(0), 2), at(op->getResult(0), 2));
    join(at(op->getOperand(1), 2), at(op->getOperand(2), 2));
    for (unsigned i = 0; i < 3; ++i)
      known.insert({op, i, 2});
    if (op->getNumOperands() > 3 && shapeOf(op->getOperand(3)).size() == 4) {
      join(at(op->getOperand(0), 2), at(op->getOperand(3), 2));
      join(at(op->getOperand(1), 2), at(op->getOperand(3), 3));
      known.insert({op, 3, 2});
      known.insert({op, 3, 3});
    }
  }

  /// The last rows, and no other part of that dimension is read: such as the logits of the last token.
  static bool takesLast(Operation *op, int64_t dim) {
    Value source = op->getOperand(0);
    int64_t extent = shapeOf(source)[dim];
    auto part = [&](Operation *slice) {
      return shapeOf(slice->getResult(0))[dim] != extent || integersOf(slice, "step")[dim] != 1;
    };
    if (!part(op) || integersOf(op, "ends")[dim] != extent || integersOf(op, "step")[dim] != 1)
      return false;
    return llvm::none_of(source.getUsers(),
                         [&](Operation *user) { return user != op && nameOf(user) == "slice_static" && part(user); });
  }

  /// Groups of dimensions with equal products, the smallest that there are.
  void tieProducts(Operation *op) {
    Value from = op->getOperand(0), to = op->getResult(0);
    ArrayRef<int64_t> in = shapeOf(from), out = shapeOf(to);
    for (size_t dim = 0; dim < in.size(); ++dim)
      known.insert({op, 0, static_cast<int64_t>(dim)});
    size_t i = 0, j = 0;
    while (i < in.size() && j < out.size()) {
      Products group{op, {}, {}};
      auto take = [&](Value value, size_t &dim, SmallVector<int32_t> &side) {
        int64_t extent = shapeOf(value)[dim];
        if (extent != 1)
          side.push_back(at(value, static_cast<int64_t>(dim)));
        ++dim;
        return extent;
      };
      int64_t a = take(from, i, group.left), b = take(to, j, group.right);
      while (a != b && (a < b ? i < in.size() : j < out.size()))
        a < b ? a *= take(from, i, group.left) : b *= take(to, j, group.right);
      if (group.left.size() == 1 && group.right.size() == 1)
        join(group.left[0], group.right[0]);
      else if (!group.left.empty())
        products.push_back(std::move(group));
    }
  }

  Status assign(int32_t node, int64_t extent) {
    int32_t root = find(node);
    if (touched[root] && fresh[root] != extent)
      return Error{fmt::format("a dimension of {} would be {} and {}: write the model anew for another size", old[root],
                               fresh[root], extent)};
    touched[root] = true;
    fresh[root] = extent;
    return {};
  }

  int64_t productOf(ArrayRef<int32_t> nodes, const std::vector<int64_t> &extents) {
    return std::accumulate(nodes.begin(), nodes.end(), int64_t(1),
                           [&](int64_t product, int32_t node) { return product * extents[find(node)]; });
  }

  /// Every product that no longer holds is mended by a dimension that is still free, until all hold.
  Status solve() {
    for (bool again = true; again;) {
      again = false;
      for (const Products &each : products) {
        int64_t left = productOf(each.left, fresh), right = productOf(each.right, fresh);
        if (left == right)
          continue;
        again = true;
        // What changed is given; the side that is as it was follows.
        bool rightFirst = left != productOf(each.left, old) || right == productOf(each.right, old);
        Status status = rightFirst ? mend(each, each.right, left, right) : mend(each, each.left, right, left);
        if (!status.ok())
          status = rightFirst ? mend(each, each.left, right, left) : mend(each, each.right, left, right);
        ALCOVE_RETURN_IF_ERROR(status);
      }
    }
    return {};
  }

  /// Multiplies a free dimension of `side` so that its product, `has`, becomes `wanted`: one of the extent that was asked
  /// for first, else the outermost.
  Status mend(const Products &each, ArrayRef<int32_t> side, int64_t wanted, int64_t has) {
    std::optional<int32_t> chosen;
    for (int32_t node : side) {
      int32_t root = find(node);
      if (touched[root] || fresh[root] * wanted % has != 0)
        continue;
      if (!chosen || (old[root] == seedExtent && old[find(*chosen)] != seedExtent))
        chosen = node;
    }
    if (!chosen)
      return Error{fmt::format("'{}' would turn {} elements into {}: write the model anew for another size",
                               each.op->getName().getStringRef().str(), wanted, has)};
    return assign(*chosen, fresh[find(*chosen)] * wanted / has);
  }

  func::FuncOp function;
  llvm::DenseMap<Value, int32_t> first;
  std::vector<int32_t> parent;
  std::vector<int64_t> fresh, old; ///< by class, by node
  std::vector<bool> touched;
  std::vector<Products> products;
  llvm::DenseSet<std::tuple<Operation *, unsigned, int64_t>> known; ///< operands' dimensions whose change is understood
  int64_t seedExtent = 0;                                           ///< what the dimension that was asked for had
};

class Resizer {
public:
  Resizer(func::FuncOp function, Extents &extents) : function(function), extents(extents) {}

  /// Dimensions of arguments, as `name:dim=old->new`.
  std::vector<std::string> changes() {
    std::vector<std::string> changes;
    for (BlockArgument argument : function.getArguments())
      for (auto [dim, extent] : llvm::enumerate(shapeOf(argument)))
        if (int64_t now = extents.now(argument, static_cast<int64_t>(dim)); now != extent)
          changes.push_back(
              fmt::format("{}:{}={}->{}", argumentName(function, argument.getArgNumber()), dim, extent, now));
    return changes;
  }

  Status run() {
    for (Operation &op : function.getBody().front().without_terminator())
      if (nameOf(&op) == "constant")
        ALCOVE_RETURN_IF_ERROR(extendConstant(&op));
    for (Operation &op : function.getBody().front().without_terminator())
      moveEnds(&op);
    llvm::DenseMap<Value, RankedTensorType> types;
    for (BlockArgument argument : function.getArguments())
      types[argument] = typeOf(argument);
    for (Operation &op : function.getBody().front())
      for (Value output : op.getResults())
        types[output] = typeOf(output);
    for (auto [value, type] : types)
      value.setType(type);
    for (Operation &op : function.getBody().front().without_terminator())
      localizeAttributes(&op);
    Operation *terminator = function.getBody().front().getTerminator();
    function.setFunctionType(
        FunctionType::get(function.getContext(), function.getBody().getArgumentTypes(), terminator->getOperandTypes()));
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (auto local = function.getArgAttrOfType<ttcore::LocalShapeAttr>(i, "ttcore.local_shape"))
        function.setArgAttr(i, "ttcore.local_shape", localOf(function.getArgument(i).getType()));
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (auto local = function.getResultAttrOfType<ttcore::LocalShapeAttr>(i, "ttcore.local_shape"))
        function.setResultAttr(i, "ttcore.local_shape", localOf(function.getResultTypes()[i]));
    return {};
  }

private:
  ttcore::LocalShapeAttr localOf(Type type) {
    return ttcore::LocalShapeAttr::get(function.getContext(), cast<RankedTensorType>(type));
  }

  RankedTensorType typeOf(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      shape.push_back(extents.now(value, dim));
    return RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  }

  /// Counts along a dimension that grows (0, 1, 2 ..) go on; other lists cannot.
  Status extendConstant(Operation *op) {
    auto value = op->getAttrOfType<DenseElementsAttr>("value");
    Value output = op->getResult(0);
    RankedTensorType type = typeOf(output);
    if (!value || value.isSplat() || type == output.getType())
      return {};
    SmallVector<int64_t> longer;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (extents.changed(output, dim) || shapeOf(output)[dim] != 1)
        longer.push_back(dim);
    auto integers = dyn_cast<DenseIntElementsAttr>(value);
    constexpr int64_t most = int64_t(1) << 28;
    bool counts = integers && longer.size() == 1 && type.getNumElements() <= most;
    SmallVector<APInt> elements;
    if (counts)
      elements.assign(integers.value_begin<APInt>(), integers.value_end<APInt>());
    for (size_t i = 2; i < elements.size() && counts; ++i)
      counts = elements[i] - elements[i - 1] == elements[1] - elements[0];
    if (!counts)
      return Error{
          fmt::format("'ttir.constant' of {} elements becomes one of {}: the values of the others are not known; "
                      "make it an argument, or write the model anew",
                      value.getNumElements(), type.getNumElements())};
    APInt step = elements[1] - elements[0];
    while (static_cast<int64_t>(elements.size()) < type.getNumElements())
      elements.push_back(elements.back() + step);
    elements.resize(static_cast<size_t>(type.getNumElements()), elements[0]);
    op->setAttr("value", DenseElementsAttr::get(type, elements));
    return {};
  }

  /// Before types change: ends of counts, and of slices that take the last rows.
  void moveEnds(Operation *op) {
    Builder builder(op->getContext());
    if (nameOf(op) == "arange") {
      auto dim = op->getAttrOfType<IntegerAttr>("arange_dimension");
      int64_t at = dim ? dim.getValue().getSExtValue() : 0;
      auto start = op->getAttrOfType<IntegerAttr>("start"), step = op->getAttrOfType<IntegerAttr>("step");
      if (start && step && extents.changed(op->getResult(0), at)) {
        APInt end = start.getValue() + step.getValue() * static_cast<uint64_t>(extents.now(op->getResult(0), at));
        op->setAttr("end", IntegerAttr::get(start.getType(), end));
      }
    }
    if (nameOf(op) != "slice_static")
      return;
    SmallVector<int64_t> begins = integersOf(op, "begins"), ends = integersOf(op, "ends");
    for (size_t dim = 0; dim < ends.size(); ++dim)
      if (int64_t extent = shapeOf(op->getOperand(0))[dim],
          now = extents.now(op->getOperand(0), static_cast<int64_t>(dim));
          now != extent && !extents.changed(op->getResult(0), static_cast<int64_t>(dim))) {
        begins[dim] += now - extent;
        ends[dim] += now - extent;
      }
    setList(op, "begins", begins);
    setList(op, "ends", ends);
  }

  static void setList(Operation *op, StringRef name, ArrayRef<int64_t> values) {
    SmallVector<Attribute> elements;
    for (auto [old, value] : llvm::zip_equal(op->getAttrOfType<ArrayAttr>(name), values))
      elements.push_back(IntegerAttr::get(cast<IntegerAttr>(old).getType(), value));
    op->setAttr(name, ArrayAttr::get(op->getContext(), elements));
  }

  func::FuncOp function;
  Extents &extents;
};

} // namespace

Result<std::vector<NewExtent>> meshsplit::parseExtents(StringRef text, func::FuncOp function, bool wherePresent) {
  std::vector<NewExtent> extents;
  SmallVector<StringRef> words;
  text.split(words, ',', -1, false);
  for (StringRef word : words) {
    auto wrong = Error{fmt::format("dims '{}': NAME:DIM=EXTENT, NAME:DIM=OLD->NEW, batch=EXTENT or context=EXTENT are "
                                   "needed, such as past_k0:2=256",
                                   word.str())};
    auto [left, right] = word.split('=');
    NewExtent extent;
    if (auto [old, now] = right.split("->"); !now.empty()) {
      if (old.getAsInteger(10, extent.only) || extent.only < 1)
        return wrong;
      right = now;
    }
    constexpr int64_t most = int64_t(1) << 40;
    if (right.getAsInteger(10, extent.extent) || extent.extent < 1 || extent.extent > most)
      return wrong;
    if (left == "batch" || left == "context") {
      size_t before = extents.size();
      function.walk([&](Operation *op) {
        auto cache = isCacheUpdate(op) ? dyn_cast<BlockArgument>(op->getOperand(0)) : BlockArgument();
        if (cache && shapeOf(cache).size() == 4)
          extents.push_back(
              {argumentName(function, cache.getArgNumber()), left == "batch" ? 0 : 2, extent.extent, extent.only});
      });
      if (extents.size() == before && !wherePresent)
        return Error{fmt::format("{}: no op writes a cache in place here; name a dimension, such as past_k0:2={}",
                                 left.str(), extent.extent)};
      continue;
    }
    // Names may have colons of their own.
    auto [name, dim] = left.rsplit(':');
    if (dim.empty() || dim.getAsInteger(10, extent.dim) || extent.dim < 0)
      return wrong;
    extent.argument = name.str();
    bool found = false;
    for (BlockArgument argument : function.getArguments())
      found |= argumentName(function, argument.getArgNumber()) == extent.argument &&
               extent.dim < static_cast<int64_t>(shapeOf(argument).size());
    if (!found && !wherePresent)
      return Error{fmt::format("dims: no argument {} with a dimension {}", extent.argument, extent.dim)};
    if (found)
      extents.push_back(std::move(extent));
  }
  return extents;
}

Result<std::vector<std::string>> meshsplit::resizeDims(func::FuncOp function, const std::vector<NewExtent> &wanted,
                                                       bool apply) {
  if (function.isDeclaration() || !function.getBody().hasOneBlock())
    return Error{fmt::format("function {}: one block of ops is needed", function.getName().str())};
  for (Type type : function.getArgumentTypes())
    if (auto ranked = dyn_cast<RankedTensorType>(type); !ranked || !ranked.hasStaticShape())
      return Error{fmt::format("function {}: only tensors of static shapes are resized", function.getName().str())};
  Extents extents(function);
  for (const NewExtent &each : wanted)
    for (BlockArgument argument : function.getArguments()) {
      if (argumentName(function, argument.getArgNumber()) != each.argument)
        continue;
      int64_t extent = shapeOf(argument)[each.dim];
      if ((each.only > 0 && extent != each.only) || extent == each.extent)
        continue;
      if (extent == 1)
        return Error{fmt::format("{}:{} has the extent 1, as what is broadcast has: a model of 2 or more is needed",
                                 each.argument, each.dim)};
      ALCOVE_RETURN_IF_ERROR(extents.set(argument, each.dim, each.extent));
    }
  ALCOVE_RETURN_IF_ERROR(extents.checkKnown());
  Resizer resizer(function, extents);
  std::vector<std::string> changes = resizer.changes();
  if (apply)
    ALCOVE_RETURN_IF_ERROR(resizer.run());
  return changes;
}
