"""Rows of a long measurement, kept in a file, so that a run which is ended goes on where it was."""
import json
import os
import time


class Rows:
    """Values by key, one line of JSON each; without a path they are kept in memory alone."""

    def __init__(self, path=None, minutes=None):
        self.values, self.path = {}, path
        self.end = time.monotonic() + 60 * minutes if minutes is not None else None
        if path and os.path.exists(path):
            for line in open(path):
                if line.endswith("\n"):  # the last one may be cut
                    key, value = json.loads(line)
                    self.values[key] = value

    def time_is_up(self):
        return self.end is not None and time.monotonic() > self.end

    def of(self, key, make):
        """The row of `key`, made now unless it is there."""
        if key not in self.values:
            self.values[key] = make()
            if self.path:
                with open(self.path, "a") as out:
                    out.write(json.dumps([key, self.values[key]]) + "\n")
        return self.values[key]
