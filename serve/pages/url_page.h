// The page of one URL. Any number of threads may call what is declared here.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/url?url=...": its captures by month, its versions, and where each record
// lies. At most kMostListed captures are counted and listed; the page says so.
// Memory: that of url_history().
[[nodiscard]] Response url_page(const Holdings& holdings,
                                const Request& request);

}  // namespace wax::serve
