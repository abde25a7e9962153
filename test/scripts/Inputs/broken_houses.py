"""usage: broken_houses.py SOURCE_DIR SCRATCH_DIR: each file here breaks one line of layering.toml; prints what the check says."""
import pathlib
import shutil
import subprocess
import sys

SOURCE, SCRATCH = map(pathlib.Path, sys.argv[1:])
HEADERS = ["include/alcove/Plan/Allocation/Problem.h", "include/alcove/Plan/Allocation/Policies.h",
           "include/alcove/Plan/GraphSchedule/Problem.h", "testing/Plan/AllocationGen.h",
           "lib/Plan/Allocation/Placer.h", "bench/Allocation/Sizes.h"]
CASES = [
    ("lib/Plan/Allocation/Verify.cpp", "Placer.h"),
    ("lib/Plan/Allocation/Verify.cpp", "alcove/Plan/Allocation/Policies.h"),
    ("lib/Plan/Allocation/Exact.cpp", "alcove/Plan/GraphSchedule/Problem.h"),
    ("lib/Plan/Allocation/Exact.cpp", "../../Testing/Plan/Random.h"),
    ("lib/Formats/Csv.cpp", "testing/Plan/AllocationGen.h"),
    ("lib/Formats/Csv.cpp", "alcove/Plan/Gone.h"),
    ("lib/Judge/Numbers/Kernels/Matmul.cpp", "llvm/ADT/SmallVector.h"),
    ("tools/alcove-solve/main.cpp", "Plan/Allocation/Placer.h"),
    ("unittests/Formats/Test.cpp", "Plan/Allocation/Placer.h"),
    ("unittests/Plan/Allocation/Test.cpp", "../../../bench/Allocation/Sizes.h"),
    ("lib/Attic/Old.cpp", "vector"),
    ("unittests/Plan/Allocation/Test.cpp", "Plan/Allocation/Placer.h"),  # as it should be
]


def say(house):
    print(subprocess.run([sys.executable, SOURCE / "scripts/check_layering.py", f"--root={house}"], capture_output=True,
                         text=True).stderr.strip() or "nothing")


for number, (path, header) in enumerate(CASES):
    house = SCRATCH / str(number)
    shutil.rmtree(house, ignore_errors=True)
    for file in [*HEADERS, "lib/Testing/Plan/Random.h", path]:
        (house / file).parent.mkdir(parents=True, exist_ok=True)
        (house / file).write_text("")
    shutil.copy(SOURCE / "layering.toml", house)
    (house / path).write_text(f'#include "{header}"\n')
    say(house)
