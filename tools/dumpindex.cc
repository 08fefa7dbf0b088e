// wax-dumpindex: what an index holds, as text.
#include <algorithm>

#include "answers/shown/hit_lines.h"
#include "collection/access/collection_access.h"
#include "index/store/index_reader.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/collection_cli/collection_first.h"

namespace wax::tools::dumpindex {
namespace {

constexpr cli::ToolInfo kInfo = {"wax-dumpindex",
                                 "show the stored fields of indexes",
                                 "[OPTION]... INDEX...",
                                 "wax-dumpindex --fields url,date dates main",
                                 "wax-index wax-add-dates wax-search",
                                 "Indexes"};

struct Options {
  std::vector<std::string> indexes;
  std::string fields;
  bool tsv = false;
  bool no_header = false;
  bool json = false;
  bool count = false;
  bool list_fields = false;
  index::OpenOptions open;
};

void declare(cli::OptionTable& table, Options& options) {
  table.option("fields", options.fields, "FIELD,...",
               "fields to show, in this order (default: all)");
  table
      .flag("tsv", options.tsv,
            "one line per document, with tabs (the default)")
      .more =
      "The first line names the fields, unless --no-header is given. Several "
      "values of a field are separated by commas; \\t, \\n, \\r and \\\\ stand "
      "for tabs, line ends and backslashes.";
  table.flag("no-header", options.no_header, "write no header line");
  table.flag("json,J", options.json,
             "one JSON object per document, with exact values");
  table.flag("count", options.count, "show only the number of documents");
  table.flag("list-fields", options.list_fields,
             "show only the names of the fields");
  table.flag("unchecked", options.open.unchecked,
             "also read indexes without a manifest");
  table.positionals(
      options.indexes, "INDEX", 1, SIZE_MAX,
      "a main index and its parallel indexes. A field comes from the first "
      "INDEX that has it, so give dates before main: crawl/pindexes/a/dates "
      "crawl/pindexes/a/main. A single INDEX may be a folder with pindexes/");
}

std::vector<std::string> chosen_fields(const std::string& list,
                                       const index::IndexReader& reader) {
  std::vector<std::string> known = reader.stored_fields();
  if (list.empty()) return known;
  std::vector<std::string> fields;
  size_t at = 0;
  while (at <= list.size()) {
    size_t end = std::min(list.find(',', at), list.size());
    fields.push_back(list.substr(at, end - at));
    if (reader.documents() > 0 &&
        std::find(known.begin(), known.end(), fields.back()) == known.end()) {
      throw UsageError("no document has a stored field \"" + fields.back() +
                       "\"; --list-fields shows the names");
    }
    at = end + 1;
  }
  return fields;
}

void append_escaped(const std::string& value, std::string& line) {
  for (char c : value) {
    switch (c) {
      case '\t':
        line += "\\t";
        break;
      case '\n':
        line += "\\n";
        break;
      case '\r':
        line += "\\r";
        break;
      case '\\':
        line += "\\\\";
        break;
      default:
        line += c;
    }
  }
}

void append_tsv(const index::StoredDocument& document,
                const std::vector<std::string>& fields, std::string& line) {
  for (size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) line += '\t';
    bool first = true;
    for (const auto& [name, value] : document) {
      if (name != fields[i]) continue;
      if (!first) line += ',';
      first = false;
      append_escaped(value, line);
    }
  }
}

cli::Outcome run(const Options& options, cli::Console& console) {
  if (options.tsv && options.json) {
    throw UsageError("--tsv and --json exclude each other");
  }
  if (options.no_header &&
      (options.json || options.count || options.list_fields)) {
    throw UsageError("only lines with tabs have a header; drop --no-header");
  }
  collection_cli::check_all_collections(console.tool(), options.indexes);
  index::OpenOptions open = options.open;
  open.all_shards = console.options().strict;
  cli::say_when_an_index_fails(console.tool(), open.unchecked);
  index::IndexReader reader =
      options.indexes.size() == 1
          ? collection::open_shown_index(options.indexes[0], open, console)
          : collection::open_shown_index(options.indexes, open);
  auto output = console.open_line_output("-", false, 1);
  if (options.count) {
    output->write(std::to_string(reader.documents() - reader.deleted()) + '\n');
  } else if (options.list_fields) {
    for (const std::string& field : reader.all_fields()) {
      output->write(field + '\n');
    }
  } else {
    std::vector<std::string> fields = chosen_fields(options.fields, reader);
    std::string line;
    if (!options.json && !options.no_header) {
      for (const std::string& field : fields) {
        if (!line.empty()) line += '\t';
        line += field;
      }
      output->write(line + '\n');
    }
    index::StoredDocument document;
    for (uint64_t n = 0; n < reader.documents(); ++n) {
      if (reader.is_deleted(n)) continue;
      line.clear();
      // An empty list of fields would mean all fields.
      if (!fields.empty()) reader.document(n, fields, document);
      if (options.json) {
        line += '{';
        answers::append_json_fields(document, fields, line);
        line += '}';
      } else {
        append_tsv(document, fields, line);
      }
      line += '\n';
      output->write(line);
    }
  }
  output->finish();
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::dumpindex

int main(int argc, char** argv) {
  using namespace wax::tools::dumpindex;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
