// The page for those who write programs.
#pragma once

#include "serve/collection/site.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/api": what can be asked, with examples.
[[nodiscard]] Response api_page(const Site& site, const Request& request);

}  // namespace wax::serve
