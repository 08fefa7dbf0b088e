#!/bin/sh
# Measures main content on the pages of a benchmark, and trains its model.
#   bench/main-content.sh score FOLDER    the model that is compiled in: its speed,
#                                         and its score on these pages
#   bench/main-content.sh cv FOLDER       cross-validation: the score on pages of
#                                         sites that the model has not seen
#   bench/main-content.sh train FOLDER    a new model: document/content/main_model.bin
# FOLDER has truth.jsonl.gz, html/ID.html.gz and score.py of WCXB, the Web Content
# eXtraction Benchmark (M. Foley, 2026, CC-BY-4.0). The model that is compiled in
# was trained on its development split: only pages of the other split, or cv, tell
# how good it is. Texts and models stay in build/main-content.
set -eu
cd "$(dirname "$0")/.."
what=$1
folder=$2
work=build/main-content
program=build/release/models/main-content-pages
cmake --preset release >/dev/null
cmake --build --preset release --target main-content-pages >/dev/null
mkdir -p $work
if [ "$what" != score ] && [ ! -d $work/venv ]; then
  python3 -m venv $work/venv
  $work/venv/bin/pip install -q -r models/main_content/requirements.txt
fi
case $what in
  score)
    $program time "$folder"
    $program extract "$folder" $work/score
    python3 "$folder/score.py" $work/score
    ;;
  cv)
    nice $work/venv/bin/python models/main_content/train.py "$folder" $work \
      --program $program --cv
    python3 "$folder/score.py" $work/cv
    ;;
  train)
    nice $work/venv/bin/python models/main_content/train.py "$folder" $work \
      --program $program --model document/content/main_model.bin
    ;;
  *)
    echo 'usage: bench/main-content.sh score|cv|train FOLDER' >&2
    exit 2
    ;;
esac
