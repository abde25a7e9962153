#!/usr/bin/env bash
# A sweep on a real Slurm: munge, slurmctld and slurmd of Debian, started on this machine with two partitions and stopped
# at the end. The daemons and the jobs are killed at a random moment and started again; nothing may be lost or done twice,
# and results are those of the local run. With ALCOVE_CORPUS: 12 models x 6 devices x 4 options; without, the examples.
# Passes without doing anything where Slurm is not installed or this is not root.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$PWD/${1:-build}
for tool in slurmctld slurmd munged sbatch; do
  PATH=$PATH:/usr/sbin command -v $tool >/dev/null || { echo "$tool is not installed (slurmctld slurmd slurm-client munge): nothing was run"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo "munge and slurmd want root: nothing was run"; exit 0; }
export PATH=$build/bin:$PATH:/usr/sbin
work=$(mktemp -d /tmp/alcove-slurm.XXXXXX)
pids=()
stop() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
}
trap 'stop; rm -rf "$work"' EXIT

# A cluster of its own: ports, sockets, keys and spool all in the folder.
host=$(hostname -s) cores=$(nproc) port=$((20000 + $$ % 20000))
mkdir -p "$work"/{munge,state,spool}
chmod 755 "$work"; chmod 700 "$work/munge"
dd if=/dev/urandom of="$work/munge/key" bs=1024 count=1 status=none; chmod 400 "$work/munge/key"
cat > "$work/slurm.conf" <<CONF
ClusterName=alcove
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CryptoType=crypto/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_min_interval=100000,batch_sched_delay=0
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
SlurmdParameters=config_overrides
MailProg=/bin/true
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cores State=UNKNOWN
PartitionName=first Nodes=$host Default=YES OverSubscribe=NO State=UP
PartitionName=second Nodes=$host OverSubscribe=NO State=UP
CONF
export SLURM_CONF=$work/slurm.conf
printf 'CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n' > "$work/cgroup.conf"

start() {
  munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
    --log-file="$work/munge/log" --seed-file="$work/munge/seed" >/dev/null 2>&1 & munge=$!
  for _ in $(seq 50); do [ -S "$work/munge/socket" ] && break; sleep 0.1; done
  slurmctld -D -f "$SLURM_CONF" >/dev/null 2>&1 & controller=$!
  slurmd -D -f "$SLURM_CONF" -N "$host" >/dev/null 2>&1 & worker=$!
  pids=("$munge" "$controller" "$worker")
  for _ in $(seq 100); do
    sinfo -h -o %T 2>/dev/null | grep -Eq 'idle|mix|alloc' && return
    scontrol update NodeName="$host" State=RESUME 2>/dev/null || true
    sleep 0.3
  done
  tail -20 "$work"/*.log; echo "Slurm does not come up"; exit 1
}

corpus=$(realpath "${ALCOVE_CORPUS:-../shared/models}" 2>/dev/null || true)
models="$corpus/*.mlir"
[ -d "$corpus" ] || models="$PWD/examples/mlp.mlir"
cat > "$work/sweep.json" <<JSON
{"models": ["$models"], "devices": ["n150", "n300-one-chip", "wormhole_b0", "p100", "p150", "p150-harvested"],
 "options": {"level0": "optimization-level=0", "level1": "optimization-level=1", "beam": "optimization-level=2 memory-layout-analysis-policy=GreedyBeam",
             "level2": "optimization-level=2"},
 "slurm": {"partitions": ["first", "second"], "tasks-per-job": 4, "sbatch": ["--export=ALL"]}}
JSON
tasks=$(alcove sweep "$work/sweep.json" --list | wc -l)
now() { date +%s.%N; }

begin=$(now)
alcove sweep "$work/sweep.json" -o "$work/local" -j "$cores"
local_s=$(echo "$(now) - $begin" | bc)

# The same by a plain shell loop, `cores` at a time.
begin=$(now)
python3 - "$work/sweep.json" "$work/loop" > "$work/commands" <<'PY'
import glob, json, pathlib, shlex, sys
sweep, out = json.load(open(sys.argv[1])), pathlib.Path(sys.argv[2])
out.mkdir()
for model in sorted(glob.glob(sweep["models"][0])):
    for device in sweep["devices"]:
        for name, options in sweep["options"].items():
            to = out / f"{pathlib.Path(model).stem}.{device}.{name}.json"
            print(f"alcove-opt {shlex.quote(f'--ttir-to-ttnn-backend-pipeline={options} mock-system-desc-arch={device} summary-json={to}')} {model} -o /dev/null >/dev/null 2>&1")
PY
xargs -P "$cores" -d '\n' -n 1 sh -c < "$work/commands" || true
loop_s=$(echo "$(now) - $begin" | bc)

begin=$(now)
start
# Once: daemons, jobs and all are killed where they are.
alcove sweep "$work/sweep.json" -o "$work/slurm" --slurm
sleep "$(python3 -c "import random; print(random.uniform(2, 8))")"
there=$(ls "$work/slurm/results" 2>/dev/null | wc -l)
kill -9 "$controller" "$worker" 2>/dev/null || true
for pid in $(ps -eo pid,args | awk -v folder="$work" 'index($0, folder) && /alcove-sweep|slurmstepd/ { print $1 }'); do kill -9 "$pid" 2>/dev/null || true; done
kill "$munge" 2>/dev/null || true
{ wait; } 2>/dev/null || true
[ "$there" -lt "$tasks" ] || echo "note: all was done before the kill"
rm -rf "$work/state" "$work/spool"; mkdir "$work/state" "$work/spool"; rm -f "$work/munge/socket"*
start
timeout 1500 alcove sweep "$work/sweep.json" -o "$work/slurm" --slurm --wait
slurm_s=$(echo "$(now) - $begin" | bc)

done_slurm=$(wc -l < "$work/slurm/done.log") distinct=$(sort -u "$work/slurm/done.log" | wc -l)
there_now=$(find "$work/slurm/results" -name '*.json' | wc -l)
[ "$there_now" = "$tasks" ] && [ "$done_slurm" = "$distinct" ] || { echo "$there_now of $tasks results; $distinct tasks were done, $done_slurm times"; exit 1; }
cmp "$work/local/results.csv" "$work/slurm/results.csv"
python3 - "$work/slurm/results.sqlite" <<'PY'
import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
places = dict(base.execute("SELECT place, count(*) FROM runs GROUP BY place"))
assert set(places) == {"first", "second"}, places
print("tasks by partition:", places)
PY
echo "$tasks tasks: local ${local_s} s, shell loop ${loop_s} s, Slurm ${slurm_s} s (killed when $there were there, restarted, resumed); tables equal, nothing twice"
