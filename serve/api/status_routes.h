// Routes for those who watch a server.
#pragma once

#include "serve/collection/site.h"
#include "serve/http/metrics.h"
#include "serve/http/router.h"

namespace wax::serve {

// /healthz ("ok"), /metrics (Prometheus) and /robots.txt (robots keep off
// all but the front page: each query costs). All outlive the router.
void add_status_routes(const Site& site, const Metrics& metrics,
                       Router& router);

}  // namespace wax::serve
