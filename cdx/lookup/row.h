// Rows: the answer to a look-up that names fields. Only this file knows how the
// values of a row are put into a line and taken out again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/lookup/lookup_options.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// The values of one line of an answer, by their fields. Nothing is allocated
// for a line. One thread at a time may use an object.
class Row {
 public:
  // A row of answers to a look-up that names these fields, in this order. The
  // names are those of field_name() (cdx/format/line_fields.h).
  explicit Row(std::vector<std::string> fields);
  // The same with "dupecount" as the last value, if duplicates are counted.
  explicit Row(const LookupOptions& options);

  // Reads a line of the answer. The values are views into it.
  void read(std::string_view line);

  // Values in the order of the fields; empty where the line has no more.
  [[nodiscard]] size_t size() const { return fields_.size(); }
  [[nodiscard]] const std::string& name(size_t i) const {
    return fields_[i].name;
  }
  [[nodiscard]] std::string_view operator[](size_t i) const {
    return fields_[i].value;
  }

  // Values by their meaning; "-" for a field that the look-up does not name.
  [[nodiscard]] std::string_view date() const { return value_of(date_); }
  [[nodiscard]] std::string_view url() const { return value_of(url_); }
  [[nodiscard]] std::string_view mime() const { return value_of(mime_); }
  [[nodiscard]] std::string_view filename() const {
    return value_of(filename_);
  }
  [[nodiscard]] std::string_view offset() const { return value_of(offset_); }
  [[nodiscard]] std::string_view length() const { return value_of(length_); }

  // A value as OutbackCDX has it in JSON: date, status, length, offset and
  // dupecount are numbers where they are some, all else is a string.
  void append_json(size_t i, std::string& out) const;

  // The other direction: adds a value to a line, after those that it has. What
  // would end the value is escaped as in CDX; no value is "-".
  static void append_value(std::string_view value, std::string& line);

 private:
  static constexpr size_t kNone = SIZE_MAX;
  struct Field {
    std::string name;
    bool is_number = false;
    std::string_view value = {};
  };

  [[nodiscard]] std::string_view value_of(size_t i) const {
    return i == kNone ? std::string_view("-") : fields_[i].value;
  }

  std::vector<Field> fields_;
  size_t date_ = kNone;
  size_t url_ = kNone;
  size_t mime_ = kNone;
  size_t filename_ = kNone;
  size_t offset_ = kNone;
  size_t length_ = kNone;
};

// The fields that OutbackCDX gives when a query names none.
[[nodiscard]] std::vector<std::string> outback_fields();

// One JSON array, in it an array of its values for each line of an answer with
// the fields of `row`. Keeps the order. Memory: two lines. `count` is the
// number of captures so far, and outlives the stream.
[[nodiscard]] std::unique_ptr<lines::LineStream> json_rows(
    std::unique_ptr<lines::LineStream> lines, Row row, uint64_t& count);

}  // namespace wax::cdx
