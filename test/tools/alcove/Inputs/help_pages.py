"""Every subcommand, and every program: help of at most a screen, with an example; --help-all says more."""
import subprocess
import sys

SUBCOMMANDS = "calibrate diff-measured plan explain report compare run opt solve device opmodel sweep formats doctor".split()


def told(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, (words, done)
    return done.stdout


listed = told("alcove", "--help")
for name in SUBCOMMANDS:
    page = told("alcove", name, "--help")
    lines = page.splitlines()
    assert len(lines) <= 60 and max(map(len, lines)) <= 100, (name, len(lines))
    assert "EXAMPLE" in page and "*" not in page.replace("2 * ", "") and "`" not in page, page
    assert name in listed and told("alcove", "help", name) == page
    if name not in ("doctor",):
        assert len(told("alcove", name, "--help-all").splitlines()) > 8, name
assert len(told("alcove-opt", "--help").splitlines()) <= 60
assert "--optimization-level" in told("alcove", "plan", "--help-all")
