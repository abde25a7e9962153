//===- Parallel.cpp - Several processes that exchange tensors ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `interpreter.run_parallel` starts one thread per process of a grid of replicas and partitions, each with an evaluator
// of its own. A collective op waits for the other processes of its group; when nobody can go on, all of them fail.
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/StableHLO/Evaluator.h"
#include "alcove/Ops/Dialect/StableHLO/Check.h"

#include <condition_variable>
#include <fmt/format.h>
#include <mutex>
#include <thread>

using namespace mlir;
using namespace alcove;
using namespace alcove::reference::arrays;
using alcove::stablehlo::integersOf;
namespace shlo = alcove::stablehlo;

namespace alcove::reference::arrays {
/// Where processes of one run meet.
class Meeting {
public:
  Meeting(int64_t replicas, int64_t partitions)
      : replicas(replicas), partitions(partitions), running(replicas * partitions) {}

  /// What each process of `group`, given as their numbers, brings to its next meeting there, in the order of the group.
  Result<std::vector<Items>> exchange(int64_t self, const std::vector<int64_t> &group, Items brought) {
    std::unique_lock<std::mutex> lock(mutex);
    Table &table = tables[{group, rounds[{self, group}]++}];
    table.brought[self] = std::move(brought);
    bool complete = table.brought.size() == group.size();
    if (complete)
      changed.notify_all();
    ++waiting;
    while (!failed && table.brought.size() < group.size()) {
      if (waiting == running && !anyComplete()) {
        failed = true; // nobody is left to come
        changed.notify_all();
        break;
      }
      changed.wait(lock);
    }
    --waiting;
    if (table.brought.size() < group.size())
      return Error{"the other processes of its group do not come"};
    std::vector<Items> all;
    for (int64_t process : group)
      all.push_back(table.brought[process]);
    if (++table.left == group.size())
      table.left = group.size() + 1; // done: no longer one that somebody waits at
    return all;
  }

  void leave(bool good) {
    std::lock_guard<std::mutex> lock(mutex);
    --running;
    failed |= !good || (running > 0 && waiting == running && !anyComplete());
    changed.notify_all();
  }

  const int64_t replicas, partitions;

private:
  struct Table {
    std::map<int64_t, Items> brought;
    size_t left = 0;
  };
  using Group = std::vector<int64_t>;

  /// Somebody who waits can go on.
  bool anyComplete() const {
    for (const auto &[key, table] : tables)
      if (table.brought.size() == key.first.size() && table.left < key.first.size())
        return true;
    return false;
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::pair<Group, int64_t>, Table> tables;
  std::map<std::pair<int64_t, Group>, int64_t> rounds;
  int64_t running, waiting = 0;
  bool failed = false;
};
} // namespace alcove::reference::arrays

namespace {
//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// A process is replica * partitions + partition.
struct Place {
  explicit Place(Evaluator &evaluator)
      : replicas(evaluator.meeting ? evaluator.meeting->replicas : 1),
        partitions(evaluator.meeting ? evaluator.meeting->partitions : 1), self(evaluator.process) {}
  int64_t replica() const { return self / partitions; }
  int64_t partition() const { return self % partitions; }
  int64_t replicas, partitions, self;
};

/// Rows of replica_groups without the -1 that fill them; no rows: all replicas.
std::vector<std::vector<int64_t>> rowsOf(Attribute attribute, int64_t processes) {
  std::vector<std::vector<int64_t>> rows;
  auto groups = dyn_cast_or_null<DenseIntElementsAttr>(attribute);
  if (groups && cast<ShapedType>(groups.getType()).getRank() == 2) {
    int64_t width = cast<ShapedType>(groups.getType()).getDimSize(1);
    for (auto [i, id] : llvm::enumerate(integersOf(groups))) {
      if (int64_t(i) % width == 0)
        rows.emplace_back();
      if (id >= 0)
        rows.back().push_back(id);
    }
  }
  if (rows.empty()) {
    rows.emplace_back();
    for (int64_t i = 0; i < processes; ++i)
      rows.back().push_back(i);
  }
  return rows;
}

enum class Across { Replicas, Partitions, ReplicasAndPartitions, Devices };

Across acrossOf(Operation *op, bool both) {
  auto channel = op->getAttrOfType<shlo::ChannelHandleAttr>("channel_handle");
  bool hasChannel = channel && channel.getHandle() > 0;
  if (op->hasAttr("use_global_device_ids"))
    return Across::Devices;
  return !hasChannel ? Across::Replicas : both ? Across::ReplicasAndPartitions : Across::Partitions;
}

/// The processes of one row, for the process `place`.
std::vector<int64_t> processesOf(const std::vector<int64_t> &row, Across across, const Place &place) {
  std::vector<int64_t> processes;
  if (across == Across::ReplicasAndPartitions) {
    for (int64_t partition = 0; partition < place.partitions; ++partition)
      for (int64_t replica : row)
        processes.push_back(replica * place.partitions + partition);
    return processes;
  }
  for (int64_t id : row)
    processes.push_back(across == Across::Replicas     ? id * place.partitions + place.partition()
                        : across == Across::Partitions ? place.replica() * place.partitions + id
                                                       : id);
  return processes;
}

/// The group that the process is in; empty for none.
std::vector<int64_t> groupOf(Operation *op, bool both, const Place &place) {
  Across across = acrossOf(op, both);
  int64_t processes = across == Across::Partitions ? place.partitions
                      : across == Across::Devices  ? place.partitions * place.replicas
                                                   : place.replicas;
  for (const std::vector<int64_t> &row : rowsOf(op->getAttr("replica_groups"), processes)) {
    std::vector<int64_t> group = processesOf(row, across, place);
    if (llvm::is_contained(group, place.self))
      return group;
  }
  return {};
}

Result<std::vector<Items>> meet(Call &call, const std::vector<int64_t> &group) {
  if (!call.evaluator.meeting) {
    if (group.size() > 1)
      return Error{fmt::format("its group has {} processes, and one runs", group.size())};
    return std::vector<Items>{Items(call.operands)};
  }
  return call.evaluator.meeting->exchange(call.evaluator.process, group, Items(call.operands));
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

/// Parts next to each other along `dim`.
Array joined(Array result, ArrayRef<Array> parts, int64_t dim) {
  Dims strides = stridesOf(result.shape());
  int64_t begin = 0;
  for (const Array &part : parts) {
    Dims index(part.rank(), 0);
    int64_t at = 0;
    if (part.size() > 0)
      do
        result.copy(flat(index, strides) + begin * strides[dim], part, at++);
      while (next(index, part.shape()));
    begin += part.dim(dim);
  }
  return result;
}

/// Part `which` of `count` equal ones along `dim`.
Array partOf(const Array &whole, int64_t dim, int64_t count, int64_t which) {
  Dims shape(whole.shape()), strides = stridesOf(whole.shape());
  shape[dim] /= count;
  Array part = Array::zeros(whole.type().clone(shape));
  Dims index(shape.size(), 0);
  int64_t at = 0, offset = which * shape[dim] * strides[dim];
  if (part.size() > 0)
    do
      part.copy(at++, whole, offset + flat(index, strides));
    while (next(index, shape));
  return part;
}

Result<Items> allGather(shlo::AllGatherOp op, Call &call) {
  ALCOVE_ASSIGN_OR_RETURN(auto all, meet(call, groupOf(op, true, Place(call.evaluator))));
  Items results;
  for (unsigned i = 0; i < call.operands.size(); ++i) {
    std::vector<Array> parts;
    for (const Items &items : all)
      parts.push_back(items[i].array);
    results.push_back(joined(call.zeros(i), parts, op.getAllGatherDim()));
  }
  return results;
}

/// Element by element over the processes, in the order of the group.
Result<Array> reduced(const std::vector<Items> &all, unsigned operand, Region &body, Call &call) {
  Array result = all[0][operand].array;
  Combiner combine(body, call.evaluator);
  for (size_t process = 1; process < all.size(); ++process)
    for (int64_t i = 0; i < result.size(); ++i) {
      std::vector<Array> left{result.scalar(i)};
      ALCOVE_RETURN_IF_ERROR(combine(left, {all[process][operand].array.scalar(i)}));
      result.copy(i, left[0], 0);
    }
  return result;
}

Result<Items> allReduce(shlo::AllReduceOp op, Call &call) {
  ALCOVE_ASSIGN_OR_RETURN(auto all, meet(call, groupOf(op, true, Place(call.evaluator))));
  Items results;
  for (unsigned i = 0; i < call.operands.size(); ++i) {
    ALCOVE_ASSIGN_OR_RETURN(Array sum, reduced(all, i, op.getComputation(), call));
    results.push_back(sum);
  }
  return results;
}

int64_t indexIn(const std::vector<int64_t> &group, int64_t process) {
  return std::find(group.begin(), group.end(), process) - group.begin();
}

Result<Array> reduceScatter(shlo::ReduceScatterOp op, Call &call) {
  std::vector<int64_t> group = groupOf(op, true, Place(call.evaluator));
  ALCOVE_ASSIGN_OR_RETURN(auto all, meet(call, group));
  ALCOVE_ASSIGN_OR_RETURN(Array sum, reduced(all, 0, op.getComputation(), call));
  return partOf(sum, op.getScatterDimension(), group.size(), indexIn(group, call.evaluator.process));
}

Result<Items> allToAll(shlo::AllToAllOp op, Call &call) {
  std::vector<int64_t> group = groupOf(op, false, Place(call.evaluator));
  ALCOVE_ASSIGN_OR_RETURN(auto all, meet(call, group));
  Items results;
  for (unsigned i = 0; i < call.operands.size(); ++i) {
    std::vector<Array> parts;
    for (const Items &items : all)
      parts.push_back(
          partOf(items[i].array, op.getSplitDimension(), op.getSplitCount(), indexIn(group, call.evaluator.process)));
    results.push_back(joined(call.zeros(i), parts, op.getConcatDimension()));
  }
  return results;
}

/// From the first of the group; zeros for who is in none.
Result<Items> broadcast(shlo::CollectiveBroadcastOp op, Call &call) {
  if (op.getHasDynamicRoot())
    return Error{"a root that is known only at run time"};
  std::vector<int64_t> group = groupOf(op, false, Place(call.evaluator));
  if (group.empty()) {
    Items zeros;
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      zeros.push_back(call.zeros(i));
    return zeros;
  }
  ALCOVE_ASSIGN_OR_RETURN(auto all, meet(call, group));
  return all[0];
}

Result<Items> permute(shlo::CollectivePermuteOp op, Call &call) {
  Place place(call.evaluator);
  Across across = acrossOf(op, false);
  std::vector<int64_t> row, group;
  for (int64_t i = 0; i < (across == Across::Replicas ? place.replicas : place.partitions); ++i)
    row.push_back(i);
  group = processesOf(row, across, place);
  ALCOVE_ASSIGN_OR_RETURN(auto all, meet(call, group));
  Dims pairs = integersOf(op.getSourceTargetPairs());
  int64_t self = indexIn(group, place.self);
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    if (pairs[i + 1] == self && pairs[i] < int64_t(all.size()))
      return all[pairs[i]];
  Items zeros;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    zeros.push_back(call.zeros(i));
  return zeros;
}

//===----------------------------------------------------------------------===//
// All processes
//===----------------------------------------------------------------------===//

Result<Items> runParallel(interpreter::RunParallelOp op, Call &call) {
  std::vector<func::FuncOp> functions;
  int64_t partitions = 0;
  for (auto row : op.getPrograms().getAsRange<ArrayAttr>()) {
    partitions = row.size();
    for (auto name : row.getAsRange<FlatSymbolRefAttr>())
      functions.push_back(SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, name));
  }
  if (partitions == 0 || llvm::is_contained(functions, func::FuncOp()) || functions.size() % partitions != 0)
    return Error{"its programs are no grid of functions"};
  Meeting meeting(functions.size() / partitions, partitions);
  std::vector<Items> results(functions.size());
  std::vector<Status> states(functions.size());
  std::vector<std::thread> threads;
  size_t nextOperand = 0;
  for (auto [i, function] : llvm::enumerate(functions)) {
    size_t count = function.getNumArguments();
    if (nextOperand + count > call.operands.size())
      return Error{"it has fewer operands than its programs have arguments"};
    ArrayRef<Item> taken = call.operands.slice(nextOperand, count);
    Items arguments(taken.begin(), taken.end());
    nextOperand += count;
    threads.emplace_back([&, i = i, function = function, arguments = std::move(arguments)]() mutable {
      Evaluator evaluator;
      evaluator.meeting = &meeting;
      evaluator.process = i;
      Result<Items> result = evaluator.run(function, std::move(arguments));
      if (result)
        results[i] = std::move(*result);
      else
        states[i] = result.error();
      meeting.leave(states[i].ok());
    });
  }
  for (std::thread &thread : threads)
    thread.join();
  Items all;
  for (auto [state, items] : llvm::zip(states, results)) {
    ALCOVE_RETURN_IF_ERROR(state);
    all.insert(all.end(), items.begin(), items.end());
  }
  return all;
}
} // namespace

void reference::arrays::addParallel(Table &table) {
  table.add<shlo::AllGatherOp>(allGather);
  table.add<shlo::AllReduceOp>(allReduce);
  table.add<shlo::ReduceScatterOp>(reduceScatter);
  table.add<shlo::AllToAllOp>(allToAll);
  table.add<shlo::CollectiveBroadcastOp>(broadcast);
  table.add<shlo::CollectivePermuteOp>(permute);
  table.add<interpreter::RunParallelOp>(runParallel);
  table.add<shlo::CrossReplicaSumOp>([](auto op, Call &call) -> Result<Array> {
    ALCOVE_ASSIGN_OR_RETURN(auto all, meet(call, groupOf(op, false, Place(call.evaluator))));
    Array sum = call.zeros();
    for (int64_t i = 0; i < sum.size(); ++i) {
      Complex total;
      int64_t integers = 0;
      for (const Items &items : all)
        if (sum.kind() == Kind::Integer)
          integers += items[0].array.integer(i);
        else
          total += items[0].array.complex(i);
      if (sum.kind() == Kind::Integer)
        sum.setInteger(i, integers);
      else if (sum.kind() == Kind::Real)
        sum.setReal(i, total.real());
      else
        sum.setComplex(i, total);
    }
    return sum;
  });
  auto number = [](bool replica) {
    return [=](auto, Call &call) -> Result<Array> {
      Place place(call.evaluator);
      Array id = call.zeros();
      id.setInteger(0, replica ? place.replica() : place.partition());
      return id;
    };
  };
  table.add<shlo::ReplicaIdOp>(number(true));
  table.add<shlo::PartitionIdOp>(number(false));
  // What goes out to the host is gone.
  table.add<shlo::OutfeedOp>([](auto, Call &) -> Result<Items> { return Items(1); });
}
