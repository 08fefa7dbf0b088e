# shellcheck shell=sh disable=SC2154
# For the benchmarks to source: runs commands, prints medians as rows of a Markdown
# table, and writes the table into its section of docs/PERFORMANCE.md. The script
# that sources it must be in the top folder.
export LC_ALL=C
measured=$(mktemp -d)
trap 'rm -rf "$measured"' EXIT

# once NAME COMMAND [ARGUMENT...]: one run. Compared commands run in turn, so that
# other work of the machine affects all of them equally.
once() {
  name=$1
  shift
  /usr/bin/time -a -o "$measured/times" -f "$name	%e	%U	%S	%M" \
    "$@" >"$measured/out" 2>"$measured/err" || {
    cat "$measured/err" >&2
    echo "$name failed" >&2
    exit 1
  }
}

# machine WHAT: the line above a table.
machine() {
  echo "$1; $(nproc) cores;$(
    sed -n 's/^model name[^:]*://p' /proc/cpuinfo | head -n 1
  ); $(date -u +%F); medians of $runs runs;" \
    "load $(cut -d ' ' -f 1 /proc/loadavg)."
}

# pip_versions PYTHON PACKAGE...: "PACKAGE VERSION, ..." of those that are there.
pip_versions() {
  python=$1
  shift
  for package; do
    "$python" -c 'import sys, importlib.metadata as packages
print(sys.argv[1], packages.version(sys.argv[1]))' "$package" 2>/dev/null || :
  done | paste -s -d , | sed 's/,/, /g'
}

# rows BYTES [BASE]: the medians of all runs since the last rows, in the order of
# their first runs. The rate is BYTES per CPU second. The ratio is that of wall
# seconds to those of BASE; without BASE, that of other commands to the wax command
# above them.
rows() {
  awk -F '\t' -v bytes="$1" -v base="${2:-}" '
    function median(values, count,   i, j, t) {
      for (i = 2; i <= count; i++)
        for (j = i; j > 1 && values[j] < values[j - 1]; j--) {
          t = values[j]; values[j] = values[j - 1]; values[j - 1] = t
        }
      return values[int((count + 1) / 2)]
    }
    !($1 in runs) { names[++n] = $1 }
    {
      r = ++runs[$1]
      wall[$1, r] = $2; cpu[$1, r] = $3 + $4
      if ($5 > peak[$1]) peak[$1] = $5
    }
    END {
      for (i = 1; i <= n; i++) {
        name = names[i]
        for (r = 1; r <= runs[name]; r++) {
          w[r] = wall[name, r]; c[r] = cpu[name, r]
        }
        took[name] = median(w, runs[name])
        busy[name] = median(c, runs[name])
      }
      above = base
      for (i = 1; i <= n; i++) {
        name = names[i]
        if (base == "" && name ~ /^wax-/) above = name
        else if (took[above] > 0) {
          ratio[name] = sprintf("%.2f", took[name] / took[above])
          any = 1
        }
      }
      print "| command | wall s |" (any ? " ratio |" : "") \
        " CPU s | peak MiB | MB per CPU s |"
      print "|---|---|---|---|---|" (any ? "---|" : "")
      for (i = 1; i <= n; i++) {
        name = names[i]
        printf "| %s | %.2f |%s %.2f | %d | %.0f |\n", name, took[name],
          any ? " " ratio[name] " |" : "", busy[name], peak[name] / 1024,
          bytes / 1e6 / (busy[name] > 0 ? busy[name] : 0.01)
      }
    }' "$measured/times"
  rm "$measured/times"
}

# Rows without their last column.
without_rate() { sed 's/[^|]*|$//'; }

# publish SECTION [PAGE]: writes standard input to the terminal and between the marks
# of a section of docs/PERFORMANCE.md or another page.
publish() {
  page=${2:-docs/PERFORMANCE.md}
  cat >"$measured/section"
  cat "$measured/section"
  awk -v section="$1" -v file="$measured/section" '
    $0 == "<!-- end of " section " -->" { inside = 0 }
    !inside { print }
    $0 == "<!-- " section " -->" {
      inside = 1
      while ((getline line < file) > 0) print line
    }' "$page" >"$measured/page"
  cp "$measured/page" "$page"
}
