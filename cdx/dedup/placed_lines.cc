#include "cdx/dedup/placed_lines.h"

#include <string>
#include <string_view>
#include <utility>

#include "cdx/format/dated_version.h"

namespace wax::cdx {
namespace {

// "urlkey digest date14" of such a line.
std::string_view dated_part(std::string_view line) {
  std::string_view rest = line;
  for (int i = 0; i < 3; ++i) (void)next_list_field(rest);
  return line.substr(0, line.size() - rest.size());
}

class PlacedLines final : public lines::LineStream {
 public:
  PlacedLines(std::unique_ptr<lines::LineStream> dated,
              std::unique_ptr<lines::LineStream> places)
      : dated_(std::move(dated)), places_(std::move(places)) {
    advance();
  }

  bool next(std::string_view& line) override {
    if (!dated_->next(line)) return false;
    std::string_view wanted = dated_part(line);
    while (more_ && dated_part(place_) < wanted) advance();
    if (!more_) return true;
    std::string_view found = dated_part(place_);
    if (found != wanted || found.size() == place_.size()) return true;
    text_.assign(line).append(place_.substr(found.size()));
    line = text_;
    return true;
  }

 private:
  void advance() { more_ = places_->next(place_); }

  std::unique_ptr<lines::LineStream> dated_;
  std::unique_ptr<lines::LineStream> places_;
  std::string_view place_;
  bool more_ = false;
  std::string text_;
};

}  // namespace

std::unique_ptr<lines::LineStream> placed_lines(
    std::unique_ptr<lines::LineStream> dated,
    std::unique_ptr<lines::LineStream> places) {
  return std::make_unique<PlacedLines>(std::move(dated), std::move(places));
}

}  // namespace wax::cdx
