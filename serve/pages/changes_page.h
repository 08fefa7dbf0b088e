// What changed between two versions of a page.
#pragma once

#include "serve/collection/site.h"
#include "serve/http/message.h"

namespace wax::serve {

// "/url/changes?url=...&from=DIGEST&to=DIGEST": the texts of two versions,
// compared word by word.
[[nodiscard]] Response changes_page(const Site& site, const Request& request);

}  // namespace wax::serve
