#include "answers/requests/byte_range.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/number.h"

namespace wax::answers {

std::string ByteRange::text(uint64_t size_of_body) const {
  const std::string size = std::to_string(size_of_body);
  if (!satisfiable) return "bytes */" + size;
  return "bytes " + std::to_string(first) + '-' + std::to_string(end - 1) +
         '/' + size;
}

std::optional<ByteRange> byte_range(std::string_view wanted, uint64_t size) {
  if (!wanted.starts_with("bytes=")) return std::nullopt;
  wanted = text::trim(wanted.substr(6));
  size_t dash = wanted.find('-');
  if (dash == wanted.npos) return std::nullopt;
  std::string_view from = wanted.substr(0, dash);
  std::string_view to = wanted.substr(dash + 1);
  auto first = text::whole_number(from);
  auto last = text::whole_number(to);
  if ((!from.empty() && !first) || (!to.empty() && !last) ||
      (from.empty() && to.empty())) {
    return std::nullopt;
  }
  if (!first) {  // the last bytes
    uint64_t count = std::min(*last, size);
    return ByteRange{size - count, size, count > 0};
  }
  if (last && *last < *first) return std::nullopt;
  if (*first >= size) return ByteRange{0, 0, false};
  return ByteRange{*first, last ? std::min(*last, size - 1) + 1 : size, true};
}

}  // namespace wax::answers
