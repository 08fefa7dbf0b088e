// Lines in front of ARC records: every field is a part of the line.
#include "fuzz/support/entry.h"
#include "warc/record/date.h"
#include "warc/record/record_header.h"

void wax::fuzz::run(std::string_view line) {
  auto header = warc::parse_arc_header(line);
  require(header || !warc::plausible_arc_header(line));
  if (!header) return;
  for (std::string_view field :
       {header->url, header->ip_address, header->date, header->content_type}) {
    require(field.empty() ||
            (field.data() >= line.data() &&
             field.data() + field.size() <= line.data() + line.size()));
  }
  require(header->url.size() + header->ip_address.size() + header->date.size() +
              header->content_type.size() <=
          line.size());
  auto date = warc::date14_of_arc(header->date);
  require(!date || warc::is_date14(*date));
}
