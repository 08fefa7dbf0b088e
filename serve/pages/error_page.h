// Answers that are no success, as pages for browsers. Any number of threads may
// call what is declared here.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/message.h"
#include "serve/http/router.h"

namespace wax::serve {

// The router's answer. A client that takes HTML gets a page instead of a plain
// sentence with a status of 400 or more, also for what a handler throws about
// the request (UsageError, NotFound, OutOfTime); the headers stay. Throws what
// else the handlers throw.
[[nodiscard]] Response answer_with_pages(const Holdings& holdings,
                                         const Router& router,
                                         const Request& request);

}  // namespace wax::serve
