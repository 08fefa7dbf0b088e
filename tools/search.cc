// wax-search: searches an index.
#include <algorithm>
#include <chrono>
#include <optional>

#include "answers/shown/hit_lines.h"
#include "answers/shown/search_answer.h"
#include "cdx/files/open_cdx.h"
#include "collection/access/collection_access.h"
#include "index/lucenepp/lucene_engine.h"
#include "index/query/left_out_signs.h"
#include "index/query/query.h"
#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "io/ordered_pool.h"
#include "text/bar_plot.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "tools/collection_cli/answer_writer.h"
#include "tools/collection_cli/collection_first.h"
#include "tools/collection_cli/record_file.h"

namespace wax::tools::search {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-search",
    "search the pages of an index",
    "[OPTION]... DIR QUERY...",
    "wax-search site 'web archive date:2007-2008 -type:application/pdf'",
    "wax-index wax-add-dates wax-dumpindex wax-query(7) wax-versions "
    "wax-similar",
    "Start here"};

struct Options {
  std::vector<std::string> arguments;
  uint64_t limit = 10;
  uint64_t start = 0;
  collection_cli::AnswerForm form;
  std::vector<std::string> fields;
  bool all = false;
  std::string order = "relevance";
  std::vector<std::string> boosts;
  std::string collapse = "none";
  uint64_t per_group = 1;
  std::vector<std::string> facets;
  uint64_t facet_values = 10;
  std::string svg;
  bool force = false;
  std::string queries;
  uint64_t jobs = 0;
  uint64_t time_limit = 0;
  std::string engine = "own";
  std::string stem_lang;
  bool other_records = false;
  std::string total = "exact";
  index::OpenOptions open;
  collection_cli::RecordFile records;
};

void declare(cli::OptionTable& table, Options& options) {
  table.option("limit,n", options.limit, "N",
               "write at most N results; 0: no limit");
  table.option("start", options.start, "N", "skip the N best hits");
  table.option("order", options.order, "ORDER",
               "relevance, newest, oldest, or FIELD, FIELD:asc, FIELD:desc");
  table
      .option("boost", options.boosts, "FORMULA",
              "multiply scores by a column: NAME, log(NAME), sqrt(NAME), "
              "log(NAME)*0.5; none")
      .more =
      "Without it, a collection of wax build --links has log(pagerank)*0.02, "
      "which none takes away. The column has numbers. The factor is 1 + weight "
      "* f, where the weight "
      "(0.5) is 1 if it is not given, and f is the value, the natural "
      "logarithm of 1 + the value, or its square root; 1 for a page without a "
      "value or with one below 0.";
  table.option("collapse", options.collapse, "FIELD",
               "write one hit of each FIELD such as site, of each url, or of "
               "similar text");
  table.option("per-group", options.per_group, "N",
               "with --collapse, write the N best hits of each group");
  table.option("queries", options.queries, "FILE",
               "answer the queries in FILE, one per line, in order");
  cli::declare_jobs(table, options.jobs);
  table
      .option("time-limit", options.time_limit, "SECONDS",
              "longest time for an answer; 0: no limit")
      .more = "What was found until then is written; the exit code is 1.";
  table.choice("total", options.total, {"exact", "estimate"},
               "exact count, or estimate (faster)");
  table
      .option(
          "stem-lang", options.stem_lang, "LANG",
          "find other forms of words in LANG, such as en; none: no other forms "
          "(default: by the language of each page)")
      .more =
      "Without this, forms are those of the language of each document, or of "
      "lang: in the query, if the index has stems (wax-build, wax-index "
      "--stem).";
  table
      .flag("other-records", options.other_records,
            "also find records that are no pages")
      .more =
      "These are DNS answers, metadata, and notes and logs of crawlers: "
      "documents whose URLs begin with dns:, filedesc:, metadata:, urn:, "
      "warcinfo: or whois:. Queries for url:, digest: or their types find them "
      "anyway.";
  table.choice("engine", options.engine, {"own", "lucene++"}, "search engine")
      .more =
      "Both give the same hits; lucene++ is slower and has another order of "
      "versions of one URL.";
  table.flag("unchecked", options.open.unchecked,
             "also read indexes without a manifest");
  table.group("Output");
  table
      .flag("json,J", options.form.json,
            "write one JSON object per hit, each on a line")
      .more =
      "\"total\" is the number of all hits; with --total estimate, "
      "\"estimated\" is true when it is not exact. \"groups\" is the number of "
      "groups with --collapse, \"group\" that of the hits in one. \"marks\" "
      "has the beginning and end of each word of the query in \"snippet\", in "
      "bytes of UTF-8.";
  table.flag("tsv", options.form.tsv, "write one hit per line, with tabs");
  table.list("fields", options.fields, "FIELD,...",
             "with --tsv, write these: stored fields, rank, score, group, "
             "snippet (default: rank,score,url,title)");
  table
      .flag("header", options.form.header,
            "write a header line, which names the fields")
      .more = "It needs --tsv.";
  table.flag("captures", options.form.captures,
             "write a CDX line for each capture of a hit");
  table.flag("explain", options.form.explain,
             "explain each score (wax-ranking(7))");
  table.flag("count", options.form.count,
             "show no hits, only their number, and facets");
  table.flag("all", options.all, "write every hit, in order of documents");
  table
      .option("facet", options.facets, "FIELD,...",
              "count values of each FIELD; may be repeated")
      .more =
      "They are counted over all hits, and written after them as \"VALUE TAB "
      "COUNT\", the most frequent ones first; with --json as one object each.";
  table.option("facet-values", options.facet_values, "N",
               "at most N values of --facet; 0: all");
  table.choice("trend", options.form.trend, {"year", "month"},
               "write the number of hits by year or month");
  table.option("svg", options.svg, "FILE", "plot --trend in FILE, too");
  table.flag("force,f", options.force, "replace a FILE that exists");
  collection_cli::declare_record_file(table, options.records);
  cli::PositionalRow& words = table.positionals(
      options.arguments, "DIR QUERY", 1, SIZE_MAX,
      "DIR is a folder with pindexes/SHARD/main, a shard or an index. All "
      "words are required unless OR stands between them; -word, \"a b\", wor*, "
      "word~1, title:, date:2007-2008: wax-query(7). Exit code 1: nothing was "
      "found");
  words.dashes = true;
}

answers::SearchRequest search_request(const Options& options,
                                      uint64_t documents,
                                      const std::string& text) {
  answers::SearchRequest search;
  search.text = text;
  search.stem_lang = options.stem_lang;
  search.other_records = options.other_records;
  search.set_sort(options.order);
  search.set_boosts(options.boosts);
  search.set_collapse(options.collapse);
  search.per_group = options.per_group;
  search.start = options.start;
  search.count = options.limit == 0 ? documents : options.limit;
  if (options.form.count || !options.form.trend.empty()) search.count = 0;
  search.exact_total = options.total == "exact";
  search.set_facets(options.facets);
  search.facet_values =
      options.facet_values == 0 ? UINT64_MAX : options.facet_values;
  search.period = options.form.trend;
  search.with_content = options.form.tsv;
  search.suggests = options.engine == "own" && !options.form.count &&
                    options.form.trend.empty() && !options.form.tsv &&
                    !options.form.captures;
  if (options.time_limit > 0) {
    search.deadline = std::chrono::steady_clock::now() +
                      std::chrono::seconds(options.time_limit);
  }
  return search;
}

// What is searched, how it is shown, and who is told.
struct Search {
  const Options& options;
  const index::IndexReader& reader;
  cli::Console& console;
  collection_cli::AnswerWriter writer{options.form, &reader,
                                      search_request(options, 0, {})};
  answers::SearchedIndex index{&reader, options.arguments[0],
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
  answers::SearchAnswer answer = answers::answer_search(
      search.index, search_request(options, search.reader.documents(), text));
  report_timeout(search, answer.missing);
  index::report_signs_left_out(text, options.arguments[0], search.console);
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
  index::Missing missing = answers::each_search_hit(
      search.index,
      search_request(search.options, search.reader.documents(), text),
      [&](const index::Query& query, const std::vector<std::string>& fields,
          const index::ShownHit& hit) {
        found = true;
        search.writer.append_hit(text, query, hit, fields, "", out);
        if (out.size() >= size_t{1} << 16) {
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
  needs(!one || options.arguments.size() > 1 || !options.records.is_of_hits(),
        "a query is missing: wax search DIR QUERY");
  options.records.check();
  needs(!options.records.is_wanted() || one,
        "--warc and --wacz take one query, without --queries");
  needs(!options.records.is_wanted() ||
            (options.engine == "own" && !options.open.unchecked),
        "--warc and --wacz exclude --engine and --unchecked");
  needs(options.records.is_of_hits() || options.arguments.size() == 1,
        "with --captures-of and --website, DIR stands alone");
  needs(!options.records.is_wanted() ||
            (!options.form.count && options.form.trend.empty() &&
             options.facets.empty() && options.start == 0 &&
             options.limit == Options().limit && !options.form.json &&
             !options.form.tsv && !options.form.captures),
        "--warc and --wacz write the records of all hits, without --count, "
        "--trend, --facet, --limit, --start, --json, --tsv and --captures");
  int formats = (options.form.json ? 1 : 0) + (options.form.captures ? 1 : 0) +
                (options.form.tsv ? 1 : 0);
  needs(formats < 2, "--json, --tsv and --captures exclude each other");
  needs(!options.form.explain || (!options.form.tsv && !options.form.captures),
        "--explain is not for --tsv and --captures");
  needs(!options.all || formats == 1,
        "--all needs --json, --tsv or --captures: hits are written as they are "
        "found");
  needs(!options.all || (options.order == "relevance" &&
                         options.collapse == "none" && options.facets.empty()),
        "--all writes hits in order of documents, without --order, --collapse "
        "and --facet");
  needs(options.fields.empty() || options.form.tsv, "--fields needs --tsv");
  needs(!options.form.header || options.form.tsv, "--header needs --tsv");
  needs(options.facets.empty() || (!options.form.tsv && !options.form.captures),
        "--facet is not for --tsv and --captures; --json has facets");
  needs(!options.form.count || (options.form.trend.empty() &&
                                !options.form.tsv && !options.form.captures),
        "--count excludes --trend, --tsv and --captures");
  needs(options.form.trend.empty() ||
            (!options.form.tsv && !options.form.captures &&
             options.facets.empty()),
        "--trend excludes --facet, --tsv and --captures");
  needs(!options.form.explain ||
            (!options.form.count && options.form.trend.empty()),
        "--explain is for hits, not for --count and --trend");
  const bool is_whole =
      options.start == 0 &&
      (options.limit == 0 || options.limit == Options().limit);
  needs(!options.all || is_whole,
        "--all writes every hit, without --limit and --start");
  needs(options.per_group == 1 || options.collapse != "none",
        "--per-group needs --collapse");
  needs(
      options.facet_values == Options().facet_values || !options.facets.empty(),
      "--facet-values needs --facet");
  needs(!options.force || !options.svg.empty() || options.records.is_wanted(),
        "--force needs --svg, --warc or --wacz");
  needs(options.svg.empty() || (!options.form.trend.empty() && one),
        "--svg needs --trend, and one query");
}

void check_fields(const std::vector<std::string>& fields,
                  const index::IndexReader& reader) {
  std::vector<std::string> known = reader.stored_fields();
  for (const char* more : {"rank", "score", "group", "snippet"}) {
    known.emplace_back(more);
  }
  for (const std::string& field : fields) {
    if (std::find(known.begin(), known.end(), field) != known.end()) continue;
    throw UsageError("no document has a stored field \"" + field +
                     "\"; wax-dumpindex --list-fields shows the names");
  }
}

// Reports a query that cannot be read.
template <typename Answer>
void try_query(const Search& search, uint64_t line, Answer&& answer) {
  try {
    answer();
  } catch (const index::QueryError& error) {
    search.console.report(
        {Severity::kLost, "bad-query", search.options.queries, std::nullopt,
         "line " + std::to_string(line) + ": " + "at character " +
             std::to_string(error.character()) + ": " + error.reason()});
  }
}

// Queries of a file: a batch at a time on all threads, or every hit of one
// after the other.
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
    try_query(search, job.line,
              [&] { job.answer = answer_query(search, job.query); });
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
    if (options.all) {
      try_query(search, number, [&] {
        found &= stream_hits(search, std::string(line), output);
      });
      continue;
    }
    if (pool.size() == size_t{2} * threads) take();
    pool.put({number, std::string(line), {}});
  }
  while (pool.size() > 0) take();
  return found;
}

cli::Outcome run(const Options& given, cli::Console& console) {
  check(given);
  collection_cli::check_collection_first(console.tool(), given.arguments);
  Options options = given;
  options.form.groups = options.collapse != "none";
  options.form.several = !options.queries.empty();
  std::string text;
  for (size_t i = 1; i < options.arguments.size(); ++i) {
    text += (i > 1 ? " " : "") + options.arguments[i];
  }
  index::OpenOptions open = options.open;
  open.all_shards = console.options().strict;
  if (options.engine == "lucene++") open.engine = index::lucene_engine();
  cli::say_when_an_index_fails(console.tool(), open.unchecked);
  if (options.records.is_wanted()) {
    answers::SearchRequest search = search_request(options, 0, text);
    const bool found = collection_cli::write_record_file(
        options.records, options.arguments[0], search, options.force, console);
    return found ? console.outcome() : cli::Outcome::kIncomplete;
  }
  index::IndexReader reader =
      collection::open_shown_index(options.arguments[0], open, console);
  if (!options.fields.empty()) {
    check_fields(options.fields, reader);
    options.form.fields = options.fields;
  }
  Search search{options, reader, console};
  // Hits as text have colours of their own.
  auto output = options.form.json || options.form.tsv || options.form.captures
                    ? console.open_line_output("-", false)
                    : console.open_output("-", false);
  output->write(search.writer.header());
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
