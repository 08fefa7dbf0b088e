#include <cstdint>

#include "document/text/simhash.h"
#include "index/search/hit_order.h"
#include "index/search/versions.h"
#include "serve/answers/page_changes.h"
#include "serve/answers/search_answer.h"

namespace wax::serve {

std::vector<SimilarPage> similar_pages(
    const Scope& scope, std::string_view url,
    std::chrono::steady_clock::time_point deadline) {
  constexpr uint64_t kMostSimilar = 20;
  const index::IndexReader& reader = reader_of(scope);
  ReportedData problems(*scope.holdings);
  index::SearchOptions options;
  options.deadline = deadline;
  options.problems = &problems;
  options.evaluations = &scope.holdings->evaluations;
  std::vector<SimilarPage> pages;
  index::StoredDocument values;
  for (const index::SimilarPage& similar : index::similar_pages(
           reader, url, kMostSimilar, options, document::simhash)) {
    reader.document(similar.hit.document, {"url", "title", "date"}, values);
    pages.push_back(
        {found_page(values),
         similar.distance >= 0 && similar.distance <= index::kMostSimilarBits});
  }
  return pages;
}

}  // namespace wax::serve
