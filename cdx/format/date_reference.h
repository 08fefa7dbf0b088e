// One line of a list of revisits that have no digest, but name the date of
// their original: "urlkey SP date14 SP date14", the key and date of the
// original, then the date of the revisit.
#pragma once

#include <string>
#include <string_view>

#include "cdx/format/capture.h"

namespace wax::cdx {

// Views into the line.
struct DateReference {
  std::string_view urlkey;
  std::string_view original_date;
  std::string_view date;
};

// False when the line has fewer than three fields, separated by spaces or tabs,
// or no two dates of 14 digits.
[[nodiscard]] bool parse_date_reference(std::string_view line,
                                        DateReference& reference);

// The line of a capture, with "\n"; nothing for a capture that is no such
// revisit.
void append_date_reference(const Capture& capture, std::string& out);

}  // namespace wax::cdx
