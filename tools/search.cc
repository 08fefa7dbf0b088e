// wax-search: searches an index.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "index/query/query.h"
#include "index/query/snippet.h"
#include "index/search/searcher.h"
#include "index/store/document_json.h"
#include "index/store/index_reader.h"
#include "text/json.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"

namespace wax::tools::search {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-search",
    "search the pages of an index",
    "[OPTION]... DIR QUERY...",
    "wax-search site 'web archive date:2007-2008 -type:application/pdf'",
    "wax-index wax-add-dates wax-dumpindex",
    "Index and search"};

struct Options {
  std::vector<std::string> arguments;
  uint64_t limit = 10;
  uint64_t start = 0;
  bool json = false;
  bool explain = false;
  uint64_t timeout = 0;
  std::string engine = "own";
  std::string total = "exact";
  std::string facet;
  uint64_t facet_values = 10;
  index::OpenOptions open;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("limit,n", options.limit, "N",
              "write at most N results; 0: no limit")
      .formerly({"count"});
  table.option("start", options.start, "N", "skip the N best hits");
  table
      .flag("json,J", options.json,
            "write one JSON object per hit, each on a line")
      .more =
      "\"total\" is the number of all hits; with --total estimate, "
      "\"estimated\" is true when it is not exact. \"marks\" has the beginning "
      "and "
      "end "
      "of each word of the query in \"snippet\", in bytes of UTF-8.";
  table.flag("explain", options.explain,
             "say how the score of each hit is made (wax-ranking(7))");
  table.option("timeout", options.timeout, "SECONDS",
               "stop searching then, and write what was found; 0: never");
  table.choice("total", options.total, {"exact", "estimate"},
               "how many documents match: exactly, or about, which is faster");
  table
      .option("facet", options.facet, "FIELD",
              "count the values of FIELD over all hits: site, type, status, "
              "charset or collection")
      .more =
      "They are written behind the hits, the most frequent ones first; with "
      "--json as one object.";
  table.option("facet-values", options.facet_values, "N",
               "write at most N values of --facet; 0: all");
  table.choice("engine", options.engine, {"own", "lucene++"},
               "who reads the index; both give the same hits, lucene++ slowly");
  table.flag("unchecked", options.open.unchecked,
             "also read indexes without a manifest");
  cli::PositionalRow& words = table.positionals(
      options.arguments, "DIR QUERY", 2, SIZE_MAX,
      "DIR holds pindexes/SHARD/main and parallel indexes such as dates beside "
      "main; or DIR is one such SHARD, or one index. All words are required "
      "unless OR stands between them; -word excludes; \"a b\" is a phrase; "
      "wor* is a prefix; title:, url:, site:, type:, collection:, status:, "
      "filename:, urlkey:, digest: search one field; date:2007, date:200710*, "
      "date:2007-2008 search dates; parentheses group. Exit code 1: nothing "
      "was found");
  words.dashes = true;
}

// How the words of the query are shown.
struct Style {
  std::string_view before;
  std::string_view after;
};

// On a terminal, unless NO_COLOR is set (https://no-color.org).
bool bold_is_wanted() {
  const char* plain = std::getenv("NO_COLOR");
  return ::isatty(STDOUT_FILENO) == 1 && (plain == nullptr || *plain == '\0');
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

std::vector<std::string> dates_of(const index::StoredDocument& document) {
  std::vector<std::string> dates;
  for (const auto& [name, value] : document) {
    if (name == "date") dates.push_back(value);
  }
  return dates;
}

std::string shown_dates(const std::vector<std::string>& dates) {
  constexpr size_t kFew = 4;
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

void append_text(const index::StoredDocument& document,
                 const index::Snippet& snippet, uint64_t rank, float score,
                 const Style& style, std::string& out) {
  const std::string& title = index::value_of(document, "title");
  const std::string& url = index::value_of(document, "url");
  char number[32];
  std::snprintf(number, sizeof number, "%.3f", static_cast<double>(score));
  out += '\n' + std::to_string(rank) + ". " +
         printable(title.empty() ? url : title) + '\n';
  out += "   " + printable(url) + "  [" + number + "]\n";
  if (std::string dates = shown_dates(dates_of(document)); !dates.empty()) {
    out += "   " + dates + '\n';
  }
  if (!snippet.text.empty()) {
    index::Snippet shown = snippet;
    shown.text = printable(shown.text);  // marks stay where they are
    out += "   " + index::marked(shown, style.before, style.after) + '\n';
  }
}

void append_json(const index::StoredDocument& document,
                 const index::Snippet& snippet, const index::Hits& hits,
                 uint64_t rank, float score,
                 const std::vector<std::string>& fields, std::string& out) {
  char number[32];
  std::snprintf(number, sizeof number, "%.6g", static_cast<double>(score));
  out += "{\"total\":" + std::to_string(hits.total) +
         (hits.total_is_exact ? "" : ",\"estimated\":true") +
         ",\"rank\":" + std::to_string(rank) + ",\"score\":" + number + ',';
  std::string values;
  index::append_json_fields(document, fields, values);
  if (!values.empty()) out += values + ',';
  out += "\"snippet\":";
  text::append_json_string(snippet.text, out);
  out += ",\"marks\":[";
  for (size_t i = 0; i < snippet.marks.size(); ++i) {
    if (i > 0) out += ',';
    out += '[' + std::to_string(snippet.marks[i].first) + ',' +
           std::to_string(snippet.marks[i].second) + ']';
  }
  out += "]}\n";
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

void append_facet(const index::Hits& hits, const Options& options,
                  std::string& out) {
  if (options.json) {
    out += "{\"total\":" + std::to_string(hits.total) + ",\"facet\":";
    text::append_json_string(options.facet, out);
    out += ",\"values\":[";
    for (size_t i = 0; i < hits.facet.size(); ++i) {
      if (i > 0) out += ',';
      out += "{\"value\":";
      text::append_json_string(hits.facet[i].value, out);
      out += ",\"count\":" + std::to_string(hits.facet[i].count) + '}';
    }
    out += "]}\n";
    return;
  }
  out += '\n' + options.facet + ":\n";
  for (const index::FacetValue& value : hits.facet) {
    out += "   " + std::to_string(value.count) + ' ' + printable(value.value) +
           '\n';
  }
}

cli::Outcome run(const Options& options, cli::Console& console) {
  std::string text;
  for (size_t i = 1; i < options.arguments.size(); ++i) {
    if (i > 1) text += ' ';
    text += options.arguments[i];
  }
  index::Query query = index::parse_query(text);
  index::OpenOptions open = options.open;
  open.all_shards = console.options().strict;
  if (options.engine == "lucene++") open.engine = index::Engine::kLucene;
  index::SearchOptions search;
  if (!console.options().strict) search.problems = &console;
  search.exact_total = options.total == "exact";
  search.facet = options.facet;
  search.facet_values =
      options.facet_values == 0 ? UINT64_MAX : options.facet_values;
  if (options.timeout > 0) {
    search.deadline = std::chrono::steady_clock::now() +
                      std::chrono::seconds(options.timeout);
  }
  cli::say_when_an_index_fails(console.tool(), open.unchecked);
  index::IndexReader reader =
      index::IndexReader::open_collection(options.arguments[0], open, console);
  index::Hits hits = index::Searcher(reader).search(
      query, options.start,
      options.limit == 0 ? reader.documents() : options.limit, search);
  if (hits.out_of_time) {
    console.report(
        {Severity::kLost, "search-timeout", options.arguments[0], std::nullopt,
         "the time ran out when " + std::to_string(hits.searched) + " of " +
             std::to_string(reader.documents()) + " documents were searched"});
  }

  std::vector<index::Query::Word> words = index::words_to_mark(query);
  std::vector<std::string> fields = reader.stored_fields();
  std::vector<std::string> wanted = fields;
  std::erase(fields, "content");
  Style style =
      bold_is_wanted() ? Style{"\x1b[1m", "\x1b[0m"} : Style{"**", "**"};
  auto output = console.open_output("-", false);
  std::string out;
  if (!options.json) {
    out = (hits.total_is_exact ? "" : "about ") + std::to_string(hits.total) +
          (hits.total == 1 ? " document\n" : " documents\n");
  }
  uint64_t rank = options.start;
  index::StoredDocument document;
  for (const index::Hit& hit : hits.best) {
    ++rank;
    try {
      reader.document(hit.document, wanted, document);
    } catch (const Error& error) {
      if (search.problems == nullptr) throw;
      console.report({Severity::kLost, "unreadable-document",
                      options.arguments[0], std::nullopt, error.what()});
      continue;
    }
    index::Snippet snippet =
        index::make_snippet(index::value_of(document, "content"), words);
    if (options.json) {
      append_json(document, snippet, hits, rank, hit.score, fields, out);
    } else {
      append_text(document, snippet, rank, hit.score, style, out);
    }
    if (options.explain) {
      index::Explanation whole =
          index::Searcher(reader).explain(query, hit.document, search);
      if (options.json) {
        out.erase(out.size() - 2);  // "}\n"
        out += ",\"explanation\":";
        append_explanation_json(whole, out);
        out += "}\n";
      } else {
        append_explanation(whole, 0, out);
      }
    }
    output->write(out);
    out.clear();
  }
  if (!options.facet.empty()) append_facet(hits, options, out);
  output->write(out);
  output->finish();
  if (hits.total == 0) return cli::Outcome::kIncomplete;
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::search

int main(int argc, char** argv) {
  using namespace wax::tools::search;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
