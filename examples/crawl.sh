#!/bin/sh
# Crawls the example site with wget, once for each of its versions, into
# examples/crawl. For maintainers: the crawls are kept in the repository, and
# every run makes other ones (record identifiers are random).
#
# Needs wget 1.21, faketime and python3. wget asks for the site by its name and
# reaches it through a proxy setting; libfaketime gives wget and the server the
# time of the crawl, so that dates in the files are those of the story, and runs
# their clock at 60 times the true speed.
set -eu
cd "$(dirname "$0")"
export TZ=UTC LC_ALL=C
crawls=$PWD/crawl
work=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$work"' EXIT

# crawl VERSION DATE NAME [WGET-OPTION...]
crawl() {
  version=$1 clock="@$2 x60" name=$3
  shift 3
  rm -f "$work/port"
  faketime -f "$clock" python3 site_server.py "$version" "$work/port" &
  server=$!
  while [ ! -e "$work/port" ]; do sleep 0.1; done
  # wget exits with 8 when the server has answered with an error: some pages are
  # missing on purpose.
  (cd "$work" && faketime -f "$clock" wget --no-verbose --output-file=log \
    --recursive --level=inf --page-requisites --compression=auto \
    --no-config -e use_proxy=yes -e "http_proxy=127.0.0.1:$(cat port)" \
    --directory-prefix=pages --delete-after \
    --warc-file="$name" --warc-cdx --no-warc-keep-log \
    --warc-header='operator: Waxwing Valley Heritage Society' "$@" \
    http://www.waxwing-valley.example/) || [ $? = 8 ]
  kill "$server"
  server=
  echo "$name: $(grep -c ' URL:' "$work/log") pages"
}

rm -rf "$crawls"/*.gz "$crawls"/*.warc
crawl 2006-11 '2006-11-05 09:00:00' valley-2006-11
crawl 2007-10 '2007-10-01 08:30:00' valley-2007-10
crawl 2007-12 '2007-12-20 16:00:00' valley-2007-12 --no-warc-compression
crawl 2008-05 '2008-05-12 07:15:00' valley-2008-05
crawl 2008-11 '2008-11-03 12:00:00' valley-2008-11
# Pages that the crawl before has captured become revisit records.
crawl 2009-06 '2009-06-21 10:45:00' valley-2009-06 \
  --warc-dedup=valley-2008-11.cdx

python3 warc_to_arc.py "$work/valley-2006-11.warc.gz" \
  "$crawls/valley-2006-11.arc.gz"
mv "$work"/valley-2007-*.warc* "$work"/valley-2008-*.warc.gz \
  "$work"/valley-2009-*.warc.gz "$crawls"
ls -l "$crawls"
