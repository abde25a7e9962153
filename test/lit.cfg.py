import os

import lit.formats
from lit.llvm import llvm_config

config.name = "Alcove"
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.suffixes = [".mlir", ".test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.alcove_obj_root, "test")
config.excludes = ["Inputs", "CMakeLists.txt"]
llvm_config.with_system_environment(["HOME", "TMP", "TEMP", "ASAN_OPTIONS", "UBSAN_OPTIONS"])
llvm_config.use_default_substitutions()  # FileCheck, not, count
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.alcove_tools_dir, append_path=True)
config.substitutions.append(("%alcove_src", config.alcove_src_root))
config.substitutions.append(("%alcove_obj", config.alcove_obj_root))
import sys

config.substitutions.append(("%python", sys.executable))
config.substitutions.append(("%mlir_lib_dir", config.mlir_lib_dir))

# The twelve real models stay outside the tree: tests that need them are skipped, visibly, where they are absent.
corpus = os.environ.get("ALCOVE_CORPUS", os.path.join(config.alcove_src_root, "..", "shared", "models"))
if os.path.isdir(corpus):
    config.available_features.add("corpus")
    config.substitutions.append(("%corpus", corpus))

# tt-mlir's own programs, built by scripts/check_with_tt_mlir.sh: their tests are skipped, visibly, where they are absent.
client = os.environ.get("ALCOVE_REAL_CLIENT", "/opt/real-client")
if os.access(os.path.join(client, "real-verify"), os.X_OK):
    config.available_features.add("real-client")
    config.substitutions.append(("%real_client", client))
# What Debian's Python has packages for, and another python may have: tests that need one are skipped, visibly, without it.
# The interpreter is checked against formulas in numpy; JSON against its schemas; plots are drawn.
import subprocess

for module, feature, substitution in (("numpy", "numpy", "%numpy_python"), ("jsonschema", "jsonschema", "%schema_python"),
                                      ("matplotlib", "matplotlib", "%plot_python")):
    for python in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(python) and not subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode:
            config.available_features.add(feature)
            config.substitutions.append((substitution, python))
            break
