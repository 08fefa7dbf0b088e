#include "cdx/dedup/damaged_places.h"

#include <optional>

#include "cdx/files/open_cdx.h"

namespace wax::cdx {

void DamagedPlaces::load(const std::string& path, ProblemSink& problems) {
  auto lines = open_lines(path);
  std::string_view line;
  DamagedPlace place;
  for (uint64_t number = 1; lines->next(line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    if (!parse_damaged_place(line, place)) {
      problems.report({Severity::kLost, "list-bad-line", path, std::nullopt,
                       "line " + std::to_string(number) +
                           " is not \"filename offset urlkey date\""});
    } else {
      add(place);
    }
  }
}

void DamagedPlaces::add(const DamagedPlace& place) {
  if (place.offset == "-") {
    places_.add({place.filename, place.offset, place.urlkey, place.date});
  } else {
    // Archives of one name may be in a list; its keys may be of another kind.
    places_.add({place.filename, place.offset, place.date});
  }
}

bool DamagedPlaces::contains(const DamagedPlace& place) const {
  if (place.offset == "-") {
    return places_.contains(
        {place.filename, place.offset, place.urlkey, place.date});
  }
  // A line without a date is for every date.
  return places_.contains({place.filename, place.offset, place.date}) ||
         places_.contains({place.filename, place.offset, "-"});
}

}  // namespace wax::cdx
