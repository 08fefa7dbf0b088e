// Answers to queries of CDX servers.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/api/cdx_query.h"
#include "serve/http/message.h"

namespace wax::serve {

// The captures that a query wants, of one collection, or of all (null). Any
// number of threads may call it; the body of the response is for one. Throws
// UsageError, which names neither options of tools nor files.
[[nodiscard]] Response answer_cdx_query(const Holdings& holdings,
                                        Collection* collection, CdxQuery query,
                                        const Request& request);

}  // namespace wax::serve
