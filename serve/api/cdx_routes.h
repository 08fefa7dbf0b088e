// Captures by their URLs, as CDX servers answer. Handlers are added by one
// thread before the server runs; then any number of threads call them.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/router.h"

namespace wax::serve {

// /cdx (all collections) and /NAME/cdx, with pywb's rules unless the parameter
// `dialect` says otherwise; /cdx/search/cdx, with those of Wayback; /NAME, with
// those of OutbackCDX, also for its XML queries (xml_query.h). All allow
// requests from scripts of other origins. `holdings` outlives the router.
void add_cdx_routes(const Holdings& holdings, Router& router);

}  // namespace wax::serve
