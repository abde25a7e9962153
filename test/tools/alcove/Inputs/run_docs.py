"""Runs every command of the pages, in a folder with the examples. usage: run_docs.py REPOSITORY BUILD PAGE ...

What belongs to the machine and not to Alcove (make, apt, git, sbatch, parallel) is left to the second tier.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT, BUILD = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
sys.path.insert(0, str(ROOT / "scripts"))
from doc_commands import commands_of  # noqa: E402

LEFT = re.compile(r"^(sudo |make |git |cmake |cd |source |apt|docker|sbatch|man |.*--slurm|.*\| *parallel)")
ran = 0
with tempfile.TemporaryDirectory() as folder:
    examples = pathlib.Path(folder) / "examples"
    shutil.copytree(ROOT / "examples", examples)
    shutil.copy(BUILD / "examples/resnet50.mlir.gz", examples)
    shutil.copy(examples / "mlp.mlir", examples / "model.mlir")
    for page in sys.argv[3:]:
        commands = list(commands_of(page))
        assert commands or not page.endswith(".1.md"), f"{page}: no command"
        for command in commands:
            if LEFT.match(command):
                continue
            done = subprocess.run(command.replace("/usr/share/doc/alcove/examples", str(examples)), shell=True, cwd=examples,
                                  env={**os.environ, "MODEL": "mlp.mlir"}, capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"{page}: exit {done.returncode}: {command}\n{(done.stdout + done.stderr)[:2000]}")
            ran += 1
print(f"{ran} commands ran")
