#include <string>
#include <vector>

#include "answers/requests/parameter_table.h"
#include "answers/shown/page_changes.h"
#include "answers/shown/url_captures.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"
#include "serve/pages/search_hit.h"

namespace wax::serve {

answers::Response similar_page(const answers::Holdings& holdings,
                               const answers::Request& request) {
  answers::Scope scope = url_scope_of(holdings, request);
  std::string url(request.parameters.get(answers::kUrl));
  std::vector<Values> pages;
  answers::SimilarPages answer = similar_pages(scope, url);
  for (const answers::ShownSimilarPage& similar : answer.all) {
    const answers::FoundPage& found = similar.page;
    pages.push_back({{"href", url_page_href(scope, found.url)},
                     {"title", title_or_url(found.title, found.url)},
                     {"short_url", short_url(found.url)},
                     {"is_almost_the_same", similar.has_almost_the_same_text},
                     {"years", years_values(scope, found.dates, found.url)}});
  }
  PageFrame frame;
  frame.title = words_of(scope).with("Pages similar to %url%", {{"url", url}});
  frame.missing = answer.missing.reasons();
  return page(scope, frame, "similar",
              {{"url", url},
               {"url_href", url_page_href(scope, url)},
               {"none", pages.empty()},
               {"pages", pages}});
}

}  // namespace wax::serve
