"""Runs every command of the pages, in a folder with the examples: once, where several pages have it. usage: run_docs.py REPOSITORY PAGE ...

What belongs to the machine and not to Alcove (make, apt, git, sbatch, parallel, ttnn) is left to the second tier.
"""
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "scripts"))
from doc_commands import commands_of  # noqa: E402

LEFT = re.compile(r"^(sudo |make |git |cmake |cd |source |apt|docker|sbatch|man |mkdir goldens|export |python3 \S*main\.py|python3 testing/|python3 notebook\.py|.*--slurm|.*\| *parallel)")
ran = set()
with tempfile.TemporaryDirectory() as folder:
    examples = pathlib.Path(folder) / "examples"
    shutil.copytree(ROOT / "examples", examples)
    model = subprocess.run([sys.executable, ROOT / "testing/models/generate.py", "resnet50", "--batch=8"], capture_output=True, check=True)
    (examples / "resnet50.mlir.gz").write_bytes(gzip.compress(model.stdout))
    shutil.copy(examples / "mlp.mlir", examples / "model.mlir")
    for page in sys.argv[2:]:
        commands = list(commands_of(page))
        assert commands or not page.endswith(".1.md"), f"{page}: no command"
        for command in commands:
            command = command.replace("/usr/share/doc/alcove/examples/", "")
            if LEFT.match(command) or command in ran:
                continue
            done = subprocess.run(command.replace("/usr/share/doc/alcove/examples", str(examples)), shell=True, cwd=examples,
                                  env={**os.environ, "MODEL": "mlp.mlir"}, capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"{page}: exit {done.returncode}: {command}\n{(done.stdout + done.stderr)[:2000]}")
            ran.add(command)
print(f"{len(ran)} commands ran")
