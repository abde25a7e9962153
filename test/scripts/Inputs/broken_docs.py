"""usage: broken_docs.py SOURCE_DIR SCRATCH_DIR CHECK: a tree in which each line breaks one promise; prints what the check says."""
import pathlib
import shutil
import subprocess
import sys

SOURCE, SCRATCH, CHECK = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
FILES = {
    "README.md": "[docs](docs/GONE.md) and [here](docs/spec/A.md), 3 of 4 in 2.5 s, `7 s`, trusted (3 thousand lines of C++ and TableGen)\n",
    "CONTRIBUTING.md": "`lib/Plan/{Here,Gone}`, `Plan/Here`, `make build`, `make gone`\n"
                       "**Presets**: `release`, `gone`. Fuzzers run too.\n",
    "docs/spec/A.md": "| AB-1 | tested |\n| AB-2 | tested in lit |\n| AB-3 | not tested |\n",
    "docs/spec/B.md": "- **AB-1** again\n- **CD-X1** tested\n- **CD-2** tested\n",
    "docs/commands.md": "`alcove-solve layout FILE --time=3`, `alcove-solve gone`, `alcove-solve layout FILE --gone`\n"
                        "`ABTests --gtest_filter=Suite.AB1*`, `ABTests --gtest_filter=Gone*`, `GoneTests`\n",
    "docs/guide/solvers.md": "Planning problems as files.\n",
    "docs/STATUS.md": "**Short.** A line.\n\n**Long.** Nine lines.\n" + "A line.\n" * 8 + "\n**Wide.** " + "word " * 300 + "\n",
    "docs/measurements/Page.md": "# Figures\n\n$ command\n", "docs/measurements/Other.md": "# Figures of commit 0123abcd\n",
    "CMakePresets.json": '"name": "base", "hidden": true, "name": "release", "name": "debug", "buildPresets": "name": "other"',
    "lib/Plan/Here.cpp": "// AB-9, Here/Gone.h, GoneTest.One, Kept.h\n",
    "tools/alcove-solve/CMakeLists.txt": "alcove_core_tool(alcove-solve LINK AlcovePlan)\n",
    "tools/alcove-solve/main.cpp": 'app.add_subcommand("layout", ""); layout.add_option("--time", time);\n',
    "unittests/CMakeLists.txt": "alcove_unit_test(ABTests SOURCES a.cpp)\n",
    "unittests/a.cpp": "TEST(Suite, AB1_One) {}\nTEST(Suite, CDX1_One) {}\nTEST(Suite, CD_2_Two) {}\nTEST(Suite, AB7_Gone) {}\n",
    "include/alcove/Here/Kept.h": "", "test/a.mlir": "// AB-2\n",
    "bench/CMakeLists.txt": "", "include/alcove/a.td": "", "Makefile": "build: x\n",
}
shutil.rmtree(SCRATCH, ignore_errors=True)
for name, text in FILES.items():
    (SCRATCH / name).parent.mkdir(parents=True, exist_ok=True)
    (SCRATCH / name).write_text(text)
run = subprocess.run([sys.executable, SOURCE / "scripts" / CHECK, f"--root={SCRATCH}"], capture_output=True, text=True)
print(run.stderr + run.stdout + f"exit code {run.returncode}")
