// What programs ask of the full text and of the captures.
#pragma once

#include "serve/collection/site.h"
#include "serve/http/router.h"

namespace wax::serve {

// /api/search, /api/captures and /api/openapi.json, which describes them.
// `site` outlives the router.
void add_search_api(const Site& site, Router& router);

}  // namespace wax::serve
