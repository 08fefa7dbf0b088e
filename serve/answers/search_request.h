// A search as parameters of a request. Any number of threads may call what is
// declared here.
#pragma once

#include "serve/answers/search_answer.h"
#include "serve/http/message.h"

namespace wax::serve {

// Reads the parameters of /search, of parameter_table.h. Throws UsageError for
// numbers that are none or too great, and for dates that are none.
[[nodiscard]] SearchRequest search_request(const Request& request);

}  // namespace wax::serve
