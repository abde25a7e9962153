//===- CertificateForger.cpp - Certificates that lie ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CertificateForger.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;

std::string_view plan::nameOf(Forgery forgery) {
  static constexpr std::string_view names[forgeries] = {"claim",      "drop-step", "move-step", "repeat-step",
                                                        "step-index", "step-kind", "price",     "potential",
                                                        "scale",      "help",      "order",     "interlude"};
  return names[static_cast<size_t>(forgery)];
}

namespace {

using Kind = ProofStep::Kind;

class Forger {
public:
  Forger(LayoutCertificate &out, int32_t nodes, int32_t candidates, Random &random)
      : out(out), nodes(nodes), candidates(candidates), random(random) {}

  void play(Forgery forgery) {
    switch (forgery) {
    case Forgery::Claim:
      return;
    case Forgery::DropStep:
    case Forgery::MoveStep:
    case Forgery::RepeatStep:
    case Forgery::StepIndex:
    case Forgery::StepKind:
      for (int64_t times = random.between(1, 3); times > 0 && !out.steps.empty(); --times)
        changeStep(forgery);
      return;
    case Forgery::Price:
      return changePrice();
    case Forgery::Potential:
      return changePotential();
    case Forgery::Scale:
      return changeScale();
    case Forgery::SearchHelp:
      return changeHelp();
    case Forgery::Order:
      return changeOrder();
    case Forgery::Interlude:
      return addInterlude();
    }
  }

private:
  template <typename T>
  T &pick(std::vector<T> &items) {
    return items[random.below(items.size())];
  }
  int32_t anyNode() { return static_cast<int32_t>(random.below(static_cast<uint64_t>(nodes))); }
  int32_t anyCandidate() { return static_cast<int32_t>(random.below(static_cast<uint64_t>(candidates))); }
  size_t anyPlace() { return random.below(out.steps.size()); }
  auto at(size_t place) { return out.steps.begin() + static_cast<ptrdiff_t>(place); }
  /// Near the old one, or where arithmetic ends.
  int64_t otherNumber(int64_t old) {
    static constexpr int64_t limits[] = {0, 1, -1, INT64_MAX, INT64_MIN + 1, int64_t(1) << 62, -(int64_t(1) << 62)};
    if (random.chance(0.4))
      return limits[random.below(std::size(limits))];
    int64_t bits = random.between(0, 40), change = int64_t(random.below(uint64_t(1) << bits)) + 1;
    if (old > -(int64_t(1) << 60) && old < (int64_t(1) << 60) && random.chance(0.5))
      change = -change;
    return old < 0 ? old + change : old - change;
  }

  void changeStep(Forgery forgery) {
    ProofStep copy = out.steps[anyPlace()];
    if (forgery == Forgery::DropStep) {
      out.steps.erase(at(anyPlace()));
    } else if (forgery == Forgery::RepeatStep) {
      out.steps.insert(at(anyPlace()), copy);
    } else if (forgery == Forgery::MoveStep) {
      std::swap(pick(out.steps), pick(out.steps));
    } else if (ProofStep &step = pick(out.steps); forgery == Forgery::StepKind) {
      step.kind = static_cast<Kind>(random.below(static_cast<uint64_t>(Kind::Relax) + 1));
    } else {
      int32_t value = random.chance(0.5) ? anyNode() : anyCandidate();
      (random.chance(0.4) ? step.i : random.chance(0.6) ? step.j : step.t) = random.chance(0.1) ? -1 : value;
    }
  }

  void changePrice() {
    if (out.duals.empty())
      return;
    DualCertificate &dual = pick(out.duals);
    if (dual.multipliers.empty() || random.chance(0.2)) {
      dual.multipliers.push_back({random.between(0, 20), otherNumber(0)});
      return;
    }
    DualCertificate::Multiplier &multiplier = pick(dual.multipliers);
    if (random.chance(0.3))
      multiplier.time += random.between(-3, 3);
    else
      multiplier.price = otherNumber(multiplier.price);
  }

  void changePotential() {
    std::vector<DualCertificate *> duals;
    for (DualCertificate &dual : out.duals)
      if (!dual.potentials.empty())
        duals.push_back(&dual);
    if (duals.empty())
      return;
    DualCertificate &dual = *pick(duals);
    bool everywhere = random.chance(0.2);
    int64_t same = otherNumber(0);
    for (int64_t times = everywhere ? 1000 : random.between(1, 4); times > 0; --times) {
      DualCertificate::Potential &potential = pick(dual.potentials);
      std::vector<int64_t> &side = random.chance(0.5) ? potential.toA : potential.toB;
      for (int64_t &value : side)
        if (everywhere || random.chance(0.5))
          value = everywhere ? same : otherNumber(value);
    }
  }

  void changeScale() {
    if (out.duals.empty())
      return;
    DualCertificate &dual = pick(out.duals);
    int &number = random.chance(0.5) ? dual.scaleBits : dual.potentialShift;
    int most = &number == &dual.scaleBits ? 60 : 46;
    number = static_cast<int>(random.chance(0.5) ? most : random.between(-1, most + 1));
    if (random.chance(0.5))
      changePotential();
  }

  void changeHelp() {
    if (out.searches.empty())
      return changeOrder();
    SearchBounds &search = pick(out.searches);
    if (search.behind.empty() || random.chance(0.1)) {
      search.within = random.chance(0.5) ? 0 : otherNumber(search.within);
      return;
    }
    SearchBounds::Behind &behind = pick(search.behind);
    if (random.chance(0.6))
      behind.least.assign(behind.least.size(), random.chance(0.5) ? INT64_MAX : int64_t(1) << 50);
    else if (random.chance(0.4))
      (random.chance(0.5) ? behind.node : behind.until) = anyNode();
    else if (!behind.visible.empty())
      pick(behind.visible) = anyNode();
    if (!behind.labels.empty() && random.chance(0.3))
      if (std::vector<int32_t> &labels = pick(behind.labels); !labels.empty())
        pick(labels) = anyCandidate();
  }

  void changeOrder() {
    if (!out.halves.empty() && random.chance(0.5)) {
      std::vector<int32_t> &half = pick(out.halves);
      if (half.empty() || random.chance(0.3))
        half.push_back(anyCandidate());
      else if (random.chance(0.5))
        half.pop_back();
      else
        pick(half) = anyCandidate();
      return;
    }
    if (out.order.empty())
      return;
    if (random.chance(0.4))
      random.shuffle(out.order);
    else if (random.chance(0.5))
      pick(out.order) = anyNode();
    else
      out.order.erase(out.order.begin() + static_cast<ptrdiff_t>(random.below(out.order.size())));
  }

  void addInterlude() {
    std::vector<size_t> places; // behind a dual
    for (size_t k = 0; k < out.steps.size(); ++k)
      if (out.steps[k].kind == Kind::Dual)
        places.push_back(k + 1);
    if (places.empty())
      return;
    static constexpr Kind kinds[] = {Kind::Eliminate, Kind::Contract,  Kind::Separable, Kind::Dominated,
                                     Kind::Conflict,  Kind::Eliminate, Kind::Arc,       Kind::Capacity};
    size_t place = pick(places);
    Kind kind = kinds[random.below(std::size(kinds))];
    bool pair = kind == Kind::Contract || kind == Kind::Separable || kind == Kind::Conflict;
    out.steps.insert(at(place), {kind, anyNode(), pair ? anyNode() : anyCandidate(), anyCandidate()});
  }

  LayoutCertificate &out;
  int32_t nodes, candidates;
  Random &random;
};

} // namespace

LayoutCertificate plan::forge(const LayoutCertificate &honest, Forgery forgery, Cost aim, int32_t nodes,
                              int32_t candidates, Random &random) {
  LayoutCertificate out = honest;
  out.bound = out.target = aim;
  for (Cost &target : out.targets)
    target = std::max(target, aim);
  Forger(out, nodes, candidates, random).play(forgery);
  return out;
}
