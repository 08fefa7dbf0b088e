// Routes for those who watch a server. Handlers are added by one thread before
// the server runs; then any number of threads call them.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/metrics.h"
#include "serve/http/router.h"

namespace wax::serve {

// /healthz ("ok"), /metrics (Prometheus) and /robots.txt (robots keep off
// all but the front page: each query costs). All outlive the router.
void add_status_routes(const Holdings& holdings, const Metrics& metrics,
                       Router& router);

}  // namespace wax::serve
