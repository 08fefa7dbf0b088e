// A page's shares over time, as a picture. Any number of threads may call what
// is declared here.
#pragma once

#include <string>

#include "serve/shares/shared_pages.h"

namespace wax::serve {

// SVG with a bar for each period. In a page, its style sheet has the colours;
// else the picture has its own, for light and dark. Empty without periods.
[[nodiscard]] std::string shares_plot(const SharesOfPage& shares,
                                      bool is_in_page);

}  // namespace wax::serve
