"""usage: forge_visualizer.py CHECKER DIR TIMELINE.json SUMMARY.json: the checker passes the report and refuses forgeries."""
import pathlib
import shutil
import sqlite3
import subprocess
import sys

checker, folder, *figures = sys.argv[1:]
FORGERIES = [
    "UPDATE buffers SET max_size_per_bank = max_size_per_bank + 32 WHERE rowid = (SELECT MAX(rowid) FROM buffers WHERE "
    "buffer_type = 1)",
    "DELETE FROM tensors WHERE tensor_id = (SELECT tensor_id FROM output_tensors LIMIT 1)",
    "UPDATE captured_graph SET captured_graph = REPLACE(captured_graph, 'circular_buffer_allocate', "
    "'circular_buffer_deallocate_all')",
    "UPDATE operations SET duration = duration * 2",
    "UPDATE buffer_chunks SET core_x = core_x + 1 WHERE rowid = 1",
    "UPDATE captured_graph SET captured_graph = REPLACE(captured_graph, 'DeviceOperation', 'Operation')",
    "UPDATE operation_arguments SET value = '1e12' WHERE name = 'compute_ns'",
    "UPDATE report_metadata SET value = value + 1 WHERE key = 'peak_l1_bytes_per_core_held'",
    "ALTER TABLE tensor_lifetime DROP COLUMN last_use_operation_id",
]


def accepts(report):
    return subprocess.run([sys.executable, checker, report, *figures], capture_output=True).returncode == 0


assert accepts(folder)
refused = 0
for forgery in FORGERIES:
    forged = pathlib.Path(folder + ".forged")
    shutil.rmtree(forged, ignore_errors=True)
    shutil.copytree(folder, forged)
    with sqlite3.connect(forged / "db.sqlite") as db:
        assert db.execute(forgery).rowcount != 0, forgery
    db.close()
    if accepts(str(forged)):
        print("passed:", forgery)
    else:
        refused += 1
    shutil.rmtree(forged)
print(f"refused: {refused} of {len(FORGERIES)} forgeries")
