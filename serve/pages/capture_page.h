// One capture: its text, links, headers and record. Any number of threads may
// call what is declared here.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/url/capture?url=...&date=...", the capture next to the date. Headers and
// links are read from the archive, if it is at hand, else the text of its
// version is taken from the index.
[[nodiscard]] Response capture_page(const Holdings& holdings,
                                    const Request& request);

}  // namespace wax::serve
