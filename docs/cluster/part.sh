#!/usr/bin/env bash
# part.sh FOLDER N COMMAND...: one of N parts of a long run, as FOLDER/NUMBER.json, for a scheduler that says which.
#
# It may be killed at any moment and started again: a part that is there is not made again, one that was begun goes on,
# and the file appears only when it is whole.
set -euo pipefail

folder=$1 of=$2 command=$3
shift 2
number=${PARALLEL_SEQ:-${SLURM_ARRAY_TASK_ID:?run this by slurm.sh or parallel.sh}}
part=$folder/$number

# A folder is that of one run: whoever comes first writes down which.
run=$(printf '%q ' "$of" "$@")
if [ ! -e "$folder/run" ]; then
  echo "$run" >"$folder/run.$number"
  ln "$folder/run.$number" "$folder/run" 2>/dev/null || true
  rm "$folder/run.$number"
fi
if [ "$(cat "$folder/run")" != "$run" ]; then
  echo "part.sh: $folder has parts of another run: $(cat "$folder/run")" >&2
  exit 2
fi
[ ! -e "$part.json" ] || exit 0

case $command in
match)
  # Games are kept as they end. A file without an empty line has not even a whole head.
  if grep -qs '^$' "$part.games"; then
    set -- match --resume "$part.games"
  else
    rm -f "$part.games"
    set -- "$@" --shard "$number/$of" --out "$part.games"
  fi
  ;;
*) set -- "$@" --shard "$number/$of" --checkpoint "$part.checkpoint" ;;
esac
"${MANYPLY:-manyply}" "$@" >"$part.json.partial"
mv "$part.json.partial" "$part.json"
rm -f "$part.checkpoint" "$part.games"
