#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include "answers/requests/escape.h"
#include "answers/requests/parameter_table.h"
#include "answers/shown/search_answer.h"
#include "serve/api/api_routes.h"
#include "serve/http/answer.h"
#include "text/ascii.h"
#include "text/markup_writer.h"
#include "warc/record/date.h"

namespace wax::serve {
namespace {

// For programs, which ask for no language.
std::string title_of(const answers::Scope& scope) {
  return scope.is_all() ? scope.name() : scope.collection->title("");
}

constexpr std::string_view kRss = "application/rss+xml; charset=utf-8";

// The name of an element that a stored field becomes.
bool is_element_name(std::string_view field) {
  if (field.empty() || !text::is_letter(field[0])) return false;
  for (char c : field) {
    if (!text::is_alphanumeric(c) && !text::is_one_of(c, "_-")) return false;
  }
  return true;
}

std::string number_text(const char* format, double number) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), format, number);
  return text.data();
}

// `in` is the name of its collection, if that is told.
void write_item(const answers::SearchHit& hit, const std::string& in,
                std::string_view dedup_field, text::MarkupWriter& rss) {
  const answers::FoundPage& found = hit.page;
  rss.open("item").text("\n");
  auto element = [&rss](const std::string& name, std::string_view text) {
    rss.element(name, text).text("\n");
  };
  element("title", found.title.empty() ? found.url : found.title);
  element("description", hit.shown.snippet.text);
  element("link", found.url);
  if (auto seconds = warc::seconds_of_date(found.first_date())) {
    element("pubDate", http_date(*seconds));
  }
  element("nutch:score",
          number_text("%.6g", static_cast<double>(hit.shown.hit.score)));
  if (!in.empty()) element("nutch:in", in);
  if (dedup_field != "site") element("nutch:site", hit.value_of(dedup_field));
  for (const auto& [field, value] : hit.shown.document) {
    if (field == "url" || field == "title" || !is_element_name(field)) continue;
    element("nutch:" + field, value);
  }
  rss.close().text("\n");
}

// The parameters that NutchWAX's servlet had, with their meaning there.
answers::SearchRequest nutchwax_request(const answers::Request& request,
                                        const std::string& dedup_field) {
  const answers::Parameters& parameters = request.parameters;
  answers::SearchRequest search = search_request(request);
  constexpr uint64_t kUsualHitsPerSite = 2;
  search.per_group =
      parameters.number(answers::kHitsPerSite, kUsualHitsPerSite);
  if (search.per_group > 0) {
    search.set_collapse(dedup_field);
    search.mixes_groups = true;
  }
  bool descends = !parameters.has(answers::kNutchWaxReverse) ||
                  parameters.flag(answers::kNutchWaxReverse);
  if (!search.sort) return search;
  const std::string sort(parameters.get(answers::kSort));
  if (sort == "date") {
    search.set_sort(descends ? "newest" : "oldest");
  } else if (sort.find(':') == sort.npos) {
    search.set_sort(sort + (descends ? ":desc" : ":asc"));
  }
  return search;
}

answers::Response opensearch(const answers::Holdings& holdings,
                             const answers::Request& request) {
  answers::Scope scope = search_scope_of(holdings, request);
  std::string dedup_field(request.parameters.get(answers::kDedupField));
  if (dedup_field.empty()) dedup_field = answers::kDedupField.initial;
  answers::SearchRequest search = nutchwax_request(request, dedup_field);
  answers::SearchAnswer answer = answer_search(scope, search);
  answers::Response response;
  response.type = kRss;
  response.headers = {{"Access-Control-Allow-Origin", "*"}};
  response.body = text::kXmlDeclaration;
  text::MarkupWriter rss(response.body);
  auto element = [&rss](std::string_view name, std::string_view text) {
    rss.element(name, text).text("\n");
  };
  rss.open("rss").set("version", "2.0");
  rss.set("xmlns:opensearch", "http://a9.com/-/spec/opensearch/1.1/");
  rss.set("xmlns:nutch", "http://www.nutch.org/opensearchrss/1.0/");
  rss.text("\n").open("channel").text("\n");
  element("title", title_of(scope) + ": " + search.text);
  element("description", "Search results for: " + search.text);
  element("link", origin_of(request) +
                      "/search?query=" + answers::url_part(search.text));
  element("opensearch:totalResults", std::to_string(answer.total));
  element("opensearch:startIndex", std::to_string(search.start));
  element("opensearch:itemsPerPage", std::to_string(search.count));
  rss.open("opensearch:Query").set("role", "request");
  rss.set("searchTerms", search.text).close().text("\n");
  element("nutch:query", search.text);
  for (const std::string& reason : answer.missing.reasons()) {
    element("nutch:incomplete", reason);
  }
  element("nutch:responseTime", number_text("%.3f", answer.seconds));
  rss.open("nutch:urlParams").text("\n");
  for (const auto& [name, value] : request.parameters.pairs()) {
    rss.open("nutch:param").set("name", name).set("value", value).close();
    rss.text("\n");
  }
  rss.close().text("\n");
  for (const answers::SearchHit& hit : answer.hits) {
    write_item(hit, scope.is_all() ? hit.collection_in(scope) : std::string(),
               dedup_field, rss);
  }
  rss.close().text("\n").close().text("\n");
  return response;
}

answers::Response description(const answers::Holdings& holdings,
                              const answers::Request& request) {
  answers::Scope scope = search_scope_of(holdings, request);
  std::string origin = origin_of(request);
  std::string in;
  if (scope.is_one_of_many()) in = "&in=" + answers::url_part(scope.name());
  std::string name = title_of(scope);
  if (name.size() > 16) name.resize(16);  // as the standard asks
  answers::Response response;
  response.type = "application/opensearchdescription+xml; charset=utf-8";
  response.body = text::kXmlDeclaration;
  text::MarkupWriter xml(response.body);
  auto url = [&](std::string_view type, const std::string& target) {
    xml.open("Url").set("type", type).set("template", origin + target + in);
    xml.set("indexOffset", "0").close().text("\n");
  };
  xml.open("OpenSearchDescription");
  xml.set("xmlns", "http://a9.com/-/spec/opensearch/1.1/").text("\n");
  xml.element("ShortName", name).text("\n");
  xml.element("Description", "Search the web archive " + name);
  xml.text("\n").element("InputEncoding", "UTF-8").text("\n");
  xml.element("OutputEncoding", "UTF-8").text("\n");
  xml.open("Image").set("height", "32").set("width", "32");
  xml.set("type", "image/svg+xml").text(origin + "/icon.svg").close();
  xml.text("\n");
  url("text/html", "/search?query={searchTerms}&start={startIndex?}");
  url("application/rss+xml",
      "/opensearch?query={searchTerms}&start={startIndex?}"
      "&hitsPerPage={count?}");
  xml.close().text("\n");
  return response;
}

}  // namespace

void add_opensearch(const answers::Holdings& holdings, Router& router) {
  router.add("GET", "/opensearch",
             [&holdings](const answers::Request& request) {
               return opensearch(holdings, request);
             });
  router.add("GET", "/opensearch/description.xml",
             [&holdings](const answers::Request& request) {
               return description(holdings, request);
             });
}

}  // namespace wax::serve
