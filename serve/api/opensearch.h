// The search answers that NutchWAX gave: RSS 2.0 with OpenSearch. Handlers are
// added by one thread before the server runs; then any number of threads call
// them.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/router.h"

namespace wax::serve {

// /opensearch, with NutchWAX's parameters (query, start, hitsPerPage,
// hitsPerSite or hitsPerDup, dedupField, sort, reverse) and elements; the
// content of the documents is left out. /opensearch/description.xml, which
// tells browsers how to search. `holdings` outlives the router.
void add_opensearch(const Holdings& holdings, Router& router);

}  // namespace wax::serve
