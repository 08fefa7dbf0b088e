// Values of fields as people read them. Any number of threads may call these
// functions.
#pragma once

#include <string>
#include <string_view>

namespace wax::answers {

// The name of a language in English ("German" for "de"), the letters of a host
// ("m\u00FCller.example" for "xn--mller-kva.example"), and all other values as
// they are. A host that would not come back the same, or that has letters which
// look like those of another script, stays in ASCII.
[[nodiscard]] std::string shown_value(std::string_view field,
                                      const std::string& value);

}  // namespace wax::answers
