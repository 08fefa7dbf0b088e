#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/opened/shown_value.h"
#include "answers/records/archived_body.h"
#include "answers/records/capture_answer.h"
#include "answers/records/stored_record.h"
#include "answers/requests/escape.h"
#include "answers/requests/parameter_table.h"
#include "answers/requests/search_request.h"
#include "answers/shown/found_page.h"
#include "answers/shown/url_captures.h"
#include "io/error.h"
#include "serve/pages/citation.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"
#include "serve/pages/short_link.h"
#include "text/number.h"

namespace wax::serve {
namespace {

constexpr size_t kMostShownText = 200'000;
constexpr size_t kMostShownLinks = 1000;

// Names and values, without those that are not known.
std::vector<Values> known_facts(
    const Words& words,
    std::initializer_list<std::pair<const char*, std::string_view>> all) {
  std::vector<Values> facts;
  for (const auto& [name, value] : all) {
    if (value.empty()) continue;
    facts.push_back({{"name", words.of(name)}, {"value", value}});
  }
  return facts;
}

std::vector<Values> ways_to_capture(const answers::Scope& scope,
                                    const answers::UrlCapture& capture) {
  const Words& words = words_of(scope);
  std::vector<Values> ways;
  auto add = [&](std::string_view name, const std::string& href) {
    ways.push_back({{"name", words.of(name)}, {"href", href}});
  };
  if (answers::may_link(capture.url)) {
    std::string replay = replay_url(*scope.holdings, capture.date, capture.url);
    if (!replay.empty()) add("Replay", replay);
  }
  if (scope.holdings->shows_captures()) {
    add("The page as it looked", view_href(scope, capture.date, capture.url));
    add("Body as archived", raw_href(scope, capture.date, capture.url, "id_"));
    add("Headers as text", raw_href(scope, capture.date, capture.url, "hd_"));
    add("Download the record",
        raw_href(scope, capture.date, capture.url, "rec_"));
  }
  add("All captures of this URL", url_page_href(scope, capture.url));
  add("Similar pages", similar_page_href(scope, capture.url));
  if (!answers::shown_date(capture.date).iso.empty()) add("Cite", "#cite");
  return ways;
}

std::vector<Values> links_of_page(const answers::Scope& scope,
                                  const answers::CaptureAnswer& answer) {
  std::vector<Values> links;
  for (const answers::PageLink& link : answer.links) {
    if (links.size() == kMostShownLinks) break;
    links.push_back(
        {{"href", capture_page_href(scope, answer.capture.date, link.url)},
         {"text", title_or_url(link.text, link.url)},
         {"short_url", short_url(link.url)}});
  }
  return links;
}

CitedCapture cited_capture(const answers::Scope& scope,
                           const answers::Request& request,
                           const answers::CaptureAnswer& answer) {
  const answers::UrlCapture& capture = answer.capture;
  const std::string_view house = site_text(scope, "title");
  CitedCapture cited;
  cited.title = answer.title;
  cited.author = answer.author;
  cited.published = answer.published;
  cited.url = capture.url;
  cited.date = capture.date;
  cited.archive = house.empty() ? collection_title(scope) : std::string(house);
  std::string path = view_href(scope, capture.date, capture.url);
  if (path.empty()) path = capture_page_href(scope, capture.date, capture.url);
  cited.copy = origin_of(request) + path;
  return cited;
}

std::string cite_file_href(const answers::Scope& scope,
                           const answers::UrlCapture& capture,
                           std::string_view format) {
  return href_in(scope, "/url/cite",
                 "url=" + answers::url_part(capture.url) +
                     "&date=" + answers::url_part(capture.date) +
                     "&format=" + std::string(format));
}

// Each can be selected as a whole, and copied.
Values cite_values(const answers::Scope& scope, const answers::Request& request,
                   const answers::CaptureAnswer& answer) {
  const answers::UrlCapture& capture = answer.capture;
  if (answers::shown_date(capture.date).iso.empty()) return {};
  const Words& words = words_of(scope);
  const CitedCapture cited = cited_capture(scope, request, answer);
  const std::string origin = origin_of(request);
  std::vector<Values> texts;
  auto add = [&](std::string_view name, const std::string& text) {
    texts.push_back({{"name", name}, {"text", text}, {"number", texts.size()}});
  };
  add(words.of("Address of this copy"), cited.copy);
  const std::string short_path = short_href(scope, capture);
  if (!short_path.empty()) add(words.of("Short link"), origin + short_path);
  if (scope.holdings->shows_captures()) {
    add("Memento", origin + raw_href(scope, capture.date, capture.url, ""));
  }
  const std::string host = origin.substr(origin.find("://") + 3);
  const size_t port = host.ends_with(']') ? host.npos : host.rfind(':');
  add("PWID", pwid(host.substr(0, port), capture.date, capture.url));
  for (const Citation& one : citations(cited)) add(one.style, one.text);
  return {{"texts", texts},
          {"bibtex_href", cite_file_href(scope, capture, "bibtex")},
          {"ris_href", cite_file_href(scope, capture, "ris")}};
}

Values capture_values(const answers::Scope& scope,
                      const answers::CaptureAnswer& answer) {
  const answers::UrlCapture& capture = answer.capture;
  const Words& words = words_of(scope);
  std::string_view text = answer.text;
  const auto& size = capture.length;
  std::string stored = size ? size_text(words, *size) : std::string();
  size_t links = answer.links.size();
  return {{"title", title_or_url(answer.title, capture.url)},
          {"url", capture.url},
          {"moment", moment_values(words, capture.date)},
          {"facts", known_facts(words, {{"HTTP status", capture.status},
                                        {"type", capture.mime},
                                        {"language", shown_value(words, "lang",
                                                                 answer.lang)},
                                        {"author", answer.author},
                                        {"published", answer.published}})},
          {"place",
           known_facts(words, {{"digest", capture.digest},
                               {"archive", capture.filename},
                               {"byte", answers::digits_of(capture.offset)},
                               {"stored", stored},
                               {"URL key", capture.urlkey}})},
          {"ways", ways_to_capture(scope, capture)},
          {"text", text.substr(0, text.find_first_of(" \n", kMostShownText))},
          {"has_more_text", text.size() > kMostShownText},
          {"lang", answer.lang},
          {"links_number", links > 0 ? words.number(links) : std::string()},
          {"links", links_of_page(scope, answer)},
          {"most_links", links > kMostShownLinks ? words.number(kMostShownLinks)
                                                 : std::string()},
          {"head", answer.head},
          {"unread", answer.unread}};
}

}  // namespace

answers::Response capture_page(const answers::Holdings& holdings,
                               const answers::Request& request) {
  answers::Scope scope = url_scope_of(holdings, request);
  std::string url(request.parameters.get(answers::kUrl));
  if (url.empty())
    throw UsageError("Give a URL: /url/capture?url=...&date=...");
  const std::string date = written_date(request.parameters, answers::kDate);
  auto answer = capture_answer(scope, url, date);
  PageFrame frame;
  frame.title = words_of(scope).with("Capture of %url%", {{"url", url}});
  if (!answer) {
    auto taken = answers::taken_away(holdings, {scope.generation}, url);
    if (taken) return std::move(*taken);
    return page(scope, frame, "no_captures", {{"url", url}}, 404);
  }
  check_asked_date(date, answer->capture);
  Values values = capture_values(scope, *answer);
  values.set("cite", cite_values(scope, request, *answer));
  return page(scope, frame, "capture", std::move(values));
}

answers::Response cite_file(const answers::Holdings& holdings,
                            const answers::Request& request) {
  const answers::Scope scope = url_scope_of(holdings, request);
  const std::string url(request.parameters.get(answers::kUrl));
  const std::string_view format = request.parameters.get(answers::kFormat);
  if (url.empty() || (format != "bibtex" && format != "ris")) {
    throw UsageError(
        "Give a URL, a date and a format: "
        "/url/cite?url=...&date=...&format=bibtex, or ris");
  }
  const std::string date = written_date(request.parameters, answers::kDate);
  const auto answer = capture_answer(scope, url, date);
  if (!answer || answers::shown_date(answer->capture.date).iso.empty()) {
    auto taken = answers::taken_away(holdings, {scope.generation}, url);
    if (taken) return std::move(*taken);
    throw answers::NotFound("There is no capture of " + url + '.');
  }
  check_asked_date(date, answer->capture);
  const CitedCapture cited = cited_capture(scope, request, *answer);
  const bool is_ris = format == "ris";
  answers::Response response;
  response.type = is_ris ? "application/x-research-info-systems; charset=utf-8"
                         : "application/x-bibtex; charset=utf-8";
  response.headers = {
      {"Content-Disposition", std::string("attachment; filename=\"") +
                                  cited.date + (is_ris ? ".ris\"" : ".bib\"")}};
  response.body = is_ris ? ris(cited) : bibtex(cited);
  return response;
}

}  // namespace wax::serve
