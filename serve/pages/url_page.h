// The page of one URL.
#pragma once

#include "serve/collection/site.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/url?url=...": its captures by month, its versions, and where each record
// lies. At most kMostListed captures are counted and listed; the page says so.
// Memory: that of these captures.
inline constexpr uint64_t kMostListed = 20'000;
[[nodiscard]] Response url_page(const Site& site, const Request& request);

}  // namespace wax::serve
