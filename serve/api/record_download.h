// Records as WARC files and WACZ packages, made while they are sent.
#pragma once

#include "answers/requests/message.h"
#include "answers/shown/holdings.h"

namespace wax::serve {

// The answer of /api/export for the formats warc and wacz: the captures of
// hits, of a URL (kTakenUrl) or of a website (kWebsite), as RecordPackage
// writes them. Memory: that of RecordPackage, and 8 MiB for a record; larger
// ones are kept in temporary files. Throws UsageError, NotFound; as
// captures_of_hits(). Any number of threads may call it.
[[nodiscard]] answers::Response record_download(
    const answers::Holdings& holdings, const answers::Request& request,
    bool is_wacz);

}  // namespace wax::serve
