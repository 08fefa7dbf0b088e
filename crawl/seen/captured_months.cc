#include "crawl/seen/captured_months.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cdx/files/key_cursor.h"
#include "cdx/files/open_cdx.h"
#include "cdx/files/searchable.h"
#include "cdx/format/identity_line.h"
#include "cdx/url/search_range.h"
#include "io/error.h"

namespace wax::crawl {
namespace {

// What a look-up of a key reads, about.
constexpr uint64_t kLookupBytes = 64 * 1024;

class ReadMonths final : public CapturedMonths {
 public:
  ReadMonths(const std::vector<std::string>& files, cdx::UrlKeyKind kind,
             ProblemSink& problems) {
    for (const std::string& file : files) {
      cursors_.push_back(std::make_unique<cdx::KeyCursor>(
          file, std::vector<std::string>{"urlkey", "timestamp"}, kind,
          problems));
    }
  }

  const std::vector<Month>& of(std::string_view key) override {
    if (key == key_) return months_;
    key_ = key;
    months_.clear();
    for (auto& cursor : cursors_) {
      cursor->each_of(key, [&](const cdx::LineFields& fields) {
        if (auto month = Month::of(fields[1])) months_.push_back(*month);
      });
    }
    return months_;
  }

 private:
  std::vector<std::unique_ptr<cdx::KeyCursor>> cursors_;
  std::string key_;
  std::vector<Month> months_;
};

class SearchedMonths final : public CapturedMonths {
 public:
  SearchedMonths(const std::vector<std::string>& files, cdx::UrlKeyKind kind,
                 ProblemSink& problems) {
    for (const std::string& path : files) {
      auto& file = files_.emplace_back(cdx::open_searchable(path),
                                       KeyDates(kind, problems));
      const std::string head = file.first->head();
      cdx::CdxLines top(path, lines::lines_of(head));
      file.second.begin(cdx::LineFormat::of(top), path);
    }
  }

  const std::vector<Month>& of(std::string_view key) override {
    months_.clear();
    const cdx::SearchRange range{std::string(key) + ' ',
                                 std::string(key) + '!'};
    for (auto& [file, dates] : files_) {
      auto lines = file->lines(range);
      for (std::string_view line; lines->next(line);) {
        if (dates.read(line) && dates.key() == key) {
          months_.push_back(dates.month());
        }
      }
    }
    return months_;
  }

 private:
  std::vector<std::pair<std::unique_ptr<cdx::Searchable>, KeyDates>> files_;
  std::vector<Month> months_;
};

// Whether looking up so many keys reads less than the files.
bool is_searched(const std::vector<std::string>& files, uint64_t questions) {
  uint64_t bytes = 0;
  for (const std::string& file : files) {
    std::error_code error;
    if (file.ends_with(".gz") || !std::filesystem::is_regular_file(file, error))
      return false;
    bytes += std::filesystem::file_size(file, error);
  }
  return questions < bytes / kLookupBytes / files.size();
}

}  // namespace

KeyDates::KeyDates(cdx::UrlKeyKind kind, ProblemSink& problems)
    : kind_(kind),
      problems_(&problems),
      fields_({"urlkey", "timestamp"}, kind) {
  fields_.stop_when_found();
}

void KeyDates::begin(cdx::LineFormat format, const std::string& file) {
  file_ = file;
  fields_.begin(std::move(format), file);
}

bool KeyDates::read(std::string_view line) {
  switch (fields_.read(line)) {
    case cdx::LineFields::Line::kMetadata:
      return false;
    case cdx::LineFields::Line::kBad:
      problems_->report({Severity::kLost, "cdx-bad-line", file_, std::nullopt,
                         std::string(fields_.problem()) + ": " +
                             std::string(line.substr(0, 200))});
      return false;
    case cdx::LineFields::Line::kCapture:
      break;
  }
  auto kind = cdx::kind_of_key(key());
  if (kind && *kind != kind_) {
    throw UsageError(file_ + ": has " + std::string(cdx::name(*kind)) +
                     " keys, the filters have " +
                     std::string(cdx::name(kind_)) + " keys");
  }
  auto month = Month::of(fields_[1]);
  if (!month) {
    problems_->report({Severity::kWarning, "cdx-no-date", file_, std::nullopt,
                       "no month of a capture of " + std::string(key())});
    return false;
  }
  month_ = *month;
  return true;
}

std::unique_ptr<CapturedMonths> captured_months(
    const std::vector<std::string>& files, cdx::UrlKeyKind kind,
    uint64_t questions, ProblemSink& problems) {
  if (is_searched(files, questions)) {
    return std::make_unique<SearchedMonths>(files, kind, problems);
  }
  return std::make_unique<ReadMonths>(files, kind, problems);
}

}  // namespace wax::crawl
