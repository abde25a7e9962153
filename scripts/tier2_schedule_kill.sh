#!/bin/sh
# Kills the scheduler at 200 random moments: what is on disk must be a valid schedule, or nothing.
# usage: tier2_schedule_kill.sh [BUILD_DIR]
cd "$(dirname "$0")/.." || exit 1
build=${1:-$(ls -d build build-core 2>/dev/null | head -1)}
[ -x "$build/bin/alcove-solve" ] || { echo "no $build/bin/alcove-solve"; exit 1; }
exec python3 - "$build/bin/alcove-solve" <<'PY'
import os, random, subprocess, sys, tempfile, time

solve = sys.argv[1]
random.seed(5)
problem = {"widths": [], "heights": [], "inputs": [], "outputs": [], "base_costs": [], "op_types": [],
           "fast_memory_capacity": 60000, "slow_memory_bandwidth": 20, "native_granularity": [128, 128]}
def tensor():
    problem["widths"].append(512); problem["heights"].append(512)
    return len(problem["widths"]) - 1
x = first = tensor()
for i in range(40):
    kind = "MatMul" if i % 3 != 2 else "Pointwise"
    inputs = [x, tensor()] if kind == "MatMul" else [x, first]
    x = tensor()
    problem["inputs"].append(inputs); problem["outputs"].append([x])
    problem["base_costs"].append(1000 + 100 * i); problem["op_types"].append(kind)
import json
none = valid = left = 0
with tempfile.TemporaryDirectory() as folder:
    source, target = os.path.join(folder, "p.json"), os.path.join(folder, "s.json")
    json.dump(problem, open(source, "w"))
    for run in range(200):
        if os.path.exists(target):
            os.unlink(target)
        process = subprocess.Popen([solve, "schedule", source, target, "--timeout=5", f"--seed={run}"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(random.random() ** 3 * 0.5)
        process.kill()
        process.wait()
        if not os.path.exists(target):
            none += 1
            continue
        check = subprocess.run([solve, "check", "schedule", source, target, "--quiet"], capture_output=True, text=True)
        if check.returncode:
            print(f"run {run}: {check.stderr}")
            sys.exit(1)
        valid += 1
print(f"200 kills: {valid} valid schedules, {none} without a file")
PY
