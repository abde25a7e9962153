"""usage: check_model_explorer.py GRAPH.json SUMMARY.json: what the loaders of the format ask for, and all ops of the summary."""
import json
import sys

graph, summary = (json.load(open(path)) for path in sys.argv[1:3])
assert set(graph) == {"label", "graphs"} and graph["label"]
keys = {"id", "label", "namespace", "subgraphIds", "attrs", "incomingEdges", "inputsMetadata", "outputsMetadata", "style", "config"}
ops = {op["name"]: op for op in summary["ops"]}
seen = edges = 0
layers = set()
for each in graph["graphs"]:
    ids = [node["id"] for node in each["nodes"]]
    assert len(set(ids)) == len(ids)
    for node in each["nodes"]:
        assert set(node) == keys, node
        assert all(isinstance(a["value"], str) and isinstance(a["key"], str) for a in node["attrs"]), node
        assert node["label"] == ops[node["id"]]["op"] and node["namespace"] == ops[node["id"]].get("scope", "")
        layers.add(node["namespace"])
        for edge in node["incomingEdges"]:
            assert edge["sourceNodeId"] in ids and edge["sourceNodeId"] in ops[node["id"]]["reads"], edge
            edges += 1
        seen += 1
    for overlays in each["tasksData"]["edgeOverlaysDataListLeftPane"]:
        for overlay in overlays["overlays"]:
            for edge in overlay["edges"]:
                assert ops[edge["sourceNodeId"]]["place"] == "DRAM" and edge["targetNodeId"] in ids, edge
assert seen == len(ops)
print(f"graph holds: {seen} nodes, {edges} edges, layers {' '.join(sorted(layers - {''})) or 'none'}")
