#!/bin/sh
# Runs a command of ./run in a bare system of a Debian release, as root, in a clone of
# the last commit: packaging/in_suite.sh trixie test
#
# bare.sh says how the bare system is made.
set -eu
cd "$(dirname "$0")/.."
SUITE=$1
command=$2
. packaging/bare.sh

bare_system tested
git clone -q --no-hardlinks . "$work/tested/root/waxwing"
say "./run $command in $SUITE"
# shellcheck disable=SC2016 # the shell inside expands it
inside tested sh -c 'cd /root/waxwing && exec ./run "$1"' sh "$command"
