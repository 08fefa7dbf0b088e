// wax-segment-dump: what a segment holds, as text.
#include <algorithm>
#include <span>

#include "cdx/format/identity_line.h"
#include "cdx/format/list_lines.h"
#include "cdx/url/url_key.h"
#include "collection/segment/segment.h"
#include "text/number.h"
#include "tools/cli/tool.h"

namespace wax::tools::segment_dump {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-segment-dump",
    "show the documents of segments",
    "[OPTION]... SEGMENT...",
    "wax-segment-dump --json --fields url,title,content segment",
    "wax-import wax-index wax-dumpindex",
    "Steps of a build"};

struct Options {
  std::vector<std::string> segments;
  bool json = false;
  std::vector<std::string> fields;
  std::vector<std::string> at;
  bool anchors = false;
  bool stats = false;
};

void declare(cli::OptionTable& table, Options& options) {
  table.flag("json,J", options.json,
             "one JSON object per document, with its text and links; without "
             "this, one \"urlkey digest date\" line per document");
  table.list("fields", options.fields, "FIELD,...",
             "with --json: fields to show (default: all)");
  table.list("at", options.at, "POSITION,...",
             "with --json: show the documents at these positions in each "
             "SEGMENT, of which the first is 0");
  table
      .flag("anchors", options.anchors,
            "one \"urlkey text\" line for each link to another page")
      .more =
      "wax-add-column makes a column of these lines: wax-segment-dump "
      "--anchors SEGMENT | wax-add-column --kind text anchor - DIR. Links "
      "without text and links of a page to itself are left out.";
  table.flag("stats", options.stats,
             "show only what the import counted, as JSON");
  table.positionals(options.segments, "SEGMENT", 1, SIZE_MAX,
                    "segments, which wax-import makes");
}

using Fields = std::vector<document::DocumentField>;

// The fields of `all` that the list names; all for an empty list.
Fields chosen(const std::vector<std::string>& names,
              std::span<const document::DocumentField> all) {
  Fields fields;
  for (const document::DocumentField& field : all) {
    if (names.empty() || std::ranges::count(names, field.name) > 0) {
      fields.push_back(field);
    }
  }
  return fields;
}

void check_names(const std::vector<std::string>& names, const Fields& known) {
  for (const std::string& name : names) {
    if (std::ranges::count(known, name, &document::DocumentField::name) == 0) {
      throw UsageError("a document has no field \"" + name +
                       "\"; wax-segment(5) lists the fields");
    }
  }
}

uint64_t position_of(const std::string& text,
                     const collection::SegmentReader& segment) {
  auto number = text::whole_number(text);
  if (!number) {
    throw UsageError("\"" + text + "\" is not a position, such as 0 or 17");
  }
  if (*number >= segment.documents()) {
    throw UsageError(segment.path() + ": has " +
                     std::to_string(segment.documents()) +
                     " documents, so none is at position " + text);
  }
  return *number;
}

void print_keys(collection::SegmentReader& segment, io::Output& output) {
  std::string line;
  for (collection::DocumentKey key; segment.next_key(key);) {
    line.clear();
    cdx::append_dated_version(line, key.urlkey, key.digest, key.date);
    output.write(line);
  }
}

// The texts of links, for the pages that they lead to.
void print_anchors(collection::SegmentReader& segment, io::Output& output) {
  output.write(
      cdx::identity_line(segment.identity(), cdx::IdentityForm::kList));
  document::Document document;
  std::string line;
  for (collection::DocumentKey from; segment.next_key(from);) {
    (void)segment.next_links(document);
    for (const document::Link& link : document.links) {
      if (link.text.empty()) continue;
      line.clear();
      if (!cdx::append_url_key(segment.kind(), link.url, line) ||
          line == from.urlkey) {
        continue;
      }
      line += ' ' + link.text + '\n';
      output.write(line);
    }
  }
}

class JsonPrinter {
 public:
  explicit JsonPrinter(const std::vector<std::string>& names)
      : all_(chosen(names, document::document_fields())),
        links_(chosen(names, document::link_fields())),
        images_(chosen(names, document::image_fields())) {
    all_.insert(all_.end(), links_.begin(), links_.end());
    all_.insert(all_.end(), images_.begin(), images_.end());
    check_names(names, all_);
  }

  void print_all(collection::SegmentReader& segment, io::Output& output) {
    while (segment.next(document_)) {
      if (!links_.empty()) (void)segment.next_links(document_);
      if (!images_.empty()) (void)segment.next_images(document_);
      print(output);
    }
  }

  void print_one(collection::SegmentReader& segment, uint64_t position,
                 io::Output& output) {
    segment.read(position, document_);
    if (!links_.empty()) segment.read_links(position, document_);
    if (!images_.empty()) segment.read_images(position, document_);
    print(output);
  }

 private:
  void print(io::Output& output) {
    line_.clear();
    document::append_json(document_, all_, line_);
    line_ += '\n';
    output.write(line_);
  }

  Fields all_;
  Fields links_;  // of these, those that are stored apart
  Fields images_;
  document::Document document_;
  std::string line_;
};

cli::Outcome run(const Options& options, cli::Console& console) {
  if (!options.json && !(options.fields.empty() && options.at.empty())) {
    throw UsageError("--fields and --at are for --json");
  }
  if (options.anchors && (options.json || options.stats)) {
    throw UsageError(
        "--anchors writes lines of its own; leave --json and "
        "--stats out");
  }
  JsonPrinter printer(options.fields);
  auto output = console.open_line_output("-", false, 1);
  for (const std::string& path : options.segments) {
    collection::SegmentReader segment(path);
    if (options.anchors) {
      print_anchors(segment, *output);
    } else if (options.stats) {
      output->write(segment.stats());
    } else if (!options.at.empty()) {
      for (const std::string& at : options.at) {
        printer.print_one(segment, position_of(at, segment), *output);
      }
    } else if (options.json) {
      printer.print_all(segment, *output);
    } else {
      print_keys(segment, *output);
    }
  }
  output->finish();
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::segment_dump

int main(int argc, char** argv) {
  using namespace wax::tools::segment_dump;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
