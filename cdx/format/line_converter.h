// Converts capture lines from one format to another.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/format/legend.h"
#include "cdx/format/line_values.h"
#include "cdx/format/line_writer.h"
#include "cdx/url/url_key.h"

namespace wax::cdx {

// How different CDXJ writers write the same values.
enum class CdxjDialect {
  kPywb,         // all values are strings; digests of SHA-1 without "sha1:"
  kCdxjIndexer,  // all values are strings; digests with "sha1:"
  kWacz,         // as cdxj-indexer, but status, length and offset are numbers
  kCompact,      // as pywb, but UTF-8 and without spaces, as warcio.js
                 // writes it
  kOutbackCdx,   // the same; in whole objects, date, status, length and offset
                 // are numbers
};

struct ConvertOptions {
  bool json = false;
  // With json: a line is one object, which begins with "urlkey", "timestamp".
  bool whole_object = false;
  Legend legend;  // unless json
  CdxjDialect dialect = CdxjDialect::kPywb;
  // Makes a new key from each URL. Without it, only captures without a key get
  // one, of the kind surt.
  std::optional<UrlKeyKind> rekey;
  // Names (as field_name() takes them) and values to set in every line.
  std::vector<std::pair<std::string, std::string>> set;
  std::string filename_prefix;
};

// Converts the lines of one file after another. Memory: a line.
//
// A value without a column in the new legend is left out and counted. A value
// that is missing from a line is "-", or has no key in CDXJ. Spaces and control
// characters in a JSON string become %XX in a CDX line. A conversion from
// CDX-11 to CDXJ and back gives the same bytes.
class LineConverter {
 public:
  // Throws UsageError for a `set` that the legend has no column for.
  explicit LineConverter(ConvertOptions options);

  // The lines that follow have this format.
  void begin(const LineFormat& format) { values_.begin(format); }

  enum class Result {
    kDone,
    kBad,    // problem() says why
    kNoUrl,  // has no URL to make its key from
  };
  // Appends the line without "\n".
  [[nodiscard]] Result convert(std::string_view line, std::string& out);
  // What is wrong with a line that was kBad, in a few words.
  [[nodiscard]] std::string_view problem() const { return problem_; }

  // How many values were left out, by letter or key.
  [[nodiscard]] std::map<std::string, uint64_t, std::less<>> left_out() const;

 private:
  [[nodiscard]] bool make_key();
  void apply_constants();
  void prefix_filename();
  void write_columns(std::string& out);
  void write_json(std::string& out);
  void write_key_and_date(LineWriter& writer);
  void write_member(const LineValue& value, LineWriter& writer);
  [[nodiscard]] std::string_view digest_text(std::string_view digest);
  [[nodiscard]] size_t room_of_values() const;
  void count_left_out(const LineValue& value);

  ConvertOptions options_;
  std::string_view colon_;  // after a CDXJ key
  std::string_view comma_;  // before the next one
  std::vector<std::pair<FieldName, std::string>> constants_;
  LineValues values_;
  std::string_view problem_;                 // of static storage
  std::array<bool, 256> has_column_{};       // of the new legend
  std::array<uint64_t, 256> left_out_by_{};  // by letter
  std::map<std::string, uint64_t, std::less<>> left_out_keys_;
  std::string made_key_;
  std::string scratch_;
};

}  // namespace wax::cdx
