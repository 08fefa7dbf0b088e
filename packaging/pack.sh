#!/bin/sh
# Packs a folder as a .tar.xz that is the same for the same files: whoever packs them,
# where, when and with whatever umask.
#   packaging/pack.sh FOLDER OUTPUT   FOLDER is a name in the current folder
# SOURCE_DATE_EPOCH is the time of all files.
set -eu
export LC_ALL=C TZ=UTC
tar -cf - --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
  --format=gnu --mtime="@$SOURCE_DATE_EPOCH" "$1" | xz -T2 >"$2"
