#include "cdx/lookup/json_rows.h"

#include <string_view>
#include <utility>

#include "lines/json_array.h"

namespace wax::cdx {
namespace {

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
