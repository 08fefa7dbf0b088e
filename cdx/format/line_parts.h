// The parts of a capture line, as views into it: the columns of CDX; key, date,
// object and the members of the object of CDXJ.
#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "text/json.h"

namespace wax::cdx {

// The columns of a CDX line in order. A line has one column more than it has
// delimiters.
class Columns {
 public:
  Columns(std::string_view line, char delimiter)
      : at_(line.data()), end_(at_ + line.size()), delimiter_(delimiter) {}

  // False after the last one.
  [[nodiscard]] bool next(std::string_view& column) {
    if (at_ == nullptr) return false;
    const void* found =
        at_ == end_
            ? nullptr
            : std::memchr(at_, delimiter_, static_cast<size_t>(end_ - at_));
    const char* stop =
        found == nullptr ? end_ : static_cast<const char*>(found);
    column = {at_, static_cast<size_t>(stop - at_)};
    at_ = found == nullptr ? nullptr : stop + 1;
    return true;
  }

 private:
  const char* at_;  // null after the last column
  const char* end_;
  char delimiter_;
};

// "urlkey timestamp {...}".
struct CdxjParts {
  std::string_view urlkey;
  std::string_view date;
  std::string_view json;  // not checked
};

// What is wrong with a line, in a few words.
inline constexpr std::string_view kTooFewColumns = "too few columns";
inline constexpr std::string_view kTooManyColumns = "too many columns";
inline constexpr std::string_view kNoUrlKey = "no URL key";
inline constexpr std::string_view kInvalidJson = "invalid JSON";

// What is wrong with the line; empty when nothing is.
[[nodiscard]] inline std::string_view split_cdxj(std::string_view line,
                                                 CdxjParts& parts) {
  size_t key_end = line.find(' ');
  if (key_end == line.npos) return kTooFewColumns;
  size_t date_end = line.find(' ', key_end + 1);
  if (date_end == line.npos) return kTooFewColumns;
  parts.urlkey = line.substr(0, key_end);
  parts.date = line.substr(key_end + 1, date_end - key_end - 1);
  parts.json = line.substr(date_end + 1);
  return key_end == 0 ? kNoUrlKey : std::string_view();
}

// The value of a member. A string with escapes is unescaped into `storage`,
// where its value is valid as long as `storage` is not changed.
[[nodiscard]] inline std::string_view member_text(
    const text::JsonMemberText& member, std::string& storage) {
  if (!member.escaped) return member.value;
  storage.clear();
  text::append_unescaped(member.value, storage);
  return storage;
}

}  // namespace wax::cdx
