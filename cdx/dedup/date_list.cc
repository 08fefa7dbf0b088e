#include "cdx/dedup/date_list.h"

#include <optional>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/dated_version.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kSpace = " \t";

// The good lines of lists, in their normal form.
class NormalLines final : public lines::LineStream {
 public:
  NormalLines(std::vector<std::string> paths, DateListCounts& counts,
              ProblemSink& problems)
      : paths_(std::move(paths)), counts_(&counts), problems_(&problems) {}

  bool next(std::string_view& line) override {
    DatedVersion version;
    std::string_view read;
    while (next_line(read)) {
      if (read.find_first_not_of(kSpace) == std::string_view::npos ||
          read.starts_with('#')) {
        continue;
      }
      ++counts_->lines;
      if (!parse_dated_version(read, version)) {
        ++counts_->bad;
        problems_->report(
            {Severity::kLost, "list-bad-line", paths_[next_path_ - 1],
             std::nullopt,
             "line " + std::to_string(line_number_) +
                 " is not \"urlkey digest date\" with a date of 14 digits"});
        continue;
      }
      text_.clear();
      append_dated_version(text_, version.urlkey, version.digest, version.date);
      line = std::string_view(text_).substr(0, text_.size() - 1);
      return true;
    }
    return false;
  }

 private:
  bool next_line(std::string_view& line) {
    while (true) {
      if (lines_ != nullptr && lines_->next(line)) {
        ++line_number_;
        return true;
      }
      lines_.reset();
      if (next_path_ == paths_.size()) return false;
      lines_ = open_lines(paths_[next_path_++]);
      line_number_ = 0;
    }
  }

  std::vector<std::string> paths_;
  DateListCounts* counts_;
  ProblemSink* problems_;
  size_t next_path_ = 0;
  std::unique_ptr<lines::LineStream> lines_;
  uint64_t line_number_ = 0;
  std::string text_;
};

}  // namespace

std::unique_ptr<lines::LineStream> read_date_lists(
    const std::vector<std::string>& paths, const lines::SortOptions& options,
    DateListCounts& counts, ProblemSink& problems) {
  lines::SortOptions unique = options;
  unique.unique = true;
  return lines::sort_lines(
      std::make_unique<NormalLines>(paths, counts, problems), unique);
}

}  // namespace wax::cdx
