// The page on which people search. Any number of threads may call what is
// declared here.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/" and "/search": the parameters are those of search_request().
[[nodiscard]] Response search_page(const Holdings& holdings,
                                   const Request& request);

}  // namespace wax::serve
