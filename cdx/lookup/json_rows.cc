#include "cdx/lookup/json_rows.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "cdx/format/line_fields.h"
#include "lines/json_array.h"
#include "text/ascii.h"
#include "text/json.h"

namespace wax::cdx {
namespace {

// JSON has no numbers with zeros in front.
bool is_json_number(std::string_view value) {
  return !value.empty() && text::all_digits(value) &&
         (value[0] != '0' || value.size() == 1);
}

class JsonRows final : public lines::LineStream {
 public:
  JsonRows(std::unique_ptr<lines::LineStream> lines,
           const std::vector<std::string>& fields, uint64_t& count)
      : lines_(std::move(lines)), count_(count) {
    constexpr std::string_view kNumbers = "bsSV";
    for (const std::string& field : fields) {
      char letter = field_name(field).letter;
      numbers_.push_back(letter != '\0' &&
                         kNumbers.find(letter) != std::string_view::npos);
    }
  }

  bool next(std::string_view& line) override {
    std::string_view rest;
    if (!lines_->next(rest)) return false;
    ++count_;
    row_ = "[";
    for (bool number : numbers_) {
      size_t end = std::min(rest.find(' '), rest.size());
      std::string_view value = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (row_.size() > 1) row_ += ',';
      if (number && is_json_number(value)) {
        row_ += value;
      } else {
        text::append_json_string(value, row_);
      }
    }
    row_ += ']';
    line = row_;
    return true;
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  uint64_t& count_;
  std::vector<bool> numbers_;
  std::string row_;
};

}  // namespace

std::vector<std::string> outback_fields() {
  return {"urlkey",   "timestamp",  "url",    "mime",   "status",  "digest",
          "redirect", "robotflags", "length", "offset", "filename"};
}

std::unique_ptr<lines::LineStream> json_rows(
    std::unique_ptr<lines::LineStream> lines,
    const std::vector<std::string>& fields, uint64_t& count) {
  return lines::json_array(
      std::make_unique<JsonRows>(std::move(lines), fields, count));
}

}  // namespace wax::cdx
