#include "cdx/dedup/date_shares.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "cdx/dedup/versions.h"
#include "cdx/files/open_cdx.h"
#include "io/changing_output.h"
#include "lines/merge.h"

namespace wax::cdx {
namespace {

constexpr size_t kDateSize = 14;
constexpr size_t kPartSize = 8;

std::string part_number(size_t part) {
  std::string digits = std::to_string(part);
  return std::string(kPartSize - digits.size(), '0') + digits;
}

// "urlkey digest " at the beginning of a line, or nothing.
std::string_view version_of_line(std::string_view line) {
  size_t end = line.find(' ');
  if (end != line.npos) end = line.find(' ', end + 1);
  return line.substr(0, end == line.npos ? 0 : end + 1);
}

// "urlkey digest date14" without further columns.
std::string_view dated_part(std::string_view line) {
  return line.substr(0, version_of_line(line).size() + kDateSize);
}

// The lines of a list of this toolkit, without comments.
class ListLines final : public lines::LineStream {
 public:
  explicit ListLines(const std::string& path) : lines_(open_lines(path)) {}
  bool next(std::string_view& line) override {
    while (lines_->next(line)) {
      if (!line.starts_with('#')) return true;
    }
    return false;
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
};

// "urlkey digest part" for each version that is kept in a part, once.
class PartVersions final : public lines::LineStream {
 public:
  PartVersions(const DateShare::Source& share, size_t part,
               const lines::SortOptions& sort)
      : part_(part_number(part)), left_out_(share.duplicates) {
    VersionOptions options;
    options.sort = sort;
    captures_ =
        version_lines(open_cdx(share.captures), options, counts_, none_);
    has_left_out_ = left_out_.next(next_left_out_);
  }
  bool next(std::string_view& line) override {
    std::string_view capture;
    while (captures_->next(capture)) {
      std::string_view version = version_of_line(capture);
      if (is_left_out(capture) ||
          version == std::string_view(line_).substr(
                         0, line_.size() - std::min(line_.size(), kPartSize))) {
        continue;
      }
      line_.assign(version).append(part_);
      line = line_;
      return true;
    }
    return false;
  }

 private:
  bool is_left_out(std::string_view capture) {
    while (has_left_out_ && dated_part(next_left_out_) < capture) {
      has_left_out_ = left_out_.next(next_left_out_);
    }
    return has_left_out_ && dated_part(next_left_out_) == capture;
  }

  std::string part_;
  VersionCounts counts_;
  NoProblems none_;  // who made the lists has told them
  std::unique_ptr<lines::LineStream> captures_;
  ListLines left_out_;
  std::string_view next_left_out_;
  bool has_left_out_ = false;
  std::string line_;
};

// "part LINE" for each line of a date list and each part that has its version,
// in order of versions.
class SharedDates final : public lines::LineStream {
 public:
  SharedDates(const std::string& list,
              std::unique_ptr<lines::LineStream> versions)
      : list_(list), versions_(std::move(versions)) {
    has_version_ = versions_->next(version_);
  }
  bool next(std::string_view& line) override {
    while (given_ == parts_.size()) {
      if (!list_.next(date_)) return false;
      find_parts();
      given_ = 0;
    }
    line_.assign(parts_, given_, kPartSize).append(1, ' ').append(date_);
    given_ += kPartSize;
    line = line_;
    return true;
  }

 private:
  // Those that have the version of the date at hand.
  void find_parts() {
    std::string_view wanted = version_of_line(date_);
    if (wanted == found_) return;
    found_ = wanted;
    parts_.clear();
    for (; has_version_; has_version_ = versions_->next(version_)) {
      std::string_view own = version_.substr(0, version_.size() - kPartSize);
      if (own > wanted) break;
      std::string_view part = version_.substr(own.size());
      // Several sources of a part may have the version.
      if (own == wanted && !parts_.ends_with(part)) parts_ += part;
    }
  }

  ListLines list_;
  std::unique_ptr<lines::LineStream> versions_;
  std::string_view date_;
  std::string_view version_;
  bool has_version_ = false;
  std::string found_;
  std::string parts_;  // numbers, one after the other
  size_t given_ = 0;
  std::string line_;
};

}  // namespace

void share_dates(const std::string& list, const std::vector<DateShare>& parts,
                 const lines::SortOptions& options) {
  std::vector<std::pair<size_t, const DateShare::Source*>> sources;
  for (size_t part = 0; part < parts.size(); ++part) {
    for (const DateShare::Source& source : parts[part].sources) {
      sources.emplace_back(part, &source);
    }
  }
  auto open = [&](size_t i) {
    auto [part, source] = sources[i];
    return lines::LineInput{source->captures, std::make_unique<PartVersions>(
                                                  *source, part, options)};
  };
  auto shared = lines::sort_lines(
      std::make_unique<SharedDates>(
          list, lines::merge_lines(sources.size(), open, {}, options.tmpdir)),
      options);
  std::string_view line;
  bool more = shared->next(line);
  for (size_t part = 0; part < parts.size(); ++part) {
    auto file = io::open_changing_output(parts[part].dates);
    std::string number = part_number(part);
    for (; more && line.starts_with(number); more = shared->next(line)) {
      file->write(line.substr(kPartSize + 1));
      file->write("\n");
    }
    file->finish();
  }
}

}  // namespace wax::cdx
