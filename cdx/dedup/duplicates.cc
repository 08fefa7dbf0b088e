#include "cdx/dedup/duplicates.h"

#include <string>
#include <utility>

#include "io/error.h"

namespace wax::cdx {
namespace {

// "urlkey digest ", without the 14 digits of the date.
std::string_view version_of(std::string_view line) {
  return line.substr(0, line.size() - 14);
}

// Lines in byte order, to be asked for others in that order.
class SortedSet {
 public:
  explicit SortedSet(std::unique_ptr<lines::LineStream> lines)
      : lines_(std::move(lines)) {
    has_line_ = lines_ != nullptr && lines_->next(line_);
  }

  [[nodiscard]] bool has(std::string_view line) {
    while (has_line_ && line_ < line) has_line_ = lines_->next(line_);
    return has_line_ && line_ == line;
  }
  [[nodiscard]] bool has_version(std::string_view version) {
    while (has_line_ && version_of(line_) < version) {
      has_line_ = lines_->next(line_);
    }
    return has_line_ && version_of(line_) == version;
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  std::string_view line_;
  bool has_line_ = false;
};

class DuplicateLines final : public lines::LineStream {
 public:
  DuplicateLines(std::unique_ptr<lines::LineStream> versions,
                 std::unique_ptr<lines::LineStream> older, uint64_t* same_date,
                 std::unique_ptr<lines::LineStream> damaged)
      : versions_(std::move(versions)),
        older_(std::move(older)),
        damaged_(std::move(damaged)),
        same_date_(same_date) {}

  bool next(std::string_view& line) override {
    while (true) {
      if (given_ < held_.size()) {
        held_version_.resize(held_version_.size() - kDate);
        held_version_.append(held_, given_, kDate);
        given_ += kDate;
        line = held_version_;
        return true;
      }
      if (!std::exchange(ahead_, false) && !advance()) return false;
      if (new_version_) has_first_ = older_.has_version(version_of(current_));
      if (has_first_) {
        line = current_;
        return true;
      }
      has_first_ = true;
      if (damaged_.has(current_)) hold_damaged();
    }
  }

 private:
  static constexpr size_t kDate = 14;

  // To the next capture at another date or of another version.
  bool advance() {
    std::string_view line;
    while (!at_end_) {
      if (!versions_->next(line)) {
        at_end_ = true;
        break;
      }
      new_version_ = version_of(line) != version_of(current_);
      if (!new_version_ && line == current_) {
        if (same_date_ != nullptr) ++*same_date_;
        continue;
      }
      current_.assign(line);
      return true;
    }
    return false;
  }

  // Holds the damaged captures before the first intact one of this version.
  void hold_damaged() {
    held_version_ = current_;
    held_.assign(current_, current_.size() - kDate, kDate);
    given_ = 0;
    while ((ahead_ = advance()) && !new_version_) {
      if (!damaged_.has(current_)) {
        ahead_ = false;  // the first
        return;
      }
      if (held_.size() + kDate > kMostDamagedDates) {
        throw Error("too many damaged captures of one version: " +
                    std::string(version_of(current_)));
      }
      held_.append(current_, current_.size() - kDate, kDate);
    }
    given_ = kDate;
  }

  std::unique_ptr<lines::LineStream> versions_;
  SortedSet older_;
  SortedSet damaged_;
  uint64_t* same_date_;
  std::string current_ = std::string(kDate, ' ');
  bool new_version_ = false;
  bool has_first_ = false;
  bool ahead_ = false;  // current_ is still to be looked at
  bool at_end_ = false;
  std::string held_version_;  // "urlkey digest date14"
  std::string held_;          // dates
  size_t given_ = 0;          // bytes of held_
};

class LinesWithout final : public lines::LineStream {
 public:
  LinesWithout(std::unique_ptr<lines::LineStream> lines,
               std::unique_ptr<lines::LineStream> others)
      : lines_(std::move(lines)), others_(std::move(others)) {}

  bool next(std::string_view& line) override {
    while (lines_->next(line)) {
      if (!others_.has(line)) return true;
    }
    return false;
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  SortedSet others_;
};

class DistinctLines final : public lines::LineStream {
 public:
  explicit DistinctLines(std::unique_ptr<lines::LineStream> lines)
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
  std::unique_ptr<lines::LineStream> lines_;
  std::string before_;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<lines::LineStream> duplicate_lines(
    std::unique_ptr<lines::LineStream> versions,
    std::unique_ptr<lines::LineStream> older, uint64_t* same_date,
    std::unique_ptr<lines::LineStream> damaged) {
  return std::make_unique<DuplicateLines>(std::move(versions), std::move(older),
                                          same_date, std::move(damaged));
}

std::unique_ptr<lines::LineStream> lines_without(
    std::unique_ptr<lines::LineStream> lines,
    std::unique_ptr<lines::LineStream> others) {
  return std::make_unique<LinesWithout>(std::move(lines), std::move(others));
}

std::unique_ptr<lines::LineStream> distinct_lines(
    std::unique_ptr<lines::LineStream> lines) {
  return std::make_unique<DistinctLines>(std::move(lines));
}

}  // namespace wax::cdx
