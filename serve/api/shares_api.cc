#include <string>
#include <string_view>
#include <utility>

#include "answers/requests/escape.h"
#include "answers/requests/parameter_table.h"
#include "answers/shown/url_captures.h"
#include "io/error.h"
#include "serve/api/api_routes.h"
#include "serve/api/shares_plot.h"
#include "serve/http/answer.h"
#include "serve/shares/shared_pages.h"
#include "text/json_writer.h"
#include "text/markup_writer.h"
#include "text/number.h"
#include "warc/record/date.h"

namespace wax::serve {
namespace {

answers::Response answer_of(std::string_view type, std::string body) {
  answers::Response response;
  response.type = type;
  response.headers = {{"Access-Control-Allow-Origin", "*"}};
  response.body = std::move(body);
  return response;
}

[[noreturn]] void throw_without_shares() {
  throw answers::NotFound(
      "The collection has no list of shares: wax shares --publish makes one.");
}

// The value of a parameter that takes one of two words, the first if it is not
// given.
bool is_second(const answers::Request& request,
               const answers::Parameter& parameter) {
  const std::string_view value = request.parameters.get(parameter);
  const std::string_view first =
      parameter.choices.substr(0, parameter.choices.find(' '));
  const std::string_view second = parameter.choices.substr(first.size() + 1);
  if (value.empty() || value == first) return false;
  if (value == second) return true;
  throw UsageError(std::string(parameter.name) + " is " + std::string(value) +
                   ", and not " + std::string(first) + " or " +
                   std::string(second));
}

void append_text(std::string_view name, std::string_view value,
                 std::string& out) {
  if (!value.empty()) text::JsonWriter(out).add(name, value);
}

void append_numbers(const ShareNumbers& numbers, std::string& out) {
  for (const auto& [name, number] : {std::pair{"shares", numbers.shares},
                                     std::pair{"authors", numbers.authors},
                                     std::pair{"originals", numbers.originals},
                                     std::pair{"reposts", numbers.reposts}}) {
    text::JsonWriter(out).put_name(name);
    out += std::to_string(number);
  }
}

std::string json_of(const SharedPages& shared) {
  std::string out = "{";
  append_text("by", shared.by, out);
  append_text("period", shared.period.name, out);
  append_text("start", shared.period.start, out);
  append_text("before", shared.before, out);
  append_text("after", shared.after, out);
  out += ",\"pages\":[";
  for (const SharedPage& page : shared.pages) {
    out += &page == shared.pages.data() ? "\n{" : ",\n{";
    append_text("url", page.url, out);
    append_text("urlkey", page.urlkey, out);
    append_text("title", page.title, out);
    append_numbers(page.numbers, out);
    append_text("first", page.first, out);
    append_text("last", page.last, out);
    out += '}';
  }
  return out += "]}\n";
}

std::string posts_text(const ShareNumbers& numbers) {
  return text::grouped(numbers.shares) +
         (numbers.shares == 1 ? " post by " : " posts by ") +
         text::grouped(numbers.authors) +
         (numbers.authors == 1 ? " author" : " authors");
}

std::string rss_of(const answers::Scope& scope, const SharedPages& shared,
                   const answers::Request& request) {
  const std::string in =
      scope.is_one_of_many()
          ? "&in=" + answers::url_part(scope.collection->name())
          : "";
  const std::string origin = origin_of(request);
  std::string out(text::kXmlDeclaration);
  text::MarkupWriter rss(out);
  auto element = [&rss](std::string_view name, std::string_view text) {
    rss.element(name, text).text("\n");
  };
  rss.open("rss").set("version", "2.0").text("\n").open("channel").text("\n");
  const std::string title =
      scope.collection->name() + ": most shared pages" +
      (shared.period.name.empty() ? std::string() : ", " + shared.period.name);
  element("title", title);
  element("link", origin + "/shared?by=" + shared.by +
                      "&date=" + shared.period.start + in);
  element("description", title);
  for (const SharedPage& page : shared.pages) {
    rss.open("item").text("\n");
    element("title", page.title.empty() ? page.url : page.title);
    element("link", origin + "/url?url=" + answers::url_part(page.url) + in);
    element("description", posts_text(page.numbers) + ": " + page.url);
    if (const auto seconds = warc::seconds_of_date(page.last)) {
      element("pubDate", http_date(*seconds));
    }
    rss.open("guid").set("isPermaLink", "false");
    rss.text(shared.by + ' ' + shared.period.start + ' ' + page.urlkey);
    rss.close().text("\n").close().text("\n");
  }
  rss.close().text("\n").close().text("\n");
  return out;
}

answers::Response shared(const answers::Holdings& holdings,
                         const answers::Request& request) {
  const answers::Scope scope = scope_of(holdings, request);
  const bool is_rss = is_second(request, answers::kSharedFormat);
  const SharedPages shared = shared_pages(scope, request);
  if (!shared.has_shares) throw_without_shares();
  if (is_rss) {
    return answer_of("application/rss+xml; charset=utf-8",
                     rss_of(scope, shared, request));
  }
  return answer_of("application/json", json_of(shared));
}

answers::Response shares(const answers::Holdings& holdings,
                         const answers::Request& request) {
  const std::string url(request.parameters.get(answers::kSharesUrl));
  if (url.empty()) throw UsageError("Give a URL: /api/shares?url=...");
  const answers::Scope scope = scope_of(holdings, request);
  const bool is_svg = is_second(request, answers::kSharesFormat);
  if (!has_shares(scope)) throw_without_shares();
  const std::string urlkey = answers::UrlCaptures(scope, url).urlkey();
  const SharesOfPage shares =
      shares_of_page(scope, urlkey, request.parameters.get(answers::kShareBy));
  if (is_svg) {
    if (shares.periods.empty()) {
      throw answers::NotFound("No post of the collection shares this page.");
    }
    return answer_of("image/svg+xml",
                     shares_plot(shares, /*is_in_page=*/false));
  }
  std::string out = "{";
  append_text("url", url, out);
  append_text("urlkey", urlkey, out);
  append_text("by", shares.by, out);
  out += ",\"periods\":[";
  for (const PeriodShares& period : shares.periods) {
    out += &period == shares.periods.data() ? "\n{" : ",\n{";
    append_text("period", period.period.name, out);
    append_text("start", period.period.start, out);
    append_numbers(period.numbers, out);
    out += '}';
  }
  out += "]}\n";
  return answer_of("application/json", std::move(out));
}

}  // namespace

void add_shares_api(const answers::Holdings& holdings, Router& router) {
  router.add(
      "GET", "/api/shared",
      with_known_parameters(answers::kAtApiShared,
                            [&holdings](const answers::Request& request) {
                              return shared(holdings, request);
                            }));
  router.add(
      "GET", "/api/shares",
      with_known_parameters(answers::kAtApiShares,
                            [&holdings](const answers::Request& request) {
                              return shares(holdings, request);
                            }));
}

}  // namespace wax::serve
