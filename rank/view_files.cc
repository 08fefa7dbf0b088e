#include "rank/view_files.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <utility>

#include "io/compress/decompressed.h"
#include "io/compress/gzip_format.h"
#include "io/error.h"
#include "io/ordered_pool.h"
#include "rank/log_line.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::rank {
namespace {

unsigned number(std::string_view digits) {
  return text::whole_number<unsigned>(digits).value_or(0);
}

bool is_month(std::string_view year, std::string_view month) {
  return text::all_digits(year) && text::all_digits(month) &&
         number(year) >= 1900 && number(month) >= 1 && number(month) <= 12;
}

std::string month_text(std::string_view year, std::string_view month) {
  return std::string(year) + '-' + std::string(month);
}

// The month of the Thursday of a week. Week 1 has January 4.
std::optional<std::string> month_of_week(std::string_view year,
                                         std::string_view week) {
  using namespace std::chrono;
  if (!text::all_digits(year) || !text::all_digits(week)) return {};
  const auto of = std::chrono::year(static_cast<int>(number(year)));
  const sys_days fourth = of / January / 4;
  const sys_days first =
      fourth - (weekday(fourth) - Monday) + (Thursday - Monday);
  const year_month_day thursday =
      first + weeks(static_cast<int>(number(week)) - 1);
  if (number(year) < 1900 || thursday.year() != of) return {};
  std::string month = std::to_string(static_cast<unsigned>(thursday.month()));
  if (month.size() < 2) month.insert(0, 1, '0');
  return month_text(year, month);
}

// The month of a date at the beginning of a text.
std::optional<std::string> month_at(std::string_view text) {
  auto ends = [&](size_t size) {
    return text.size() == size || !text::is_digit(text[size]);
  };
  const std::string_view year = text.substr(0, 4);
  if (text.size() >= 8 && text::all_digits(text.substr(0, 8)) && ends(8) &&
      is_month(year, text.substr(4, 2))) {
    return month_text(year, text.substr(4, 2));
  }
  if (text[4] != '-') return {};
  if (text.size() >= 8 && text[5] == 'W' && ends(8)) {
    return month_of_week(year, text.substr(6, 2));
  }
  if (ends(7) && is_month(year, text.substr(5, 2))) {
    return month_text(year, text.substr(5, 2));
  }
  return {};
}

constexpr size_t kPeriod = 8;  // "20210201", "2023-W05"

class ViewLines final : public CountSource {
 public:
  ViewLines(std::vector<InputFile> files, uint64_t jobs, ProblemSink& problems)
      : files_(std::move(files)), jobs_(jobs), problems_(problems) {}

  bool next(KeyCount& views) override {
    for (std::string_view line;;) {
      if (lines_ == nullptr || !lines_->next(line)) {
        if (file_ == files_.size()) return false;
        lines_ = open_text(files_[file_++].path, jobs_);
        number_ = 0;
        continue;
      }
      ++number_;
      if (line.empty() || line.front() == '#') continue;
      if (auto parsed = parse_key_count(line)) {
        views = *parsed;
        return true;
      }
      problems_.report({Severity::kLost,
                        "rank-bad-line",
                        files_[file_ - 1].name,
                        {},
                        bad_line_text(number_, "key count", line)});
    }
  }

 private:
  std::vector<InputFile> files_;
  uint64_t jobs_;
  ProblemSink& problems_;
  size_t file_ = 0;
  std::unique_ptr<lines::LineStream> lines_;
  uint64_t number_ = 0;
};

}  // namespace

std::string resolved(const std::string& path) {
  std::error_code error;
  const auto real = std::filesystem::canonical(path, error);
  if (error) throw IoError(path, "open", error.value());
  return real.string();
}

std::unique_ptr<lines::LineStream> open_text(const std::string& path,
                                             uint64_t jobs) {
  return lines::lines_of(
      io::decompressed(io::open_file(path), io::thread_count(jobs)));
}

std::unique_ptr<lines::LineStream> open_step_file(const std::string& path) {
  constexpr size_t kBlock = 128 << 10;
  return lines::lines_of(
      io::gzip_source(io::open_file(path, kBlock), 1, io::kGzipText));
}

std::optional<std::string> month_of_name(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  std::optional<std::string> month;
  for (size_t at = 0; at + 7 <= name.size(); ++at) {
    if (at > 0 && text::is_digit(name[at - 1])) continue;
    if (auto found = month_at(name.substr(at))) month = std::move(found);
  }
  return month;
}

std::optional<std::string> period_of_name(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  std::optional<std::string> period;
  for (size_t at = 0; at + kPeriod <= name.size(); ++at) {
    if (at > 0 && text::is_digit(name[at - 1])) continue;
    const std::string_view text = name.substr(at);
    const bool is_month = text[4] == '-' && text[5] != 'W';
    if (!is_month && month_at(text)) period = text.substr(0, kPeriod);
  }
  return period;
}

std::string month_after(std::string_view month, int months) {
  const int all = static_cast<int>(number(month.substr(0, 4)) * 12 +
                                   number(month.substr(5, 2)) - 1) +
                  months;
  std::string year = std::to_string(all / 12);
  std::string of_year = std::to_string(all % 12 + 1);
  year.insert(0, year.size() < 4 ? 4 - year.size() : 0, '0');
  if (of_year.size() < 2) of_year.insert(0, 1, '0');
  return year + '-' + of_year;
}

std::string last_day(std::string_view month) {
  constexpr std::array<unsigned, 12> kDays = {31, 28, 31, 30, 31, 30,
                                              31, 31, 30, 31, 30, 31};
  const unsigned year = number(month.substr(0, 4));
  const unsigned of_year = number(month.substr(5, 2));
  unsigned days = kDays[of_year - 1];
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  if (of_year == 2 && leap) ++days;
  return std::string(month.substr(0, 4)) + std::string(month.substr(5, 2)) +
         std::to_string(days);
}

std::string bad_line_text(uint64_t number, std::string_view form,
                          std::string_view line) {
  const std::string text =
      "line " + std::to_string(number) + " is not \"" + std::string(form) + '"';
  if (may_name_client(line)) {
    return text + "; logs are given with --logs";
  }
  return text + ": " + std::string(line);
}

std::unique_ptr<CountSource> view_lines(std::vector<InputFile> files,
                                        uint64_t jobs, ProblemSink& problems) {
  return std::make_unique<ViewLines>(std::move(files), jobs, problems);
}

}  // namespace wax::rank
