// Dates finer than a second, as CDXJ may have them. Any number of threads may
// call it.
#pragma once

#include <string_view>

namespace wax::warc {

// The date to its second: without the milliseconds that one of 17 digits has
// (CDXJ 0.1.0, section 5). Any other text is as it was.
[[nodiscard]] std::string_view without_milliseconds(std::string_view date);

}  // namespace wax::warc
