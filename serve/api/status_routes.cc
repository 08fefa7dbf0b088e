#include <string>
#include <string_view>
#include <vector>

#include "serve/api/api_routes.h"

namespace wax::serve {
namespace {

using Healths = std::vector<std::pair<std::string, answers::CollectionHealth>>;

Healths healths_of(const answers::Holdings& holdings) {
  Healths healths;
  for (const auto& collection : holdings.collections.all()) {
    healths.emplace_back(collection->name(), collection->health());
  }
  return healths;
}

// With status 200 even so: a balancer that took this server out for it would
// take out all servers of a collection, and leave no answer for a lesser one.
answers::Response health(const answers::Holdings& holdings) {
  std::string text;
  for (const auto& [name, health] : healths_of(holdings)) {
    for (const std::string& reason : health.reasons) {
      text += '\n' + name + ": " + reason;
    }
  }
  return answers::sentence(200, text.empty() ? "ok" : "degraded" + text);
}

void append_each(std::string_view name, std::string_view type,
                 std::string_view help, const Healths& healths,
                 uint64_t answers::CollectionHealth::*value, std::string& out) {
  out.append("# HELP ").append(name).append(" ").append(help).append("\n");
  out.append("# TYPE ").append(name).append(" ").append(type).append("\n");
  for (const auto& [collection, health] : healths) {
    out.append(name).append("{collection=\"").append(collection);
    out.append("\"} ").append(std::to_string(health.*value)).append("\n");
  }
}

answers::Response all_metrics(const answers::Holdings& holdings,
                              const Metrics& metrics) {
  answers::Response response;
  response.type = "text/plain; version=0.0.4; charset=utf-8";
  std::string& out = response.body;
  out = metrics.text() +
        "# HELP wax_evaluations_total Shards over which queries were "
        "evaluated.\n# TYPE wax_evaluations_total counter\n"
        "wax_evaluations_total " +
        std::to_string(holdings.evaluations) + '\n';
  Healths healths = healths_of(holdings);
  append_each("wax_collection_generation", "gauge",
              "States of a collection since the start.", healths,
              &answers::CollectionHealth::generation, out);
  append_each("wax_missing_shards", "gauge",
              "Shards that are gone or were found to be damaged.", healths,
              &answers::CollectionHealth::lost_shards, out);
  append_each("wax_incomplete_answers_total", "counter",
              "Searches of which the answer may lack documents.", healths,
              &answers::CollectionHealth::incomplete_answers, out);
  return response;
}

}  // namespace

bool is_answered_at_once(const answers::Request& request) {
  return request.method == "GET" &&
         (request.path == "/healthz" || request.path == "/metrics");
}

void add_status_routes(const answers::Holdings& holdings,
                       const Metrics& metrics, Router& router) {
  router.add("GET", "/healthz",
             [&holdings](const answers::Request&) { return health(holdings); });
  router.add("GET", "/metrics", [&holdings, &metrics](const answers::Request&) {
    return all_metrics(holdings, metrics);
  });
  // Published files are for everybody; answers about captures are without end.
  const bool only_files = holdings.collections.all().empty();
  router.add("GET", "/robots.txt", [only_files](const answers::Request&) {
    return answers::sentence(
        200, only_files ? "User-agent: *\nAllow: /"
                        : "User-agent: *\nAllow: /$\nDisallow: /");
  });
}

}  // namespace wax::serve
