#!/usr/bin/env bash
# try_slurm.sh: proves slurm.sh on a Slurm of its own, one node on this machine, in a folder that goes away.
#
# Needs root and Debian's slurm-wlm. Tasks are killed and queued again while they work; merged must be the whole.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
export MANYPLY=${MANYPLY:-manyply}
for needed in slurmctld slurmd munged sbatch "$MANYPLY"; do
  command -v "$needed" >/dev/null || { echo "skipped: $needed is not installed"; exit 0; }
done
[ "$(id -u)" -eq 0 ] || { echo "skipped: slurmd needs root"; exit 0; }

work=$(mktemp -d)
host=$(hostname -s)
export SLURM_CONF=$work/slurm.conf
daemons=()
finish() {
  for ((last = ${#daemons[@]} - 1; last >= 0; last--)); do
    kill "${daemons[last]}" 2>/dev/null || true
    wait "${daemons[last]}" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap finish EXIT
fail() { echo "FAILED: $*" >&2; tail -n 20 "$work"/*.log >&2; exit 1; }
start() { "$@" >"$work/$(basename "$1").log" 2>&1 & daemons+=($!); }
# Waits up to a minute until a command succeeds.
soon() { for _ in $(seq 120); do "$@" >/dev/null 2>&1 && return; sleep 0.5; done; fail "waited in vain: $*"; }

mkdir "$work/munge" "$work/state" "$work/spool"
# munged is strict about who may write above its socket.
chmod 755 "$work" "$work/munge"
dd if=/dev/urandom of="$work/munge/key" bs=1024 count=1 status=none
chmod 400 "$work/munge/key"
cat >"$SLURM_CONF" <<CONF
ClusterName=try
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=2
MpiDefault=none
ReturnToService=2
JobRequeue=1
KillWait=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
start munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" \
  --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed"
soon test -S "$work/munge/socket"
start slurmctld -D -f "$SLURM_CONF" -c
start slurmd -D -f "$SLURM_CONF" -N "$host"
soon sh -c "sinfo -h -o %T | grep -qx 'idle'"

requeued=0
# Merged must be the whole, but for the time it took. ARGUMENTS: a run of a few seconds a part.
try() {
  local name=$1 of=$2 job merged whole
  shift 2
  job=$("$here/slurm.sh" "$work/$name" "$of" "$@" | grep -o '[0-9]*$')
  # A task that is at work is killed and queued again.
  soon sh -c "ls $work/$name | grep -q partial"
  sleep 1.5
  for task in $(squeue -h -j "$job" -t RUNNING -o %i | head -n 1); do
    # A task may have ended meanwhile.
    if scontrol requeue "$task"; then requeued=$((requeued + 1)); fi
  done
  for _ in $(seq 600); do
    [ -n "$(squeue -h -j "$job" -o %i 2>/dev/null)" ] || break
    # After a requeue Slurm waits two minutes by itself.
    for task in $(squeue -h -j "$job" -t PENDING -o %i); do
      scontrol update JobId="$task" StartTime=now >/dev/null 2>&1 || true
    done
    sleep 0.5
  done
  merged=$("$MANYPLY" merge --json "$work/$name"/*.json | sed -E 's/"(seconds|nps)":[^,}]*//g')
  whole=$("$MANYPLY" "$@" --json | sed -E 's/"(seconds|nps)":[^,}]*//g')
  [ "$merged" = "$whole" ] || fail "$name: merged is not the whole: $merged / $whole"
  left=$(find "$work/$name" -type f ! -name '*.json' ! -name '*.log' ! -name run)
  [ -z "$left" ] || fail "$name: leftovers: $left"
  echo "$name: merged = whole"
}
try perft 4 perft minichess "${DEPTH:-9}" --full --divide
try match 3 match minichess --a engine:nodes=3000 --b random --seed 5 --games 24
[ "$requeued" -ge 2 ] || fail "only $requeued tasks were queued again; take a longer run"
echo "$requeued tasks were killed and queued again"
