// Dates of captures as people read them. Any number of threads may call what is
// declared here.
#pragma once

#include <string>
#include <string_view>

namespace wax::serve {

struct ShownDate {
  std::string day;   // "5 Nov 2006"
  std::string time;  // "10:00:00"
  std::string iso;   // "2006-11-05T10:00:00Z"
};

// Empty texts for what is no date of 14 digits.
[[nodiscard]] ShownDate shown_date(std::string_view date);

}  // namespace wax::serve
