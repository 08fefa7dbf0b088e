#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "document/page/field_candidates.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

constexpr size_t kLongestDate = 80;

struct DateParts {
  int year = 0;
  int month = 0;  // 0: not given
  int day = 0;
  int hour = -1;  // -1: no time
  int minute = 0;
  int second = 0;
  std::optional<int> zone;  // minutes east of Greenwich
};

// A run of digits, a run of letters in lower case, or another character.
struct DateToken {
  enum class Kind : uint8_t { kNumber, kWord, kMark } kind;
  std::string_view text;
  int number = 0;
  bool space_before = false;

  [[nodiscard]] bool is(char mark) const {
    return kind == Kind::kMark && text.front() == mark;
  }
  [[nodiscard]] bool is(std::string_view word) const {
    return kind == Kind::kWord && text == word;
  }
  [[nodiscard]] bool is_number(size_t least, size_t most) const {
    return kind == Kind::kNumber && text.size() >= least && text.size() <= most;
  }
};

constexpr std::array<std::string_view, 12> kMonthNames = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};
constexpr std::array<std::string_view, 7> kDayNames = {
    "monday", "tuesday",  "wednesday", "thursday",
    "friday", "saturday", "sunday"};

// "mar" and "march" are names of the third; 0: of none.
template <size_t N>
int number_of_name(std::string_view word,
                   const std::array<std::string_view, N>& names) {
  if (word.size() < 3) return 0;
  if (word == "sept") return N == 12 ? 9 : 0;
  for (size_t i = 0; i < N; ++i) {
    if (word == names[i] || word == names[i].substr(0, 3) ||
        (N == 7 && word.size() > 3 && names[i].starts_with(word))) {
      return static_cast<int>(i) + 1;
    }
  }
  return 0;
}

std::optional<std::chrono::year_month_day> day_of(const DateParts& date) {
  if (date.year < 1000 || date.year > 2999) return {};
  std::chrono::year_month_day day{
      std::chrono::year(date.year),
      std::chrono::month(
          static_cast<unsigned>(date.month > 0 ? date.month : 1)),
      std::chrono::day(static_cast<unsigned>(date.day > 0 ? date.day : 1))};
  if (!day.ok()) return {};
  return day;
}

class DateReader {
 public:
  explicit DateReader(std::string_view text) {
    lower_.assign(text);
    text::lower_case(lower_);
    split();
  }

  bool read(DateParts& date) {
    skip_weekday();
    if (!read_day(date)) return false;
    return read_time(date);
  }

  // Whatever stands behind it.
  bool begins_with_day(DateParts& date) {
    return read_day(date) && date.day > 0;
  }

 private:
  using Kind = DateToken::Kind;

  void split() {
    bool space = false;
    for (size_t i = 0; i < lower_.size();) {
      char c = lower_[i];
      if (text::is_space(c)) {
        space = true;
        ++i;
        continue;
      }
      size_t end = i + 1;
      Kind kind = text::is_digit(c)    ? Kind::kNumber
                  : text::is_letter(c) ? Kind::kWord
                                       : Kind::kMark;
      while (kind != Kind::kMark && end < lower_.size() &&
             (kind == Kind::kNumber ? text::is_digit(lower_[end])
                                    : text::is_letter(lower_[end]))) {
        ++end;
      }
      DateToken token{kind, std::string_view(lower_).substr(i, end - i), 0,
                      space};
      if (kind == Kind::kNumber && token.text.size() <= 9) {
        token.number = std::atoi(std::string(token.text).c_str());
      }
      tokens_.push_back(token);
      space = false;
      i = end;
    }
  }

  [[nodiscard]] const DateToken& at(size_t ahead = 0) const {
    static constexpr DateToken kEnd{Kind::kMark, "$"};
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : kEnd;
  }
  [[nodiscard]] bool at_end() const { return at_ >= tokens_.size(); }

  bool skip(char mark) {
    if (!at().is(mark)) return false;
    ++at_;
    return true;
  }
  bool skip(std::string_view word) {
    if (!at().is(word)) return false;
    ++at_;
    return true;
  }

  void skip_weekday() {
    if (at().kind != Kind::kWord || number_of_name(at().text, kDayNames) == 0) {
      return;
    }
    ++at_;
    skip('.');
    skip(',');
  }

  bool take_number(int& value, size_t least, size_t most) {
    if (!at().is_number(least, most)) return false;
    value = at().number;
    ++at_;
    return true;
  }

  bool take_month_name(int& month) {
    if (at().kind != Kind::kWord) return false;
    month = number_of_name(at().text, kMonthNames);
    if (month == 0) return false;
    ++at_;
    skip('.');
    return true;
  }

  bool take_day(int& day) {
    if (!take_number(day, 1, 2)) return false;
    if (!at().space_before) {
      for (std::string_view ending : {"st", "nd", "rd", "th"}) {
        if (skip(ending)) break;
      }
    }
    return true;
  }

  bool read_day(DateParts& date) {
    if (at().is_number(8, 8)) return read_eight_digits(date);
    if (at().is_number(4, 4)) return read_year_first(date);
    if (at().kind == Kind::kWord) return read_month_first(date);
    return read_day_first(date);
  }

  bool read_eight_digits(DateParts& date) {
    int number = at().number;
    ++at_;
    date.year = number / 10000;
    date.month = number / 100 % 100;
    date.day = number % 100;
    return date.month > 0 && date.day > 0;
  }

  // 2016, 2016-03, 2016-03-01, 2016/3/1, 2016.3.1
  bool read_year_first(DateParts& date) {
    take_number(date.year, 4, 4);
    if (at_end()) return true;
    char mark = at().text.front();
    if (mark != '-' && mark != '/' && mark != '.') return false;
    ++at_;
    if (!take_number(date.month, 1, 2) || date.month == 0) return false;
    if (at_end()) return mark == '-';
    if (!skip(mark)) return false;
    return take_number(date.day, 1, 2) && date.day > 0;
  }

  // March 1, 2016; March 2016; Mar 01 09:30:00 2016
  bool read_month_first(DateParts& date) {
    if (!take_month_name(date.month)) return false;
    if (take_number(date.year, 4, 4)) return true;
    if (!take_day(date.day) || date.day == 0) return false;
    skip(',');
    if (take_number(date.year, 4, 4)) {
      skip(',');
      return true;
    }
    // The form of C's asctime().
    return take_clock(date) && take_number(date.year, 4, 4) && at_end();
  }

  bool read_day_first(DateParts& date) {
    if (!take_day(date.day)) return false;
    char mark =
        at().is('-') || at().is('/') || at().is('.') ? at().text.front() : '\0';
    if (mark != '\0') ++at_;
    skip("of");
    if (take_month_name(date.month)) {
      if (mark == '-' || mark == '/') skip(mark);
      skip(',');
      return date.day > 0 && take_number(date.year, 4, 4);
    }
    if (mark == '\0' || !take_number(date.month, 1, 2) || !skip(mark) ||
        !take_number(date.year, 4, 4)) {
      return false;
    }
    // With points the day is first. Else it is only clear when a number is no
    // month.
    if (mark != '.' && date.day <= 12 && date.month != date.day) {
      if (date.month <= 12) return false;
      std::swap(date.day, date.month);
    }
    return date.day > 0 && date.month > 0;
  }

  bool read_time(DateParts& date) {
    if (at_end()) return true;
    skip(',');
    if (!skip("t")) skip("at");
    if (at_end()) return false;
    if (at().is_number(4, 4) || at().is_number(6, 6)) {
      int number = at().number;
      if (at().text.size() == 4) number *= 100;
      ++at_;
      date.hour = number / 10000;
      date.minute = number / 100 % 100;
      date.second = number % 100;
    } else if (!take_clock(date)) {
      return false;
    }
    return take_zone(date) && at_end();
  }

  // 9:30, 09:30:00, 09:30:00.123, 9:30 pm
  bool take_clock(DateParts& date) {
    if (!take_number(date.hour, 1, 2)) return false;
    if (skip(':')) {
      if (!take_number(date.minute, 2, 2)) return false;
      if (skip(':') && !take_number(date.second, 2, 2)) return false;
      if (at().is('.') || at().is(',')) {
        if (at(1).kind != Kind::kNumber) return false;
        at_ += 2;
      }
    } else if (!at().is("am") && !at().is("pm")) {
      return false;
    }
    bool after_noon = at().is("pm");
    if (after_noon || at().is("am")) {
      ++at_;
      if (date.hour < 1 || date.hour > 12) return false;
      date.hour = date.hour % 12 + (after_noon ? 12 : 0);
    }
    return true;
  }

  // Z, +01:00, +0100, +01, GMT, GMT+0100 (CET). Other letters are not read.
  bool take_zone(DateParts& date) {
    bool named = skip("z") || skip("gmt") || skip("utc") || skip("ut");
    if (named) date.zone = 0;
    int sign = at().is('+') ? 1 : at().is('-') ? -1 : 0;
    if (sign != 0) {
      ++at_;
      int hours;
      int minutes = 0;
      if (take_number(hours, 4, 4)) {
        minutes = hours % 100;
        hours /= 100;
      } else if (!take_number(hours, 1, 2) ||
                 (skip(':') && !take_number(minutes, 2, 2))) {
        return false;
      }
      if (hours > 14 || minutes > 59) return false;
      date.zone = sign * (hours * 60 + minutes);
    }
    // The name of a zone in parentheses, as JavaScript writes it.
    if (at().is('(')) {
      while (!at_end() && !at().is(')')) ++at_;
      return skip(')');
    }
    return true;
  }

  std::string lower_;
  std::vector<DateToken> tokens_;
  size_t at_ = 0;
};

void append_two_digits(int number, char before, std::string& out) {
  if (before != '\0') out += before;
  out += static_cast<char>('0' + number / 10);
  out += static_cast<char>('0' + number % 10);
}

std::string iso_text(const DateParts& date) {
  auto day = day_of(date);
  bool time_ok = date.hour <= 23 && date.minute <= 59 && date.second <= 60;
  if (!day || !time_ok) return {};
  using namespace std::chrono_literals;
  if (date.day > 0 && *day == 1970y / 1 / 1) return {};
  std::string out = std::to_string(date.year);
  if (date.month > 0) append_two_digits(date.month, '-', out);
  if (date.day > 0) append_two_digits(date.day, '-', out);
  if (date.hour < 0) return out;
  append_two_digits(date.hour, 'T', out);
  append_two_digits(date.minute, ':', out);
  append_two_digits(date.second, ':', out);
  if (date.zone && *date.zone == 0) {
    out += 'Z';
  } else if (date.zone) {
    int zone = std::abs(*date.zone);
    append_two_digits(zone / 60, *date.zone < 0 ? '-' : '+', out);
    append_two_digits(zone % 60, ':', out);
  }
  return out;
}

// Seconds since 1970 have 10 digits, milliseconds 13. 19... and 20... with 10
// digits may be a date and an hour.
std::string iso_of_unix_time(std::string_view digits) {
  int64_t seconds = std::atoll(std::string(digits.substr(0, 10)).c_str());
  if (seconds < 1'000'000'000 || seconds >= 1'900'000'000) return {};
  std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
  auto day = std::chrono::floor<std::chrono::days>(time);
  std::chrono::year_month_day date{day};
  std::chrono::hh_mm_ss clock{time - day};
  DateParts parts;
  parts.year = static_cast<int>(date.year());
  parts.month = static_cast<int>(static_cast<unsigned>(date.month()));
  parts.day = static_cast<int>(static_cast<unsigned>(date.day()));
  parts.hour = static_cast<int>(clock.hours().count());
  parts.minute = static_cast<int>(clock.minutes().count());
  parts.second = static_cast<int>(clock.seconds().count());
  parts.zone = 0;
  return iso_text(parts);
}

}  // namespace

std::string iso_date(std::string_view text) {
  text = text::trim(text, text::kAllSpace);
  if (text.empty() || text.size() > kLongestDate) return {};
  if (text::all_digits(text)) {
    if (text.size() == 10 || text.size() == 13) return iso_of_unix_time(text);
    if (text.size() == 14) {  // as archives write dates
      return iso_date(std::string(text.substr(0, 8)) + "T" +
                      std::string(text.substr(8)));
    }
  }
  DateParts date;
  if (!DateReader(text).read(date)) return {};
  return iso_text(date);
}

std::string find_date(std::string_view text) {
  constexpr size_t kLongestDay = 32;
  for (size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && text::is_alphanumeric(text[at - 1])) continue;
    if (!text::is_digit(text[at]) &&
        !text::is_one_of(text::to_lower(text[at]), "jfmasond")) {
      continue;
    }
    DateParts date;
    if (!DateReader(text.substr(at, kLongestDay)).begins_with_day(date)) {
      continue;
    }
    std::string day = iso_text(date);
    if (!day.empty()) return day;
  }
  return {};
}

}  // namespace wax::document
