// Lists the records of archives.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cdx/json_text.h"
#include "cdx/record_fields.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "warc/io/input_files.h"
#include "warc/io/zip.h"
#include "warc/reader.h"

namespace wax::tools::warc_ls {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-warc-ls",
    "list the records of archives",
    "[OPTION]... ARCHIVE...",
    "wax-warc-ls --json --fields offset,warc-type,http:status a.warc.gz",
    "wax-warc-extract(1) wax-warc-indexer(1)",
    "Archives"};

struct Options {
  std::vector<std::string> inputs;
  std::string files_from;
  std::string output = "-";
  bool force = false;
  bool json = false;
  bool header = false;
  std::vector<std::string> fields;
  std::vector<std::string> types;
  bool wacz_info = false;
};

void declare(cli::OptionTable& table, Options& options) {
  table.positionals(options.inputs, "ARCHIVE", 0, SIZE_MAX,
                    "ARC, WARC or WACZ files or their URLs; of a directory, "
                    "all archives in and below it; '-' is standard input");
  cli::declare_files_from(table, options.files_from);
  table.option("output,o", options.output, "FILE",
               "write to FILE, which appears when it is whole");
  table.flag("force,f", options.force, "replace an output that exists");
  table.list("fields", options.fields, "NAME,...",
             "show these fields, parted by tabs: offset, length, filename, "
             "type, date, url, status, mime, digest, method, any header "
             "field, http:NAME, req.http:NAME");
  table.flag("json,J", options.json, "write a JSON object a record");
  table.flag("header", options.header, "begin with a line of field names");
  table.list("types", options.types, "TYPE,...",
             "list records of these types only, such as response,revisit");
  table.flag("wacz-info", options.wacz_info,
             "show what the datapackage.json of each WACZ says instead");
}

// A column of the usual table. Numbers stand at the right.
struct Column {
  std::string_view field;
  size_t width;
  bool right = false;
};
constexpr Column kColumns[] = {
    {"offset", 10, true},
    {"length", 8, true},
    {"type", 10},
    {"date", 14},
    {"status", 6},
    {"mime", 24},
    {"content-length", 10, true},
    {"url", 0},
};
constexpr const char* kJsonFields[] = {
    "filename",    "offset", "length",         "warc-type",      "warc-date",
    "http:status", "mime",   "content-length", "warc-target-uri"};

// Writes lines in one of three forms.
class Listing {
 public:
  Listing(const Options& options, const std::vector<std::string>& paths,
          io::Output& output)
      : output_(output),
        json_(options.json),
        fields_(names(options, paths)),
        padded_(!options.json && options.fields.empty()) {
    for (const std::string& path : paths) {
      file_width_ = std::max(file_width_, io::base_name(path).size());
    }
    if (options.header && !json_) write_header();
  }

  void read(const warc::Record& record) { fields_.read(record); }

  void write(const warc::Record& record, const warc::Extent& extent,
             std::string_view filename) {
    line_.clear();
    for (size_t i = 0; i < fields_.names().size(); ++i) {
      add(i, fields_.value(i, record, extent, filename));
    }
    if (json_) line_ += first_ ? "{}" : "}";
    first_ = true;
    line_ += '\n';
    output_.write(line_);
  }

 private:
  static std::vector<std::string> names(const Options& options,
                                        const std::vector<std::string>& paths) {
    if (!options.fields.empty()) return options.fields;
    if (options.json) return {std::begin(kJsonFields), std::end(kJsonFields)};
    std::vector<std::string> names;
    if (paths.size() > 1) names.emplace_back("filename");
    for (const Column& column : kColumns) names.emplace_back(column.field);
    return names;
  }

  void write_header() {
    for (size_t i = 0; i < fields_.names().size(); ++i) {
      add(i, fields_.names()[i]);
    }
    output_.write(line_ + "\n");
  }

  void add(size_t i, std::string_view value) {
    if (json_) {
      if (value.empty()) return;
      line_ += first_ ? "{" : ", ";
      first_ = false;
      cdx::append_json_string(fields_.names()[i], line_);
      line_ += ": ";
      cdx::append_json_string(value, line_);
      return;
    }
    if (i > 0) line_ += padded_ ? "  " : "\t";
    if (value.empty()) value = "-";
    size_t width = 0;
    bool right = false;
    if (padded_) {
      size_t before = fields_.names().size() - std::size(kColumns);
      width = i < before ? file_width_ : kColumns[i - before].width;
      right = i >= before && kColumns[i - before].right;
    }
    size_t blank = width - std::min(width, value.size());
    if (right) line_.append(blank, ' ');
    // A value with line breaks or tabs would look like several.
    for (char c : value) {
      line_ += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    if (!right) line_.append(blank, ' ');
  }

  io::Output& output_;
  bool json_;
  cdx::RecordFields fields_;
  bool padded_;
  size_t file_width_ = 0;
  bool first_ = true;
  std::string line_;
};

void report_unreadable(const std::string& path, const IoError& error,
                       cli::Console& console) {
  console.report({Severity::kLost, "unreadable-archive", path, std::nullopt,
                  error.what()});
}

struct Counts {
  uint64_t read = 0;
  uint64_t listed = 0;
};

class Lister {
 public:
  Lister(std::vector<std::string> types, Listing& listing,
         cli::Console& console)
      : types_(std::move(types)), listing_(listing), console_(console) {}

  void list(const std::string& path) {
    std::unique_ptr<warc::Reader> reader;
    warc::Record record;
    warc::Extent extent;
    while (read(path, reader, record, extent)) {
      ++counts_.read;
      if (!wanted(record.type)) continue;
      listing_.write(record, extent, io::base_name(path));
      ++counts_.listed;
    }
  }

  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  [[nodiscard]] bool wanted(warc::RecordType type) const {
    return types_.empty() || std::find(types_.begin(), types_.end(),
                                       warc::name(type)) != types_.end();
  }

  bool read(const std::string& path, std::unique_ptr<warc::Reader>& reader,
            warc::Record& record, warc::Extent& extent) {
    try {
      if (!reader) reader = warc::open_archive(path, console_);
      if (!reader->next(record)) return false;
      if (wanted(record.type)) listing_.read(record);
      extent = reader->finish();
      return true;
    } catch (const IoError& error) {
      report_unreadable(path, error, console_);
      return false;
    }
  }

  std::vector<std::string> types_;
  Listing& listing_;
  cli::Console& console_;
  Counts counts_;
};

// The leaves of a JSON document as "name TAB value".
void write_leaves(const std::string& file, const nlohmann::json& value,
                  const std::string& name, io::Output& output) {
  auto below = [&](const std::string& key, const nlohmann::json& child) {
    write_leaves(file, child, name.empty() ? key : name + "." + key, output);
  };
  if (value.is_object()) {
    for (const auto& [key, child] : value.items()) below(key, child);
  } else if (value.is_array()) {
    for (size_t i = 0; i < value.size(); ++i) {
      below(std::to_string(i), value[i]);
    }
  } else {
    std::string text =
        value.is_string() ? value.get<std::string>() : value.dump();
    std::replace_if(
        text.begin(), text.end(),
        [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    output.write(file + "\t" + name + "\t" + text + "\n");
  }
}

void show_wacz(const std::string& path, bool as_json, io::Output& output,
               cli::Console& console) {
  constexpr std::string_view kName = "datapackage.json";
  constexpr uint64_t kMost = 64 << 20;
  auto bad = [&](std::optional<uint64_t> offset, const std::string& text) {
    console.report({Severity::kLost, "bad-zip", path, offset, text});
  };
  std::string text;
  try {
    auto zip = io::open_input(path);
    auto entries = io::read_zip_directory(*zip);
    auto entry =
        std::find_if(entries.begin(), entries.end(),
                     [&](const io::ZipEntry& e) { return e.name == kName; });
    if (entry == entries.end()) return bad({}, "no datapackage.json in it");
    auto file = io::open_zip_entry(std::move(zip), *entry, path);
    text = io::read_all(*file, kMost);
  } catch (const FormatError& error) {
    return bad(error.offset(), error.text());
  } catch (const IoError& error) {
    return report_unreadable(path, error, console);
  }
  // What is nested deeper is left out.
  auto shallow = [](int depth, auto, auto&) { return depth < 100; };
  auto json = nlohmann::json::parse(text, shallow, false);
  if (json.is_discarded()) return bad({}, "datapackage.json is no JSON");
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
  if (as_json) {
    output.write(json.dump(-1, ' ', true, kReplace) + "\n");
  } else {
    write_leaves(path, json, "", output);
  }
}

cli::Outcome run(const Options& options, cli::Console& console) {
  std::vector<std::string> named =
      cli::named_archives(options.inputs, options.files_from);
  for (const std::string& type : options.types) {
    if (warc::record_type(type) == warc::RecordType::kUnknown &&
        type != warc::name(warc::RecordType::kFiledesc)) {
      throw UsageError("no record type is named '" + type + "'");
    }
  }
  auto output = console.open_output(options.output, options.force);
  std::vector<std::string> paths =
      options.wacz_info ? named : io::expand_inputs(named, console);
  Listing listing(options, paths, *output);
  Lister lister(options.types, listing, console);
  for (const std::string& path : paths) {
    if (options.wacz_info) {
      show_wacz(path, options.json, *output, console);
    } else {
      lister.list(path);
    }
  }
  output->finish();
  console.summary({{"archives", paths.size()},
                   {"read", lister.counts().read},
                   {"listed", lister.counts().listed},
                   {"failed", console.lost()}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::warc_ls

int main(int argc, char** argv) {
  using namespace wax::tools;
  return cli::tool_main<warc_ls::Options>(warc_ls::kInfo, argc, argv,
                                          warc_ls::declare, warc_ls::run);
}
