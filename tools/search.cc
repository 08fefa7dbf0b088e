// wax-search: searches an index.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "cdx/files/open_cdx.h"
#include "collection/access/collection_access.h"
#include "index/lucenepp/lucene_engine.h"
#include "index/query/query.h"
#include "index/query/snippet.h"
#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "io/ordered_pool.h"
#include "lines/line_stream.h"
#include "serve/answers/search_answer.h"
#include "serve/api/hit_lines.h"
#include "text/bar_plot.h"
#include "text/json.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::search {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-search",
    "search the pages of an index",
    "[OPTION]... DIR QUERY...",
    "wax-search site 'web archive date:2007-2008 -type:application/pdf'",
    "wax-index wax-add-dates wax-dumpindex wax-query(7) wax-versions "
    "wax-similar",
    "Index and search"};

struct Options {
  std::vector<std::string> arguments;
  uint64_t limit = 10;
  uint64_t start = 0;
  bool json = false;
  bool cdx = false;
  bool count = false;
  bool all = false;
  bool tsv = false;
  std::vector<std::string> fields = {"rank", "score", "url", "title"};
  std::string order = "relevance";
  std::vector<std::string> boosts;
  std::string collapse = "none";
  uint64_t per_group = 1;
  std::vector<std::string> facets;
  uint64_t facet_values = 10;
  std::string trend;
  std::string svg;
  bool force = false;
  std::string queries;
  uint64_t jobs = 0;
  bool explain = false;
  uint64_t timeout = 0;
  std::string engine = "own";
  std::string stem_lang;
  std::string total = "exact";
  index::OpenOptions open;
};

void declare(cli::OptionTable& table, Options& options) {
  table.option("limit,n", options.limit, "N",
               "write at most N results; 0: no limit");
  table.option("start", options.start, "N", "skip the N best hits");
  table.option("order", options.order, "ORDER",
               "relevance, newest, oldest, or FIELD, FIELD:asc, FIELD:desc");
  table
      .option("boost", options.boosts, "FORMULA",
              "multiply scores by a column of numbers: NAME, log(NAME) or "
              "sqrt(NAME), also with a weight: log(NAME)*0.5")
      .more =
      "The factor is 1 + weight * f, where f is the value, the natural "
      "logarithm of 1 + the value, or its square root; 1 for a page without a "
      "value or with one below 0.";
  table.option("collapse", options.collapse, "FIELD",
               "write one hit of each FIELD such as site, of each url, or of "
               "similar text");
  table.option("per-group", options.per_group, "N",
               "with --collapse, write the N best hits of each group");
  table.group("Output");
  table
      .flag("json,J", options.json,
            "write one JSON object per hit, each on a line")
      .more =
      "\"total\" is the number of all hits; with --total estimate, "
      "\"estimated\" is true when it is not exact. \"groups\" is the number of "
      "groups with --collapse, \"group\" that of the hits in one. \"marks\" "
      "has the beginning and end of each word of the query in \"snippet\", in "
      "bytes of UTF-8.";
  table.flag("tsv", options.tsv, "write one hit per line, with tabs");
  table.list("fields", options.fields, "FIELD,...",
             "with --tsv, write these fields in this order: stored ones, rank, "
             "score, group, snippet");
  table.flag("captures", options.cdx,
             "write a CDX line for each capture of a hit");
  table.flag("explain", options.explain,
             "say how the score of each hit is made (wax-ranking(7))");
  table.flag("count", options.count, "show only the number of documents");
  table.flag("all", options.all,
             "write every hit in order of documents, in bounded memory");
  table
      .option("facet", options.facets, "FIELD",
              "count the values of FIELD over all hits; may be repeated")
      .more =
      "They are written behind the hits, the most frequent ones first; with "
      "--json as one object each.";
  table.option("facet-values", options.facet_values, "N",
               "at most N values of --facet; 0: all");
  table.choice("trend", options.trend, {"year", "month"},
               "write the number of hits by year or month");
  table.option("svg", options.svg, "FILE", "plot --trend in FILE, too");
  table.flag("force,f", options.force, "replace the file of --svg");
  table.group("");
  table.option("queries", options.queries, "FILE",
               "answer the queries in FILE, one per line, in order");
  cli::declare_jobs(table, options.jobs);
  table.option("timeout", options.timeout, "SECONDS",
               "write what was found until then; 0: no limit");
  table.choice("total", options.total, {"exact", "estimate"},
               "how many documents match: exactly, or about, which is faster");
  table
      .option("stem-lang", options.stem_lang, "LANG",
              "find other forms of words of LANG (en); none: none")
      .more =
      "Without this, the language is that of lang: in the query, or that of "
      "the index if it has stems of one (wax-index --stem).";
  table.choice("engine", options.engine, {"own", "lucene++"},
               "who reads the index; both give the same hits, lucene++ slowly");
  table.flag("unchecked", options.open.unchecked,
             "also read indexes without a manifest");
  cli::PositionalRow& words = table.positionals(
      options.arguments, "DIR QUERY", 1, SIZE_MAX,
      "DIR holds pindexes/SHARD/main and parallel indexes such as dates beside "
      "main; or DIR is one such SHARD, or one index. All words are required "
      "unless OR stands between them; -word excludes; \"a b\" is a phrase; "
      "wor*, w?rd and word~1 are words like it; title:, site:, date:2007-2008 "
      "search fields: wax-query(7). Exit code 1: nothing was found");
  words.dashes = true;
}

// How a result looks.
struct Style {
  std::string_view title;
  std::string_view url;
  std::string_view dim;
  std::string_view end;
  std::string_view before = "**";
  std::string_view after = "**";
};

// Colours on a terminal, unless NO_COLOR is set (https://no-color.org).
Style style_of_output() {
  const char* plain = std::getenv("NO_COLOR");
  if (::isatty(STDOUT_FILENO) != 1 || (plain != nullptr && *plain != '\0')) {
    return {};
  }
  return {"\x1b[34m", "\x1b[32m", "\x1b[2m", "\x1b[0m", "\x1b[1m", "\x1b[0m"};
}

// Text from an archive must not steer the terminal: controls become "?", byte
// by byte.
std::string printable(std::string text) {
  for (size_t i = 0; i < text.size(); ++i) {
    auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7F) text[i] = '?';
    if (byte == 0xC2 && i + 1 < text.size() &&
        static_cast<unsigned char>(text[i + 1]) < 0xA0) {
      text[i] = text[i + 1] = '?';
    }
  }
  return text;
}

std::string shown_dates(const index::StoredDocument& document) {
  constexpr size_t kFew = 4;
  std::vector<std::string> dates;
  for (const auto& [name, value] : document) {
    if (name == "date") dates.push_back(value);
  }
  if (dates.size() > kFew) {
    return dates.front() + " .. " + dates.back() + " (" +
           std::to_string(dates.size()) + " captures)";
  }
  std::string text;
  for (const std::string& date : dates) {
    if (!text.empty()) text += ' ';
    text += date;
  }
  return text;
}

void append_explanation(const index::Explanation& part, size_t depth,
                        std::string& out) {
  char number[32];
  std::snprintf(number, sizeof number, "%.3f", static_cast<double>(part.score));
  out.append(3 + 2 * depth, ' ');
  out.append(number).append(1, ' ').append(printable(part.text)) += '\n';
  for (const index::Explanation& one : part.parts) {
    append_explanation(one, depth + 1, out);
  }
}

void append_explanation_json(const index::Explanation& part, std::string& out) {
  char number[32];
  std::snprintf(number, sizeof number, "%.6g", static_cast<double>(part.score));
  out.append("{\"score\":").append(number).append(",\"text\":");
  text::append_json_string(part.text, out);
  if (!part.parts.empty()) {
    out += ",\"parts\":[";
    for (const index::Explanation& one : part.parts) {
      if (&one != part.parts.data()) out += ',';
      append_explanation_json(one, out);
    }
    out += ']';
  }
  out += '}';
}

serve::SearchRequest search_request(const Options& options,
                                    const index::IndexReader& reader,
                                    const std::string& text) {
  serve::SearchRequest search;
  search.text = text;
  search.stem_lang = options.stem_lang;
  search.sort = options.order;
  search.boosts = options.boosts;
  search.collapse = options.collapse;
  search.per_group = options.per_group;
  search.start = options.start;
  search.count = options.limit == 0 ? reader.documents() : options.limit;
  if (options.count || !options.trend.empty()) search.count = 0;
  search.exact_total = options.total == "exact";
  search.facets = options.facets;
  search.facet_values =
      options.facet_values == 0 ? UINT64_MAX : options.facet_values;
  search.period = options.trend;
  search.with_content = options.tsv;
  search.suggests = options.engine == "own" && !options.count &&
                    options.trend.empty() && !options.tsv && !options.cdx;
  if (options.timeout > 0) {
    search.deadline = std::chrono::steady_clock::now() +
                      std::chrono::seconds(options.timeout);
  }
  return search;
}

// Writes answers; for any number of threads.
class AnswerWriter {
 public:
  AnswerWriter(const Options& options, const index::IndexReader& reader)
      : options_(&options), reader_(&reader) {}

  // All of an answer.
  [[nodiscard]] std::string text_of(const std::string& query,
                                    const serve::SearchAnswer& answer) const {
    std::string out;
    if (!options_->trend.empty()) {
      append_trend(query, answer, out);
    } else if (options_->count) {
      out = with_query(query) + std::to_string(answer.total) + '\n';
    } else {
      append_results(query, answer, out);
    }
    return out;
  }

  // `totals`: pairs of JSON, with a comma behind.
  void append_hit(const std::string& text, const index::Query& query,
                  const index::ShownHit& hit,
                  const std::vector<std::string>& fields,
                  const std::string& totals, std::string& out) const {
    if (options_->json) {
      out += '{' + with_query(text) + totals;
      serve::append_hit_json(hit, fields, out);
      if (options_->explain) {
        out += ",\"explanation\":";
        append_explanation_json(explanation(query, hit), out);
      }
      out += "}\n";
    } else if (options_->cdx) {
      serve::append_hit_cdx(hit, out);
    } else if (options_->tsv) {
      out += with_query(text);
      serve::append_hit_tsv(hit, options_->fields, out);
    } else {
      append_text(hit, out);
      if (options_->explain) {
        append_explanation(explanation(query, hit), 0, out);
      }
    }
  }

 private:
  [[nodiscard]] bool is_text() const {
    return !options_->json && !options_->cdx && !options_->tsv;
  }

  // What stands before a line that belongs to one of several queries.
  [[nodiscard]] std::string with_query(const std::string& text) const {
    if (options_->queries.empty()) return {};
    if (!options_->json) return printable(text) + '\t';
    std::string out = "\"query\":";
    text::append_json_string(text, out);
    return out + ',';
  }

  [[nodiscard]] index::Explanation explanation(
      const index::Query& query, const index::ShownHit& hit) const {
    return index::Searcher(*reader_).explain(query, hit.hit.document);
  }

  void append_text(const index::ShownHit& hit, std::string& out) const {
    const std::string& title = index::value_of(hit.document, "title");
    const std::string& url = index::value_of(hit.document, "url");
    char number[32];
    std::snprintf(number, sizeof number, "%.3f",
                  static_cast<double>(hit.hit.score));
    auto put = [&](std::string_view style, const std::string& text) {
      out.append(style).append(text);
      if (!style.empty()) out += style_.end;
    };
    out += '\n' + std::to_string(hit.rank) + ". ";
    put(style_.title, printable(title.empty() ? url : title));
    out += "\n   ";
    put(style_.url, printable(url));
    out += std::string("  [") + number + "]\n";
    if (std::string dates = shown_dates(hit.document); !dates.empty()) {
      out += "   ";
      put(style_.dim, dates);
      out += '\n';
    }
    if (!hit.snippet.text.empty()) {
      index::Snippet shown = hit.snippet;
      shown.text = printable(shown.text);  // marks stay where they are
      out += "   " + index::marked(shown, style_.before, style_.after) + '\n';
    }
  }

  void append_results(const std::string& text,
                      const serve::SearchAnswer& answer,
                      std::string& out) const {
    bool collapses = options_->collapse != "none";
    std::string totals = "\"total\":" + std::to_string(answer.total) +
                         (answer.total_is_exact ? "," : ",\"estimated\":true,");
    if (collapses) {
      totals += "\"groups\":" + std::to_string(answer.groups) + ',';
    }
    if (is_text()) {
      if (!options_->queries.empty()) out += "# " + printable(text) + '\n';
      out += (answer.total_is_exact ? "" : "about ") +
             std::to_string(answer.total) +
             (answer.total == 1 ? " document" : " documents");
      if (collapses) {
        out += " in " + std::to_string(answer.groups) +
               (answer.groups == 1 ? " group" : " groups");
      }
      out += '\n';
    }
    append_suggestion(text, answer, totals, out);
    size_t of_group = 0;  // hits that were written
    for (const serve::SearchHit& hit : answer.hits) {
      append_hit(text, answer.query, hit.shown, answer.fields, totals, out);
      ++of_group;
      bool is_last =
          &hit == &answer.hits.back() || (&hit + 1)->rank() != hit.rank();
      if (!is_last) continue;
      if (is_text() && hit.group_total() > of_group) {
        out += "   " + std::to_string(hit.group_total() - of_group) +
               " more like this\n";
      }
      of_group = 0;
    }
    for (const index::Facet& facet : answer.facets) {
      append_facet(text, facet, totals, out);
    }
  }

  void append_suggestion(const std::string& text,
                         const serve::SearchAnswer& answer,
                         const std::string& totals, std::string& out) const {
    const std::string& better = answer.better_text;
    if (better.empty()) return;
    if (!options_->json) {
      out += "Did you mean: " + printable(better) + '\n';
      return;
    }
    out += '{' + with_query(text) + totals + "\"suggestion\":";
    text::append_json_string(better, out);
    out += "}\n";
  }

  void append_facet(const std::string& text, const index::Facet& facet,
                    const std::string& totals, std::string& out) const {
    if (options_->json) {
      std::string object;
      serve::append_facet_json(facet, object);
      out += '{' + with_query(text) + totals + object.substr(1) + '\n';
      return;
    }
    if (!is_text()) return;
    out += '\n' + facet.field + ":\n";
    for (const index::FacetValue& value : facet.values) {
      out += "   " + std::to_string(value.count) + ' ' +
             printable(value.value) + '\n';
    }
    if (facet.different > facet.values.size()) {
      out += "   and " + std::to_string(facet.different - facet.values.size()) +
             " other values\n";
    }
  }

  void append_trend(const std::string& text, const serve::SearchAnswer& answer,
                    std::string& out) const {
    if (options_->json) {
      index::Facet facet{options_->trend, answer.periods,
                         answer.periods.size()};
      std::string object;
      serve::append_facet_json(facet, object);
      out += '{' + with_query(text) + object.substr(1) + '\n';
      return;
    }
    for (const index::FacetValue& value : answer.periods) {
      out += with_query(text) + value.value + '\t' +
             std::to_string(value.count) + '\n';
    }
  }

  const Options* options_;
  const index::IndexReader* reader_;
  Style style_ = style_of_output();
};

// What is searched, how it is shown, and who is told.
struct Search {
  const Options& options;
  const index::IndexReader& reader;
  cli::Console& console;
  AnswerWriter writer{options, reader};
  serve::SearchedIndex index{&reader, options.arguments[0],
                             console.options().strict ? nullptr : &console,
                             nullptr};
};

struct Written {
  std::string text;
  bool found = false;
};

std::string trend_plot(const std::vector<index::FacetValue>& trend,
                       const std::string& title) {
  text::BarPlot plot;
  plot.title = title;
  plot.parts = {{"documents", "#2a6f97"}};
  for (const index::FacetValue& value : trend) {
    plot.bars.push_back({value.value, {value.count}});
  }
  plot.empty = "no document with a date";
  return text::svg_document(plot);
}

void report_timeout(const Search& search, const index::Missing& missing) {
  if (!missing.out_of_time) return;
  search.console.report({Severity::kLost, "search-timeout",
                         search.options.arguments[0], std::nullopt,
                         "the time ran out before all " +
                             std::to_string(search.reader.documents()) +
                             " documents were searched"});
}

// All of an answer at once.
Written answer_query(const Search& search, const std::string& text) {
  const Options& options = search.options;
  serve::SearchAnswer answer = serve::answer_search(
      search.index, search_request(options, search.reader, text));
  report_timeout(search, answer.missing);
  if (!options.svg.empty()) {
    auto plot = search.console.open_output(options.svg, options.force);
    plot->write(trend_plot(answer.periods, text));
    plot->finish();
  }
  return {search.writer.text_of(text, answer), answer.total > 0};
}

// Every hit, as it is found.
bool stream_hits(const Search& search, const std::string& text,
                 io::Output& output) {
  bool found = false;
  std::string out;
  index::Missing missing = serve::each_search_hit(
      search.index, search_request(search.options, search.reader, text),
      [&](const index::Query& query, const std::vector<std::string>& fields,
          const index::ShownHit& hit) {
        found = true;
        search.writer.append_hit(text, query, hit, fields, "", out);
        constexpr size_t kBlock = 1 << 16;
        if (out.size() >= kBlock) {
          output.write(out);
          out.clear();
        }
        return true;
      });
  report_timeout(search, missing);
  output.write(out);
  return found;
}

void check(const Options& options) {
  auto needs = [](bool holds, const char* text) {
    if (!holds) throw UsageError(text);
  };
  bool one = options.queries.empty();
  needs(one || options.arguments.size() == 1,
        "with --queries, DIR stands alone");
  needs(!one || options.arguments.size() > 1,
        "a query is missing: wax search DIR QUERY");
  int formats =
      (options.json ? 1 : 0) + (options.cdx ? 1 : 0) + (options.tsv ? 1 : 0);
  needs(formats < 2, "--json, --tsv and --captures exclude each other");
  needs(!options.explain || (!options.tsv && !options.cdx),
        "--explain is not for --tsv and --captures");
  needs(!options.all || formats == 1,
        "--all needs --json, --tsv or --captures: hits are written as they are "
        "found");
  needs(!options.all || (options.order == "relevance" &&
                         options.collapse == "none" && options.facets.empty()),
        "--all writes hits in order of documents, without --order, --collapse "
        "and --facet");
  needs(options.svg.empty() || (!options.trend.empty() && one),
        "--svg needs --trend, and one query");
}

// Queries of a file, a batch at a time on all threads.
bool answer_file(const Search& search, io::Output& output) {
  const Options& options = search.options;
  struct Job {
    uint64_t line = 0;
    std::string query;
    Written answer;
  };
  bool found = true;
  unsigned threads = io::thread_count(options.jobs);
  io::OrderedPool<Job> pool(threads - 1, [&](Job& job, size_t) {
    try {
      job.answer = answer_query(search, job.query);
    } catch (const index::QueryError& error) {
      search.console.report(
          {Severity::kLost, "bad-query", options.queries, std::nullopt,
           "line " + std::to_string(job.line) + ": " + "at character " +
               std::to_string(error.character()) + ": " + error.reason()});
    }
  });
  auto take = [&] {
    Job job = pool.take();
    found &= job.answer.found;
    output.write(job.answer.text);
  };
  auto lines = cdx::open_lines(options.queries);
  std::string_view line;
  for (uint64_t number = 1; lines->next(line); ++number) {
    if (line.empty()) continue;
    if (pool.size() == size_t{2} * threads) take();
    pool.put({number, std::string(line), {}});
  }
  while (pool.size() > 0) take();
  return found;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  check(options);
  std::string text;
  for (size_t i = 1; i < options.arguments.size(); ++i) {
    if (i > 1) text += ' ';
    text += options.arguments[i];
  }
  index::OpenOptions open = options.open;
  open.all_shards = console.options().strict;
  if (options.engine == "lucene++") open.engine = index::lucene_engine();
  cli::say_when_an_index_fails(console.tool(), open.unchecked);
  index::IndexReader reader =
      collection::open_shown_index(options.arguments[0], open, console);
  Search search{options, reader, console};
  auto output = console.open_output("-", false);
  if (options.cdx) output->write(std::string(serve::kCdxLegend) + '\n');
  bool found = false;
  if (!options.queries.empty()) {
    found = answer_file(search, *output);
  } else if (options.all) {
    found = stream_hits(search, text, *output);
  } else {
    Written answer = answer_query(search, text);
    found = answer.found;
    output->write(answer.text);
  }
  output->finish();
  return found ? console.outcome() : cli::Outcome::kIncomplete;
}

}  // namespace
}  // namespace wax::tools::search

int main(int argc, char** argv) {
  using namespace wax::tools::search;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
