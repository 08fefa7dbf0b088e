#include "cdx/format/date_reference.h"

#include "cdx/format/capture_line.h"
#include "cdx/format/dated_version.h"
#include "warc/record/date.h"

namespace wax::cdx {

bool parse_date_reference(std::string_view line, DateReference& reference) {
  reference.urlkey = next_list_field(line);
  reference.original_date = next_list_field(line);
  reference.date = next_list_field(line);
  return warc::is_date14(reference.original_date) &&
         warc::is_date14(reference.date);
}

void append_date_reference(const Capture& capture, std::string& out) {
  if (capture.original_date.empty() || capture.original_urlkey.empty() ||
      !warc::is_date14(capture.date)) {
    return;
  }
  append_column(capture.original_urlkey, ' ', out);
  out += ' ';
  out += capture.original_date;
  out += ' ';
  out += capture.date;
  out += '\n';
}

}  // namespace wax::cdx
