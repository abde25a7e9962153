#!/usr/bin/env python3
"""Models of StableHLO planned, judged and compared by numbers; twins planned beside the TTIR that they stand for.

    ALCOVE_CORPUS=models bench/StableHLO/models.py build [--only REGEX]

Per model of testing/models/stablehlo_models.py and type: computed as StableHLO and as TTIR on the same seeded data, planned at level 2, judged,
and the planned program compared with the TTIR in f32 and as declared. Then modelled times of twins: decode layers written back to
StableHLO by testing/models/ttir_to_stablehlo.py, and ResNet-50 of the corpus in bf16 beside the demo's of its batch, whose image
lies as the other's does, channels first.
"""
import argparse, os, pathlib, re, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ROOT / "testing" / "models"


def run(words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


def check(bin, model, planned):
    """What the model passes, and the least correlation of its results."""
    same, _ = run([bin / "alcove-opt", "--stablehlo-execute=as-ttir=true", model, "-o", os.devnull])
    plans, _ = run([bin / "alcove-opt", "--convert-stablehlo-to-ttir",
                    "--ttir-to-ttnn-backend-pipeline=optimization-level=2 default-device=wormhole", model, "-o", planned])
    judged, _ = run([bin / "alcove-opt", "--ttnn-verify-memory", planned, "-o", os.devnull])
    equal, text = run([bin / "alcove-run", f"--compare={planned}", model])
    in_f32 = [line for line in text.splitlines() if "as declared" not in line and "correlation" in line]
    declared = [line for line in text.splitlines() if "as declared" in line and "correlation" in line]

    def least(lines):
        return min((float(x) for line in lines for x in re.findall(r"correlation ([\d.]+)", line)), default=1.0)
    return [same, plans, judged, equal, least(in_f32), least(declared)]


def modelled(bin, model):
    good, text = run([bin / "alcove", "plan", model])
    found = re.search(r"modelled time +([\d.]+) us", text)
    return float(found.group(1)) if good and found else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    bin = pathlib.Path(given.build).resolve() / "bin"
    names = subprocess.run([sys.executable, MODELS / "stablehlo_models.py", "--list"], capture_output=True, text=True, check=True).stdout.split()
    print("| model | type | StableHLO = TTIR | planned | judged | TTNN = TTIR by every rule | correlation in f32 | as declared |\n|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as work:
        for name in names:
            for dtype in ("f32", "bf16"):
                if not re.search(given.only, name):
                    continue
                model = pathlib.Path(work) / f"{name}.{dtype}.mlir"
                model.write_text(subprocess.run([sys.executable, MODELS / "stablehlo_models.py", name, "--dtype", dtype],
                                                capture_output=True, text=True, check=True).stdout)
                *passed, low, declared = check(bin, model, pathlib.Path(work) / "planned.mlir")
                print(f"| {name} | {dtype} | {' | '.join('yes' if p else 'no' for p in passed)} | {low:.7f} | {declared:.7f} |", flush=True)
        corpus = os.environ.get("ALCOVE_CORPUS")
        if not corpus or given.only:
            return
        print("\n| twin | StableHLO (us) | TTIR (us) | apart |\n|---|---|---|---|")
        pairs = []
        for name in ("llama_3_2_1b_decode_layer", "falcon_3_1b_decode_layer"):
            twin, model = pathlib.Path(work) / f"{name}.mlir", pathlib.Path(corpus) / f"{name}.mlir"
            subprocess.run([sys.executable, MODELS / "ttir_to_stablehlo.py", model, "-o", twin], check=True)
            pairs.append((name, twin, model))
        text = (pathlib.Path(corpus) / "stablehlo" / "resnet50.stablehlo.elided.mlir").read_text()
        text = text.replace("0xFC00> : tensor<f16>", "0xFF80> : tensor<f16>").replace("xf16>", "xbf16>").replace("tensor<f16>", "tensor<bf16>")
        resnet, demo = pathlib.Path(work) / "resnet.mlir", pathlib.Path(work) / "demo.mlir"
        resnet.write_text(text)
        demo.write_text(subprocess.run([sys.executable, MODELS / "generate.py", "resnet50", "--batch=16", "--channels-first=1"],
                                       capture_output=True, text=True, check=True).stdout)
        pairs.append(("resnet50, batch 16, bf16", resnet, demo))
        for name, left, right in pairs:
            a, b = modelled(bin, left), modelled(bin, right)
            print(f"| {name} | {a} | {b} | {100 * (a - b) / b:+.2f} % |", flush=True)


if __name__ == "__main__":
    main()
