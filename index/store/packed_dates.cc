#include "index/store/packed_dates.h"

#include "text/varint.h"
#include "warc/record/date.h"

namespace wax::index {
namespace {

constexpr uint64_t kFirstYear = 1990;

uint64_t digits_at(std::string_view date, size_t at, size_t count) {
  uint64_t number = 0;
  for (size_t i = at; i < at + count; ++i) {
    number = number * 10 + static_cast<uint64_t>(date[i] - '0');
  }
  return number;
}

char* put_digits(uint64_t number, int count, char* out) {
  for (int i = count; i-- > 0; number /= 10) {
    out[i] = static_cast<char>('0' + number % 10);
  }
  return out + count;
}

}  // namespace

uint64_t date_number(std::string_view date) {
  if (!warc::is_date14(date)) return kNoDateNumber;
  uint64_t year = digits_at(date, 0, 4);
  uint64_t month = digits_at(date, 4, 2);
  uint64_t day = digits_at(date, 6, 2);
  uint64_t hour = digits_at(date, 8, 2);
  uint64_t minute = digits_at(date, 10, 2);
  uint64_t second = digits_at(date, 12, 2);
  if (year < kFirstYear || month < 1 || month > 12 || day < 1 || day > 31 ||
      hour > 23 || minute > 59 || second > 59) {
    return kNoDateNumber;
  }
  uint64_t days = ((year - kFirstYear) * 12 + month - 1) * 31 + day - 1;
  return ((days * 24 + hour) * 60 + minute) * 60 + second;
}

void put_date(uint64_t number, char* digits) {
  uint64_t days = number / 86400;
  uint64_t seconds = number % 86400;
  uint64_t months = days / 31;
  digits = put_digits(kFirstYear + months / 12, 4, digits);
  digits = put_digits(months % 12 + 1, 2, digits);
  digits = put_digits(days % 31 + 1, 2, digits);
  digits = put_digits(seconds / 3600, 2, digits);
  digits = put_digits(seconds / 60 % 60, 2, digits);
  put_digits(seconds % 60, 2, digits);
}

void append_packed(uint64_t number, uint64_t before, std::string& out) {
  text::append_number(number - before, out);
}

bool pack_dates(std::span<const std::string_view> dates, std::string& out) {
  out += kPackedDates;
  uint64_t before = 0;
  bool first = true;
  for (std::string_view date : dates) {
    uint64_t number = date_number(date);
    if (number == kNoDateNumber || (!first && number <= before)) return false;
    append_packed(number, before, out);
    before = number;
    first = false;
  }
  return true;
}

}  // namespace wax::index
