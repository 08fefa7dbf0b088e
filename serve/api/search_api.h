// What programs ask of the full text and of the captures. Handlers are added by
// one thread before the server runs; then any number of threads call them.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/router.h"

namespace wax::serve {

// /api/search, /api/captures and /api/openapi.json, which describes them.
// `holdings` outlives the router.
void add_search_api(const Holdings& holdings, Router& router);

}  // namespace wax::serve
