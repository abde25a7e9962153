#!/usr/bin/env python3
"""Asks every GET end point of ttnn-visualizer's back end about reports. usage: ask_ttnn_visualizer.py REPORT ...

Its Flask application runs in this process; ttnn_visualizer is on PYTHONPATH. Packages that it imports and this Python lacks become
stubs, and are named: what they would do is not tested. An end point fails when it answers with a server error, or when it
answers about a report with an empty list where the report has rows.
"""
import importlib.abc
import importlib.machinery
import os
import pathlib
import re
import sqlite3
import sys
import types
from unittest import mock

STUBBED = set()


class Stubs(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Last of all finders: a module that nobody has is made of mocks. Only for packages beside the visualizer's own."""

    def find_spec(self, name, path=None, target=None):
        top = name.split(".")[0]
        if top == "ttnn_visualizer" or top in sys.stdlib_module_names:
            return None
        STUBBED.add(top)
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__getattr__ = lambda attribute: mock.MagicMock(name=f"{spec.name}.{attribute}")
        return module

    def exec_module(self, module):
        pass


def rules_of(application):
    """End points that read, with the numbers that this report has for their arguments."""
    for rule in application.url_map.iter_rules():
        if "GET" in rule.methods and "/api" in rule.rule:
            yield rule.rule


def main():
    sys.meta_path.append(Stubs())
    from ttnn_visualizer.app import create_app
    failed = asked = 0
    for report in map(pathlib.Path, sys.argv[1:]):
        os.environ.update(TT_METAL_HOME="", REPORT_DATA_DIRECTORY=str(report.parent), LOCAL_DATA_DIRECTORY=str(report.parent))
        application = create_app()
        client = application.test_client()
        base = sqlite3.connect(f"file:{report / 'db.sqlite'}?mode=ro", uri=True)
        first = {"operation_id": base.execute("SELECT operation_id FROM operations ORDER BY 1 LIMIT 1").fetchone()[0],
                 "tensor_id": base.execute("SELECT tensor_id FROM tensors WHERE address IS NOT NULL LIMIT 1").fetchone()[0], "device_id": 0}
        query = {"profilerPath": str(report), "performancePath": str(report), "instanceId": report.name}
        for rule in sorted(rules_of(application)):
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda name: str(first.get(name.group(1), first["operation_id"])), rule)
            answer = client.get(path, query_string=query)
            asked += 1
            if answer.status_code >= 500:
                failed += 1
                print(f"{report.name}: {path}: {answer.status_code}: {answer.get_data(as_text=True)[:200]}")
    print(f"{asked} questions on {len(sys.argv) - 1} reports, {failed} server errors; stubs: {', '.join(sorted(STUBBED)) or 'none'}")
    return 1 if failed or not asked else 0


if __name__ == "__main__":
    sys.exit(main())
