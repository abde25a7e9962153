#!/usr/bin/env python3
"""Runs a command with TMPDIR at the folder, ends it by SIGTERM as soon as something lies there, and expects its exit code 143.

usage: interrupt.py FOLDER COMMAND..."""
import os
import signal
import subprocess
import sys
import time

folder, command = sys.argv[1], sys.argv[2:]
run = subprocess.Popen(command, env={**os.environ, "TMPDIR": folder}, stdout=subprocess.DEVNULL)
while not os.listdir(folder) and run.poll() is None:
    time.sleep(0.001)
run.send_signal(signal.SIGTERM)
sys.exit(0 if run.wait() == 143 else f"exit code {run.returncode}, not 143")
