// The search answers that NutchWAX gave: RSS 2.0 with OpenSearch.
#pragma once

#include "serve/collection/site.h"
#include "serve/http/router.h"

namespace wax::serve {

// /opensearch, with NutchWAX's parameters (query, start, hitsPerPage,
// hitsPerSite or hitsPerDup, dedupField, sort, reverse) and elements; the
// content of the documents is left out. /opensearch/description.xml, which
// tells browsers how to search. `site` outlives the router.
void add_opensearch(const Site& site, Router& router);

}  // namespace wax::serve
