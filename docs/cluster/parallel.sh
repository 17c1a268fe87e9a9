#!/usr/bin/env bash
# parallel.sh FOLDER N COMMAND...: a run in N parts on the cores of this machine, with GNU parallel; prints the whole.
#
# Run again after a failure or Ctrl-C, it makes what is missing. JOBS: how many at once; MERGE: options of 'merge'.
set -euo pipefail

folder=$1 of=$2
mkdir -p "$folder"
seq "$of" | parallel --quote -N0 --jobs "${JOBS:-100%}" "$(dirname "$0")/part.sh" "$@"
seq -f "$folder/%.0f.json" "$of" | xargs -d '\n' "${MANYPLY:-manyply}" merge ${MERGE:-}
