#include <memory>
#include <string>
#include <utility>

#include "answers/requests/parameter_table.h"
#include "answers/shown/hit_lines.h"
#include "answers/shown/page_links.h"
#include "answers/shown/search_answer.h"
#include "answers/shown/url_captures.h"
#include "serve/api/api_routes.h"
#include "text/json_writer.h"
#include "text/number.h"

namespace wax::serve {
namespace {

answers::Response json_response(std::string body) {
  answers::Response response;
  response.type = "application/json";
  response.headers = {{"Access-Control-Allow-Origin", "*"}};
  response.body = std::move(body);
  return response;
}

// What an answer lacks, and why.
void append_missing(const index::Missing& missing, std::string& out) {
  if (missing.out_of_time) out += ",\"out_of_time\":true";
  if (!missing.any()) return;
  out += ",\"incomplete\":[";
  for (const std::string& reason : missing.reasons()) {
    if (out.back() != '[') out += ',';
    text::append_json_string(reason, out);
  }
  out += ']';
}

void append_member(std::string_view name, const std::string& value,
                   std::string& out) {
  if (value.empty()) return;
  text::JsonWriter(out).put_name(name);
  bool number = name != "in" && name != "timestamp" && name != "digest" &&
                text::whole_number(value) &&
                (value.size() == 1 || value[0] != '0');
  if (number) {
    out += value;
  } else {
    text::append_json_string(value, out);
  }
}

answers::Response search_json(const answers::Holdings& holdings,
                              const answers::Request& request) {
  answers::Scope scope = search_scope_of(holdings, request);
  answers::SearchRequest search = search_request(request);
  answers::SearchAnswer answer = answer_search(scope, search);
  std::string out = "{";
  text::JsonWriter(out).add("query", search.text);
  out += ",\"total\":" + std::to_string(answer.total) +
         ",\"start\":" + std::to_string(search.start);
  if (search.collapse) {
    out += ",\"groups\":" + std::to_string(answer.groups);
  }
  append_missing(answer.missing, out);
  out += ",\"hits\":[";
  for (const answers::SearchHit& hit : answer.hits) {
    out += &hit == answer.hits.data() ? "\n{" : ",\n{";
    if (scope.is_all()) {
      append_member("in", hit.collection_in(scope), out);
      out += ',';
    }
    answers::append_hit_json(hit.shown, answer.fields, out);
    out += '}';
  }
  out += "],\"facets\":[";
  for (const index::Facet& facet : answer.facets) {
    if (&facet != answer.facets.data()) out += ',';
    answers::append_facet_json(facet, out);
  }
  out += "]}\n";
  return json_response(std::move(out));
}

// All captures of a URL, whatever their number.
class CapturesJson final : public answers::BodyStream {
 public:
  CapturesJson(const answers::Scope& scope, std::string url, uint64_t limit)
      : captures_(scope, url), url_(std::move(url)), left_(limit) {}

  bool next(std::string& piece) override {
    if (ended_) return false;
    if (!begun_) {
      begun_ = true;
      piece = "{";
      text::JsonWriter json(piece);
      json.add("url", url_);
      json.add("urlkey", captures_.urlkey());
      json.open_list("captures");
    }
    answers::UrlCapture capture;
    while (piece.size() < kPiece) {
      if (left_ == 0 || !captures_.next(capture)) {
        ended_ = true;
        piece += "\n]";
        append_missing(captures_.missing(), piece);
        piece += "}\n";
        return true;
      }
      --left_;
      piece += first_ ? "\n{" : ",\n{";
      first_ = false;
      append_member("timestamp", capture.date, piece);
      append_member("url", capture.url, piece);
      append_member("mime", capture.mime, piece);
      append_member("status", capture.status, piece);
      append_member("digest", capture.digest, piece);
      append_member("redirect", capture.redirect, piece);
      append_member("length", answers::digits_of(capture.length), piece);
      append_member("offset", answers::digits_of(capture.offset), piece);
      append_member("filename", capture.filename, piece);
      if (capture.is_revisit) piece += ",\"revisit\":true";
      piece += '}';
    }
    return true;
  }

 private:
  answers::UrlCaptures captures_;
  std::string url_;
  uint64_t left_;
  bool begun_ = false;
  bool first_ = true;
  bool ended_ = false;
};

answers::Response captures_json(const answers::Holdings& holdings,
                                const answers::Request& request) {
  std::string url(request.parameters.get(answers::kUrl));
  if (url.empty()) throw UsageError("Give a URL: /api/captures?url=...");
  answers::Response response = json_response({});
  response.stream = std::make_unique<CapturesJson>(
      scope_of(holdings, request), std::move(url),
      request.parameters.number(answers::kMostCaptures, UINT64_MAX));
  return response;
}

void append_linked(const std::vector<answers::LinkedPage>& pages,
                   std::string& out) {
  out += '[';
  for (const answers::LinkedPage& linked : pages) {
    out += &linked == pages.data() ? "\n{" : ",\n{";
    for (const auto& [name, value] :
         {std::pair{"url", &linked.url}, std::pair{"urlkey", &linked.urlkey},
          std::pair{"anchor", &linked.anchor},
          std::pair{"first", &linked.first}, std::pair{"last", &linked.last}}) {
      if (!value->empty()) text::JsonWriter(out).add(name, *value);
    }
    out += '}';
  }
  out += ']';
}

answers::Response links_json(const answers::Holdings& holdings,
                             const answers::Request& request) {
  const std::string url(request.parameters.get(answers::kUrl));
  if (url.empty()) throw UsageError("Give a URL: /api/links?url=...");
  const answers::Scope scope = scope_of(holdings, request);
  const std::string urlkey = answers::UrlCaptures(scope, url).urlkey();
  const answers::PageLinks links = page_links(scope, urlkey);
  if (!links.has_graph) {
    throw answers::NotFound(
        "The collection has no graph of links: wax build --links "
        "makes one.");
  }
  std::string out = "{";
  text::JsonWriter json(out);
  json.add("url", url);
  json.add("urlkey", urlkey);
  json.put_name("to");
  append_linked(links.to, out);
  json.put_name("from");
  append_linked(links.from, out);
  out += ",\"to_is_cut\":";
  out += links.to_is_cut ? "true" : "false";
  out += ",\"from_is_cut\":";
  out += links.from_is_cut ? "true}\n" : "false}\n";
  return json_response(std::move(out));
}

}  // namespace

void add_search_api(const answers::Holdings& holdings, Router& router) {
  auto add = [&](const char* path, answers::PathBits bit, auto answer) {
    router.add("GET", path,
               with_known_parameters(
                   bit, [&holdings, answer](const answers::Request& request) {
                     return answer(holdings, request);
                   }));
  };
  add("/api/search", answers::kAtApiSearch, search_json);
  add("/api/captures", answers::kAtCaptures, captures_json);
  add("/api/links", answers::kAtLinks, links_json);
  router.add("GET", "/api/openapi.json", [](const answers::Request& request) {
    return json_response(openapi_document_at(origin_of(request)));
  });
}

}  // namespace wax::serve
