// Converts capture lines: reads all their values, writes them in other forms.
// An object is for one thread.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/format/capture.h"
#include "cdx/format/legend.h"
#include "cdx/format/line_fields.h"
#include "cdx/url/url_key.h"
#include "text/json.h"
#include "text/plain_run.h"

namespace wax::cdx {

// Whether a text has only digits, and at least one.
[[nodiscard]] bool is_number(std::string_view text);

struct LineValue {
  std::string_view name;  // CDXJ key, as written between quotes
  char letter = '\0';     // none for keys that only CDXJ has
  std::string_view text;  // bytes, or JSON as it is written
  bool is_json = false;   // neither string nor number
  bool is_number = false;
  std::string storage = {};  // holds the text when the line has it escaped
};

// The values of line after line, in the order of the line; missing ones ("-")
// are not among them. No memory is allocated per line.
class LineValues {
 public:
  // The lines that follow have this format.
  void begin(const LineFormat& format);

  // Replaces the values with those of a line, which must outlive them. The
  // fault of the line in a few words; empty when it has none.
  [[nodiscard]] std::string_view read(std::string_view line);

  [[nodiscard]] size_t size() const { return count_; }
  [[nodiscard]] const LineValue& operator[](size_t i) const {
    return *values_[i];
  }
  // The value for a letter, or null. N and A are the same.
  [[nodiscard]] LineValue* find(char letter) { return slot(letter); }
  // The value for a letter or, if that is '\0', for a CDXJ key; or null.
  [[nodiscard]] LineValue* find(char letter, std::string_view name);
  // Adds a value at the end.
  LineValue& add(char letter);

 private:
  // The letter of the field that a member's name means.
  struct Hint {
    std::string name;
    char letter;
  };

  void clear();
  [[nodiscard]] std::string_view read_columns(std::string_view line);
  [[nodiscard]] std::string_view read_cdxj(std::string_view line);
  [[nodiscard]] char letter_of_member(std::string_view name, size_t number);
  [[nodiscard]] LineValue*& slot(char letter) {
    return by_letter_[static_cast<unsigned char>(letter == 'A' ? 'N' : letter)];
  }

  LineFormat format_;
  std::vector<std::string_view> names_;  // of its columns
  std::vector<std::unique_ptr<LineValue>> values_;
  size_t count_ = 0;                         // of values_ in use
  std::array<LineValue*, 256> by_letter_{};  // those in use
  std::vector<Hint> hints_;  // by the member's number in the line before
};

// Makes room for the whole line once, so that no put() has to.
class LineWriter {
 public:
  // `room`: at least the bytes of all texts before escaping, and 16 more for
  // each text. `utf8`: JSON strings are UTF-8, not ASCII.
  LineWriter(std::string& out, size_t room, bool utf8 = false)
      : out_(&out), room_(room), utf8_(utf8) {
    make_room();
  }

  void put(char c) { *at_++ = c; }

  void put(std::string_view text) {
    const char* from = text.data();
    const size_t size = text.size();
    if (size >= 8 && size <= 16) {
      auto front = text::run::load<uint64_t>(from);
      auto back = text::run::load<uint64_t>(from + size - 8);
      std::memcpy(at_, &front, sizeof front);
      std::memcpy(at_ + size - 8, &back, sizeof back);
    } else if (size < 8) {
      for (size_t i = 0; i < size; ++i) at_[i] = from[i];
    } else {
      std::memcpy(at_, from, size);
    }
    at_ += size;
  }

  // Escapes like append_column().
  void put_column(std::string_view text, char delimiter) {
    if (text.empty()) return put('-');
    size_t plain =
        text::copy_plain_run(text, text::ColumnStops{delimiter}, at_);
    if (plain < text.size()) {
      finish();
      append_column(text, delimiter, *out_);
      make_room();
    } else {
      at_ += plain;
    }
  }

  // A JSON string, with quotes.
  void put_json(std::string_view text) {
    put('"');
    size_t plain = text::copy_plain_run(text, text::JsonStops(), at_);
    if (plain < text.size()) {
      --at_;
      finish();
      (utf8_ ? text::append_json_utf8 : text::append_json_ascii)(text, *out_);
      make_room();
    } else {
      at_ += plain;
      put('"');
    }
  }

  // Call once, after the last put.
  void finish() { out_->resize(static_cast<size_t>(at_ - out_->data())); }

 private:
  void make_room() {
    size_t size = out_->size();
    out_->resize(size + room_);
    at_ = out_->data() + size;
  }

  std::string* out_;
  size_t room_;
  bool utf8_;
  char* at_;
};

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
  // Dates of CDXJ lines lose their milliseconds in CDXJ, too.
  bool whole_seconds = false;
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
