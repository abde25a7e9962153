"""Every JSON of ours fits its schema, and says no more than the schema knows. usage: validate.py SCHEMAS FILE_OR_FOLDER ...

A file's schema is found by its `format`. Then each file is broken, one field at a time: a schema that takes a field away, or takes
a text for a number, would not be one.
"""
import copy
import json
import pathlib
import sys

import jsonschema

schemas = {}
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.schema.json")):
    schema = json.loads(path.read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    schemas[path.name.removesuffix(".schema.json")] = jsonschema.Draft7Validator(schema)

seen, broken = {}, 0
for argument in map(pathlib.Path, sys.argv[2:]):
    for path in sorted(argument.rglob("*.json")) if argument.is_dir() else [argument]:
        data = json.loads(path.read_text())
        kind = data.get("format")
        assert kind in schemas, f"{path}: format {kind!r} has no schema; known are {', '.join(schemas)}"
        for error in schemas[kind].iter_errors(data):
            sys.exit(f"{path}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
        seen[kind] = seen.get(kind, 0) + 1
        if kind == "alcove-sweep-result" and "summary" in data:
            schemas["alcove-summary"].validate(data["summary"])
        for field in schemas[kind].schema["required"]:
            for forged in ({key: value for key, value in data.items() if key != field}, {**data, field: {"no": ["such", "thing"]}}):
                assert not schemas[kind].is_valid(forged), f"{path}: the schema does not see that {field} is broken"
                broken += 1
        assert kind == "alcove-outcome" or not schemas[kind].is_valid({**copy.copy(data), "of-no-schema": 1}), path
print(f"{sum(seen.values())} files fit {len(seen)} schemas ({', '.join(sorted(seen))}); {broken} forgeries refused")
