// One line of a list of damaged records: "filename SP offset SP urlkey SP
// date14", as the capture's line in a CDX file has them. A record without an
// offset of its own has "-", and is told by all four.
#pragma once

#include <string>
#include <string_view>

#include "cdx/format/capture.h"

namespace wax::cdx {

// Views into the line.
struct DamagedPlace {
  std::string_view filename;
  std::string_view offset;
  std::string_view urlkey;
  std::string_view date;
};

// False when the line has fewer than four fields, separated by spaces or tabs,
// or the second is neither a number nor "-".
[[nodiscard]] bool parse_damaged_place(std::string_view line,
                                       DamagedPlace& place);

// The line of a capture, with "\n".
void append_damaged_place(const Capture& capture, std::string& out);

}  // namespace wax::cdx
