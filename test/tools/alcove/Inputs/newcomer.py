"""Mistakes of the first hour: each ends in an error, and each error names its remedy. usage: newcomer.py EXAMPLES"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

EXAMPLES = pathlib.Path(sys.argv[1]).resolve()
STABLEHLO = 'func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.add %x, %x : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n'
TTNN = ('#dram = #ttnn.buffer_type<dram>\n#l = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>\n'
        'func.func @f(%x: tensor<32x32xbf16, #l>) -> tensor<32x32xbf16, #l> {\n'
        '  %0 = "ttnn.relu"(%x) : (tensor<32x32xbf16, #l>) -> tensor<32x32xbf16, #l>\n  return %0 : tensor<32x32xbf16, #l>\n}\n')
UNKNOWN = 'func.func @f(%x: tensor<32x32xbf16>) -> tensor<32x32xbf16> {\n  %0 = "ttir.rellu"(%x) : (tensor<32x32xbf16>) -> tensor<32x32xbf16>\n  return %0 : tensor<32x32xbf16>\n}\n'
CELL = ('func.func @cell(%x: tensor<64x512xf64>, %w: tensor<512x512xf64>) -> tensor<64x512xf64> {\n'
        '  %gate = "ttir.matmul"(%x, %w) : (tensor<64x512xf64>, tensor<512x512xf64>) -> tensor<64x512xf64>\n'
        '  %out = "ttir.tanh"(%gate) : (tensor<64x512xf64>) -> tensor<64x512xf64>\n  return %out : tensor<64x512xf64>\n}\n')
CHOLESKY = 'func.func @f(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {\n  %0 = stablehlo.cholesky %x, lower = true : tensor<2x2xf32>\n  return %0 : tensor<2x2xf32>\n}\n'
# The command, and what its error must say: what is wrong, and what to write instead.
MISTAKES = [
    ("alcove paln mlp.mlir", "no subcommand 'paln'", "nearest: 'plan'"),
    ("alcove mlp.mlir", "is a file", "alcove plan mlp.mlir"),
    ("alcove plan", "no model is named", "alcove plan MODEL"),
    ("alcove plan nosuch.mlir", "nosuch.mlir", "No such file"),
    ("alcove plan mlp.mlir --device n160", "n160", "known are"),
    ("alcove plan mlp.mlir --optimization-levle=2", "unknown option --optimization-levle", "nearest: --optimization-level"),
    ("alcove plan mlp.mlir --optimization-level=5", "5", "alcove plan --help-all"),
    ("alcove plan mlp.mlir --optimization-level", "needs a value", "--optimization-level=VALUE"),
    ("alcove plan mlp.mlir --json --summary=false", "needs a value", "--json=VALUE"),
    ("alcove plan mlp.mlir --json -o planned.mlir", "--json needs a value: --json=VALUE", "'-o' behind it is another option"),
    ("alcove plan mlp.mlir -o --json=x", "-o needs a value: -o FILE", "'--json=x' behind it is another option"),
    ("alcove explain mlp.mlir --json -o planned.mlir", "--json needs a value: --json=VALUE", "'-o' behind it is another option"),
    ("alcove build mlp.mlir --emit -o program", "--emit needs a value: --emit=VALUE", "'-o' behind it is another option"),
    ("alcove session mlp.mlir --rates -o planned", "--rates needs a value: --rates=VALUE", "'-o' behind it is another option"),
    ("alcove diff-measured mlp.mlir profile.csv --device", "--device needs a value", "--device=VALUE"),
    ("alcove plan model.py", "this looks like a program of Python", "jax.jit(f).lower(x).as_text()"),
    ("alcove plan cut.mlir", "note: 1 of 1 brackets { are not closed", "is the file cut off?"),
    ("alcove plan div.mlir", "there is no op 'stablehlo.div'", "nearest: 'stablehlo.divide'"),
    ("alcove plan cholesky.mlir", "there is no converter for it", "compute it outside of the program"),
    ("alcove plan .", ".: error: cannot open input file", "Is a directory"),
    ("alcove emit ttnn.mlir", "'emit' is no subcommand", "`alcove-emit` is a program of its own"),
    ("alcove compare mlp.mlir", "'mlp.mlir' would be compared with itself", "--after"),
    ("alcove compare mlp.mlir --before l1-bytes=1000000 --after l1-bytes=1000000", "would be compared with itself", "give a second model"),
    ("alcove fit mlp.mlir", "no function writes a cache in place", "ttir.update_cache"),
    ("alcove plan mlp.mlir -O2", "unknown option -O2", "--NAME=VALUE"),
    ("alcove plan mlp.mlir feed-forward.mlir", "one too many", "alcove compare"),
    ("alcove plan feed-forward.mlir", "IO-11", "--super-tiling-pipeline"),
    ("alcove plan empty.mlir", "IO-15", "no function with a body"),
    ("alcove plan declaration.mlir", "IO-15", "no function with a body"),
    ("alcove opt --super-tiling-pipeline=memory-bytes=131072 empty.mlir", "IO-15", "nothing to plan"),
    ("alcove opt --super-tiling-pipeline=memory-bytes=131072 mlp.mlir", "IO-11", "alcove plan"),
    ("alcove opt --ttnn-optimizer mlp.mlir", "IO-11", "--ttir-to-ttnn-backend-pipeline"),
    ("alcove opt --ttnn-verify-memory ttnn.mlir", "no device", "--ttnn-to-ttnn"),
    ("alcove opt --ttir-to-ttnn-backend-pipeline ttnn.mlir", "IO-11", "--ttnn-to-ttnn"),
    ("alcove opt --ttir-to-ttnn-backend-pipeline stablehlo.mlir", "StableHLO", "--convert-stablehlo-to-ttir"),
    ("alcove plan unknown.mlir", "unknown op 'ttir.rellu'", "nearest: 'ttir.relu'"),
    ("alcove plan mlp.mlir --override-output-layout=dwn=l1", "no op is named 'dwn'", "nearest: 'down'"),
    ("alcove plan mlp.mlir --override-output-layout=down=l2", "l2", "expected a grid"),
    ("alcove explain mlp.mlir nobody", "no op is named 'nobody'", "nearest:"),
    ("alcove plan mlp.mlir --cores=99x99", "99", "8x8"),
    ("alcove plan mlp.mlir -o /nonexistent/x.mlir", "/nonexistent", "No such file"),
    ("alcove device show n151", "n151", "wormhole-n150"),
    ("alcove solve layuot layout.json", "no subcommand 'layuot'; nearest: 'layout'", "--help"),
    ("alcove plan mlp.mlir --foo", "unknown option --foo", "alcove plan --help-all"),
    ("alcove plan mlp.mlir --memory-byte=3", "unknown option --memory-byte", "nearest: --l1-bytes"),
    ("alcove plan mlp.mlir --l1-bytes=1MB", "--l1-bytes=1MB", "a whole number such as 1000000, without a unit"),
    ("alcove plan mlp.mlir --l1-bytes=99999999", "99999999 asked for", "alcove device show"),
    ("alcove plan mlp.mlir --l1-bytes=1000", "command line", "102208 B of the L1 of a core are reserved"),
    ("alcove plan mlp.mlir --l1-bytes=110000", "error", "and more this model runs, every tensor in DRAM"),
    ("alcove plan mlp.mlir --l1-bytes=1000000 --l1-bytes=900000", "given twice", "give it once"),
    ("alcove plan mlp.mlir --override-output-layout down", "'down'", "expected name=parameters"),
    ("alcove plan mlp.mlir --override-output-layout=down=l1:intrleaved", "intrleaved", "interleaved, height_sharded"),
    ("alcove plan mlp.mlir --row-major-enabled=maybe", "--row-major-enabled=maybe", "true or false"),
    ("alcove plan mlp.mlir --summary=opps", "--summary=opps", "one of false, true, ops"),
    ("alcove plan mlp.mlir --policies=DFShardin", "there is no policy 'DFShardin'", "nearest: 'DFSharding'"),
    ("alcove plan mlp.mlir --device N150", "'N150'", "nearest: 'wormhole-n150'"),
    ("alcove plan mlp.mlir --device p15.json", "p15.json", "No such file"),
    ("alcove plan mlp.mlir --cores=8", "command line", "such as 7x8, got '8'"),
    ("alcove plan mlp.mlir --tensor-l1-usage-cap=2", "command line", "above 0 and at most 1"),
    ("alcove plan mlp.mlir --mesh 64x64", "64x64", "chips"),
    ("alcove compare mlp.mlir --policies=all", "--policies=all", "--before and --after"),
    ("alcove compare mlp.mlir --after l1-byte=3", "no such option l1-byte", "nearest: 'l1-bytes'"),
    ("alcove plan planned.mlir --device p150", "brings a device of its own", "leave the option off"),
    ("alcove plan mlp.mlir --plan-in=part.json", "a 'config' or 'choice'", "in a whole plan only"),
    ("alcove explain mlp.mlir --trials=few", "--trials=few", "a whole number from 0 to 1000"),
    ("alcove explain cell.mlir gate", "no op is named 'gate'", "nearest: '%gate'"),
    ("alcove run cell.mlir --function=main", "of the name 'main'", "nearest: 'cell'"),
    ("alcove plan cell.mlir --argument-types=cel=input,parameter", "there is no function @cel", "nearest: @cell"),
    ("alcove plan cell.mlir --l1-bytes=104000", "4 tensors of f64 are held as f32", "and more this model runs"),
    ("alcove plan dynamic.mlir", "operand 0 must have a static shape", "tensor<?x512xf64>"),
    ("alcove sweep nosuch.json", "nosuch.json", "sweep.json"),
    ("alcove sweep typo.json", "unknown key 'device'", "nearest: 'devices'"),
    ("alcove sweep nomodel.json", "no file fits 'absent*.mlir'", "relative to"),
    ("alcove plan mlp.mlir -o a.mlir -o b.mlir", "-o is given twice, as 'a.mlir' and 'b.mlir'", "give it once"),
    ("alcove plan mlp.mlir --device ''", "--device needs a value", "--device=VALUE"),
    ("alcove plan mlp.mlir --policies=", "--policies needs a value", "--policies=VALUE"),
    ("alcove explain mlp.mlir ''", "an empty word", "names no model and no op"),
    ("alcove plan mlp.mlir --mesh-policy=greedy", "--mesh-policy is of a split over chips", "--mesh 2x4 asks for one"),
    ("alcove plan mlp.mlir --export-mesh-problem=m.json", "--export-mesh-problem is of a split", "--mesh 2x4"),
    ("alcove plan mlp.mlir --optimization-level=0 --plan-in=part.json", "plan-in steers the planner", "optimization-level=2"),
    ("alcove plan mlp.mlir --optimization-level=0 --policies=Global --override-output-layout=down=l1:interleaved", "policies steers", "level=2"),
    ("alcove plan mlp.mlir --optimization-level=1 --policies=Global", "policies steers the planner", "optimization-level=2"),
    ("alcove plan mlp.mlir --device typo.json", "device: typo.json", "unknown member 'models'"),
    ("alcove plan mlp.mlir --device none.csv", "device: unknown architecture or preset 'none.csv'", "known are"),
    ("alcove plan none.csv", "IO-15", "no function with a body"),
    ("alcove plan mlp.mlir --mesh 0x2", "mesh '0x2'", "such as 2x4"),
    ("alcove plan mlp.mlir --layouts-per-sharding=0", "layouts-per-sharding 0", "from 1 to 1000"),
    ("alcove plan mlp.mlir --summary-json=/dev/full", "/dev/full: cannot write", "No space left"),
    ("alcove plan mlp.mlir > /dev/full", "standard output: cannot write", "No space left"),
    ("alcove compare mlp.mlir --after device=n151", "unknown architecture or preset 'n151'", "nearest: 'wormhole-n150'"),
    ("alcove compare mlp.mlir --after device=p150 --after device=n300", "alcove-compare: error: --after", "--help"),
    ("alcove-opt mlp.mlir feed-forward.mlir", "'feed-forward.mlir' is one file too many", "beside 'mlp.mlir'"),
    ("alcove-opt mlp.mlir -o a.mlir -o b.mlir", "-o is given twice", "give it once"),
    ("alcove-run mlp.mlir feed-forward.mlir", "'feed-forward.mlir' is one file too many", "beside 'mlp.mlir'"),
    ("alcove-emit planned.mlir mlp.mlir -o program", "'mlp.mlir' is one file too many", "beside 'planned.mlir'"),
    ("alcove solve check layuot layout.json", "no subcommand 'layuot'; nearest: 'layout'", "--help"),
    ("alcove device shwo n150", "alcove-device: error: there is no subcommand 'shwo'", "nearest: 'show'"),
    ("alcove opmodel qery relu", "there is no subcommand 'qery'", "nearest: 'query'"),
    ("alcove solve allocate buffers.csv --capacity=-1", "--capacity: '-1' is no number from 0 on", "--help"),
    ("alcove solve layout layout.json abc", "--timeout: 'abc' is no number from 0 on", "--help"),
    ("alcove formats absent.mlir --error-budget=0.01", "alcove formats: error: absent.mlir: No such file", "directory"),
    ("alcove formats mlp.mlir --error-budget=0.05 --data absent --data absent", "--data absent: no such folder", "arg0.npy"),
    ("alcove fit mlp.mlir --dim rows=absent:0 --vary rows", "--dim rows=absent:0: no model has an argument", "ttir.name"),
    ("alcove-fit --help > /dev/full", "alcove fit: error: standard output: cannot write", "No space left"),
]
# What is meant so, and what its standard output must hold.
RIGHT_USES = [
    ("alcove plan mlp.mlir --json=- | %python -m json.tool", '"format": "alcove-summary"'),
    ("alcove plan - --json=/dev/stdout < mlp.mlir | %python -m json.tool", '"format": "alcove-summary"'),
    ("gzip -c mlp.mlir > packed.mlir.gz; alcove plan packed.mlir.gz | head -1", "summary of module (packed.mlir.gz)"),
    ("cp mlp.mlir 'my model.mlir'; mkdir 'a b'; alcove plan 'my model.mlir' -o 'a b/x y.mlir' && ls 'a b'", "x y.mlir"),
    ("ln -s planned.mlir link.mlir; alcove plan link.mlir", "gap 0.000 %, optimal in the space"),
    ("alcove report mlp.mlir -o -", "<!DOCTYPE html>"),
    ("alcove run planned.mlir --compare mlp.mlir", "within the bounds"),
    ("alcove compare mlp.mlir --after device=p150", "on blackhole, "),
    ("alcove plan mlp.mlir --plan-out=p.json > a.txt; alcove plan mlp.mlir --plan-in=p.json", "modelled time"),
    ("alcove solve schedule schedule.json o.json > a.txt; alcove solve check schedule schedule.json o.json", "valid latency="),
    ("alcove fit --version", "alcove fit 0."),
    ("alcove plan mlp.mlir -o planned.mlir -o planned.mlir", "summary of module (mlp.mlir)"),
]


def main():
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for each in EXAMPLES.iterdir():
            if each.is_file():
                os.symlink(each, pathlib.Path(folder) / each.name)
        for name, text in (("stablehlo.mlir", STABLEHLO), ("ttnn.mlir", TTNN), ("unknown.mlir", UNKNOWN),
                           ("empty.mlir", "module {}\n"), ("declaration.mlir", "func.func private @f(tensor<2xf32>) -> tensor<2xf32>\n"),
                           ("model.py", "import jax\n"), ("none.csv", ""), ("cut.mlir", STABLEHLO[:-2]), ("div.mlir", STABLEHLO.replace(".add", ".div")),
                           ("cholesky.mlir", CHOLESKY),
                           ("cell.mlir", CELL), ("dynamic.mlir", CELL.replace("64x", "?x")),
                           ("typo.json", '{"models": ["mlp.mlir"], "device": ["n150"]}'), ("nomodel.json", '{"models": ["absent*.mlir"]}'),
                           ("part.json", '{"format": "alcove.plan", "version": 1, "functions": [{"name": "main", "ops": [{"name": "down", "result": "256x512|l1|interleaved", "config": "x"}]}]}')):
            (pathlib.Path(folder) / name).write_text(text)
        subprocess.run("alcove plan mlp.mlir -o planned.mlir", shell=True, cwd=folder, capture_output=True, check=True)
        for command, what, remedy in MISTAKES:
            done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True)
            told = done.stdout + done.stderr
            if done.returncode not in (1, 2) or what not in told or remedy not in told:
                failures.append(f"{command}\n  exit {done.returncode}, wanted '{what}' and '{remedy}', told:\n  {told[:600]}")
            if re.search(r"Stack dump|Traceback|Assertion", told):
                failures.append(f"{command}: crashed\n{told[:600]}")
        for command, wanted in RIGHT_USES:
            words = ["bash", "-c", "set -o pipefail; " + command.replace("%python", sys.executable)]
            done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
            if done.returncode != 0 or wanted not in done.stdout:
                failures.append(f"{command}\n  exit {done.returncode}, wanted '{wanted}', told:\n  {(done.stdout + done.stderr)[:600]}")
    print("\n".join(failures) if failures else f"{len(MISTAKES)} mistakes, every error names its remedy; {len(RIGHT_USES)} right uses work")
    return 1 if failures else 0


sys.exit(main())
