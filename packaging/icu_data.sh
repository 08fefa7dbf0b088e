#!/bin/sh
# Makes ICU's library of data as small as the wheel needs it: without collation, names
# of languages, regions, currencies and units, transliteration, time zones, and locales
# but those of the interface.
#   packaging/icu_data.sh FOLDER   writes libicudata.so.NN there
# It needs readelf, gcc, and icupkg and genccode of Debian's icu-devtools.
set -eu
mkdir -p "$1"
cd "$1"
PATH=$PATH:/usr/sbin
library=$(ldconfig -p | sed -n 's/.*libicudata\.so\.[0-9]* .*=> //p' | head -n 1)
soname=$(basename "$library")
version=${soname##*.}
# The bytes of the table, as a file.
readelf -sW "$library" | awk -v name="icudt${version}_dat" '$8 == name { print $2, $3 }' |
  sort -u >place
read -r address size <place
# The table is in a section whose bytes are at their address less a constant.
readelf -SW "$library" | sed 's/^ *\[ *[0-9]*\] *//' | awk '$1 == ".rodata" { print $3, $4 }' >section
read -r start at <section
data=icudt${version}l.dat
dd if="$library" of="$data" iflag=skip_bytes,count_bytes bs=1M status=none \
  skip=$((0x$address - 0x$start + 0x$at)) count="$((size))"
icupkg -l "$data" |
  grep -E '^(coll|curr|lang|region|translit|unit|zone|rbnf)/|^[a-z]{2,3}(_[A-Za-z0-9_]+)?\.res$|^unames\.icu$|^confusables\.cfu$|\.spp$' |
  grep -vE '^(en|de|fr|es|ar)\.res$|^(pool|root)\.res$' >out.txt
mkdir small
icupkg -r out.txt "$data" "small/$data"
genccode -a gcc -e "icudt$version" -d . "small/$data" >/dev/null
gcc -shared -nostdlib -Wl,-z,noexecstack "-Wl,-soname,$soname" -o "$soname" "icudt${version}l_dat.S"
rm -r small place section out.txt "$data" "icudt${version}l_dat.S"
