#include "cdx/format/damaged_place.h"

#include "cdx/format/capture_line.h"
#include "cdx/format/dated_version.h"
#include "text/ascii.h"

namespace wax::cdx {

bool parse_damaged_place(std::string_view line, DamagedPlace& place) {
  place.filename = next_list_field(line);
  place.offset = next_list_field(line);
  place.urlkey = next_list_field(line);
  place.date = next_list_field(line);
  bool number = !place.offset.empty() && text::all_digits(place.offset);
  return !place.date.empty() && (number || place.offset == "-");
}

void append_damaged_place(const Capture& capture, std::string& out) {
  append_column(capture.filename, ' ', out);
  out += ' ';
  append_column(capture.has_location ? std::to_string(capture.offset) : "-",
                ' ', out);
  out += ' ';
  append_column(capture.urlkey, ' ', out);
  out += ' ';
  append_column(capture.date, ' ', out);
  out += '\n';
}

}  // namespace wax::cdx
