// Three buffers with known lifetimes: the least memory, and who checked it.
#include <alcove/Plan/Allocation/Policies.h>

#include <cstdio>

using namespace alcove::plan;

int main() {
  AllocationProblem problem;
  problem.buffers = {{.id = "a", .lower = 0, .upper = 4, .size = 64},
                     {.id = "b", .lower = 2, .upper = 8, .size = 32},
                     {.id = "c", .lower = 4, .upper = 8, .size = 64}};
  problem.capacity = 128;
  AllocationResult result = minimizeAllocation(problem);
  if (result.answer != AllocationAnswer::Found) {
    std::puts("they do not fit");
    return 1;
  }
  for (size_t i = 0; i < problem.buffers.size(); ++i)
    std::printf("%s at %lld\n", problem.buffers[i].id.c_str(), static_cast<long long>(result.solution.offsets[i]));
  alcove::Status valid = verify(problem, result.solution); // shares no code with the planner
  std::printf("height %lld, %s; no plan is lower than %lld\n", static_cast<long long>(result.height),
              valid.ok() ? "valid" : valid.error().message.c_str(), static_cast<long long>(result.bound));
  return valid.ok() ? 0 : 1;
}
