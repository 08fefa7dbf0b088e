// What changed between two versions of a page. Any number of threads may call
// what is declared here.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/url/changes?url=...&from=DIGEST&to=DIGEST": the texts of two versions,
// compared word by word.
[[nodiscard]] Response changes_page(const Holdings& holdings,
                                    const Request& request);

}  // namespace wax::serve
