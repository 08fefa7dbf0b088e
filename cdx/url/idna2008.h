// Names of hosts that IDNA 2003, by which URL keys are made, and IDNA 2008
// spell otherwise. Any number of threads may call it.
#pragma once

#include <string>
#include <string_view>

namespace wax::cdx {

// The URL with its host in ASCII as browsers and IDNA 2008 have it (UTS 46
// without transition): "http://xn--strae-oqa.example/" where IDNA 2003 says
// "strasse". Empty for hosts without ß, ς, ZWJ and ZWNJ, which have one
// spelling, and for what is no name.
[[nodiscard]] std::string idna2008_url(std::string_view url);

}  // namespace wax::cdx
