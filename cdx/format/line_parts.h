// The parts of a capture line, as views of it: columns of CDX; key, date and
// object of CDXJ.
#pragma once

#include <cstring>
#include <string_view>

namespace wax::cdx {

// The columns of a CDX line from front to back. A line has one more than it has
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

// False when the line has fewer than two spaces.
[[nodiscard]] inline bool split_cdxj(std::string_view line, CdxjParts& parts) {
  size_t key_end = line.find(' ');
  if (key_end == line.npos) return false;
  size_t date_end = line.find(' ', key_end + 1);
  if (date_end == line.npos) return false;
  parts.urlkey = line.substr(0, key_end);
  parts.date = line.substr(key_end + 1, date_end - key_end - 1);
  parts.json = line.substr(date_end + 1);
  return true;
}

}  // namespace wax::cdx
