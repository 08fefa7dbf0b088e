#include <string>
#include <vector>

#include "answers/requests/escape.h"
#include "answers/requests/parameter_table.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"
#include "serve/shares/shared_pages.h"
#include "text/number.h"

namespace wax::serve {
namespace {

std::string shared_href(const answers::Scope& scope, std::string_view path,
                        std::string_view by, std::string_view start) {
  std::string parameters = "by=" + std::string(by);
  if (!start.empty()) (parameters += "&date=") += start;
  return href_in(scope, path, parameters);
}

std::vector<Values> page_values(const answers::Scope& scope,
                                const SharedPages& shared) {
  const Words& words = words_of(scope);
  const uint64_t most =
      shared.pages.empty() ? 0 : shared.pages.front().numbers.shares;
  std::vector<Values> rows;
  for (const SharedPage& page : shared.pages) {
    rows.push_back(
        {{"href", url_page_href(scope, page.url)},
         {"title", title_or_url(page.title, page.url)},
         {"short_url", short_url(page.url)},
         {"posts", words.counted(page.numbers.shares, "%n% post", "%n% posts")},
         {"authors",
          words.counted(page.numbers.authors, "%n% author", "%n% authors")},
         {"reposts", page.numbers.reposts == 0
                         ? std::string()
                         : words.counted(page.numbers.reposts, "%n% repost",
                                         "%n% reposts")},
         {"percent", percent_of(page.numbers.shares, most)},
         {"first", day_values(words, page.first)}});
  }
  return rows;
}

}  // namespace

answers::Response shared_page(const answers::Holdings& holdings,
                              const answers::Request& request) {
  const answers::Scope scope = scope_of(holdings, request);
  const SharedPages shared = shared_pages(scope, request);
  PageFrame frame;
  const Words& words = words_of(scope);
  frame.title = words.with("Shared pages – %collection%",
                           {{"collection", collection_title(scope)}});
  frame.current = "/shared";
  Values values = {{"has_shares", shared.has_shares}};
  if (!shared.has_shares) {
    return page(scope, frame, "shared", std::move(values), 404);
  }
  std::vector<Values> kinds;
  for (std::string_view kind : {"day", "week", "month"}) {
    kinds.push_back(
        {{"name", words.of(kind)},
         {"href", shared_href(scope, "/shared", kind, shared.period.start)},
         {"is_current", kind == shared.by}});
  }
  auto neighbour = [&](const std::string& start) {
    return start.empty() ? std::string()
                         : shared_href(scope, "/shared", shared.by, start);
  };
  values.set("kinds", kinds)
      .set("by", shared.by)
      .set("period", shared.period.name)
      .set("start", day_values(words, shared.period.start + "000000"))
      .set("before_href", neighbour(shared.before))
      .set("after_href", neighbour(shared.after))
      .set("json_href",
           shared_href(scope, "/api/shared", shared.by, shared.period.start))
      .set("rss_href",
           shared_href(scope, "/api/shared", shared.by, "") + "&format=rss")
      .set("none", shared.pages.empty())
      .set("pages", page_values(scope, shared));
  return page(scope, frame, "shared", std::move(values));
}

}  // namespace wax::serve
