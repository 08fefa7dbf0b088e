// One capture: its text, links, headers and record.
#pragma once

#include "serve/collection/site.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/url/capture?url=...&date=...", the capture next to the date. Headers and
// links are read from the archive, if it is at hand, else the text of its
// version is taken from the index.
[[nodiscard]] Response capture_page(const Site& site, const Request& request);

}  // namespace wax::serve
