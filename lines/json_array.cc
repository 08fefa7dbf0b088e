#include "lines/json_array.h"

#include <string>
#include <utility>

namespace wax::lines {
namespace {

class JsonArray final : public LineStream {
 public:
  explicit JsonArray(std::unique_ptr<LineStream> elements)
      : elements_(std::move(elements)) {}

  bool next(std::string_view& line) override {
    if (ended_) return false;
    std::string_view read;
    if (!begun_) {
      begun_ = true;
      following_ = "[";
      if (elements_->next(read)) following_ += read;
    }
    shown_.swap(following_);
    if (elements_->next(read)) {
      following_ = read;
      shown_ += ',';
    } else {
      shown_ += ']';
      ended_ = true;
    }
    line = shown_;
    return true;
  }

 private:
  std::unique_ptr<LineStream> elements_;
  bool begun_ = false;
  bool ended_ = false;
  std::string shown_;
  std::string following_;
};

}  // namespace

std::unique_ptr<LineStream> json_array(std::unique_ptr<LineStream> elements) {
  return std::make_unique<JsonArray>(std::move(elements));
}

}  // namespace wax::lines
