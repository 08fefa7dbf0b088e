// Routes of what people look at. Handlers are added by one thread before the
// server runs; then any number of threads call them.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/router.h"

namespace wax::serve {

// "/", /search, /url, /collection, /api, and the files that they need.
// `holdings` outlives the router.
void add_page_routes(const Holdings& holdings, Router& router);

}  // namespace wax::serve
