#include "lines/made_lines.h"

#include <string_view>
#include <utility>

namespace wax::lines {
namespace {

class MadeLines final : public LineStream {
 public:
  explicit MadeLines(std::function<bool(std::string&)> make)
      : make_(std::move(make)) {}

  bool next(std::string_view& line) override {
    line_.clear();
    if (!make_(line_)) return false;
    line = line_;
    return true;
  }

 private:
  std::function<bool(std::string&)> make_;
  std::string line_;
};

}  // namespace

std::unique_ptr<LineStream> made_lines(
    std::function<bool(std::string& line)> make) {
  return std::make_unique<MadeLines>(std::move(make));
}

}  // namespace wax::lines
