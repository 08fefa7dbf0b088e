#include <string_view>
#include <vector>

#include "answers/requests/parameter_table.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"

namespace wax::serve {
namespace {

std::vector<Values> parameter_values(uint32_t path) {
  std::vector<Values> list;
  for (const answers::Parameter* parameter : answers::all_parameters()) {
    if ((parameter->paths & path) == 0) continue;
    list.push_back({{"name", parameter->name},
                    {"synonym", parameter->synonym},
                    {"meaning", parameter->meaning},
                    {"choices", parameter->choices},
                    {"initial", parameter->initial}});
  }
  return list;
}

}  // namespace

answers::Response api_page(const answers::Holdings& holdings,
                           const answers::Request& request) {
  answers::Scope scope = scope_of(holdings, request);
  std::string_view host = request.header("host");
  PageFrame frame;
  frame.title = words_of(scope).with("API – %collection%",
                                     {{"collection", collection_title(scope)}});
  frame.current = "/api";
  std::vector<Values> entries;
  for (const answers::ApiPath& entry : answers::api_paths()) {
    std::vector<Values> parameters = parameter_values(entry.bit);
    entries.push_back({{"path", entry.path},
                       {"meaning", entry.meaning},
                       {"host", host.empty() ? "127.0.0.1:8080" : host},
                       {"target", entry.example},
                       {"filter", entry.pipe},
                       {"has_parameters", !parameters.empty()},
                       {"parameters", parameters}});
  }
  return page(scope, frame, "api", {{"entries", entries}});
}

}  // namespace wax::serve
