"""Every model lowered to TTNN at levels 1 (all in DRAM) and 2 and planned again by ttnn-to-ttnn: the time of the direct
way to level 2 within 1 %, the second pass equal to the first byte for byte. Level 0 lowers other ops (it does not fold
batch norms nor recognize attention), so there the second pass is held to the first, and the time to what it was. With the chain policy: the exact planner finds
other plans of equal or better time when the ops come in another order (docs/open/second-pass.md).

usage: round_trip.py FOLDER MODEL..."""
import json
import pathlib
import subprocess
import sys

folder = pathlib.Path(sys.argv[1])
folder.mkdir(exist_ok=True)


def run(pipeline, source, target):
    summary = target.with_suffix(".json")
    option = f"--{pipeline} memory-layout-analysis-policy=DFSharding summary-json={summary}"
    subprocess.run(["alcove-opt", option, source, "-o", target], check=True)
    return json.loads(summary.read_text())["plan"]["time_ns"]


for model in map(pathlib.Path, sys.argv[2:]):
    def at(name):
        return folder / f"{model.stem}.{name}.mlir"

    direct = run("ttir-to-ttnn-backend-pipeline=optimization-level=2", model, at("direct"))
    for level in (0, 1, 2):
        given = run(f"ttir-to-ttnn-backend-pipeline=optimization-level={level}", model, at("given"))
        again = run("ttnn-to-ttnn=keep-layouts=false", at("given"), at("again"))
        second = run("ttnn-to-ttnn=keep-layouts=false", at("again"), at("second"))
        assert at("again").read_bytes() == at("second").read_bytes(), f"{model} level {level}: no fixpoint"
        assert again == second
        if level:
            assert abs(again / direct - 1) < 0.01, f"{model} level {level}: {again} ns, directly {direct} ns"
        assert again <= given * 1.000001, f"{model} level {level}: {again} ns, before {given} ns"
    kept = run("ttnn-to-ttnn=keep-layouts=true", at("direct"), at("kept"))
    assert kept <= direct * 1.0001, f"{model}: kept {kept} ns, directly {direct} ns"
    print(f"{model.stem}: round trip good")
