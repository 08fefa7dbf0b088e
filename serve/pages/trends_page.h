// Lines of several queries over the years. Any number of threads may call what
// is declared here.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/trends": a line for each query of find_trends().
[[nodiscard]] Response trends_page(const Holdings& holdings,
                                   const Request& request);

}  // namespace wax::serve
