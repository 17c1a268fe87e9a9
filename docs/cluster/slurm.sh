#!/usr/bin/env bash
# slurm.sh FOLDER N COMMAND...: a run in N parts as a Slurm array; FOLDER is on a disk that all machines see.
#
# Tasks that are killed or whose machine fails are queued again and go on; submitted again, the array makes what is
# missing. SBATCH: more options of sbatch, as in SBATCH="--cpus-per-task=4 --mem=40G". When all is done:
# manyply merge FOLDER/*.json
set -euo pipefail

folder=$1 of=$2
mkdir -p "$folder"
sbatch --array="1-$of" --requeue --open-mode=append --output="$folder/%a.log" ${SBATCH:-} \
  "$(dirname "$0")/part.sh" "$@"
