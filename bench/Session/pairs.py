#!/usr/bin/env python3
"""Plans pairs of prefill and decode as sessions and holds them against functions planned each by itself.

usage: pairs.py BIN [--device NAME]... [--models llama-1b,...] [--given NAME=PREFILL,DECODE]... [--numbers]

BIN holds the programs. Every pair of testing/models/pairs.py is planned, judged over prefill, decode x 20, prefill,
decode x 20 on an empty device and on 20 with leftovers, its certificate checked by `alcove solve check`. --numbers: the
narrow form of every pair is executed too, each function of the session against its own model. Exit 1 when a pair is
slower or takes more DRAM than apart, is refused by the judge, or differs.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ["llama-1b", "llama-8b", "qwen", "gemma", "phi", "moe"]
ORDER = ["--rates=prefill=1,decode=20", "--order=prefill,decode x 20,prefill,decode x 20"]


def run(words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True)


def write(folder, model, part, *options):
    path = folder / f"{model}.{part}.mlir"
    text = run([sys.executable, ROOT / "testing/models/pairs.py", model, part, *options])
    path.write_text(text.stdout)
    return path


def plan(binaries, folder, name, device, prefill, decode, *options):
    """The summary of a session and the faults found: judge, certificate."""
    out = folder / f"{name}.{device}"
    done = run([binaries / "alcove", "session", f"prefill={prefill}", f"decode={decode}", f"--device={device}", *ORDER, *options, "-o", f"{out}.mlir",
                f"--summary-json={out}.json", f"--export-session-problem={out}.problem.json", f"--export-session-plan={out}.plan.json",
                f"--certificate={out}.cert.json"])
    if done.returncode:
        return None, [done.stderr.strip()[:300]]
    checked = run([binaries / "alcove-solve", "check", "session", f"{out}.problem.json", f"{out}.plan.json", f"--certificate={out}.cert.json"])
    return json.loads(pathlib.Path(f"{out}.json").read_text()), [] if checked.returncode == 0 else [checked.stderr.strip()]


def parser_of(text):
    """The command line that benches of pairs share."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", type=pathlib.Path)
    parser.add_argument("--device", action="append")
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--given", action="append", default=[])
    return parser


def pairs_of(options, folder):
    """(name, device, prefill, decode) of every pair on every device; those that are written lie in `folder`."""
    pairs = {name: tuple(write(folder, name, part) for part in ("prefill", "decode")) for name in options.models.split(",") if name}
    pairs.update((each.split("=")[0], tuple(each.split("=")[1].split(","))) for each in options.given)
    return [(name, device, *files) for device in options.device or ["wormhole-n150", "blackhole-p150"] for name, files in pairs.items()]


def compare(binaries, folder, model):
    """Faults of the narrow form: each function of the session against its own model, caches included."""
    parts = {part: write(folder, model, part, "--small", "--batch=4", "--rows=8", "--cache=64") for part in ("prefill", "decode")}
    summary, faults = plan(binaries, folder, model + "-narrow", "wormhole-n150", parts["prefill"], parts["decode"])
    for part, path in parts.items() if summary else ():
        done = run([binaries / "alcove-run", path, "--compare", folder / f"{model}-narrow.wormhole-n150.mlir", f"--function={part}", "--precision=f32"])
        if done.returncode:
            faults.append(f"{part} differs: {(done.stdout + done.stderr)[-300:]}")
    return faults


def main():
    parser = parser_of(__doc__)
    parser.add_argument("--numbers", action="store_true")
    options = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        print("pair | device | session us | apart us | DRAM of a bank | apart | leftovers survived | time to first token us | tokens/s | proved")
        for name, device, prefill, decode in pairs_of(options, folder):
            found, faults = plan(options.binaries, folder, name, device, prefill, decode, "--fragment=20")
            if found:
                dram = found["weight_bytes"] + found["cache_bytes"]
                if found["total_us"] > found["apart_us"] or dram > found["apart_dram_bytes"] or not found["survives"]:
                    faults.append("slower, larger, or refused")
                print(f"{name} | {device} | {found['total_us']:.1f} | {found['apart_us']:.1f} | {dram} | {found['apart_dram_bytes']} | "
                      f"{found['leftover_states_survived']} of {found['leftover_states']} | {found['time_to_first_token']['us']:.1f} | "
                      f"{found['tokens_per_second_per_user']:.1f} | {'yes' if found['proved'] else 'no'}", flush=True)
            for fault in faults:
                print(f"{name} | {device} | FAULT: {fault}", flush=True)
            bad += bool(faults)
        for name in options.models.split(",") if options.numbers else ():
            faults = compare(options.binaries, folder, name)
            print(f"{name}: " + ("; ".join(faults) if faults else "equal in f32, caches too"), flush=True)
            bad += bool(faults)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
