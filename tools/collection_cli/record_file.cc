#include "tools/collection_cli/record_file.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "answers/opened/collections.h"
#include "answers/records/record_package.h"
#include "answers/records/taken_captures.h"
#include "answers/shown/holdings.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/archive_outputs.h"
#include "warc/check/package_signature.h"
#include "warc/record/date.h"

namespace wax::tools::collection_cli {

void RecordFile::check() const {
  auto needs = [](bool holds, const char* text) {
    if (!holds) throw UsageError(text);
  };
  needs(warc.empty() || wacz.empty(), "--warc and --wacz exclude each other");
  needs(!io::is_wacz_name(warc), "--warc writes a WARC file; give --wacz");
  cli::check_warc_name(warc, "--warc");
  needs(wacz.empty() || !io::is_archive_name(wacz),
        "--wacz writes a WACZ; give --warc for a WARC file");
  needs(is_wanted() ||
            (is_of_hits() && as_of.empty() && archives.empty() && date.empty()),
        "--captures-of, --website, --as-of, --date and --archives need --warc "
        "or --wacz");
  needs(sign.empty() || !wacz.empty(), "--sign needs --wacz");
  needs(captures_of.empty() || website.empty(),
        "--captures-of and --website exclude each other");
  needs(as_of.empty() || !website.empty(), "--as-of needs --website");
  for (const std::string& given : {as_of, date}) {
    if (!given.empty()) warc::check_given_date(given);
  }
}

void declare_record_file(cli::OptionTable& table, RecordFile& file) {
  table.group("Records");
  table
      .option("warc", file.warc, "FILE",
              "write the records of all hits to FILE as WARC")
      .more =
      "The file is compressed by gzip, or as its name says: .zst, or .warc for "
      "none; - is standard output. "
      "Each capture of a hit comes with its requests and metadata, and a "
      "revisit with its original. Hits are counted with --collapse, too; "
      "--limit and --start do not hold. Captures that rules of access hide or "
      "block stay where they are.";
  table.option("wacz", file.wacz, "FILE",
               "the same as a WACZ, with an index and a list of pages");
  table.option("captures-of", file.captures_of, "URL",
               "instead of hits, the captures of URL");
  table
      .option("website", file.website, "URL",
              "instead of hits, a website, with what its pages need")
      .more =
      "Of each URL, the capture next to --as-of. URL is HOST, *.HOST for all "
      "hosts below it, too, or the beginning of URLs. What pages need comes "
      "from other websites, too.";
  table.option("as-of", file.as_of, "DATE",
               "date of --website: 4 to 14 digits (default: today)");
  table
      .option("date", file.date, "DATE",
              "when the file was made, as it says (default: now)")
      .more =
      "4 to 14 digits; the default is what SOURCE_DATE_EPOCH says, if it is "
      "set. The same captures with the same date give the same bytes. "
      "SOURCE_DATE_EPOCH is an environment variable, in seconds from 1970.";
  table
      .option("sign", file.sign, "KEY",
              "sign the WACZ by the private key in the file KEY")
      .more =
      "KEY is in PEM, of an elliptic curve. The signature is an anonymous one "
      "of wacz-auth 0.1.0; wax-warc-check "
      "verifies it. openssl ecparam -genkey -name secp384r1 -noout makes a "
      "key.";
  cli::declare_archives_of_lines(table, file.archives);
}

bool write_record_file(const RecordFile& file, const std::string& folder,
                       const answers::SearchRequest& request, bool force,
                       cli::Console& console) {
  answers::Holdings holdings;
  holdings.report = [&console](std::string_view text) {
    console.message(text);
  };
  holdings.archives = std::make_unique<const answers::Archives>(
      file.archives, std::vector<std::string>{folder}, holdings.report,
      console);
  auto collection = std::make_unique<answers::Collection>(
      "collection",
      answers::CollectionFiles{folder, {}, console.options().strict, false, {}},
      holdings.report);
  answers::Scope scope{&holdings, collection.get(), collection->current()};
  holdings.collections.add(std::move(collection));
  answers::PackageOptions options;
  options.is_wacz = !file.wacz.empty();
  if (!options.is_wacz) {
    options.compression = io::compression_of_name(file.warc);
  }
  options.title = answers::name_of_folder(folder);
  if (!file.sign.empty()) {
    constexpr uint64_t kMostOfKey = 1 << 20;
    options.signing_key = io::read_all(*io::open_file(file.sign), kMostOfKey);
    // Said before the records are read.
    (void)warc::signed_anonymously("", "", "", options.signing_key);
  }
  if (const auto seconds = warc::seconds_of_date(file.date)) {
    options.date = warc::date14_of_seconds(*seconds);
  }
  std::unique_ptr<answers::TakenCaptures> captures;
  if (!file.website.empty()) {
    options.parts_date = file.as_of.empty() ? answers::date_now() : file.as_of;
    options.description = file.website + " as of " + options.parts_date;
    captures = answers::captures_of_website(scope, file.website,
                                            options.parts_date, nullptr);
  } else if (!file.captures_of.empty()) {
    options.description = "captures of " + file.captures_of;
    captures =
        answers::captures_of_url(scope, file.captures_of, {}, {}, nullptr);
  } else {
    options.description = "hits of " + request.text;
    captures = answers::captures_of_hits(scope, request, nullptr);
  }
  const std::string& path = options.is_wacz ? file.wacz : file.warc;
  auto output = console.open_output(path, force);
  answers::RecordPackage package(scope, std::move(captures), std::move(options),
                                 *output);
  while (package.write_next()) {
  }
  output->finish();
  for (const std::string& reason : package.missing()) {
    console.report(
        {Severity::kLost, "record-unavailable", folder, std::nullopt, reason});
  }
  const answers::RecordPackage::Counts counts = package.counts();
  console.summary({{"captures", counts.captures},
                   {"records", counts.records},
                   {"missing", counts.missing}});
  return counts.captures > 0;
}

}  // namespace wax::tools::collection_cli
