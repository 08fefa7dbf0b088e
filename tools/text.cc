// The text, fields, links or tree of pages and other documents.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/dedup/import_rules.h"
#include "collection/import/archive_list.h"
#include "collection/import/import.h"
#include "collection/import/rendered_pages.h"
#include "collection/segment/page_text.h"
#include "document/charset/charset.h"
#include "document/html/html_tree.h"
#include "document/maker/document_print.h"
#include "document/maker/wat_writer.h"
#include "io/compress/gzip_format.h"
#include "io/compress/gzip_name.h"
#include "io/inputs/input_files.h"
#include "io/ordered_pool.h"
#include "text/ascii.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "warc/reader/reader.h"
#include "warc/writer/writer.h"

namespace wax::tools::document_text {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-text",
    "print the text, fields and links of pages",
    "[OPTION]... [INPUT]...",
    "wax-text --main page.html",
    "wax-import(1) wax-segment-dump(1) wax-segment(5)",
    "Start here"};

struct Options {
  std::vector<std::string> inputs;
  std::string files_from;
  std::string output = "-";
  bool force = false;
  bool json = false;
  bool main = false;
  bool text = false;
  bool links = false;
  bool wet = false;
  bool wat = false;
  bool tree = false;
  std::vector<std::string> fields;
  std::string fragment;
  bool rendered = false;
  std::string url;
  cdx::ImportRulesArgs rules;
  uint64_t max_body = 0;
  uint64_t jobs = 0;
};

void declare(cli::OptionTable& table, Options& options) {
  table.positionals(options.inputs, "INPUT", 0, SIZE_MAX,
                    "pages and other documents, gzip'd or not, and archives, "
                    "as for wax-import; -: standard input (default)");
  cli::declare_files_from(table, options.files_from);
  cli::declare_line_output(table, options.output, options.force);

  table.group("What to print of each document");
  table.flag(
      "json,J", options.json,
      "one JSON object per document, each on a line: its fields, text, links "
      "and images (default)");
  table.list("fields", options.fields, "FIELD,...",
             "with --json: fields to show (default: all)");
  table.flag("main", options.main,
             "its main content, without menus and the like");
  table.flag("text", options.text, "all its text");
  table.flag("links", options.links,
             "a line for each link: URL or file of the document, URL of the "
             "link, its rel, its text; TABs between them");
  table
      .flag("wet", options.wet,
            "a WARC conversion record with its text, as in the WET files of "
            "Common Crawl")
      .more =
      "Only records of archives have them. If the name of the output ends in "
      "\".gz\", each record is a gzip member.";
  table
      .flag("metadata", options.wat,
            "a WARC metadata record of each record of archives, as in the WAT "
            "files of Common Crawl")
      .more =
      "It says in JSON what the record is, and what its page links to. All "
      "documents are read, whatever the import rules say. If the name of the "
      "output ends in \".gz\", each record is a gzip member.";
  table
      .flag("tree", options.tree,
            "of HTML files: the tree that browsers build of it")
      .more =
      "The form is that of the html5lib project's tests: a line for each node "
      "and attribute.";
  table
      .option("fragment", options.fragment, "NAME",
              "with --tree, read the input as the content of this element")
      .more =
      "Names of SVG and MathML elements stand after \"svg \" and \"math \".";

  table.group("How to read them");
  table.option("page-url", options.url, "URL",
               "where files were captured; links in them are relative to it");
  table
      .flag("rendered", options.rendered,
            "give pages the text that a browser showed of them, too")
      .more =
      "Browsertrix keeps it in records urn:text:URL, and in lists of pages in "
      "a WACZ. Such records are not printed then. Archives are read twice.";
  cli::declare_import_rules(table, options.rules.status, options.rules.types,
                            options.rules.all_types);
  cli::declare_max_body(table, options.max_body);

  table.group("Resources");
  cli::declare_jobs(table, options.jobs);
}

document::DocumentForm form_of(const Options& options) {
  using enum document::DocumentForm;
  return options.main    ? kMain
         : options.text  ? kText
         : options.links ? kLinks
         : options.wet   ? kWet
                         : kJson;
}

void check(const Options& options) {
  if (options.json + options.main + options.text + options.links + options.wet +
          options.wat + options.tree >
      1) {
    throw UsageError(
        "give one of --json, --main, --text, --links, --wet, --metadata and "
        "--tree");
  }
  if (!options.fragment.empty() && !options.tree) {
    throw UsageError("--fragment needs --tree");
  }
  if (options.rendered && (options.wat || options.tree)) {
    throw UsageError("--rendered is not for --metadata and --tree");
  }
  if (!options.fields.empty() &&
      (options.tree || options.wat ||
       form_of(options) != document::DocumentForm::kJson)) {
    throw UsageError("--fields is for --json");
  }
}

std::vector<document::DocumentField> chosen_fields(
    const std::vector<std::string>& names) {
  std::vector<document::DocumentField> fields;
  for (const document::DocumentField& field : document::printed_fields()) {
    if (names.empty() || std::ranges::count(names, field.name) > 0) {
      fields.push_back(field);
    }
  }
  for (const std::string& name : names) {
    if (std::ranges::count(fields, name, &document::DocumentField::name) == 0) {
      throw UsageError("a document has no field \"" + name +
                       "\"; wax-text(1) lists the fields");
    }
  }
  return fields;
}

// An input that is opened, and whether it is an archive.
struct Input {
  std::unique_ptr<io::FileSource> source;
  bool is_archive = false;
};

// Zip files are archives (WACZ) only by their name: others are documents.
Input open_one(const std::string& path) {
  Input input{io::open_input(path)};
  std::string_view front = input.source->peek(8);
  if (front.starts_with("PK\3\4") && !io::entry_path(path)) return input;
  input.is_archive = path == "-" ? front.starts_with("WARC/") ||
                                       front.starts_with("filedesc:") ||
                                       io::is_gzip(front)
                                 : collection::is_archive(path);
  return input;
}

std::string read_document(std::unique_ptr<io::FileSource> source,
                          uint64_t limit) {
  if (!io::is_gzip(source->peek(2))) return io::read_all(*source, limit);
  return io::read_all(*io::gzip_source(std::move(source), 1), limit);
}

// Other files are known by their bytes.
std::string type_of_name(std::string name) {
  text::lower_case(name);
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  for (std::string_view end : {".html", ".htm", ".xhtml", ".shtml"}) {
    if (name.ends_with(end)) return "text/html";
  }
  return {};
}

// The inputs, with the archives of folders and WACZ files in their places.
std::vector<std::string> find_inputs(const Options& options,
                                     cli::Console& console) {
  std::vector<std::string> named = options.inputs;
  if (!options.files_from.empty()) {
    for (std::string& path : io::read_path_list(options.files_from)) {
      named.push_back(std::move(path));
    }
  } else if (named.empty()) {
    named.push_back("-");
  }
  std::vector<std::string> inputs;
  for (const std::string& path : named) {
    std::error_code none;
    bool wacz = path.ends_with(".wacz") || path.ends_with(".zip") ||
                path.ends_with(".json") || io::is_url(path);
    if (!wacz && !std::filesystem::is_directory(path, none)) {
      inputs.push_back(path);
      continue;
    }
    for (std::string& found : io::expand_inputs({path}, console)) {
      inputs.push_back(std::move(found));
    }
  }
  if (inputs.empty() && !named.empty()) io::throw_no_archive(named);
  if (inputs.empty()) console.note_no_input();
  return inputs;
}

// The tree of a page.
void print_tree(std::string_view bytes, std::string_view fragment,
                io::Output& output) {
  std::string buffer;
  const std::string_view page = document::decode_page(
      bytes, document::sniff_charset(bytes, "", true), "", buffer);
  document::HtmlTree tree;
  if (fragment.empty()) {
    tree.parse(page);
  } else if (fragment.starts_with("svg ")) {
    tree.parse_fragment(page, document::Namespace::kSvg, fragment.substr(4));
  } else if (fragment.starts_with("math ")) {
    tree.parse_fragment(page, document::Namespace::kMath, fragment.substr(5));
  } else {
    tree.parse_fragment(page, document::Namespace::kHtml, fragment);
  }
  std::string out;
  document::append_tree(tree, out);
  output.write(out);
}

cli::Outcome print_trees(const Options& options, cli::Console& console) {
  auto output = console.open_line_output(options.output, options.force);
  uint64_t read = 0;
  for (const std::string& path : find_inputs(options, console)) {
    try {
      Input input = open_one(path);
      if (input.is_archive) {
        console.error(path + ": --tree reads HTML files, not archives");
        continue;
      }
      print_tree(read_document(std::move(input.source), UINT64_MAX),
                 options.fragment, *output);
      ++read;
    } catch (const IoError& error) {
      console.error(error.what());
      console.note_no_input();
    }
  }
  output->finish();
  console.summary({{"pages", read}});
  return console.outcome();
}

// An output of records, which is compressed if its name says so.
std::unique_ptr<io::Output> open_records(const Options& options,
                                         cli::Console& console,
                                         warc::WriterOptions& writer) {
  writer.compression = io::is_gzip_name(options.output)
                           ? io::Compression::kGzip
                           : io::Compression::kNone;
  writer.jobs = io::thread_count(options.jobs);
  return console.open_output(options.output == "-.gz" ? "-" : options.output,
                             options.force);
}

std::string software() { return "Waxwing/" + std::string(cli::version()); }

// WAT records of all records of archives.
cli::Outcome print_wat(const Options& options, cli::Console& console) {
  warc::WriterOptions form;
  auto output = open_records(options, console, form);
  form.version = "1.0";
  warc::Writer writer(*output, form);
  collection::ImportOptions limits;
  limits.keep_of_bodies(options.max_body);
  document::WatWriter wat(writer, software(), limits.max_body);
  for (const std::string& path : find_inputs(options, console)) {
    try {
      Input input = open_one(path);
      if (!input.is_archive) {
        console.error(path + ": --metadata is for archives");
        continue;
      }
      auto reader = warc::open_archive(std::move(input.source), console);
      const std::string name = std::filesystem::path(path).filename().string();
      wat.add_archive(*reader, name, console);
    } catch (const IoError& error) {
      console.error(error.what());
      console.note_no_input();
    }
  }
  writer.finish();
  output->finish();
  console.summary({{"records", wat.records()}});
  return console.outcome();
}

// Writes what was printed of the documents, one behind the other.
class DocumentSink {
 public:
  DocumentSink(const Options& options, cli::Console& console)
      : form_(form_of(options)) {
    if (form_ != document::DocumentForm::kWet) {
      output_ = console.open_line_output(options.output, options.force,
                                         io::thread_count(options.jobs));
      return;
    }
    warc::WriterOptions writer;
    output_ = open_records(options, console, writer);
    writer_.emplace(*output_, writer);
  }

  void take(std::string_view printed) {
    if (printed.empty()) return;
    if (!writer_) {
      // Texts have no blank lines in them.
      bool text = form_ == document::DocumentForm::kMain ||
                  form_ == document::DocumentForm::kText;
      if (text && documents_ > 0) output_->write("\n");
      output_->write(printed);
    } else {
      if (documents_ == 0) {
        std::string info;
        document::print_wet_info(printed, software(), info);
        copy_record(info);
      }
      copy_record(printed);
    }
    ++documents_;
  }

  void finish() {
    if (writer_) writer_->finish();
    output_->finish();
  }

  [[nodiscard]] uint64_t documents() const { return documents_; }

 private:
  void copy_record(std::string_view record) {
    const size_t head = record.find("\r\n\r\n") + 4;
    io::MemorySource block(record.substr(head));
    writer_->copy(record.substr(0, head), block, record.size() - head);
  }

  document::DocumentForm form_;
  std::unique_ptr<io::Output> output_;
  std::optional<warc::Writer> writer_;  // of WET files
  uint64_t documents_ = 0;
};

// `most`: bytes of a document.
void read_input(const std::string& path, const Options& options, uint64_t most,
                collection::Importer& importer, cli::Console& console) {
  try {
    Input input = open_one(path);
    if (input.is_archive) {
      importer.import_archive(std::move(input.source), path, "");
    } else if (options.wet) {
      console.error(path + ": --wet is for records of archives");
    } else {
      importer.import_document(read_document(std::move(input.source), most + 1),
                               path, options.url, type_of_name(path));
    }
  } catch (const IoError& error) {
    importer.unreadable(path, error);
  }
}

cli::Outcome run(const Options& options, cli::Console& console) {
  check(options);
  if (options.tree) return print_trees(options, console);
  if (options.wat) return print_wat(options, console);
  const std::vector<document::DocumentField> fields =
      chosen_fields(options.fields);
  const document::DocumentForm form = form_of(options);
  collection::ImportOptions import;
  import.rules = cdx::import_rules(options.rules);
  import.keep_of_bodies(options.max_body);
  import.jobs = io::thread_count(options.jobs);
  const std::vector<std::string> inputs = find_inputs(options, console);
  std::optional<collection::RenderedPages> rendered;
  if (options.rendered) rendered.emplace(inputs, import, console);
  DocumentSink sink(options, console);
  collection::Importer importer(
      import,
      {[&](const document::Document& document, std::string_view record_id,
           std::string& out) {
         if (!rendered) {
           document::print_document(document, form, record_id, fields, out);
         } else if (!collection::is_page_text(document.urlkey)) {
           document::Document page = document;
           rendered->complete(page);
           document::print_document(page, form, record_id, fields, out);
         }
       },
       [&](std::string_view printed) { sink.take(printed); }},
      console);
  for (const std::string& path : inputs) {
    read_input(path, options, std::max(import.max_body, import.max_document),
               importer, console);
  }
  collection::ImportStats stats = importer.finish();
  sink.finish();
  console.summary({{"archives", stats.archives},
                   {"read", stats.read},
                   {"documents", stats.imported},
                   cli::sum_of("without text", stats.without_text),
                   {"printed", sink.documents()},
                   cli::sum_of("skipped", stats.skipped),
                   {"failed", stats.failed}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::document_text

int main(int argc, char** argv) {
  using namespace wax::tools::document_text;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
