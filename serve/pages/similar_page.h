// Pages with much the same words. Any number of threads may call what is
// declared here.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/url/similar?url=...", as index::similar_pages().
[[nodiscard]] Response similar_page(const Holdings& holdings,
                                    const Request& request);

}  // namespace wax::serve
