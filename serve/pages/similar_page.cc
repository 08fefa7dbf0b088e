#include "serve/pages/similar_page.h"

#include <string>
#include <string_view>
#include <vector>

#include "index/search/versions.h"
#include "serve/api/search_answer.h"
#include "serve/pages/frame.h"
#include "serve/pages/search_hit.h"

namespace wax::serve {

Response similar_page(const Site& site, const Request& request) {
  Scope scope = scope_of(site, request);
  const index::IndexReader& reader = reader_of(scope);
  std::string url(request.parameters.get("url"));
  ReportedData problems(site);
  SearchRequest search;
  search.deadline = request.deadline;
  constexpr uint64_t kMostSimilar = 20;
  std::vector<index::SimilarPage> pages = index::similar_pages(
      reader, url, kMostSimilar, search_options(search, problems));
  PageFrame frame;
  frame.title = "Pages like " + url;
  Markup out;
  out << "<h1>Pages like this</h1><p class=\"url\" dir=\"ltr\"><a href=\""
      << url_page_href(scope, url) << "\">" << url << "</a></p>";
  if (pages.empty()) {
    out << "<p class=\"notice\">The full text has no page like it.</p>";
  }
  out << "<ol class=\"hits\">";
  index::StoredDocument values;
  for (const index::SimilarPage& similar : pages) {
    reader.document(similar.hit.document, {"url", "title", "date"}, values);
    const std::string& other = index::value_of(values, "url");
    const std::string& title = index::value_of(values, "title");
    out << "<li class=\"hit\"><h2 class=\"title-of-hit\" dir=\"auto\"><a "
           "href=\""
        << url_page_href(scope, other) << "\">"
        << (title.empty() ? short_url(other) : std::string_view(title))
        << "</a></h2><p class=\"url\" dir=\"ltr\">" << short_url(other)
        << "</p><div class=\"meta\">";
    if (similar.distance >= 0 && similar.distance <= index::kMostSimilarBits) {
      out << "<span>almost the same text</span>";
    }
    append_years(scope, values_of(values, "date"), other, out);
    out << "</div></li>";
  }
  out << "</ol>";
  return page(scope, frame, out);
}

}  // namespace wax::serve
