// Records of captures as they are in the archives. Handlers are added by one
// thread before the server runs; then any number of threads call them.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/router.h"

namespace wax::serve {

// /raw/DATEid_/URL: the body of the capture nearest to DATE (4 to 14 digits),
// without transfer and content codings, with the status of its HTTP message
// and its headers as X-Archive-Orig-NAME. Redirects lead to the capture of that
// time. A revisit has all of its original, with its own date and URL.
// /raw/DATEhd_/URL: the record's header and HTTP head, as text.
// /raw/DATErec_/URL: the record's header and block, as a file to save.
//
// Another date leads to that of the capture. All have Memento-Datetime and
// links (RFC 7089), and a Content-Security-Policy by which nothing of the
// capture runs or is loaded; scripts and style sheets are sent as plain text,
// so that no page of this server can take them in. Records that are missing are
// a 404 with a sentence and without Memento-Datetime; of records that are
// damaged or cut short, what is sent is a 502, or ends with the connection.
// `holdings` outlives the router.
void add_raw_routes(const Holdings& holdings, Router& router);

}  // namespace wax::serve
