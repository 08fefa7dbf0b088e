// Routes of what people look at.
#pragma once

#include "serve/collection/site.h"
#include "serve/http/router.h"

namespace wax::serve {

// "/", /search, /url, /collection, /api, and the files that they need. `site`
// outlives the router.
void add_page_routes(const Site& site, Router& router);

}  // namespace wax::serve
