#include "serve/pages/page_routes.h"

#include <memory>
#include <string>
#include <string_view>

#include "serve/api/assets.h"
#include "serve/pages/api_page.h"
#include "serve/pages/capture_page.h"
#include "serve/pages/changes_page.h"
#include "serve/pages/collection_page.h"
#include "serve/pages/search_page.h"
#include "serve/pages/similar_page.h"
#include "serve/pages/trends_page.h"
#include "serve/pages/url_page.h"

namespace wax::serve {
namespace {

void add_asset(std::string path, std::string type, std::string_view bytes,
               Router& router) {
  router.add("GET", std::move(path), [type, bytes](const Request&) {
    Response response;
    response.type = type;
    response.headers = {{"Cache-Control", "max-age=3600"}};
    response.body = bytes;
    return response;
  });
}

}  // namespace

void add_page_routes(const Site& site, Router& router) {
  for (const char* path : {"/", "/search"}) {
    router.add("GET", path, [&site](const Request& request) {
      return search_page(site, request);
    });
  }
  router.add("GET", "/url", [&site](const Request& request) {
    return url_page(site, request);
  });
  router.add("GET", "/url/changes", [&site](const Request& request) {
    return changes_page(site, request);
  });
  router.add("GET", "/url/capture", [&site](const Request& request) {
    return capture_page(site, request);
  });
  router.add("GET", "/url/similar", [&site](const Request& request) {
    return similar_page(site, request);
  });
  router.add("GET", "/trends", [&site](const Request& request) {
    return trends_page(site, request);
  });
  auto counts = std::make_shared<CollectionCounts>();
  router.add("GET", "/collection", [&site, counts](const Request& request) {
    return collection_page(site, request, *counts);
  });
  router.add("GET", "/api", [&site](const Request& request) {
    return api_page(site, request);
  });
  add_asset("/style.css", "text/css; charset=utf-8", kStyle, router);
  add_asset("/script.js", "text/javascript; charset=utf-8", kScript, router);
  add_asset("/icon.svg", "image/svg+xml", kIcon, router);
}

}  // namespace wax::serve
