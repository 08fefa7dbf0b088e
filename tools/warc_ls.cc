// Lists the records of archives.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/inputs/input_files.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "warc/check/data_package.h"
#include "warc/extract/record_fields.h"
#include "warc/reader/reader.h"
#include "warc/record/record.h"

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
  warc::ListingOptions listing;
  std::vector<std::string> types;
  bool wacz_info = false;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_archives(table, options.inputs, options.files_from,
                        "ARC, WARC or WACZ files, or their URLs");
  cli::declare_line_output(table, options.output, options.force);
  table.list("fields", options.listing.fields, "FIELD,...",
             "show these fields, separated by tabs: offset, length, filename, "
             "type, date, url, status, mime, digest, method, any header field, "
             "http:NAME, req.http:NAME (default: a table of the usual ones)");
  table.flag("json,J", options.listing.json,
             "write one JSON object per record");
  table.flag("header", options.listing.header,
             "write a header line, which names the fields");
  cli::declare_record_types(table, options.types);
  table.flag("wacz-info", options.wacz_info,
             "show the content of each WACZ's datapackage.json instead");
}

// Lists the records of one archive after another.
class Lister {
 public:
  Lister(warc::RecordTypes types, warc::RecordListing& listing,
         cli::Console& console)
      : types_(std::move(types)), listing_(listing), console_(console) {}

  void list(const std::string& path) {
    std::unique_ptr<warc::Reader> reader;
    warc::Record record;
    warc::Extent extent;
    while (read(path, reader, record, extent)) {
      ++read_;
      if (!types_.contains(record.type)) continue;
      listing_.write(record, extent, io::base_name(path));
      ++listed_;
    }
  }

  [[nodiscard]] uint64_t records() const { return read_; }
  [[nodiscard]] uint64_t listed() const { return listed_; }

 private:
  bool read(const std::string& path, std::unique_ptr<warc::Reader>& reader,
            warc::Record& record, warc::Extent& extent) {
    try {
      if (!reader) reader = warc::open_archive(path, console_);
      if (!reader->next(record)) return false;
      if (types_.contains(record.type)) listing_.read(record);
      extent = reader->finish();
      return true;
    } catch (const IoError& error) {
      console_.report({Severity::kLost, "unreadable-archive", path,
                       std::nullopt, error.what()});
      return false;
    }
  }

  warc::RecordTypes types_;
  warc::RecordListing& listing_;
  cli::Console& console_;
  uint64_t read_ = 0;
  uint64_t listed_ = 0;
};

cli::Outcome run(const Options& options, cli::Console& console) {
  warc::RecordTypes types(options.types);
  auto output = console.open_line_output(options.output, options.force);
  std::vector<std::string> paths =
      options.wacz_info
          ? cli::named_archives(options.inputs, options.files_from, console)
          : cli::find_archives(options.inputs, options.files_from, console);
  warc::RecordListing listing(options.listing, paths, *output);
  Lister lister(std::move(types), listing, console);
  auto form = options.listing.json ? warc::PackageForm::kJson
                                   : warc::PackageForm::kLeaves;
  for (const std::string& path : paths) {
    if (!options.wacz_info) {
      lister.list(path);
    } else if (auto package = warc::data_package(path, form, console)) {
      output->write(*package);
    }
  }
  output->finish();
  console.summary({{"archives", paths.size()},
                   {"read", lister.records()},
                   {"listed", lister.listed()},
                   {"failed", console.lost()}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::warc_ls

int main(int argc, char** argv) {
  using namespace wax::tools::warc_ls;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
