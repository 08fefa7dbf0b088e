// A notebook of Jupyter with a search.
#pragma once

#include <string>

#include "answers/requests/message.h"

namespace wax::serve {

// A notebook (nbformat 4.5) that takes all hits of the request, which is one
// for /api/export, from the server that it came to, and shows them as tables:
// the hits, and how many there are by year and by site. It needs Python and
// pandas. A last cell says how the package waxwing-warc asks an index on disk.
[[nodiscard]] std::string search_notebook(const answers::Request& request);

}  // namespace wax::serve
