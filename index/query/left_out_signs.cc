#include "index/query/left_out_signs.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <optional>

#include "index/schema/letters.h"
#include "text/utf8.h"

namespace wax::index {

void report_signs_left_out(std::string_view query, const std::string& where,
                           ProblemSink& problems) {
  constexpr size_t kMost = 8;
  std::string signs;
  size_t count = 0;
  while (!query.empty() && count < kMost) {
    char32_t point = 0;
    const size_t size = std::max<size_t>(text::decode_utf8(query, point), 1);
    const std::string sign(query.substr(0, size));
    query.remove_prefix(size);
    const auto c = static_cast<UChar32>(point);
    if (c < 0x80 || class_of(c) != CharacterClass::kBreak ||
        (U_GET_GC_MASK(c) & (U_GC_SO_MASK | U_GC_SM_MASK)) == 0 ||
        signs.find(sign) != signs.npos) {
      continue;
    }
    signs += (signs.empty() ? "" : " ") + sign;
    ++count;
  }
  if (signs.empty()) return;
  problems.report({Severity::kWarning, "query-sign-left-out", where,
                   std::nullopt,
                   "signs of the query are not searched: " + signs});
}

}  // namespace wax::index
