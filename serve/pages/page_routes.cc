#include "serve/pages/page_routes.h"

#include <memory>
#include <string>
#include <string_view>

#include "serve/assets/assets.h"
#include "serve/pages/short_link.h"

namespace wax::serve {
namespace {

void add_asset(std::string path, std::string type, std::string_view bytes,
               Router& router) {
  router.add("GET", std::move(path),
             [type = std::move(type), bytes](const answers::Request&) {
               answers::Response response;
               response.type = type;
               response.headers = {{"Cache-Control", "max-age=3600"}};
               response.body = bytes;
               return response;
             });
}

}  // namespace

void add_page_routes(const answers::Holdings& holdings, Router& router) {
  for (const char* path : {"/", "/search"}) {
    router.add("GET", path, [&holdings](const answers::Request& request) {
      return search_page(holdings, request);
    });
  }
  router.add("GET", "/advanced", [&holdings](const answers::Request& request) {
    return advanced_page(holdings, request);
  });
  router.add("GET", "/url", [&holdings](const answers::Request& request) {
    return url_page(holdings, request);
  });
  router.add("GET", "/url/changes",
             [&holdings](const answers::Request& request) {
               return changes_page(holdings, request);
             });
  router.add("GET", "/url/capture",
             [&holdings](const answers::Request& request) {
               return capture_page(holdings, request);
             });
  router.add("GET", "/url/cite", [&holdings](const answers::Request& request) {
    return cite_file(holdings, request);
  });
  router.add("GET", "/c/", [&holdings](const answers::Request& request) {
    return short_link(holdings, request);
  });
  router.add("GET", "/url/similar",
             [&holdings](const answers::Request& request) {
               return similar_page(holdings, request);
             });
  router.add("GET", "/trends", [&holdings](const answers::Request& request) {
    return trends_page(holdings, request);
  });
  router.add("GET", "/shared", [&holdings](const answers::Request& request) {
    return shared_page(holdings, request);
  });
  router.add("GET", "/crawl", [&holdings](const answers::Request& request) {
    return crawl_page(holdings, request);
  });
  auto pictures = std::make_shared<answers::SitePictures>();
  router.add("GET", "/sites",
             [&holdings, pictures](const answers::Request& request) {
               return sites_page(holdings, request, *pictures);
             });
  router.add("GET", "/sites.svg",
             [&holdings, pictures](const answers::Request& request) {
               return sites_picture(holdings, request, *pictures);
             });
  auto add_view = [&](answers::Collection* collection) {
    router.add("GET", path_before(collection) + "/view/",
               [&holdings, collection](const answers::Request& request) {
                 return view_page(holdings, collection, request);
               });
  };
  add_view(nullptr);
  for (const auto& one : holdings.collections.all()) add_view(one.get());
  auto counts = std::make_shared<answers::CollectionCounts>();
  router.add("GET", "/collection",
             [&holdings, counts](const answers::Request& request) {
               return collection_page(holdings, request, *counts);
             });
  router.add("GET", "/api", [&holdings](const answers::Request& request) {
    return api_page(holdings, request);
  });
  router.add("GET", "/about", [&holdings](const answers::Request& request) {
    return about_page(holdings, request);
  });
  router.add("GET", "/guide", [&holdings](const answers::Request& request) {
    return guide_page(holdings, request);
  });
  router.add("GET", "/logo", [&holdings](const answers::Request& request) {
    return site_logo(holdings, request);
  });
  router.add("GET", "/site.css", [&holdings](const answers::Request& request) {
    return site_style(holdings, request);
  });
  router.add("GET", "/language", chosen_language);
  add_asset("/style.css", "text/css; charset=utf-8", kStyle, router);
  add_asset("/script.js", "text/javascript; charset=utf-8", kScript, router);
  add_asset("/icon.svg", "image/svg+xml", kIcon, router);
}

}  // namespace wax::serve
