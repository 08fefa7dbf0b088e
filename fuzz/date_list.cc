// Lines of date lists: what was read is written so that it is read again.
#include <string>

#include "cdx/format/list_lines.h"
#include "fuzz/support/entry.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

void wax::fuzz::run(std::string_view bytes) {
  while (!bytes.empty()) {
    cdx::DatedVersion version;
    if (!cdx::parse_dated_version(take_line(bytes), version)) continue;
    require(!version.urlkey.empty() && !version.digest.empty());
    require(warc::is_date14(version.date));
    std::string line;
    cdx::append_dated_version(line, version.urlkey, version.digest,
                              version.date);
    require(line.ends_with('\n'));
    line.pop_back();
    cdx::DatedVersion again;
    require(cdx::parse_dated_version(line, again));
    require(again.urlkey == version.urlkey && again.date == version.date);
    require(again.digest == warc::normal_digest(version.digest));
  }
}
