// Short addresses of captures, which stay when archives and collections move:
// "/c/20070531203500-ABCDEFGH-1F3A" has the date, the beginning of the digest
// and a check of the URL key. Any number of threads may call what is declared
// here.
#pragma once

#include <string>
#include <string_view>

#include "answers/requests/message.h"
#include "answers/shown/holdings.h"
#include "answers/shown/url_capture.h"

namespace wax::serve {

// The path; empty when the full text does not have the capture, so that it
// could not be found again.
[[nodiscard]] std::string short_href(const answers::Scope& scope,
                                     const answers::UrlCapture& capture);

// "/c/...": leads to the capture, as capture_href() has it, in the first
// collection that has it. Throws NotFound.
[[nodiscard]] answers::Response short_link(const answers::Holdings& holdings,
                                           const answers::Request& request);

}  // namespace wax::serve
