"""usage: interrupt.py FOLDER ALCOVE-OPT: a compiler that waits for its input is interrupted, once with a terminal."""
import os
import pathlib
import pty
import signal
import subprocess
import sys
import time

folder, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
output = folder / "before.mlir"
output.write_text("as it was")
# Standard input stays open: the compiler is at work, with all set up, for as long as it takes.
process = subprocess.Popen([compiler, "-", "-o", output], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
while not any("SigCgt" in line and int(line.split()[1], 16) >> (signal.SIGINT - 1) & 1
              for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines()):
    time.sleep(0.05)
process.send_signal(signal.SIGINT)
said = process.stderr.read().strip()
assert process.wait(timeout=60) == -signal.SIGINT, process.returncode
print(f"died of SIGINT, said: {said}")
assert [path.name for path in folder.iterdir()] == ["before.mlir"]
print(f"left: before.mlir ({output.read_text()})")

ours, theirs = pty.openpty()
process = subprocess.Popen([compiler, "-", "-o", output], stdin=subprocess.PIPE, stderr=theirs)
seen = b""
while b" s" not in seen:
    seen += os.read(ours, 1000)
print("on a terminal:", seen.decode().replace("\r", "").replace("\033[K", ""))
process.stdin.close()
process.wait(timeout=60)
