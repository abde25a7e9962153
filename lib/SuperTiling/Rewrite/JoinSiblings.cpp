//===- JoinSiblings.cpp - Readers of one tensor in one loop ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Rewrite/JoinSiblings.h"

#include "alcove/SuperTiling/Describe/TilingGraph.h"
#include "alcove/SuperTiling/Marks/FuseMarks.h"
#include "alcove/SuperTiling/Marks/LoopMarks.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <map>

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// A loop that holds more results than this at once has small tiles only.
constexpr size_t mostParts = 8;
/// A shared tensor that is smaller than this part of the largest around it is not what the traffic comes from.
constexpr Bytes leastShare = 16;

/// Every parallel loop is one dimension of each result, which has no others: any tile of the one is a tile of the
/// other.
bool resultsFollowLoops(linalg::LinalgOp op) {
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (!map.isProjectedPermutation() || map.getNumResults() != op.getNumParallelLoops())
      return false;
    for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
      if (map.isFunctionOfDim(loop) != (kind == utils::IteratorType::parallel))
        return false;
  }
  return true;
}

bool hasPlainBody(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  return body->getNumArguments() == op->getNumOperands() &&
         llvm::all_of(*body, [](Operation &inner) { return inner.getNumRegions() == 0 && isMemoryEffectFree(&inner); });
}

/// SUT-S1: what an operation must be to have siblings.
bool mayBeJoined(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() == 0 || op->use_empty() || op->hasAttr(joinedAttr) ||
      isa<linalg::FillOp>(op.getOperation()) || !isa<TilingInterface>(op.getOperation()))
    return false;
  for (Type type : op->getOperandTypes())
    if (auto shaped = dyn_cast<ShapedType>(type))
      if (!isa<RankedTensorType>(shaped) || !shaped.hasStaticShape())
        return false;
  bool severalTiles = false;
  for (auto [extent, kind] : llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
    severalTiles |= extent > 1 && kind == utils::IteratorType::parallel;
  OpClass opClass = classify(op);
  return severalTiles && opClass != OpClass::Other && opClass != OpClass::Softmax && resultsFollowLoops(op) &&
         hasPlainBody(op);
}

Bytes largestTensor(Operation *op) {
  Bytes bytes = 0;
  for (Type type : op->getOperandTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      bytes = std::max(bytes, tensorBytes(tensor));
  return bytes;
}

bool loopAlike(linalg::LinalgOp a, linalg::LinalgOp b) {
  return a.getStaticLoopRanges() == b.getStaticLoopRanges() && a.getIteratorTypesArray() == b.getIteratorTypesArray() &&
         classify(a) == classify(b);
}

/// Operations behind `members` that need their results, as one goes down the block.
class Dependents {
public:
  void add(Operation *member) { found.insert(member); }
  /// `op` uses a member or something that does; it counts as such from now on.
  bool follows(Operation *op) {
    bool uses = false;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *def = operand.getDefiningOp())
          uses |= found.contains(op->getBlock()->findAncestorOpInBlock(*def));
    });
    if (uses)
      found.insert(op);
    return uses;
  }

private:
  llvm::DenseSet<Operation *> found;
};

/// SUT-S2: those of `candidates`, in program order, that can stand together where the last of them stands: none needs
/// another, and what needs one of them can move behind all.
SmallVector<Operation *, 4> independent(ArrayRef<Operation *> candidates) {
  SmallVector<Operation *, 4> members{candidates.front()};
  Dependents dependents;
  dependents.add(candidates.front());
  size_t next = 1;
  for (Operation *op = candidates.front()->getNextNode(); op && next < candidates.size() && members.size() < mostParts;
       op = op->getNextNode()) {
    bool candidate = op == candidates[next];
    next += candidate;
    if (dependents.follows(op)) {
      if (!isMemoryEffectFree(op))
        break;
    } else if (candidate) {
      members.push_back(op);
      dependents.add(op);
    }
  }
  return members;
}

/// Structure without identity, as in TilingGraph: operands of the set are numbered.
std::string structureOf(const Siblings &set) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::DenseMap<Value, size_t> numbers;
  for (Operation *part : set.parts) {
    os << part->getName();
    for (NamedAttribute attribute : part->getAttrs())
      if (!isFuseMark(attribute.getName()))
        os << ' ' << attribute.getName() << '=' << attribute.getValue();
    for (Value operand : part->getOperands())
      os << ' ' << operand.getType() << '#' << numbers.try_emplace(operand, numbers.size()).first->second;
    os << '|';
  }
  return text;
}

/// Views of one block that show the same: the first of them stands for all.
class EqualViews {
public:
  void add(Operation &op) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ExtractSliceOp>(op) || op.getNumOperands() != 1)
      return;
    std::string key;
    llvm::raw_string_ostream os(key);
    Value source = first(op.getOperand(0)), view = op.getResult(0);
    os << op.getName() << op.getAttrDictionary() << view.getType()
       << numbers.try_emplace(source, numbers.size()).first->second;
    Value leader = known.try_emplace(key, view).first->second;
    leaders[view] = leader;
    equal[leader].push_back(view);
  }
  Value first(Value value) const {
    auto found = leaders.find(value);
    return found == leaders.end() ? value : found->second;
  }
  /// `leader` and all that equal it.
  SmallVector<Value, 2> all(Value leader) const {
    auto found = equal.find(leader);
    return found == equal.end() ? SmallVector<Value, 2>{leader} : found->second;
  }

private:
  std::map<std::string, Value> known;
  llvm::DenseMap<Value, size_t> numbers;
  llvm::DenseMap<Value, Value> leaders;
  llvm::DenseMap<Value, SmallVector<Value, 2>> equal;
};

class SiblingFinder {
public:
  explicit SiblingFinder(std::vector<Siblings> &found) : found(found) {}

  void search(Block &block) {
    for (Operation &op : block) {
      views.add(op);
      if (auto structured = dyn_cast<linalg::LinalgOp>(op); structured && mayBeJoined(structured))
        eligible.insert(&op);
    }
    for (Operation &op : block)
      if (eligible.contains(&op))
        lead(cast<linalg::LinalgOp>(op));
  }

private:
  /// The best set that begins with `first`.
  void lead(linalg::LinalgOp first) {
    Siblings best;
    for (OpOperand *input : first.getDpsInputOperands()) {
      auto type = dyn_cast<RankedTensorType>(input->get().getType());
      if (!type || saturatingMul(tensorBytes(type), leastShare) < largestTensor(first))
        continue;
      Siblings set{{}, {}, tensorBytes(type), ""};
      llvm::MapVector<Operation *, unsigned> candidates = candidatesFor(first, *input);
      if (candidates.size() < 2)
        continue;
      set.parts = independent(SmallVector<Operation *>(llvm::make_first_range(candidates)));
      for (Operation *part : set.parts)
        set.readers.push_back({part, candidates.lookup(part)});
      auto saved = [](const Siblings &s) { return saturatingMul(s.sharedBytes, static_cast<int64_t>(s.parts.size())); };
      if (set.parts.size() > 1 && saved(set) > saved(best))
        best = std::move(set);
    }
    if (best.parts.empty())
      return;
    best.structure = structureOf(best);
    for (Operation *part : best.parts)
      eligible.erase(part);
    found.push_back(std::move(best));
  }

  /// `first` and what reads the same tensor the same way behind it, in program order, with the number of the operand.
  llvm::MapVector<Operation *, unsigned> candidatesFor(linalg::LinalgOp first, OpOperand &shared) {
    SmallVector<std::pair<Operation *, unsigned>> uses;
    for (Value value : views.all(views.first(shared.get())))
      for (OpOperand &use : value.getUses()) {
        Operation *user = use.getOwner();
        if (user->getBlock() != first->getBlock() || !eligible.contains(user) || !first->isBeforeInBlock(user))
          continue;
        auto other = cast<linalg::LinalgOp>(user);
        if (!other.isDpsInit(&use) && loopAlike(first, other) &&
            other.getMatchingIndexingMap(&use) == first.getMatchingIndexingMap(&shared))
          uses.push_back({user, use.getOperandNumber()});
      }
    llvm::sort(uses, [](auto a, auto b) {
      return a.first == b.first ? a.second < b.second : a.first->isBeforeInBlock(b.first);
    });
    llvm::MapVector<Operation *, unsigned> candidates;
    candidates.insert({first.getOperation(), shared.getOperandNumber()});
    for (auto [user, number] : uses)
      candidates.insert({user, number});
    return candidates;
  }

  std::vector<Siblings> &found;
  llvm::DenseSet<Operation *> eligible;
  EqualViews views;
};

/// SUT-S4: what a part was, to be found again on its tiles.
DictionaryAttr describePart(linalg::LinalgOp part) {
  Builder builder(part->getContext());
  return builder.getDictionaryAttr({builder.getNamedAttr("name", builder.getStringAttr(part->getName().getStringRef())),
                                    builder.getNamedAttr("inputs", builder.getI64IntegerAttr(part.getNumDpsInputs())),
                                    builder.getNamedAttr("results", builder.getI64IntegerAttr(part.getNumDpsInits())),
                                    builder.getNamedAttr("attributes", part->getAttrDictionary()),
                                    builder.getNamedAttr("location", LocationAttr(part->getLoc()))});
}

/// The marked groups of all parts; of several principal operations the first stands for the joined one.
void joinMarks(ArrayRef<Operation *> parts, Operation *joined) {
  Builder builder(joined->getContext());
  SmallVector<int64_t> groups;
  for (Operation *part : parts)
    for (int64_t group : fuseGroupsOf(part))
      if (!llvm::is_contained(groups, group))
        groups.push_back(group);
  if (!groups.empty())
    joined->setAttr(fuseGroupAttr, builder.getI64ArrayAttr(groups));
  for (Operation *part : parts)
    if (std::optional<int64_t> id = fuseGroupIdOf(part); id && !fuseGroupIdOf(joined))
      joined->setAttr(fuseGroupIdAttr, builder.getI64IntegerAttr(*id));
}

/// The bodies of the parts one after the other; inputs of all come first, as in the operands.
void joinBodies(OpBuilder &builder, ArrayRef<Operation *> parts, ValueRange arguments) {
  size_t input = 0, init = 0;
  for (Operation *part : parts)
    init += cast<linalg::LinalgOp>(part).getNumDpsInputs();
  SmallVector<Value> yielded;
  for (Operation *part : parts) {
    auto op = cast<linalg::LinalgOp>(part);
    IRMapping mapping;
    for (OpOperand &operand : part->getOpOperands()) {
      BlockArgument old = op.getMatchingBlockArgument(&operand);
      auto argument = cast<BlockArgument>(arguments[op.isDpsInit(&operand) ? init++ : input++]);
      argument.setLoc(old.getLoc());
      mapping.map(old, argument);
    }
    for (Operation &inner : op.getBlock()->without_terminator())
      builder.clone(inner, mapping);
    for (Value value : op.getBlock()->getTerminator()->getOperands())
      yielded.push_back(mapping.lookupOrDefault(value));
  }
  linalg::YieldOp::create(builder, parts.front()->getLoc(), yielded);
}

linalg::GenericOp createJoined(RewriterBase &rewriter, ArrayRef<Operation *> parts) {
  SmallVector<Value> inputs, inits;
  SmallVector<AffineMap> maps, initMaps;
  SmallVector<Attribute> described;
  SmallVector<Location> locations;
  for (Operation *part : parts) {
    auto op = cast<linalg::LinalgOp>(part);
    for (OpOperand &operand : part->getOpOperands()) {
      bool init = op.isDpsInit(&operand);
      (init ? inits : inputs).push_back(operand.get());
      (init ? initMaps : maps).push_back(op.getMatchingIndexingMap(&operand));
    }
    described.push_back(describePart(op));
    locations.push_back(part->getLoc());
  }
  llvm::append_range(maps, initMaps);
  auto first = cast<linalg::LinalgOp>(parts.front());
  auto joined = linalg::GenericOp::create(
      rewriter, rewriter.getFusedLoc(locations), TypeRange(ValueRange(inits)), inputs, inits, maps,
      first.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location, ValueRange arguments) { joinBodies(builder, parts, arguments); });
  Builder builder(rewriter.getContext());
  joined->setAttr(joinedAttr,
                  builder.getDictionaryAttr(
                      {builder.getNamedAttr("class", builder.getI64IntegerAttr(static_cast<int64_t>(classify(first)))),
                       builder.getNamedAttr("parts", builder.getArrayAttr(described))}));
  joinMarks(parts, joined);
  return joined;
}

/// The operations of `body` that `values` come from, in their order.
SmallVector<Operation *> sliceOf(Block &body, ValueRange values) {
  llvm::DenseSet<Operation *> needed;
  for (Value value : values)
    needed.insert(value.getDefiningOp());
  SmallVector<Operation *> slice;
  for (Operation &op : llvm::reverse(body.without_terminator()))
    if (needed.contains(&op)) {
      slice.push_back(&op);
      for (Value operand : op.getOperands())
        needed.insert(operand.getDefiningOp());
    }
  return {slice.rbegin(), slice.rend()};
}

/// The part of `joined` with these operands, by number.
Operation *createPart(RewriterBase &rewriter, linalg::GenericOp joined, DictionaryAttr part,
                      ArrayRef<unsigned> operands, ArrayRef<unsigned> results) {
  SmallVector<Type> types;
  SmallVector<Value> values, yielded;
  Block &body = *joined.getBlock();
  for (unsigned operand : operands)
    values.push_back(joined->getOperand(operand));
  for (unsigned result : results) {
    types.push_back(joined->getResult(result).getType());
    yielded.push_back(body.getTerminator()->getOperand(result));
  }
  OperationState state(Location(part.getAs<LocationAttr>("location")), part.getAs<StringAttr>("name").getValue(),
                       values, types, part.getAs<DictionaryAttr>("attributes").getValue());
  state.addRegion();
  Operation *created = rewriter.create(state);
  // What others have written onto the tile, as the step of the plan.
  for (NamedAttribute attribute : joined->getDiscardableAttrs())
    if (attribute.getName() != joinedAttr && !isFuseMark(attribute.getName()))
      created->setAttr(attribute.getName(), attribute.getValue());
  OpBuilder::InsertionGuard guard(rewriter);
  IRMapping mapping;
  Block *block = rewriter.createBlock(&created->getRegion(0));
  for (unsigned operand : operands) {
    BlockArgument old = body.getArgument(operand);
    mapping.map(old, block->addArgument(old.getType(), old.getLoc()));
  }
  for (Operation *op : sliceOf(body, yielded))
    rewriter.clone(*op, mapping);
  for (Value &value : yielded)
    value = mapping.lookupOrDefault(value);
  linalg::YieldOp::create(rewriter, created->getLoc(), yielded);
  return created;
}

void split(RewriterBase &rewriter, linalg::GenericOp joined) {
  rewriter.setInsertionPoint(joined);
  unsigned input = 0, result = 0, inputs = joined.getNumDpsInputs();
  for (auto part : partsOf(joined).getAsRange<DictionaryAttr>()) {
    SmallVector<unsigned> operands, results;
    bool used = false;
    for (int64_t i = part.getAs<IntegerAttr>("inputs").getInt(); i > 0; --i)
      operands.push_back(input++);
    for (int64_t i = part.getAs<IntegerAttr>("results").getInt(); i > 0; --i) {
      used |= !joined->getResult(result).use_empty();
      operands.push_back(inputs + result);
      results.push_back(result++);
    }
    if (!used)
      continue;
    Operation *created = createPart(rewriter, joined, part, operands, results);
    for (auto [number, value] : llvm::zip_equal(results, created->getResults()))
      rewriter.replaceAllUsesWith(joined->getResult(number), value);
  }
  rewriter.eraseOp(joined);
}

/// The first structured reader of the only result of each part, all the same way; empty where there are none.
SmallVector<Operation *, 4> readersOfParts(linalg::GenericOp joined) {
  SmallVector<Operation *, 4> readers;
  AffineMap map;
  unsigned result = 0;
  for (auto part : partsOf(joined).getAsRange<DictionaryAttr>()) {
    if (part.getAs<IntegerAttr>("results").getInt() != 1)
      return {};
    linalg::LinalgOp reader;
    for (OpOperand &use : joined->getResult(result++).getUses()) {
      auto user = dyn_cast<linalg::LinalgOp>(use.getOwner());
      if (!user || user->getBlock() != joined->getBlock() || (reader && !user->isBeforeInBlock(reader)) ||
          user.isDpsInit(&use) || (map && user.getMatchingIndexingMap(&use) != map))
        continue;
      reader = user;
      map = user.getMatchingIndexingMap(&use);
    }
    if (!reader || !mayBeJoined(reader) || llvm::is_contained(readers, reader) ||
        !loopAlike(reader, readers.empty() ? reader : cast<linalg::LinalgOp>(readers.front())))
      return {};
    readers.push_back(reader);
  }
  return readers;
}

linalg::GenericOp joinParts(RewriterBase &rewriter, SmallVector<Operation *, 4> parts) {
  llvm::sort(parts, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  if (independent(parts).size() != parts.size())
    return {};
  Dependents dependents;
  SmallVector<Operation *> behind;
  for (Operation *op = parts.front(); op != parts.back(); op = op->getNextNode())
    if (llvm::is_contained(parts, op))
      dependents.add(op);
    else if (dependents.follows(op))
      behind.push_back(op);
  rewriter.setInsertionPointAfter(parts.back());
  linalg::GenericOp joined = createJoined(rewriter, parts);
  Operation *last = joined;
  for (Operation *op : behind) {
    rewriter.moveOpAfter(op, last);
    last = op;
  }
  size_t next = 0;
  for (Operation *part : parts) {
    size_t count = part->getNumResults();
    rewriter.replaceOp(part, joined->getResults().slice(next, count));
    next += count;
  }
  return joined;
}

/// Of equal views the first. What they are views of may be a result of operations that were joined before.
void readOneView(const Siblings &set) {
  Value shared;
  for (auto [reader, number] : set.readers)
    if (Value own = reader->getOperand(number);
        !shared || (own != shared && own.getDefiningOp()->isBeforeInBlock(shared.getDefiningOp())))
      shared = own;
  for (auto [reader, number] : set.readers)
    reader->setOperand(number, shared);
}

} // namespace

std::vector<Siblings> findSiblings(Operation *function) {
  std::vector<Siblings> found;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->hasAttr(tileLoopAttr) || isa<linalg::LinalgOp>(op))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        SiblingFinder(found).search(block);
    return WalkResult::advance();
  });
  return found;
}

int64_t joinSiblings(RewriterBase &rewriter, std::vector<Siblings> &sets, const std::set<std::string> &structures) {
  llvm::DenseSet<Operation *> others;
  for (const Siblings &set : sets)
    others.insert(set.parts.begin(), set.parts.end());
  int64_t count = 0;
  std::vector<Siblings> rest;
  for (Siblings &set : sets) {
    if (!structures.count(set.structure)) {
      rest.push_back(std::move(set));
      continue;
    }
    for (Operation *part : set.parts)
      others.erase(part);
    readOneView(set);
    // Once others are joined these may depend on each other.
    linalg::GenericOp joined = joinParts(rewriter, set.parts);
    count += joined ? 1 : 0;
    while (joined) {
      SmallVector<Operation *, 4> readers = readersOfParts(joined);
      bool free = llvm::none_of(readers, [&](Operation *reader) { return others.contains(reader); });
      joined = readers.empty() || !free ? linalg::GenericOp() : joinParts(rewriter, readers);
    }
  }
  sets = std::move(rest);
  return count;
}

void splitJoined(RewriterBase &rewriter, Operation *scope) {
  SmallVector<linalg::GenericOp> joined;
  scope->walk([&](linalg::GenericOp op) {
    if (partsOf(op))
      joined.push_back(op);
  });
  for (linalg::GenericOp op : joined)
    split(rewriter, op);
}

} // namespace alcove::supertiling
