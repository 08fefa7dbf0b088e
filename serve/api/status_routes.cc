#include "serve/api/api_routes.h"

namespace wax::serve {

void add_status_routes(const Holdings& holdings, const Metrics& metrics,
                       Router& router) {
  router.add("GET", "/healthz",
             [](const Request&) { return sentence(200, "ok"); });
  router.add("GET", "/metrics", [&holdings, &metrics](const Request&) {
    Response response;
    response.type = "text/plain; version=0.0.4; charset=utf-8";
    response.body = metrics.text();
    response.body +=
        "# HELP wax_evaluations_total Shards over which queries were "
        "evaluated.\n# TYPE wax_evaluations_total counter\n"
        "wax_evaluations_total " +
        std::to_string(holdings.evaluations) + '\n';
    response.body +=
        "# HELP wax_collection_generation States of a collection since the "
        "start.\n# TYPE wax_collection_generation gauge\n";
    for (const auto& collection : holdings.collections.all()) {
      response.body += "wax_collection_generation{collection=\"" +
                       collection->name() + "\"} " +
                       std::to_string(collection->current()->number) + '\n';
    }
    return response;
  });
  router.add("GET", "/robots.txt", [](const Request&) {
    return sentence(200, "User-agent: *\nAllow: /$\nDisallow: /");
  });
}

}  // namespace wax::serve
