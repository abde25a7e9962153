"""Every output of every program against what a path may name, and against SIGKILL.

usage: outputs.py BIN_DIR targets [NAME...]     files, links, FIFOs, /dev/stdout, copies of devices, a directory
       outputs.py BIN_DIR kill RUNS [NAME...]   SIGKILL at RUNS random moments of each: the old file or a whole new one

NAME: a row of the table below (default: all). Prints one line per row; exit 1 at the first broken promise.
"""
import json
import os
import pathlib
import random
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
TEST = HERE.parents[1]
BIN = pathlib.Path(sys.argv[1]).resolve()
SMALL = TEST / "Pipelines/Inputs/small.mlir"
PIPELINE = "--ttir-to-ttnn-backend-pipeline=optimization-level=2"
SCHEDULE = {"widths": [128] * 6, "heights": [128] * 6, "op_types": ["Pointwise"] * 5,
            "inputs": [[i] for i in range(5)], "outputs": [[i + 1] for i in range(5)], "base_costs": [100] * 5,
            "fast_memory_capacity": 20000, "slow_memory_bandwidth": 10, "native_granularity": [128, 128]}
LAYOUT = {"layout_choice": {"name": "two", "capacity": 100, "nodes": [
    {"interval": [0, 2], "costs": [3, 4], "bytes": [60, 10]},
    {"interval": [1, 3], "costs": [1, 5], "bytes": [60, 10]}], "edges": [{"nodes": [0, 1], "costs": [0, 2, 2, 0]}]}}


def rows(work):
    """Name, command with OUT, and the suffix of OUT; None for what is printed."""
    (work / "schedule.json").write_text(json.dumps(SCHEDULE))
    (work / "layout.json").write_text(json.dumps(LAYOUT))
    lowered = work / "lowered.mlir"
    subprocess.run([BIN / "alcove-opt", PIPELINE, SMALL, "-o", lowered], check=True)
    bad = work / "overfull.csv"
    bad.write_text("id,lower,upper,size\na,0,2,6\nb,0,2,6\n")
    opt, none = [BIN / "alcove-opt", SMALL, "-o", work / "unused.mlir"], work / "unused"
    solve, model = BIN / "alcove-solve", BIN / "alcove-opmodel"
    chain, block = TEST / "SuperTiling/chain.mlir", TEST / "Plan/GraphSchedule/export.mlir"
    csv = TEST / "tools/alcove-solve/Inputs/input.12.csv"
    cases, times = (TEST / "tools/alcove-opmodel/Inputs" / name for name in ("cases.csv", "times.csv"))
    return {
        "opt": ([BIN / "alcove-opt", PIPELINE, SMALL, "-o", "OUT"], ".mlir"),
        "opt-summary": ([*opt, PIPELINE + " summary-json=OUT"], ".json"),
        "opt-timeline": ([*opt, PIPELINE + " timeline=OUT"], ".json"),
        "opt-chrome-trace": ([*opt, PIPELINE + " chrome-trace=OUT"], ".json"),
        "opt-super-tiling": ([BIN / "alcove-opt", chain, "--super-tiling=memory-bytes=4096 report=OUT", "-o", none], ".json"),
        "opt-schedule": ([BIN / "alcove-opt", block, "--export-graph-schedule=function=block output=OUT", "-o", none], ".json"),
        "run-timeline": ([BIN / "alcove-run", lowered, "--timeline=OUT"], ".json"),
        "run-chrome-trace": ([BIN / "alcove-run", lowered, "--chrome-trace=OUT"], ".json"),
        "run-result": ([BIN / "alcove-run", SMALL, "--outputs=FOLDER"], "/forward.result0.npy"),
        "solve-allocate": ([solve, "allocate", csv, "--capacity=12", "--out=OUT"], ".csv"),
        "solve-conflict": ([solve, "allocate", bad, "--capacity=8", f"--out={none}", "--conflict=OUT"], ".csv"),
        "solve-layout": ([solve, "layout", work / "layout.json", "--out=OUT"], ".json"),
        "solve-certificate": ([solve, "layout", work / "layout.json", "--certificate=OUT"], ".json"),
        "solve-schedule": ([solve, "schedule", work / "schedule.json", "OUT", "--work=2000"], ".json"),
        "solve-svg": ([solve, "schedule", work / "schedule.json", none, "--work=2000", "--svg=OUT"], ".svg"),
        "device-export": ([BIN / "alcove-device", "export", "wormhole_b0", "-o", "OUT"], ".json"),
        "device-svg": ([BIN / "alcove-device", "show", "wormhole_b0", "--svg=OUT"], ".svg"),
        "opmodel-constraints": ([model, "score", cases, "--rows=OUT"], ".csv"),
        "opmodel-time": ([model, "score", times, "--kind=time", "--rows=OUT"], ".csv"),
        "mlsys": ([BIN / "mlsys", work / "schedule.json", "OUT"], ".json"),
        # These print, and nothing else.
        "exec": ([BIN / "alcove-exec", chain, "--print-results"], None),
        "program": ([BIN / "alcove-program", "encoder"], None),
        "program-list": ([BIN / "alcove-program", "list"], None),
        "run": ([BIN / "alcove-run", SMALL], None),
        "run-coverage": ([BIN / "alcove-run", SMALL, "--coverage"], None),
        "opt-stdout": ([BIN / "alcove-opt", SMALL], None),
        "device-list": ([BIN / "alcove-device", "list"], None),
        "opmodel-query": ([model, "query", "relu 64x64 -> ?64x64"], None),
        "solve-check": ([solve, "allocate", csv, "--capacity=12"], None),
    }


def run(command, target, **options):
    """`target` in the place of OUT; where the name of the file is fixed, FOLDER is where it lies."""
    folder = str(pathlib.Path(target).parent)
    command = [str(word).replace("OUT", str(target)).replace("FOLDER", folder) for word in command]
    return subprocess.run(command, stdout=options.pop("stdout", subprocess.PIPE), stderr=subprocess.PIPE, timeout=300,
                          env={**os.environ, "ALCOVE_MLSYS_SECONDS": "0.2"}, **options)


def expect(condition, *what):
    if not condition:
        sys.exit("broken: " + " ".join(map(str, what)))


def expect_clean(folder, names):
    expect(sorted(os.listdir(folder)) == sorted(names), folder, "holds", os.listdir(folder), "instead of", names)


def device(path, minor):
    """A copy of /dev/null (3) or /dev/full (7); the real ones are nobody's to try."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, minor))
    except PermissionError:
        return False
    return True


def check_targets(name, command, suffix, work):
    folder = work / name
    folder.mkdir()
    fixed = suffix.startswith("/")
    path = folder / (suffix[1:] if fixed else "out" + suffix)
    names = [path.name]
    good = 1 if name == "solve-conflict" else 0  # there is a conflict to write when there is no solution
    # A new file, then over an old one of another mode.
    done = run(command, path)
    expect(done.returncode == good and path.stat().st_size, name, done)
    text = path.read_bytes()
    path.write_bytes(b"old")
    path.chmod(0o604)
    expect(run(command, path).returncode == good and stat.S_IMODE(path.stat().st_mode) == 0o604, name, "mode")
    whole = path.read_bytes()
    expect(whole == text or name in ("mlsys",), name, "second text differs")
    # A link stays, its target changes.
    path.rename(folder / "target")
    path.symlink_to("target")
    (folder / "target").write_bytes(b"old")
    expect(run(command, path).returncode == good and path.is_symlink(), name, "link")
    expect((folder / "target").read_bytes() == text, name, "target of the link")
    path.unlink()
    (folder / "target").unlink()
    # A FIFO reaches its reader.
    os.mkfifo(path)
    read = []
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()
    expect(run(command, path).returncode == good, name, "FIFO")
    reader.join(60)
    expect(read == [text] and stat.S_ISFIFO(path.lstat().st_mode), name, "FIFO", read)
    path.unlink()
    # Standard output by name, with what the program prints beside it.
    if not fixed:
        done = run(command, "/dev/stdout")
        expect(done.returncode == good and text in done.stdout, name, "/dev/stdout", done)
    # Devices stay devices; a full one is an error.
    if device(path, 3):
        expect(run(command, path).returncode == good and stat.S_ISCHR(path.lstat().st_mode), name, "null device")
        path.unlink()
        device(path, 7)
        done = run(command, path)
        expect(done.returncode != 0 and b"No space left on device" in done.stderr, name, "full device", done)
        expect(stat.S_ISCHR(path.lstat().st_mode), name, "full device replaced")
        path.unlink()
    # A directory is an error.
    path.mkdir()
    done = run(command, path)
    expect(done.returncode != 0 and b"Is a directory" in done.stderr, name, "directory", done)
    expect_clean(folder, names)


def check_printing(name, command, work):
    expect(run(command, "").returncode == 0, name)
    if device(work / "full", 7):
        with open(work / "full", "wb") as full:
            done = run(command, "", stdout=full)
        expect(done.returncode == 1 and b"standard output: cannot write" in done.stderr, name, done)
        (work / "full").unlink()


def is_schedule(work, path):
    """The schedulers replace what they wrote by better ones: every one of them must be a schedule."""
    command = [BIN / "alcove-solve", "check", "schedule", work / "schedule.json", path, "--quiet"]
    return subprocess.run(command, capture_output=True).returncode == 0


def check_kills(name, command, suffix, work, runs):
    folder = work / name
    folder.mkdir()
    path = folder / (suffix[1:] if suffix.startswith("/") else "out" + suffix)
    words = [str(word).replace("OUT", str(path)).replace("FOLDER", str(folder)) for word in command]
    environment = {**os.environ, "ALCOVE_MLSYS_SECONDS": "0.2"}
    start = time.monotonic()
    subprocess.run(words, capture_output=True, env=environment)
    seconds, new = time.monotonic() - start, path.read_bytes()
    old = b"old" * 1000
    counts = {"old": 0, "new": 0, "left": 0}
    for _ in range(runs):
        path.write_bytes(old)
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        time.sleep(random.random() * seconds * 1.05)
        process.kill()
        process.wait()
        now = path.read_bytes()
        expect(now in (old, new) or (name in ("solve-schedule", "mlsys") and is_schedule(work, path)), name,
               "is neither old nor new:", len(now), "bytes")
        counts["old" if now == old else "new"] += 1
        left = [entry for entry in os.listdir(folder) if entry != path.name]
        expect(all(entry.startswith(".alcove-") and entry.endswith(".tmp") for entry in left), name, left)
        counts["left"] += len(left)
        for entry in left:
            (folder / entry).unlink()
    print(f"{name}: {counts['old']} old, {counts['new']} new, {counts['left']} temporaries", flush=True)


def main():
    mode = sys.argv[2]
    names = sys.argv[4:] if mode == "kill" else sys.argv[3:]
    random.seed(14)
    work = pathlib.Path(tempfile.mkdtemp())
    try:
        for name, (command, suffix) in rows(work).items():
            if names and name not in names:
                continue
            if mode == "kill" and suffix:
                check_kills(name, command, suffix, work, int(sys.argv[3]))
            elif mode == "targets":
                check_targets(name, command, suffix, work) if suffix else check_printing(name, command, work)
                print(name, "good", flush=True)
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
