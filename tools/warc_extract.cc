// Takes records out of archives.
#include <re2/re2.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cdx/archive_paths.h"
#include "cdx/cdx_lines.h"
#include "cdx/line_fields.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "warc/io/input_files.h"
#include "warc/reader.h"
#include "warc/record_access.h"
#include "warc/record_part.h"

namespace wax::tools::warc_extract {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-warc-extract",
    "take records out of archives",
    "[OPTION]... ARCHIVE [OFFSET]...",
    "wax-warc-extract --payload crawl.warc.gz 784 > page.html",
    "wax-warc-ls(1) wax-warc-indexer(1) wax-cdx(5)",
    "Archives"};

struct Options {
  std::vector<std::string> words;
  std::string files_from;
  bool headers = false;
  bool body = false;
  bool entity = false;
  bool payload = false;
  bool raw = false;
  std::string cdx;
  std::vector<std::string> archives;
  std::vector<std::string> path_index;
  std::string url;
  std::string regex;
  std::vector<std::string> types;
  std::string output = "-";
  std::string output_dir;
  bool force = false;
};

void declare(cli::OptionTable& table, Options& options) {
  table.positionals(options.words, "ARCHIVE", 0, SIZE_MAX,
                    "an archive and the offsets of records in it; with --url "
                    "or --regex, archives as wax-warc-ls takes them");
  cli::declare_files_from(table, options.files_from);
  table.option("output,o", options.output, "FILE",
               "write to FILE, which appears when it is whole");
  table.option("output-dir", options.output_dir, "DIR",
               "write a file a record into DIR");
  table.flag("force,f", options.force, "replace files that exist");

  table.group("Which records");
  table.option("cdx", options.cdx, "FILE",
               "those of the lines in FILE: CDX with columns V and g, or CDXJ");
  table.option("archives", options.archives, "PATH",
               "where the files that lines name lie: a directory or archive");
  table.option("path-index", options.path_index, "FILE",
               "the same by lines of name, tab, path or URL");
  table.option("url", options.url, "URL", "those of exactly this URL");
  table.option("regex", options.regex, "RE2",
               "those of URLs in which this regular expression matches");
  table.list("types", options.types, "TYPE,...",
             "of those, only records of these types");

  table.group("What of them (default: header and block)");
  table.flag("headers", options.headers, "record header and HTTP header");
  table.flag("payload", options.payload,
             "what the HTTP message brought, de-chunked and unpacked");
  table.flag("entity", options.entity,
             "the same de-chunked but packed, as payload digests are made of");
  table.flag("body", options.body, "what follows the HTTP header, as stored");
  table.flag("raw", options.raw,
             "the bytes of the file as they are, so compressed if it is");
}

std::optional<uint64_t> to_offset(std::string_view text) {
  uint64_t value = 0;
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

// What cannot be written is no fault of the archive: it ends the tool.
class Sink final : public io::Output {
 public:
  explicit Sink(std::unique_ptr<io::Output> output)
      : output_(std::move(output)) {}
  void write(std::string_view bytes) override {
    guarded([&] { output_->write(bytes); });
  }
  void flush() override {
    guarded([&] { output_->flush(); });
  }
  void finish() override {
    guarded([&] { output_->finish(); });
  }

 private:
  template <typename Work>
  static void guarded(Work work) {
    try {
      work();
    } catch (const IoError& error) {
      throw Error(error.what());
    }
  }
  std::unique_ptr<io::Output> output_;
};

class Extractor {
 public:
  Extractor(const Options& options, cli::Console& console)
      : options_(options), console_(console), records_(console) {
    part_ = options.headers   ? warc::Part::kHeaders
            : options.body    ? warc::Part::kBody
            : options.entity  ? warc::Part::kEntity
            : options.payload ? warc::Part::kPayload
                              : warc::Part::kRecord;
    if (options.output_dir.empty()) {
      open(options.output);
    } else {
      std::filesystem::create_directories(options.output_dir);
    }
  }

  void extract(const std::string& path, uint64_t offset) {
    guarded(path, [&] {
      warc::Record record;
      warc::Reader* reader = records_.at(path, offset, record);
      if (reader != nullptr && wanted(record)) write(path, *reader, record);
    });
  }

  // All records of URLs that `matches` takes.
  template <typename Matches>
  void scan(const std::string& path, Matches matches) {
    guarded(path, [&] {
      if (options_.raw && path == "-") {
        throw IoError("<stdin>", "cannot be read twice, as --raw does");
      }
      auto reader = warc::open_archive(path, console_);
      warc::Record record;
      while (reader->next(record)) {
        if (wanted(record) && matches(record.target_uri)) {
          write(path, *reader, record);
        }
      }
    });
  }

  void finish() {
    if (options_.output_dir.empty()) sink_->finish();
  }
  [[nodiscard]] uint64_t extracted() const { return extracted_; }

 private:
  template <typename Work>
  void guarded(const std::string& path, Work work) {
    try {
      work();
    } catch (const IoError& error) {
      console_.report({Severity::kLost, "unreadable-archive", path,
                       std::nullopt, error.what()});
    }
  }

  [[nodiscard]] bool wanted(const warc::Record& record) const {
    return options_.types.empty() ||
           std::find(options_.types.begin(), options_.types.end(),
                     warc::name(record.type)) != options_.types.end();
  }

  void open(const std::string& path) {
    try {
      sink_ =
          std::make_unique<Sink>(console_.open_output(path, options_.force));
    } catch (const IoError& error) {
      throw Error(error.what());
    }
  }

  void write(const std::string& path, warc::Reader& reader,
             warc::Record& record) {
    bool alone = !options_.output_dir.empty();
    if (alone) {
      std::filesystem::path folder = options_.output_dir;
      open(folder / warc::record_file_name(path, record));
    }
    if (options_.raw) {
      warc::Extent extent = reader.finish();
      if (!warc::write_stored(records_.stored(path, extent.offset), extent,
                              record.format, *sink_)) {
        console_.report({Severity::kLost, "no-record-at-offset", path,
                         extent.offset,
                         "the record has no bytes of its own in the file"});
        return;
      }
    } else {
      warc::write_part(record, part_, path, *sink_, console_);
      reader.finish();
    }
    ++extracted_;
    if (alone) sink_->finish();
  }

  const Options& options_;
  cli::Console& console_;
  warc::RecordAccess records_;
  warc::Part part_ = warc::Part::kRecord;
  std::unique_ptr<Sink> sink_;
  uint64_t extracted_ = 0;
};

void extract_lines(const Options& options, Extractor& extractor,
                   cli::Console& console) {
  cdx::ArchivePaths paths(options.archives, options.path_index, console);
  auto file = cdx::open_cdx(options.cdx);
  cdx::LineFields fields({"offset", "filename"});
  fields.begin(*file);
  std::string_view line;
  while (file->next(line)) {
    using Line = cdx::LineFields::Line;
    Line kind = fields.read(line);
    if (kind == Line::kNote) continue;
    if (kind == Line::kCapture && (fields[0] == "-" || fields[1] == "-")) {
      continue;  // a capture whose record is not kept
    }
    auto offset = to_offset(fields[0]);
    if (kind == Line::kBad || !offset) {
      console.report({Severity::kLost, "cdx-bad-line", file->name(),
                      std::nullopt,
                      "line " + std::to_string(file->line_number()) +
                          " has no offset and file name"});
      continue;
    }
    // A file that is not known is looked for by the name itself.
    std::string_view path = paths.find(fields[1]);
    extractor.extract(std::string(path.empty() ? fields[1] : path), *offset);
  }
}

void extract_matching(const Options& options, Extractor& extractor,
                      cli::Console& console) {
  std::unique_ptr<RE2> regex;
  if (!options.regex.empty()) {
    RE2::Options quiet(RE2::Latin1);
    quiet.set_log_errors(false);
    regex = std::make_unique<RE2>(options.regex, quiet);
    if (!regex->ok()) {
      throw UsageError("--regex '" + options.regex + "': " + regex->error());
    }
  }
  auto matches = [&](std::string_view url) {
    if (!regex) return url == options.url;
    return RE2::PartialMatch({url.data(), url.size()}, *regex);
  };
  for (const std::string& path : io::expand_inputs(
           cli::named_archives(options.words, options.files_from), console)) {
    extractor.scan(path, matches);
  }
}

void extract_offsets(const std::vector<std::string>& words,
                     Extractor& extractor, cli::Console& console) {
  std::vector<std::string> paths = io::expand_inputs({words[0]}, console);
  if (paths.size() > 1) {
    throw UsageError(words[0] + " holds several archives; name one, such as " +
                     paths[0]);
  }
  for (size_t i = 1; i < words.size() && !paths.empty(); ++i) {
    extractor.extract(paths[0], *to_offset(words[i]));
  }
}

void check(const Options& options) {
  if (options.headers + options.body + options.entity + options.payload +
          options.raw >
      1) {
    throw UsageError(
        "--headers, --payload, --entity, --body and --raw exclude each other");
  }
  if (!options.output_dir.empty() && options.output != "-") {
    throw UsageError("--output and --output-dir exclude each other");
  }
  int ways =
      !options.cdx.empty() + !options.url.empty() + !options.regex.empty();
  if (ways > 1) throw UsageError("--cdx, --url and --regex exclude each other");
  if (!options.cdx.empty() && !options.words.empty()) {
    throw UsageError("with --cdx, name archives by --archives");
  }
  if (!options.files_from.empty() && options.url.empty() &&
      options.regex.empty()) {
    throw UsageError("--files-from goes with --url or --regex");
  }
  if (options.cdx.empty() && options.words.empty() &&
      options.files_from.empty()) {
    throw UsageError("name an archive");
  }
  for (const std::string& type : options.types) {
    if (warc::record_type(type) == warc::RecordType::kUnknown &&
        type != warc::name(warc::RecordType::kFiledesc)) {
      throw UsageError("no record type is named '" + type + "'");
    }
  }
  if (ways > 0) return;
  if (options.words.size() == 1) {
    throw UsageError("say which records of " + options.words[0] +
                     ": offsets, --url or --regex");
  }
  for (size_t i = 1; i < options.words.size(); ++i) {
    if (!to_offset(options.words[i])) {
      throw UsageError("'" + options.words[i] + "' is no offset");
    }
  }
}

cli::Outcome run(const Options& options, cli::Console& console) {
  check(options);
  Extractor extractor(options, console);
  if (!options.cdx.empty()) {
    extract_lines(options, extractor, console);
  } else if (!options.url.empty() || !options.regex.empty()) {
    extract_matching(options, extractor, console);
  } else {
    extract_offsets(options.words, extractor, console);
  }
  extractor.finish();
  console.summary(
      {{"extracted", extractor.extracted()}, {"failed", console.lost()}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::warc_extract

int main(int argc, char** argv) {
  using namespace wax::tools;
  return cli::tool_main<warc_extract::Options>(warc_extract::kInfo, argc, argv,
                                               warc_extract::declare,
                                               warc_extract::run);
}
