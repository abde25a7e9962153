#!/usr/bin/env python3
"""Counts plans of single functions that fail when the functions share a device, and whether a session mends each.

usage: mended.py BIN [--device NAME]... [--models llama-1b,...] [--given NAME=PREFILL,DECODE]... [--situations bare,...]

BIN holds the programs. The functions of every pair (testing/models/pairs.py) are planned one by one, as `alcove build`
does, and the judge runs prefill, decode x 20, prefill, decode x 20 with the allocator of the runtime in five situations:
nothing else there; an L1 buffer of a prefetcher beside decode, a trace region and l1_small; an L1 buffer throughout; 20
devices with leftovers of earlier programs; as many users' caches as a session holds. What fails is planned as a session.
Exit 1 when a session does not mend it.
"""
import pathlib
import re
import sys
import tempfile

from pairs import ORDER, pairs_of, parser_of, run

SITUATIONS = {
    "bare": [],
    "prefetcher": ["--persist=prefetcher=l1:975KB:12:decode", "--trace-region=50MB", "--l1-small=32KB"],
    "L1 kept": ["--persist=norms=l1:400KB"],
    "leftovers": ["--fragment=20"],
    "users": [],
}


def reason(done):
    lines = [line for line in done.stderr.splitlines() + done.stdout.splitlines() if "error:" in line] or ["no answer"]
    return lines[0].split("error: ", 1)[-1][:140]


def states(text):
    found = re.search(r"(\d+) of (\d+) devices with leftovers", text)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def failure(done):
    """Why a run does not pass; nothing when it does."""
    if done.returncode:
        return reason(done)
    survived, asked = states(done.stdout)
    return f"{survived} of {asked} devices with leftovers" if survived < asked else None


def plan_functions(binaries, base, device, models):
    """Words for alcove-session: every function as it is planned by itself, and in both ways of a session."""
    alone, ways = [], []
    for part, model in models.items():
        files = []
        for store in ("true", "false"):
            files.append(f"{base}.{part}.{store}.mlir")
            done = run([binaries / "alcove", "plan", model, f"--device={device}", f"--store-constants={store}", "--summary=false", "-o", files[-1]])
            if done.returncode:
                sys.exit(f"{model}: {reason(done)}")
        alone.append(f"{part}={files[0]}")
        ways.append(f"{part}={','.join(files)}")
    return alone, ways


def main():
    parser = parser_of(__doc__)
    parser.add_argument("--situations", default=",".join(SITUATIONS))
    options = parser.parse_args()
    asked = failed = mended = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        print("pair | device | situation | each planned by itself | as a session", flush=True)
        for name, device, prefill, decode in pairs_of(options, folder):
            alone, ways = plan_functions(options.binaries, folder / f"{name}.{device}", device, {"prefill": prefill, "decode": decode})
            for situation in options.situations.split(","):
                words = list(SITUATIONS[situation])
                session = [options.binaries / "alcove-session", *ways, *ORDER]
                if situation == "users":
                    most = re.search(r"users: (\d+) fit", run([*session, "--most-users"]).stdout)
                    words = [f"--users={most[1] if most else 1}"]
                elif words:  # with less L1 the functions are planned again
                    session = [options.binaries / "alcove", "session", f"prefill={prefill}", f"decode={decode}", f"--device={device}", *ORDER]
                why = failure(run([options.binaries / "alcove-session", *alone, *ORDER, *words, "--as-planned"]))
                asked += 1
                now = "-"
                if why:
                    failed += 1
                    # A plan of less L1 is slower: it is asked for where leftovers are to be survived.
                    rest = failure(run([*session, *words, *(["--withstand"] if situation == "leftovers" else [])]))
                    mended += not rest
                    now = f"FAULT: {rest}" if rest else "passes"
                print(f"{name} | {device} | {situation} | {why or 'passes'} | {now}", flush=True)
    print(f"{asked} cases: {failed} fail as planned by themselves, a session mends {mended}")
    return 1 if mended < failed or not failed else 0


if __name__ == "__main__":
    sys.exit(main())
