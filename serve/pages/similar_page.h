// Pages with much the same words.
#pragma once

#include "serve/collection/site.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/url/similar?url=...", as index::similar_pages().
[[nodiscard]] Response similar_page(const Site& site, const Request& request);

}  // namespace wax::serve
