#include "warc/record/fine_date.h"

#include "text/ascii.h"
#include "warc/record/date.h"

namespace wax::warc {

std::string_view without_milliseconds(std::string_view date) {
  constexpr size_t kWithMilliseconds = kDateDigits + 3;
  if (date.size() != kWithMilliseconds || !text::all_digits(date)) return date;
  return date.substr(0, kDateDigits);
}

}  // namespace wax::warc
