#include "cdx/duplicates.h"

#include <string>
#include <utility>

namespace wax::cdx {
namespace {

// "urlkey digest ", without the 14 digits of the date.
std::string_view version_of(std::string_view line) {
  return line.substr(0, line.size() - 14);
}

class DuplicateLines final : public LineStream {
 public:
  DuplicateLines(std::unique_ptr<LineStream> versions,
                 std::unique_ptr<LineStream> older, uint64_t* same_date)
      : versions_(std::move(versions)),
        older_(std::move(older)),
        same_date_(same_date) {
    has_older_ = older_ != nullptr && older_->next(older_line_);
  }

  bool next(std::string_view& line) override {
    while (versions_->next(line)) {
      bool is_first = version_of(line) != version_of(before_);
      if (!is_first && line == before_) {
        if (same_date_ != nullptr) ++*same_date_;
        continue;
      }
      before_.assign(line);
      if (!is_first || is_older(version_of(line))) return true;
    }
    return false;
  }

 private:
  bool is_older(std::string_view version) {
    while (has_older_ && version_of(older_line_) < version) {
      has_older_ = older_->next(older_line_);
    }
    return has_older_ && version_of(older_line_) == version;
  }

  std::unique_ptr<LineStream> versions_;
  std::unique_ptr<LineStream> older_;
  uint64_t* same_date_;
  std::string before_ = std::string(14, ' ');
  std::string_view older_line_;
  bool has_older_ = false;
};

class DistinctLines final : public LineStream {
 public:
  explicit DistinctLines(std::unique_ptr<LineStream> lines)
      : lines_(std::move(lines)) {}

  bool next(std::string_view& line) override {
    while (lines_->next(line)) {
      if (!first_ && line == before_) continue;
      first_ = false;
      before_.assign(line);
      return true;
    }
    return false;
  }

 private:
  std::unique_ptr<LineStream> lines_;
  std::string before_;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<LineStream> duplicate_lines(
    std::unique_ptr<LineStream> versions, std::unique_ptr<LineStream> older,
    uint64_t* same_date) {
  return std::make_unique<DuplicateLines>(std::move(versions), std::move(older),
                                          same_date);
}

std::unique_ptr<LineStream> distinct_lines(std::unique_ptr<LineStream> lines) {
  return std::make_unique<DistinctLines>(std::move(lines));
}

}  // namespace wax::cdx
