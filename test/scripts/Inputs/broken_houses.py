"""usage: broken_houses.py SOURCE_DIR SCRATCH_DIR: each file here breaks one line of layering.toml; prints what the check says."""
import pathlib
import shutil
import subprocess
import sys

SOURCE, SCRATCH = map(pathlib.Path, sys.argv[1:])
# What stands in every house, and what it includes.
HOUSE = {
    "include/alcove/Plan/Allocation/Problem.h": "", "include/alcove/Plan/Allocation/Policies.h": "",
    "include/alcove/Plan/GraphSchedule/Problem.h": "", "include/alcove/Judge/Memory/MemoryWalk.h": "",
    "lib/Plan/Allocation/Placer.h": "", "lib/Plan/FunctionLayout/Verify.h": "",
    "lib/Plan/FunctionLayout/MemoryReplay.h": "", "lib/Plan/LayoutChoice/Certificate/Checker.h": "",
    "lib/Judge/Numbers/Tensor/CMakeLists.txt": "", "lib/Judge/Numbers/Tensor/Walk.h": "",
    "lib/Plan/GraphSchedule/Bound/Table.h": "../Groups/Group.h", "lib/Plan/GraphSchedule/Scheduler.cpp": "Bound/Table.h",
    "testing/Plan/AllocationGen.h": "", "testing/Plan/Random.h": "", "bench/Allocation/Sizes.h": "",
}
CASES = [
    ("lib/Plan/Allocation/Verify.cpp", "Placer.h"),
    ("lib/Plan/Allocation/Verify.cpp", "alcove/Plan/Allocation/Policies.h"),
    ("lib/Plan/Allocation/Exact.cpp", "alcove/Plan/GraphSchedule/Problem.h"),
    ("lib/Plan/Allocation/Exact.cpp", "../../../testing/Plan/Random.h"),
    ("lib/Plan/Tiling/Format/Csv.cpp", "testing/Plan/AllocationGen.h"),
    ("lib/Plan/Tiling/Format/Csv.cpp", "alcove/Plan/Gone.h"),
    ("lib/Judge/Numbers/Kernels/Contraction.cpp", "llvm/ADT/SmallVector.h"),
    ("tools/alcove-solve/main.cpp", "Plan/Allocation/Placer.h"),
    ("unittests/Device/Test.cpp", "Plan/Allocation/Placer.h"),
    ("unittests/Plan/Allocation/Test.cpp", "../../../bench/Allocation/Sizes.h"),
    ("lib/Attic/Old.cpp", "vector"),
    # Who may include it: a policy the verifier, a policy what only the verifier uses, the planner the judge.
    ("lib/Plan/FunctionLayout/Policies/Global/LocalSearch.cpp", "../../Verify.h"),
    ("lib/Plan/FunctionLayout/Policies/Global/LocalSearch.cpp", "../../MemoryReplay.h"),
    ("lib/Plan/LayoutChoice/Planner.cpp", "Certificate/Checker.h"),
    ("lib/Optimize/BuildProblem.cpp", "alcove/Judge/Memory/MemoryWalk.h"),
    # Headers in lib/, to another library, to a part of one, to the public.
    ("lib/Optimize/ApplyPlan.cpp", "Plan/Allocation/Placer.h"),
    ("lib/Judge/Numbers/Kernels/Contraction.cpp", "../Tensor/Walk.h"),
    ("include/alcove/Plan/Allocation/Bound.h", "../../../../lib/Plan/Allocation/Placer.h"),
    # Folders in a circle.
    ("lib/Plan/GraphSchedule/Groups/Group.h", "../Bound/Table.h"),
    # As it should be.
    ("unittests/Plan/Allocation/Test.cpp", "Plan/Allocation/Placer.h"),
    ("lib/Plan/FunctionLayout/VerifyMemory.cpp", "Verify.h"),
    ("lib/Report/Passes/Summary/Pass.cpp", "alcove/Judge/Memory/MemoryWalk.h"),
    ("lib/Plan/GraphSchedule/Bound/Table.cpp", "alcove/Plan/GraphSchedule/Problem.h"),
]


def write(path, header):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#include "{header}"\n' if header else "")


for number, (name, header) in enumerate(CASES):
    house = SCRATCH / str(number)
    shutil.rmtree(house, ignore_errors=True)
    for path, included in HOUSE.items():
        write(house / path, included)
    shutil.copy(SOURCE / "layering.toml", house)
    write(house / name, header)
    print(subprocess.run([sys.executable, SOURCE / "scripts/check_layering.py", f"--root={house}"], capture_output=True,
                         text=True).stderr.strip() or "nothing")
