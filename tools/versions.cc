// wax-versions: the versions of a page, and what changed between them.
#include "index/search/versions.h"

#include "collection/access/collection_access.h"
#include "index/store/date_places.h"
#include "index/store/index_reader.h"
#include "io/error.h"
#include "text/json.h"
#include "text/word_changes.h"
#include "tools/cli/crash.h"
#include "tools/cli/tool.h"
#include "tools/collection_cli/collection_first.h"
#include "warc/record/date.h"

namespace wax::tools::versions {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-versions",
    "list the versions of a page, and what changed between them",
    "[OPTION]... DIR URL",
    "wax-versions --diff site http://example.org/news",
    "wax-search wax-similar wax-cdx-lookup",
    "Indexes"};

const std::string kSameText = "the same text";

struct Options {
  std::vector<std::string> arguments;
  bool diff = false;
  bool json = false;
  std::string between;
  index::OpenOptions open;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .flag("diff", options.diff,
            "write the words that changed from each version to the next")
      .more =
      "[-old-] was removed, {+new+} was added; \"...\" stands for words that "
      "did not change.";
  table.option("between", options.between, "DATE-DATE",
               "compare the versions of these dates, or the last before them");
  table.flag("json,J", options.json,
             "write one JSON object per version, each on a line");
  table.flag("unchecked", options.open.unchecked,
             "also read indexes without a manifest");
  table.positionals(options.arguments, "DIR URL", 2, 2,
                    "DIR is an index or a collection, as in wax-search. Exit "
                    "code 1: it does not have the URL");
}

std::string content_of(const index::IndexReader& reader,
                       const index::PageVersion& version) {
  index::StoredDocument document;
  reader.document(version.document, {"content"}, document);
  return index::value_of(document, "content");
}

std::string changes(const index::IndexReader& reader,
                    const index::PageVersion& before,
                    const index::PageVersion& after) {
  return text::shown_changes(text::word_changes(content_of(reader, before),
                                                content_of(reader, after)));
}

// The last version whose first capture is not after `date`.
const index::PageVersion& version_at(
    const std::vector<index::PageVersion>& versions, std::string date) {
  date.resize(14, '9');
  const index::PageVersion* found = &versions.front();
  for (const index::PageVersion& version : versions) {
    if (!version.dates.empty() && version.dates.front() <= date) {
      found = &version;
    }
  }
  return *found;
}

void append_json(const index::PageVersion& version, uint64_t number,
                 const std::string* diff, std::string& out) {
  out += "{\"version\":" + std::to_string(number);
  for (auto [name, value] : {std::pair{"url", &version.url},
                             {"digest", &version.digest},
                             {"title", &version.title}}) {
    out += std::string(",\"") + name + "\":";
    text::append_json_string(*value, out);
  }
  out += ",\"date\":[";
  for (const std::string& date : version.dates) {
    if (&date != version.dates.data()) out += ',';
    text::append_json_string(date, out);
  }
  out += ']';
  if (!version.places.empty()) {
    out += ",\"places\":";
    index::append_places_json(version.places, out);
  }
  if (diff != nullptr) {
    out += ",\"changes\":";
    text::append_json_string(*diff, out);
  }
  out += "}\n";
}

void append_text(const index::PageVersion& version, uint64_t number,
                 const std::string* diff, std::string& out) {
  std::string line = std::to_string(number) + ". " +
                     (version.title.empty() ? version.url : version.title) +
                     "  " + version.digest;
  cli::append_printable(out, line);
  out += "\n  ";
  for (const std::string& date : version.dates) out += ' ' + date;
  out += '\n';
  if (diff == nullptr) return;
  out += "   ";
  cli::append_printable(out, diff->empty() ? kSameText : *diff);
  out += '\n';
}

cli::Outcome run(const Options& options, cli::Console& console) {
  collection_cli::check_collection_first(console.tool(), options.arguments);
  cli::say_when_an_index_fails(console.tool(), options.open.unchecked);
  index::OpenOptions open = options.open;
  open.all_shards = console.options().strict;
  index::IndexReader reader =
      collection::open_shown_index(options.arguments[0], open, console);
  std::vector<index::PageVersion> versions =
      index::versions_of(reader, options.arguments[1]).all;
  if (versions.empty()) {
    console.message("no captures of " + options.arguments[1]);
    return cli::Outcome::kIncomplete;
  }
  auto output = console.open_line_output("-", false);
  std::string out;
  if (!options.between.empty()) {
    size_t dash = options.between.find('-');
    if (dash == std::string::npos) {
      throw UsageError("--between needs two dates: 2007-200812");
    }
    (void)warc::Period::parse(options.between);
    const std::string diff =
        changes(reader, version_at(versions, options.between.substr(0, dash)),
                version_at(versions, options.between.substr(dash + 1)));
    cli::append_printable(out, diff.empty() ? kSameText : diff);
    output->write(out + '\n');
    output->finish();
    return console.outcome();
  }
  for (size_t i = 0; i < versions.size(); ++i) {
    std::string diff;
    if (options.diff && i > 0) {
      diff = changes(reader, versions[i - 1], versions[i]);
    }
    const std::string* shown = options.diff && i > 0 ? &diff : nullptr;
    if (options.json) {
      append_json(versions[i], i + 1, shown, out);
    } else {
      append_text(versions[i], i + 1, shown, out);
    }
    output->write(out);
    out.clear();
  }
  output->finish();
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::versions

int main(int argc, char** argv) {
  using namespace wax::tools::versions;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
