// Takes records out of archives.
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cdx/files/archive_paths.h"
#include "cdx/files/open_cdx.h"
#include "cdx/filter/expression_set.h"
#include "cdx/format/cdx_lines.h"
#include "cdx/lookup/record_locations.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"
#include "text/number.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "warc/extract/extractor.h"

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
                    "or --regex, any number of archives, as for wax-warc-ls");
  cli::declare_files_from(table, options.files_from);
  table.option("output,o", options.output, "FILE",
               "write to FILE, which appears when it is complete");
  table.option("output-dir,d", options.output_dir, "DIR",
               "write each record to a file of its own in DIR");
  table.flag("force,f", options.force, "replace files that exist");

  table.group("Which records");
  table.option(
      "cdx", options.cdx, "FILE",
      "the records of the lines in FILE: CDX with columns V and g, or CDXJ");
  cli::declare_archives_of_lines(table, options.archives);
  table.option(
      "path-index", options.path_index, "FILE",
      "find those files in FILE; each line has a name, a tab, and a path "
      "or URL");
  table.option("url", options.url, "URL", "records of exactly this URL");
  table.option("regex", options.regex, "RE2",
               "records whose URL contains a match of this regular expression");
  cli::declare_record_types(table, options.types);

  table.group("Which part of them (default: header and block)");
  table.flag("record-headers", options.headers,
             "record header and HTTP header");
  table.flag("payload", options.payload,
             "HTTP body without chunks, and decompressed");
  table.flag(
      "entity", options.entity,
      "HTTP body without chunks, but still compressed, as in payload digests");
  table.flag("body", options.body,
             "everything after the HTTP header, as stored");
  table.flag("raw", options.raw,
             "the bytes of the file as they are, compressed or not");
}

std::unique_ptr<warc::Extractor> open_extractor(const Options& options,
                                                cli::Console& console) {
  warc::ExtractOptions what;
  what.raw = options.raw;
  what.part = options.headers   ? warc::Part::kHeaders
              : options.body    ? warc::Part::kBody
              : options.entity  ? warc::Part::kEntity
              : options.payload ? warc::Part::kPayload
                                : warc::Part::kRecord;
  what.types = warc::RecordTypes(options.types);
  if (options.output_dir.empty()) {
    return std::make_unique<warc::Extractor>(
        std::move(what), console.open_output(options.output, options.force),
        console);
  }
  io::make_folders(options.output_dir);
  return std::make_unique<warc::Extractor>(
      std::move(what),
      [&](const std::string& name) {
        return console.open_output(
            std::filesystem::path(options.output_dir) / name, options.force);
      },
      console);
}

void extract_lines(const Options& options, warc::Extractor& extractor,
                   cli::Console& console) {
  cdx::ArchivePaths paths(options.archives, options.path_index, console);
  auto file = cdx::open_cdx(options.cdx);
  cdx::extract_records(*file, paths, extractor, console);
}

void extract_matching(const Options& options, warc::Extractor& extractor,
                      cli::Console& console) {
  cdx::ExpressionSet regex;
  if (!options.regex.empty()) regex.add(options.regex);
  regex.finish();
  auto matches = [&](std::string_view url) {
    return regex.empty() ? url == options.url : regex.any(url);
  };
  for (const std::string& path :
       cli::find_archives(options.words, options.files_from, console)) {
    extractor.scan(path, matches);
  }
}

void extract_offsets(const std::vector<std::string>& words,
                     warc::Extractor& extractor, cli::Console& console) {
  std::vector<std::string> paths = io::expand_inputs({words[0]}, console);
  if (paths.size() > 1) {
    throw UsageError(words[0] +
                     " holds several archives; give one of them, such as " +
                     paths[0]);
  }
  for (size_t i = 1; i < words.size() && !paths.empty(); ++i) {
    extractor.extract(paths[0], *text::whole_number(words[i]));
  }
}

void check(const Options& options) {
  if (options.headers + options.body + options.entity + options.payload +
          options.raw >
      1) {
    throw UsageError(
        "--record-headers, --payload, --entity, --body and --raw exclude each "
        "other");
  }
  if (!options.output_dir.empty() && options.output != "-") {
    throw UsageError("--output and --output-dir exclude each other");
  }
  int ways =
      !options.cdx.empty() + !options.url.empty() + !options.regex.empty();
  if (ways > 1) throw UsageError("--cdx, --url and --regex exclude each other");
  if (!options.cdx.empty() && !options.words.empty()) {
    throw UsageError("with --cdx, give archives with --archives");
  }
  if (!options.files_from.empty() && options.url.empty() &&
      options.regex.empty()) {
    throw UsageError("--files-from goes with --url or --regex");
  }
  if (ways > 0) return;
  if (options.words.empty()) throw UsageError("give an archive");
  if (options.words.size() == 1) {
    throw UsageError("give the records to extract from " + options.words[0] +
                     ": offsets, --url or --regex");
  }
  for (size_t i = 1; i < options.words.size(); ++i) {
    if (!text::whole_number(options.words[i])) {
      throw UsageError("'" + options.words[i] + "' is not an offset");
    }
  }
}

std::string nothing_found(const Options& options) {
  const std::string of_types =
      options.types.empty() ? "" : " of the types of --record-types";
  if (!options.url.empty()) {
    return "no record" + of_types + " has exactly the URL " + options.url;
  }
  if (!options.regex.empty()) {
    return "no record" + of_types + " has a URL that matches " + options.regex;
  }
  if (!options.cdx.empty()) {
    return "the lines of --cdx name no record" + of_types;
  }
  return "no record" + of_types + " is at these offsets";
}

cli::Outcome run(const Options& options, cli::Console& console) {
  check(options);
  auto extractor = open_extractor(options, console);
  if (!options.cdx.empty()) {
    extract_lines(options, *extractor, console);
  } else if (!options.url.empty() || !options.regex.empty()) {
    extract_matching(options, *extractor, console);
  } else {
    extract_offsets(options.words, *extractor, console);
  }
  extractor->finish();
  console.summary(
      {{"extracted", extractor->extracted()}, {"failed", console.lost()}});
  if (extractor->extracted() == 0 && console.lost() == 0) {
    console.message(nothing_found(options));
    return cli::Outcome::kIncomplete;
  }
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::warc_extract

int main(int argc, char** argv) {
  using namespace wax::tools::warc_extract;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
