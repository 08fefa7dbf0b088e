#include "cdx/lookup/row.h"

#include <algorithm>
#include <utility>

#include "cdx/format/capture.h"
#include "cdx/format/line_fields.h"
#include "lines/json_array.h"
#include "text/ascii.h"
#include "text/json.h"

namespace wax::cdx {
namespace {

constexpr char kBetweenValues = ' ';

std::vector<std::string> names_of_row(const LookupOptions& options) {
  std::vector<std::string> names = options.fields;
  if (options.count_duplicates) names.emplace_back("dupecount");
  return names;
}

// JSON has no numbers with zeros in front.
bool is_json_number(std::string_view value) {
  return !value.empty() && text::all_digits(value) &&
         (value[0] != '0' || value.size() == 1);
}

class RowArrays final : public lines::LineStream {
 public:
  RowArrays(std::unique_ptr<lines::LineStream> lines, Row row, uint64_t& count)
      : lines_(std::move(lines)), row_(std::move(row)), count_(count) {}

  bool next(std::string_view& line) override {
    if (!lines_->next(line)) return false;
    ++count_;
    row_.read(line);
    array_ = "[";
    for (size_t i = 0; i < row_.size(); ++i) {
      if (i > 0) array_ += ',';
      row_.append_json(i, array_);
    }
    array_ += ']';
    line = array_;
    return true;
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  Row row_;
  uint64_t& count_;
  std::string array_;
};

}  // namespace

Row::Row(std::vector<std::string> fields) {
  for (std::string& name : fields) {
    char letter = field_name(name).letter;
    size_t i = fields_.size();
    // A field that is named twice is where it is first.
    auto keep = [i](size_t& place) { place = std::min(place, i); };
    if (letter == 'b') keep(date_);
    if (letter == 'a') keep(url_);
    if (letter == 'm') keep(mime_);
    if (letter == 'g') keep(filename_);
    if (letter == 'V') keep(offset_);
    if (letter == 'S') keep(length_);
    bool is_number =
        letter == '\0' ? name == "dupecount" : text::is_one_of(letter, "bsSV");
    fields_.push_back({std::move(name), is_number});
  }
}

Row::Row(const LookupOptions& options) : Row(names_of_row(options)) {}

void Row::read(std::string_view line) {
  for (Field& field : fields_) {
    size_t end = std::min(line.find(kBetweenValues), line.size());
    field.value = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
}

void Row::append_json(size_t i, std::string& out) const {
  const Field& field = fields_[i];
  if (field.is_number && is_json_number(field.value)) {
    out += field.value;
  } else {
    text::append_json_string(field.value, out);
  }
}

void Row::append_value(std::string_view value, std::string& line) {
  if (!line.empty()) line += kBetweenValues;
  append_column(value, kBetweenValues, line);
}

std::vector<std::string> outback_fields() {
  return {"urlkey",   "timestamp",  "url",    "mime",   "status",  "digest",
          "redirect", "robotflags", "length", "offset", "filename"};
}

std::unique_ptr<lines::LineStream> json_rows(
    std::unique_ptr<lines::LineStream> lines, Row row, uint64_t& count) {
  return lines::json_array(
      std::make_unique<RowArrays>(std::move(lines), std::move(row), count));
}

}  // namespace wax::cdx
