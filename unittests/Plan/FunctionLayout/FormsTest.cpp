//===- FormsTest.cpp - Parts with alternatives ----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions with alternatives are drawn together with their twins: for each choice of forms the ordinary function that
// it must leave, written down from the draw and not by `formed`. What the planner and the checker say of all choices is
// held against every plan of every twin (SpecSpace.h).
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Forms.h"
#include "PictureProblem.h"
#include "SpecSpace.h"
#include "alcove/Plan/FunctionLayout/Certificate.h"
#include "alcove/Plan/FunctionLayout/Format/FunctionLayoutFiles.h"
#include "alcove/Plan/FunctionLayout/Format/PlanFile.h"
#include "alcove/Plan/FunctionLayout/Policy.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;
using ::testing::HasSubstr;

namespace {

struct Drawn {
  FunctionLayout problem;
  std::map<std::vector<int32_t>, FunctionLayout> twins; ///< by choice of forms
};

/// A class of its own: the same table at other times.
int32_t addRepriced(FunctionLayout &problem, int32_t of, Random &random) {
  OpClass twin = problem.classes[of];
  twin.name += " repriced";
  CandidateTable table(twin.operandKinds.size(), twin.resultKinds.size());
  for (int32_t i = 0; i < twin.candidates.size(); ++i) {
    Candidate candidate = twin.candidates[i];
    candidate.time = candidate.time * static_cast<int64_t>(40 + random.below(100)) / 100;
    table.add(candidate, twin.candidates.operandsOf(i), twin.candidates.resultsOf(i), twin.candidates.aliasesOf(i));
  }
  twin.candidates = std::move(table);
  problem.classes.push_back(std::move(twin));
  return static_cast<int32_t>(problem.classes.size()) - 1;
}

/// `op` comes to stand at `at`, with fresh tensors as results, of the kinds and bases of `like`.
void insertOp(FunctionLayout &problem, int32_t at, PlanOp op, const std::vector<int32_t> &like) {
  auto shift = [at](int32_t &other) { other += other >= at; };
  for (PlanTensor &tensor : problem.tensors)
    shift(tensor.producer);
  for (PlanOp &other : problem.ops)
    std::ranges::for_each(other.after, shift);
  for (PlanPart &part : problem.parts)
    for (PlanForm &form : part.forms)
      std::ranges::for_each(form.ops, shift);
  op.results.clear();
  for (int32_t tensor : like) {
    op.results.push_back(static_cast<int32_t>(problem.tensors.size()));
    problem.tensors.push_back(problem.tensors[tensor]);
    problem.tensors.back().name += "'";
    problem.tensors.back().producer = at;
    problem.tensors.back().resident = false;
  }
  problem.ops.insert(problem.ops.begin() + at, std::move(op));
}

bool mayHaveForms(const FunctionLayout &problem, int32_t index) {
  const PlanOp &op = problem.ops[index];
  auto isAfter = [&](const PlanOp &other) { return std::ranges::count(other.after, index) > 0; };
  return op.results.size() == 1 && op.after.empty() && op.writes.empty() && std::ranges::none_of(problem.ops, isAfter);
}

/// One to two ops of a small function get a second form: the same op at other prices, or that with one more op of the
/// result's kind behind it where the function has one. Nothing when no op may have forms.
std::optional<Drawn> draw(uint64_t seed) {
  Random random(seed);
  RandomFunctionOptions options;
  options.minOps = 2;
  options.maxOps = 3;
  options.maxShardings = 1;
  options.maxConcat = 2;
  Drawn drawn{randomFunction(random, options), {}};
  FunctionLayout &problem = drawn.problem;
  if (!materialize(problem, 1 << 14))
    return std::nullopt;
  problem.capacity = problem.l1Bytes; // what the verifier accepts, plans may fill: both judges see the same plans
  drawn.twins[{}] = problem;
  std::vector<int32_t> chosen;
  for (int32_t op = static_cast<int32_t>(problem.numOps()) - 1; op >= 0 && chosen.size() < 2; --op)
    if (mayHaveForms(problem, op) && random.chance(0.7))
      chosen.push_back(op); // from behind: numbers before stay
  for (int32_t op : chosen) {
    int32_t cloned = addRepriced(problem, problem.ops[op].opClass, random), second = -1;
    int32_t result = problem.ops[op].results[0], kind = problem.tensors[result].kind;
    for (size_t c = 0; c < problem.classes.size() && random.chance(0.5); ++c) {
      const OpClass &of = problem.classes[c];
      if (of.operandKinds == std::vector<int32_t>{kind} && of.resultKinds == of.operandKinds &&
          of.candidates.operandsOf(of.base)[0] == problem.tensors[result].base &&
          of.candidates.resultsOf(of.base)[0] == problem.tensors[result].base)
        second = static_cast<int32_t>(c);
    }
    std::map<std::vector<int32_t>, FunctionLayout> twins;
    for (auto &[forms, twin] : drawn.twins) { // the op's number is the same in all of them
      twin.classes = problem.classes;
      std::vector<int32_t> with = forms;
      with.push_back(0);
      twins[with] = twin;
      with.back() = 1;
      twin.ops[op].opClass = cloned;
      if (second >= 0) {
        PlanOp behind{"behind", second, {}, {}, {}, {}};
        insertOp(twin, op, twin.ops[op], {result});
        int32_t between = twin.ops[op].results[0];
        twin.ops[op + 1] = {"behind", second, {between}, {result}, {}, {}};
      }
      twins[with] = std::move(twin);
    }
    drawn.twins = std::move(twins);
    PlanOp other = problem.ops[op];
    other.opClass = cloned;
    insertOp(problem, op + 1, other, {result});
    PlanForm form{"other", {op + 1}, problem.ops[op + 1].results};
    if (second >= 0) {
      insertOp(problem, op + 2, {"behind", second, form.results, {}, {}, {}}, {result});
      form.ops.push_back(op + 2);
      form.results = problem.ops[op + 2].results;
    }
    problem.parts.push_back({"part" + std::to_string(op), {{"as it stands", {op}, {result}}, std::move(form)}});
  }
  for (auto &[forms, twin] : drawn.twins)
    if (twin.classes.size() < problem.classes.size())
      twin.classes = problem.classes;
  if (chosen.empty() || !check(problem).ok())
    return std::nullopt;
  return drawn;
}

FunctionPlan planned(const FunctionLayout &problem) {
  FunctionPolicyOptions options;
  options.certificate = true;
  options.budget = {.workUnits = 4'000'000};
  return planFunction(problem, *makeFunctionPolicy("Global", options).value()).plan;
}

/// What the checker says of plan and certificate that went through their files.
Result<CertifiedPlan> ask(const FunctionLayout &problem, const FunctionPlan &plan,
                          const FunctionCertificate &certificate) {
  ALCOVE_ASSIGN_OR_RETURN(FunctionLayout again, formats::parseFunctionLayout(formats::writeFunctionLayout(problem)));
  ALCOVE_ASSIGN_OR_RETURN(FunctionPlan read, formats::parseFunctionPlan(formats::writeFunctionPlan(plan)));
  ALCOVE_ASSIGN_OR_RETURN(FunctionCertificate proof,
                          formats::parseFunctionCertificate(formats::writeFunctionCertificate(certificate)));
  if (PlanVerdict verdict = verify(again, read); !verdict.ok())
    return Error{verdict.violation->rule + ": " + verdict.violation->message};
  ALCOVE_RETURN_IF_ERROR(checkCertificate(again, proof));
  return certify(again, read, proof);
}

std::string refusal(const FunctionLayout &problem, const FunctionPlan &plan, const FunctionCertificate &certificate) {
  Result<CertifiedPlan> answer = ask(problem, plan, certificate);
  return answer.ok() ? "" : answer.error().message;
}

struct Tally {
  int functions = 0, parts = 0, optimal = 0, inSpace = 0, others = 0, longer = 0;
};

/// The ops of `order` that `forms` leave, numbered among those.
std::vector<int32_t> orderLeft(const FunctionLayout &problem, const std::vector<int32_t> &order,
                               const std::vector<int32_t> &forms) {
  std::set<int32_t> gone;
  for (size_t p = 0; p < forms.size(); ++p)
    for (size_t f = 0; f < problem.parts[p].forms.size(); ++f)
      if (forms[p] != static_cast<int32_t>(f))
        gone.insert(problem.parts[p].forms[f].ops.begin(), problem.parts[p].forms[f].ops.end());
  std::vector<int32_t> left;
  for (int32_t op : order)
    if (gone.count(op) == 0)
      left.push_back(op - static_cast<int32_t>(std::distance(gone.begin(), gone.lower_bound(op))));
  return left;
}

/// The cheapest plan over all choices and all plans of their spaces; nothing when there are too many.
std::optional<Picoseconds> cheapestOfAll(const Drawn &drawn, const FunctionCertificate &certificate) {
  Picoseconds best = maxTime;
  for (const auto &[forms, twin] : drawn.twins) {
    std::vector<int32_t> order = orderLeft(drawn.problem, certificate.order, forms);
    std::optional<Picoseconds> least =
        plan::testing::SpecSpace(twin, certificate.layouts, certificate.candidates, order).cheapest(20'000);
    if (!least)
      return std::nullopt;
    best = std::min(best, *least);
  }
  return best;
}

void compare(uint64_t seed, Tally &tally) {
  std::optional<Drawn> drawn = draw(seed);
  if (!drawn)
    return;
  FunctionPlan plan = planned(drawn->problem);
  ASSERT_TRUE(plan.certificate) << "seed " << seed;
  std::optional<Picoseconds> cheapest = cheapestOfAll(*drawn, *plan.certificate);
  if (!cheapest)
    return;
  Result<CertifiedPlan> answer = ask(drawn->problem, plan, *plan.certificate);
  ASSERT_TRUE(answer.ok()) << "seed " << seed << ": " << answer.error().message;
  EXPECT_LE(*answer->bound, *cheapest) << "seed " << seed;
  EXPECT_LE(plan.time, *cheapest) << "seed " << seed;
  if (answer->standing == Standing::Optimal)
    EXPECT_EQ(plan.time, *cheapest) << "seed " << seed;
  // The plan is one of the twin's, at its price.
  FunctionPlan ofTwin = plan;
  ofTwin.forms.clear();
  PlanVerdict verdict = verify(drawn->twins.at(plan.forms), ofTwin);
  EXPECT_TRUE(verdict.ok()) << "seed " << seed << ": " << verdict.violation->message;
  ++tally.functions;
  tally.parts += static_cast<int>(drawn->problem.parts.size());
  tally.optimal += answer->standing == Standing::Optimal;
  tally.inSpace += answer->inSpace;
  tally.others += std::ranges::count(plan.forms, 1) > 0;
  for (const PlanPart &part : drawn->problem.parts)
    tally.longer += part.forms[1].ops.size() > 1;
}

void compareMany(int functions, Tally &tally) {
  for (uint64_t seed = 1; tally.functions < functions && seed < 40'000; ++seed)
    compare(seed, tally);
  printf("%d functions, %d parts, %d of two ops, %d took another form, %d of the space, %d optimal\n", tally.functions,
         tally.parts, tally.longer, tally.others, tally.inSpace, tally.optimal);
  EXPECT_EQ(tally.functions, functions);
  EXPECT_GT(tally.others, functions / 5);
  EXPECT_GT(tally.optimal, functions / 2);
  EXPECT_GT(tally.longer, functions / 50);
}

struct Forgery {
  FunctionPlan plan;
  FunctionCertificate certificate;
};

constexpr int numForgers = 9;

/// Number `forger` of the ways to take a form that is not there, to count an op that is absent, or to prove less than
/// all choices.
Forgery forge(const FunctionPlan &honest, int forger, Random &random) {
  Forgery forged{honest, *honest.certificate};
  FunctionPlan &plan = forged.plan;
  FunctionCertificate &proof = forged.certificate;
  size_t part = random.below(plan.forms.size());
  int32_t opAtEnd = static_cast<int32_t>(plan.order.size());
  switch (forger) {
  case 0: // a form that does not exist
    plan.forms[part] =
        random.chance(0.5) ? -1 - static_cast<int32_t>(random.below(3)) : 2 + static_cast<int32_t>(random.below(9));
    break;
  case 1: // no form for some part, or one for a part that is not there
    random.chance(0.5) ? plan.forms.pop_back() : plan.forms.push_back(0);
    break;
  case 2: // a mixture: an op of another form beside the one taken, which costs
    plan.order.push_back(opAtEnd);
    plan.candidate.push_back(plan.candidate.back());
    plan.reads.push_back(plan.reads.back());
    break;
  case 3: // an op of the form taken is said to be absent
    plan.candidate[random.below(plan.candidate.size())] = -1;
    break;
  case 4: // the time of an absent op is counted
    plan.time += 1 + static_cast<Picoseconds>(random.below(1000));
    break;
  case 5: // an op of some form has no place in the proof
    proof.order.erase(proof.order.begin() + static_cast<std::ptrdiff_t>(random.below(proof.order.size())));
    break;
  case 6: // one op twice, in place of another
    proof.order.back() = proof.order[random.below(proof.order.size() - 1)];
    break;
  case 7: // more than the steps prove
    proof.bound += 1 + static_cast<Picoseconds>(random.below(100'000));
    break;
  default: // the plan says so
    plan.bound = plan.time;
    plan.inSpace = true;
    proof.bound = std::min(proof.bound, plan.time - 1) - static_cast<Picoseconds>(random.below(1000));
    proof.anyOrderBound.reset();
    break;
  }
  return forged;
}

/// What must refuse each of them.
const char *const refusedBy[numForgers] = {"FL-24", "FL-24", "FL-10", "FL-11", "FL-20",
                                           "FP-1",  "FP-1",  "FP-10", "FP-14"};

void forgeMany(int forgeries) {
  int made = 0;
  for (uint64_t seed = 1; made < forgeries && seed < 40'000; ++seed) {
    std::optional<Drawn> drawn = draw(seed);
    if (!drawn)
      continue;
    FunctionPlan honest = planned(drawn->problem);
    ASSERT_EQ(refusal(drawn->problem, honest, *honest.certificate), "") << "seed " << seed;
    Random random(seed);
    for (int i = 0; i < 2 * numForgers && made < forgeries; ++i, ++made) {
      Forgery forged = forge(honest, i % numForgers, random);
      std::string why = refusal(drawn->problem, forged.plan, forged.certificate);
      EXPECT_THAT(why, HasSubstr(refusedBy[i % numForgers])) << "seed " << seed << ", forger " << i % numForgers;
    }
  }
  EXPECT_EQ(made, forgeries);
}

/// The picture, whose relu may also be made by two ops: `relu6` and `clip`, in the tables of relu.
FunctionLayout pictureWithForms(int64_t relu6 = 5, int64_t clip = 2) {
  FunctionLayout problem = plan::testing::pictureProblem();
  int32_t dram = plan::testing::layoutInDram;
  for (auto [name, time] : {std::pair("relu6", relu6), std::pair("clip", clip)}) {
    OpClass opClass = plan::testing::makeClass(name, 1);
    opClass.base = plan::testing::addCandidate(opClass, {dram}, dram, time, problem);
    problem.classes.push_back(opClass);
  }
  for (OpClass &opClass : problem.classes)
    opClass.traits.modelled = true;
  insertOp(problem, 1, {"%2", 2, {0}, {}, {}, {}}, {1});
  insertOp(problem, 2, {"%3", 3, {3}, {}, {}, {}}, {1});
  problem.parts = {{"clamp", {{"relu", {0}, {1}}, {"two-ops", {1, 2}, {4}}}}};
  return problem;
}

std::string brokenRule(const FunctionLayout &problem) {
  Status status = check(problem);
  return status.ok() ? "" : status.error().message;
}

} // namespace

TEST(FormsTest, FL23_APartIsRealisedByOneOfItsForms) {
  const FunctionLayout valid = pictureWithForms();
  EXPECT_EQ(brokenRule(valid), "");
  auto changed = [&](auto change) {
    FunctionLayout problem = valid;
    change(problem);
    return brokenRule(problem);
  };
  EXPECT_THAT(changed([](FunctionLayout &p) { p.parts[0].forms.pop_back(); }),
              HasSubstr("FL-23: parts[0] ('clamp'): 1 forms"));
  EXPECT_THAT(changed([](FunctionLayout &p) { p.parts[0].forms[1].name = "relu"; }), HasSubstr("has this name"));
  EXPECT_THAT(changed([](FunctionLayout &p) { p.parts[0].forms[1].ops = {0, 1, 2}; }),
              HasSubstr("op 0 does not exist"));
  EXPECT_THAT(changed([](FunctionLayout &p) { p.ops[3].operands[1] = 3; }), HasSubstr("FL-23: ops[3]: reads tensor 3"));
  EXPECT_THAT(changed([](FunctionLayout &p) { p.parts[0].forms[1].results = {}; }), HasSubstr("0 results"));
  EXPECT_THAT(changed([](FunctionLayout &p) { p.parts[0].forms[1].results = {0}; }), HasSubstr("is not made by"));
  EXPECT_THAT(changed([](FunctionLayout &p) { p.ops[3].operands[0] = 4; }), HasSubstr("FL-23: ops[3]: reads tensor 4"));
  EXPECT_THAT(changed([](FunctionLayout &p) { p.returns = {4}; }), HasSubstr("FL-23: the return: reads tensor 4"));
  EXPECT_THAT(changed([](FunctionLayout &p) { p.ops[3].after = {1}; }), HasSubstr("must run after ops[1]"));
  // Near: an op before a form, which runs in any case; a form that makes its result with its first op, and runs the second for nothing.
  EXPECT_EQ(changed([](FunctionLayout &p) {
              p.parts[0].forms[1].results = {3};
              p.ops[2].operands = {0};
            }),
            "");
  EXPECT_EQ(changed([](FunctionLayout &p) { p.parts[0].forms[1].ops = {2}; }), "");
}

TEST(FormsTest, FL24_APlanNamesOneFormPerPart) {
  FunctionLayout problem = pictureWithForms();
  FunctionPlan relu = asItStands(problem);
  EXPECT_EQ(relu.forms, std::vector<int32_t>{0});
  EXPECT_EQ(relu.time, 21'000);
  EXPECT_TRUE(verify(problem, relu).ok());
  FunctionPlan two = asItStands(formed(problem, std::vector<int32_t>{1}));
  EXPECT_EQ(two.time, 19'000);
  EXPECT_EQ(verify(problem, two).violation->rule, "FL-24"); // names none
  two.forms = {1};
  EXPECT_TRUE(verify(problem, two).ok());
  two.forms = {0}; // its three ops are not those of the other form
  EXPECT_EQ(verify(problem, two).violation->rule, "FL-10");
  EXPECT_EQ(planned(problem).time, 14'000); // relu into L1: 6 and 8 ns, the others 7 and 12
  EXPECT_EQ(planned(problem).forms, std::vector<int32_t>{0});
}

TEST(FormsTest, FL24_APlanFileNamesTheFormsThatItTakes) {
  FunctionLayout problem = pictureWithForms();
  FunctionPlan two = asItStands(formed(problem, std::vector<int32_t>{1}));
  two.forms = {1};
  std::string text = formats::writePlanFile({{formats::planByNames(problem, two)}});
  EXPECT_THAT(text, HasSubstr("two-ops"));
  auto read = [&](std::string from, std::string to) -> Result<FunctionPlan> {
    std::string edited = text;
    if (!from.empty())
      edited.replace(edited.find(from), from.size(), to);
    ALCOVE_ASSIGN_OR_RETURN(formats::PlanFile file, formats::parsePlanFile(edited));
    return formats::planOf(problem, file.functions[0]);
  };
  Result<FunctionPlan> again = read("", "");
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->forms, two.forms);
  EXPECT_EQ(again->candidate, two.candidate);
  EXPECT_TRUE(verify(problem, *again).ok());
  EXPECT_THAT(read("\"two-ops\"", "\"three-ops\"").error().message,
              HasSubstr("part 'clamp' has no form 'three-ops'; it has relu, two-ops"));
  EXPECT_THAT(read("\"clamp\"", "\"cramp\"").error().message, HasSubstr("no part 'cramp' has alternatives"));
  // The ops of one form under the name of another.
  EXPECT_THAT(read("\"two-ops\"", "\"relu\"").error().message, HasSubstr("the function has no op '%2'"));
}

/// `load` makes what relu reads, and nobody reads it where two ops of 1 ns take relu's place: then a plan may have it
/// last. The bound's order has it before relu, so the plan that is answered has it there, too.
TEST(FormsTest, FP14_AnOpThatOnlyAnotherFormReadsStandsAsInTheProof) {
  FunctionLayout problem = pictureWithForms(1, 1);
  OpClass load = plan::testing::makeClass("load", 0);
  load.base = plan::testing::addCandidate(load, {}, plan::testing::layoutInDram, 0, problem);
  problem.classes.push_back(load);
  insertOp(problem, 0, {"load", static_cast<int32_t>(problem.classes.size()) - 1, {}, {}, {}, {}}, {0});
  problem.ops[1].operands = problem.ops[0].results;
  ASSERT_EQ(brokenRule(problem), "");
  FunctionPlan last = asItStands(formed(problem, std::vector<int32_t>{1}));
  last.forms = {1};
  FunctionPlan first = last;
  last.order = {1, 2, 3, 0};
  for (const FunctionPlan &given : {last, first}) {
    ASSERT_TRUE(verify(problem, given).ok());
    FunctionPolicyOptions options;
    options.certificate = true;
    options.known = {given};
    FunctionPlan plan = planFunction(problem, *makeFunctionPolicy("Global", options).value()).plan;
    EXPECT_EQ(plan.forms, std::vector<int32_t>{1});
    EXPECT_EQ(plan.time, 14'000); // 1, 1 and 12 ns
    ASSERT_TRUE(plan.certificate);
    EXPECT_EQ(plan.order, orderLeft(problem, plan.certificate->order, plan.forms));
    EXPECT_EQ(refusal(problem, plan, *plan.certificate), "");
  }
}

/// Forty ops in a row, each 9 ns or another op, which takes 5 ns in the even ones and 12 in the odd ones. No layout but DRAM.
TEST(FormsTest, FP15_IndependentPartsDoNotMultiply) {
  FunctionLayout problem = plan::testing::pictureProblem();
  const int32_t dram = plan::testing::layoutInDram;
  problem.classes.clear();
  for (auto [name, time] : {std::pair("relu", 9), std::pair("fast", 5), std::pair("slow", 12)}) {
    OpClass opClass = plan::testing::makeClass(name, 1);
    opClass.base = plan::testing::addCandidate(opClass, {dram}, dram, time, problem);
    opClass.traits.modelled = true;
    problem.classes.push_back(opClass);
  }
  PlanTensor like = problem.tensors[0];
  problem.tensors.resize(1);
  problem.ops.clear();
  int32_t last = 0;
  for (int32_t i = 0; i < 40; ++i) {
    auto addForm = [&](int32_t opClass, const char *name) {
      PlanTensor made = like;
      made.producer = static_cast<int32_t>(problem.ops.size());
      auto tensor = static_cast<int32_t>(problem.tensors.size());
      made.name = "%" + std::to_string(tensor);
      problem.tensors.push_back(made);
      problem.ops.push_back({made.name, opClass, {last}, {tensor}, {}, {}});
      return PlanForm{name, {made.producer}, {tensor}};
    };
    PlanForm first = addForm(0, "relu"), second = addForm(i % 2 == 0 ? 1 : 2, "other");
    problem.parts.push_back({"part" + std::to_string(i), {first, second}});
    last = first.results[0];
  }
  problem.returns = {last};
  ASSERT_EQ(brokenRule(problem), "");
  FunctionPlan plan = planned(problem);
  EXPECT_EQ(plan.time, 20 * 5'000 + 20 * 9'000);
  EXPECT_EQ(plan.bound, plan.time);
  EXPECT_EQ(std::ranges::count(plan.forms, 1), 20);
  EXPECT_EQ(plan.counts.at("other_forms"), 20);
  ASSERT_TRUE(plan.certificate);
  Result<CertifiedPlan> answer = ask(problem, plan, *plan.certificate);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer->standing, Standing::Optimal);
  EXPECT_THAT(answer->space.alternatives, HasSubstr("80 alternatives of 40 parts (40 of relu or other)"));
}

TEST(FormsTest, FP15_ForgedFormsAreRefused) { forgeMany(200); }
TEST(FormsTest, SlowFP15_ForgedFormsAreRefused) { forgeMany(5000); }

TEST(FormsTest, EveryChoiceAndLayoutAgrees) {
  Tally tally;
  compareMany(60, tally);
}

TEST(FormsTest, SlowEveryChoiceAndLayoutAgrees) {
  Tally tally;
  compareMany(2000, tally);
}
