#include "serve/replay/replay_routes.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "answers/records/archived_body.h"
#include "answers/records/stored_record.h"
#include "answers/requests/byte_range.h"
#include "answers/requests/escape.h"
#include "answers/requests/parameter_table.h"
#include "answers/shown/open_cdx.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "serve/assets/assets.h"
#include "serve/pages/frame.h"
#include "serve/pages/replay_place.h"
#include "serve/replay/page_packages.h"

namespace wax::serve {
namespace {

constexpr uint64_t kMostScript = 32 << 20;
constexpr std::string_view kPageStyle =
    "html, body { height: 100%; margin: 0; }\n"
    "body { display: flex; flex-direction: column; }\n"
    "p { margin: 0; padding: 0.2rem 0.5rem; background: #fff6d6; color: #222;\n"
    "    font: 0.9rem sans-serif; }\n"
    "replay-web-page { flex: 1; display: block; min-height: 0; }\n";
constexpr std::string_view kScriptType = "text/javascript; charset=utf-8";
// The package that a page was made for: PagePackage::tag.
constexpr answers::Parameter kState = {.name = "state"};

std::string read_script(const std::string& path) {
  std::string script = io::read_all(*io::open_file(path), kMostScript + 1);
  if (script.size() > kMostScript) {
    throw UsageError(path + ": has more than 32 MiB");
  }
  return script;
}

class PackageBody final : public answers::BodyStream {
 public:
  PackageBody(std::shared_ptr<const PagePackage> package,
              const answers::ByteRange& bytes)
      : package_(std::move(package)), at_(bytes.first), end_(bytes.end) {}
  bool next(std::string& piece) override {
    if (at_ == end_) return false;
    piece.resize(std::min<uint64_t>(end_ - at_, kPiece));
    package_->file.read(piece.data(), piece.size(), at_);
    at_ += piece.size();
    return true;
  }

 private:
  std::shared_ptr<const PagePackage> package_;
  uint64_t at_;
  uint64_t end_;
};

answers::Response package_answer(std::shared_ptr<const PagePackage> package,
                                 const answers::Request& request) {
  const std::string tag = '"' + package->tag + '"';
  answers::Response response;
  response.type = "application/wacz";
  response.compress = false;
  // Rules may hide it at any time.
  response.headers = {
      {"ETag", tag}, {"Accept-Ranges", "bytes"}, {"Cache-Control", "no-store"}};
  answers::ByteRange bytes{0, package->size, true};
  const std::string_view condition = request.header("If-Range");
  auto range = answers::byte_range(request.header("Range"), package->size);
  if (range && (condition.empty() || condition == tag)) {
    response.headers.push_back({"Content-Range", range->text(package->size)});
    if (!range->satisfiable) {
      response.status = 416;
      response.type = "text/plain; charset=utf-8";
      response.body =
          "The package has " + std::to_string(package->size) + " bytes.\n";
      return response;
    }
    bytes = *range;
    response.status = 206;
  }
  response.stream_size = bytes.size();
  response.stream = std::make_unique<PackageBody>(std::move(package), bytes);
  return response;
}

// The page around the element of ReplayWeb.page.
answers::Response element_page(const answers::Scope& scope,
                               const answers::UrlCapture& capture,
                               const PagePackage& package,
                               const std::string& main_origin) {
  const std::string in =
      scope.is_one_of_many() ? "&in=" + answers::url_part(scope.name()) : "";
  answers::Response response;
  response.type = "text/html; charset=utf-8";
  response.headers = {
      {"Content-Security-Policy", replay_policy(main_origin)},
      {"X-Frame-Options", "SAMEORIGIN"},  // frame-ancestors goes before it
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"X-DNS-Prefetch-Control", "off"},
      {"Referrer-Policy", "same-origin"},
      {"Cache-Control", "no-store"}};
  std::vector<Values> missing;
  for (const std::string& reason : package.missing) {
    missing.push_back({{"reason", reason}});
  }
  const Words& words = words_of(scope);
  // Another state of the package is another collection for ReplayWeb.page.
  response.body =
      rendered("replay",
               {{"interface", words.tag()},
                {"is_right_to_left", words.is_right_to_left()},
                {"url", capture.url},
                {"date", capture.date},
                {"missing", missing},
                {"source", "page.wacz?url=" + answers::url_part(capture.url) +
                               "&date=" + answers::url_part(capture.date) + in +
                               "&state=" + package.tag}},
               words);
  return response;
}

class ReplayRoutes {
 public:
  explicit ReplayRoutes(const answers::Holdings& holdings)
      : holdings_(&holdings) {}

  // The page, or what it shows.
  answers::Response answer(const answers::Request& request, bool is_package) {
    const std::string url(request.parameters.get(answers::kUrl));
    const std::string_view date = request.parameters.get(answers::kDate);
    const std::string_view use = request.header("Sec-Fetch-Dest");
    // Neither a window of its own, which could be led elsewhere, nor read by a
    // script.
    if (!is_package && !use.empty() && use != "iframe") {
      throw answers::NotFound("This page is shown within a frame alone.");
    }
    if (url.empty() || date.empty()) {
      throw UsageError("Give a URL and a date: /page?url=...&date=...");
    }
    answers::Scope scope = search_scope_of(*holdings_, request);
    answers::Collection* collection = holdings_->collections.find(scope.name());
    const auto cdx = open_cdx_files(*holdings_, collection);
    // One generation judges all: rules may have changed in between.
    if (!scope.is_all()) scope.generation = cdx->generations.front();
    answers::RecordReport problems(*holdings_);
    const auto capture =
        find_capture(answers::RecordSource(*holdings_, *cdx), cdx->files,
                     cdx->url_key, url, date, answers::Wanted::kBody, problems);
    answers::check_asked_date(date, capture);
    if (!capture) {
      return answers::no_capture(*holdings_, collection, url, date);
    }
    auto package = packages_.of(scope, *cdx, *capture);
    if (is_package) {
      if (request.parameters.get(kState) != package->tag) {
        throw answers::NotFound(
            "This package has changed; load the page again.");
      }
      return package_answer(std::move(package), request);
    }
    answers::Scope shown = scope;
    shown.languages = answers::asked_languages(request);
    return element_page(shown, *capture, *package,
                        main_origin(*holdings_, request));
  }

 private:
  const answers::Holdings* holdings_;
  PagePackages packages_;
};

answers::Response script_answer(std::string_view script,
                                const answers::Request& request) {
  // By itself it would be a worker without the policy of kReplayWorker.
  if (script != kReplayWorker && !request.header("Service-Worker").empty()) {
    throw answers::NotFound("This is no service worker here.");
  }
  answers::Response response;
  response.type = kScriptType;
  // A worker's policy is for what it fetches.
  response.headers = {{"Content-Security-Policy",
                       "default-src 'none'; script-src 'self' 'unsafe-eval'; "
                       "connect-src 'self' data: blob:"},
                      {"Cache-Control", "no-cache"}};
  response.body = script;
  return response;
}

// What the service worker answers, when it does not run yet: a frame asks again
// a second later.
answers::Response before_worker(const answers::Holdings& holdings,
                                const answers::Request& request) {
  if (request.header("Sec-Fetch-Dest") != "iframe") {
    throw answers::NotFound("This server has nothing at this path.");
  }
  answers::Response response;
  response.type = "text/html; charset=utf-8";
  response.headers = {
      {"Content-Security-Policy",
       replay_policy(main_origin(holdings, request)) + " 'self'"},
      {"X-Frame-Options", "SAMEORIGIN"},
      {"Cache-Control", "no-store"}};
  response.body =
      "<!DOCTYPE html><title>.</title>"
      "<meta http-equiv=\"refresh\" content=\"1\">\n";
  return response;
}

}  // namespace

ReplayScripts read_replay_scripts(const std::string& folder) {
  return {read_script(folder + "/ui.js"), read_script(folder + "/sw.js")};
}

std::string replay_policy(const std::string& main_origin) {
  return "default-src 'none'; script-src 'self'; "
         "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
         "font-src 'self' data:; connect-src 'self'; frame-src 'self'; "
         "worker-src 'self'; form-action 'none'; base-uri 'none'; "
         "sandbox allow-scripts allow-same-origin allow-forms; "
         "frame-ancestors " +
         main_origin;
}

void add_replay_routes(const answers::Holdings& holdings, ReplayScripts scripts,
                       Router& router) {
  auto routes = std::make_shared<ReplayRoutes>(holdings);
  router.add("GET", "/page", [routes](const answers::Request& request) {
    return routes->answer(request, false);
  });
  router.add("GET", "/page.wacz", [routes](const answers::Request& request) {
    return routes->answer(request, true);
  });
  auto own = std::make_shared<const ReplayScripts>(std::move(scripts));
  for (const char* path : {"/ui.js", "/replay/ui.js"}) {
    router.add("GET", path, [own](const answers::Request& request) {
      return script_answer(own->ui, request);
    });
  }
  router.add("GET", "/replay.css", [](const answers::Request&) {
    answers::Response response;
    response.type = "text/css; charset=utf-8";
    response.body = kPageStyle;
    return response;
  });
  router.add("GET", "/replay/sw.js", [](const answers::Request& request) {
    return script_answer(kReplayWorker, request);
  });
  router.add("GET", "/replay/", [&holdings](const answers::Request& request) {
    return before_worker(holdings, request);
  });
  router.add("GET", "/sw.js", [own](const answers::Request& request) {
    return script_answer(own->worker, request);
  });
}

}  // namespace wax::serve
