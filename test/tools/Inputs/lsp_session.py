"""usage: lsp_session.py SERVER FILE.mlir: a scripted session with the language server, message by message."""
import json
import pathlib
import re
import subprocess
import sys

server, path = sys.argv[1:3]
text = pathlib.Path(path).read_text()
uri = "file:///models/model.mlir"
process = subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
ids = iter(range(1, 1000))


def send(method, params, notify=False):
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    if not notify:
        message["id"] = next(ids)
    body = json.dumps(message).encode()
    process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    process.stdin.flush()
    return message.get("id")


def receive():
    length = None
    while (line := process.stdout.readline().strip()) or length is None:
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return json.loads(process.stdout.read(length))


def answer(method, params):
    wanted = send(method, params)
    while (message := receive()).get("id") != wanted:
        pass
    return message["result"]


def diagnostics():
    while (message := receive()).get("method") != "textDocument/publishDiagnostics":
        pass
    return message["params"]["diagnostics"]


def position_of(pattern, source):
    offset = re.search(pattern, source).start()
    return {"line": source.count("\n", 0, offset), "character": offset - (source.rfind("\n", 0, offset) + 1)}


def hover(pattern, source=text):
    result = answer("textDocument/hover", {"textDocument": {"uri": uri}, "position": position_of(pattern, source)})
    return result["contents"]["value"] if result else ""


capabilities = answer("initialize", {"processId": None, "rootUri": None, "capabilities": {}})["capabilities"]
assert capabilities["hoverProvider"] and capabilities["textDocumentSync"]["change"] == 1, capabilities
send("initialized", {}, notify=True)
send("textDocument/didOpen",
     {"textDocument": {"uri": uri, "languageId": "mlir", "version": 1, "text": text}}, notify=True)
assert diagnostics() == []

# Where an op is named, where its result is defined, and where that is used: the same plan behind MLIR's own words.
named = hover(r'"ttir\.relu"')
assert "***" in named and "us modelled: compute" in named and re.search(r"\*\*(L1 sharded|L1|DRAM)\*\*", named), named
plan = named.split("***")[-1]
print("hover:", " ".join(plan.split())[:150])
assert plan.strip() in hover(r"%1 = \"ttir\.relu\"")
# What does not stay in L1 says why.
last = hover(r'"ttir\.multiply"')
assert "not in L1 [" in last, last
print("reason:", re.search(r"not in L1 \[([a-z-]+)\]", last).group(1))

# A verifier's complaint is a diagnostic at its line; the plan of the text before is gone.
broken = text.replace('"ttir.relu"(%0)', '"ttir.transpose"(%0) <{dim0 = 0 : si32, dim1 = 5 : si32}>')
assert broken != text
send("textDocument/didChange",
     {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": broken}]}, notify=True)
found = diagnostics()
assert found and found[0]["severity"] == 1, found
print("diagnostic:", found[0]["range"]["start"]["line"] + 1, found[0]["message"].splitlines()[0])
assert "modelled" not in hover(r'"ttir\.transpose"', broken)

# And back.
send("textDocument/didChange",
     {"textDocument": {"uri": uri, "version": 3}, "contentChanges": [{"text": text}]}, notify=True)
assert diagnostics() == []
assert hover(r'"ttir\.relu"') == named
answer("shutdown", None)
send("exit", None, notify=True)
assert process.wait(timeout=30) == 0
print("session holds")
