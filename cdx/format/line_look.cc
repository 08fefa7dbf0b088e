#include "cdx/format/line_look.h"

#include <algorithm>

#include "text/ascii.h"

namespace wax::cdx {
namespace {

constexpr uint64_t kLookedAt = 10000;

bool may_be_date(std::string_view field) {
  return field == "-" ||
         (field.size() >= 4 && field.size() <= 17 && text::all_digits(field));
}

}  // namespace

void LineLook::see(std::string_view line) {
  if (seen_ >= kLookedAt) return;
  ++seen_;
  for (int field = 0; field < 4 && !line.empty(); ++field) {
    const std::string_view value = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(line.size(), value.size() + 1));
    if (field == 0 || !may_be_date(value)) continue;
    ++dated_;
    return;
  }
}

std::string LineLook::fault() const {
  const uint64_t others = seen_ - dated_;
  if (others <= dated_) return {};
  return "is no CDX: " + std::to_string(others) + " of its " +
         (seen_ == kLookedAt ? "first " : "") + std::to_string(seen_) +
         " lines have no date";
}

}  // namespace wax::cdx
