#include <string>
#include <utility>

#include "io/error.h"
#include "serve/api/api_routes.h"
#include "serve/api/cdx_query.h"

namespace wax::serve {

void add_cdx_routes(const answers::Holdings& holdings, Router& router) {
  auto add = [&](std::string path, answers::Collection* collection,
                 CdxDialect dialect) {
    router.add(
        "GET", std::move(path),
        [&holdings, collection, dialect](const answers::Request& request) {
          answers::Response response =
              is_xml_query(request.parameters)
                  ? answer_xml_query(holdings, collection, dialect, request)
                  : answer_cdx_query(
                        holdings, collection,
                        read_cdx_query(request.parameters, dialect), request);
          response.headers.push_back({"Access-Control-Allow-Origin", "*"});
          return response;
        });
  };
  add("/cdx", nullptr, CdxDialect::kPywb);
  add("/cdx/search/cdx", nullptr, CdxDialect::kWayback);
  for (const auto& one : holdings.collections.all()) {
    add('/' + one->name() + "/cdx", one.get(), CdxDialect::kPywb);
    add('/' + one->name(), one.get(), CdxDialect::kOutbackCdx);
    // Access points of OutbackCDX are refused: else clients would think that
    // their rules hold.
    router.add(
        "GET POST", '/' + one->name() + "/ap/",
        [name = one->name()](const answers::Request&) -> answers::Response {
          throw UsageError(
              "This server has no access points: the rules of access "
              "are the same for all who ask /" +
              name + '.');
        });
  }
}

}  // namespace wax::serve
