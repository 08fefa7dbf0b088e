// The page on which people search.
#pragma once

#include "serve/collection/site.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/" and "/search": the parameters are those of search_request().
[[nodiscard]] Response search_page(const Site& site, const Request& request);

}  // namespace wax::serve
