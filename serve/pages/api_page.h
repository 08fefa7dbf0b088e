// The page for those who write programs. Any number of threads may call what is
// declared here.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/api": what can be asked, with examples.
[[nodiscard]] Response api_page(const Holdings& holdings,
                                const Request& request);

}  // namespace wax::serve
