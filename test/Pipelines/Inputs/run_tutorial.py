"""usage: run_tutorial.py TUTORIAL.md MODEL: runs every command of the page on the model, in a directory of its own."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

page, model = (os.path.abspath(path) for path in sys.argv[1:3])
profile = str(pathlib.Path(page).parent.parent / "examples/profile")
commands = [line for block in re.findall(r"```sh\n(.*?)```", open(page).read(), re.S) for line in block.splitlines()]
assert len(commands) >= 10, commands
with tempfile.TemporaryDirectory() as folder:
    for command in commands:
        done = subprocess.run(command, shell=True, cwd=folder, env={**os.environ, "MODEL": model, "PROFILE": profile}, capture_output=True,
                              text=True)
        if done.returncode != 0:
            sys.exit(f"exit {done.returncode}: {command}\n{done.stderr[:3000]}")
        shown = "summary" in command or "explain" in command or command.startswith("alcove-compare")
        if shown and not (done.stdout + done.stderr).strip():
            sys.exit(f"says nothing: {command}")
    files = {path.name: path for path in pathlib.Path(folder).iterdir()}
    assert files["planned.mlir"].stat().st_size and files["timeline.json"].stat().st_size
    assert files["plan.html"].stat().st_size < 3_000_000, files["plan.html"].stat().st_size
print(f"tutorial holds: {len(commands)} commands")
