// The page of a collection. Any number of threads may call what is declared
// here.
#pragma once

#include "serve/answers/collection_counts.h"
#include "serve/answers/holdings.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/collection": its captures by year, types, sites and sizes.
[[nodiscard]] Response collection_page(const Holdings& holdings,
                                       const Request& request,
                                       CollectionCounts& counts);

}  // namespace wax::serve
