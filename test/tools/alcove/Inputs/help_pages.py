"""Every subcommand, and every program: help of at most a screen, with an example; --help-all says more."""
import re
import subprocess
import sys


def told(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, (words, done)
    return done.stdout


listed = told("alcove", "--help")
COMMANDS = re.findall(r"^  (?!alcove )([a-z][a-z-]*)", listed.split("\nCOMMANDS\n")[1].split("\nEXAMPLE\n")[0], re.MULTILINE)
assert {"plan", "session", "fit", "tune", "doctor"} <= set(COMMANDS), COMMANDS
for name in COMMANDS:
    page = told("alcove", name, "--help")
    lines = page.splitlines()
    assert len(lines) <= 60 and max(map(len, lines)) <= 100, (name, len(lines))
    assert "EXAMPLE" in page and "*" not in page.replace("2 * ", "") and "`" not in page, page
    assert name in listed and told("alcove", "help", name) == page
    if name not in ("doctor",):
        assert len(told("alcove", name, "--help-all").splitlines()) > 8, name
assert len(told("alcove-opt", "--help").splitlines()) <= 60
assert "--optimization-level" in told("alcove", "plan", "--help-all")
