// Lines of several queries over the years.
#pragma once

#include "serve/collection/site.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/trends": a line for each parameter "query" that is not empty, at most
// kMostTrends. "period" is year or month; "share=1" shows the part of all
// documents of a period instead of their number.
inline constexpr size_t kMostTrends = 6;
[[nodiscard]] Response trends_page(const Site& site, const Request& request);

}  // namespace wax::serve
