// Capture lines from one form to another.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/format/legend.h"
#include "cdx/format/line_fields.h"
#include "cdx/url/url_key.h"

namespace wax::cdx {

// How CDXJ writers write the same values.
enum class CdxjDialect {
  kPywb,         // all values are strings; digests of SHA-1 without "sha1:"
  kCdxjIndexer,  // all values are strings; digests with "sha1:"
  kWacz,         // as cdxj-indexer, but status, length and offset are numbers
  kCompact,      // as pywb, but UTF-8, and no spaces between: what warcio.js
                 // writes
  kOutbackCdx,   // the same; in whole objects, date, status, length and offset
                 // are numbers
};

struct ConvertOptions {
  bool json = false;
  // With json: an object is all of a line, with "urlkey" and "timestamp" first.
  bool whole_object = false;
  Legend legend;  // unless json
  CdxjDialect dialect = CdxjDialect::kPywb;
  // Makes keys anew of the URLs. Without it, only captures without a key get
  // one, of the kind surt.
  std::optional<UrlKeyKind> rekey;
  // Names (as field_name() takes them) and values, which every line gets.
  std::vector<std::pair<std::string, std::string>> set;
  std::string filename_prefix;
};

// Converts the lines of one file after another. Memory: a line.
//
// Where a legend has no column for a value, the value is left out and counted.
// A value that a line does not have is "-", or no key in CDXJ. Spaces and
// controls in a JSON string become %XX in a CDX line; CDX-11 to CDXJ and back
// gives the same bytes.
class LineConverter {
 public:
  // Throws UsageError for a `set` that the legend has no column for.
  explicit LineConverter(ConvertOptions options);

  // The lines that follow have this format.
  void begin(const LineFormat& format);

  enum class Result {
    kDone,
    kBad,    // broken
    kNoUrl,  // its key is to be made of a URL that it does not have
  };
  // Appends the line without "\n".
  [[nodiscard]] Result convert(std::string_view line, std::string& out);

  // How many values were left out, by letter or key.
  [[nodiscard]] std::map<std::string, uint64_t, std::less<>> left_out() const;

 private:
  struct Value {
    std::string_view name;  // CDXJ key, as it stands between quotes
    char letter = '\0';
    std::string_view text;  // bytes, or JSON as it is written
    bool is_json = false;   // neither string nor number
    bool is_number = false;
    std::string storage = {};
  };
  class Writer;
  // The letters of member names, by their place in the line before.
  struct Hint {
    std::string name;
    char letter;
  };

  [[nodiscard]] bool read_columns(std::string_view line);
  [[nodiscard]] bool read_json(std::string_view line);
  [[nodiscard]] char letter_of(std::string_view name, size_t place);
  [[nodiscard]] bool make_key();
  Value& add(char letter);
  [[nodiscard]] Value*& of_letter(char letter) {
    return by_letter_[static_cast<unsigned char>(letter == 'A' ? 'N' : letter)];
  }
  [[nodiscard]] Value* find(char letter, std::string_view name);
  void apply_constants();
  void write_columns(std::string& out);
  void write_json(std::string& out);
  void write_value(const Value& value, Writer& writer);
  [[nodiscard]] size_t room_of_values() const;
  void count_left_out(const Value& value);

  ConvertOptions options_;
  std::vector<std::pair<FieldName, std::string>> constants_;
  LineFormat format_;
  std::vector<std::string_view> names_;  // of its columns
  std::vector<std::unique_ptr<Value>> values_;
  size_t count_ = 0;                         // of values_ in use
  std::array<Value*, 256> by_letter_{};      // those in use; A is N
  std::array<bool, 256> has_column_{};       // of the new legend
  std::array<uint64_t, 256> left_out_by_{};  // by letter
  std::vector<Hint> hints_;
  std::string made_key_;
  std::string scratch_;
  std::map<std::string, uint64_t, std::less<>> left_out_keys_;
};

}  // namespace wax::cdx
