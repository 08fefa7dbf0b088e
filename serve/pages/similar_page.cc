#include <string>
#include <vector>

#include "serve/answers/page_changes.h"
#include "serve/answers/url_captures.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"
#include "serve/pages/search_hit.h"
#include "serve/requests/parameter_table.h"

namespace wax::serve {

Response similar_page(const Holdings& holdings, const Request& request) {
  Scope scope = url_scope_of(holdings, request);
  std::string url(request.parameters.get(kUrl));
  std::vector<Values> pages;
  SimilarPages answer = similar_pages(scope, url);
  for (const SimilarPage& similar : answer.all) {
    const FoundPage& found = similar.page;
    pages.push_back({{"href", url_page_href(scope, found.url)},
                     {"title", title_or_url(found.title, found.url)},
                     {"short_url", short_url(found.url)},
                     {"is_almost_the_same", similar.has_almost_the_same_text},
                     {"years", years_values(scope, found.dates, found.url)}});
  }
  PageFrame frame;
  frame.title = "Pages similar to " + url;
  frame.missing = answer.missing.reasons();
  return page(scope, frame, "similar",
              {{"url", url},
               {"url_href", url_page_href(scope, url)},
               {"none", pages.empty()},
               {"pages", pages}});
}

}  // namespace wax::serve
