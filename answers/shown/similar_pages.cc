#include <cstdint>

#include "answers/shown/page_changes.h"
#include "answers/shown/search_answer.h"
#include "document/text/simhash.h"
#include "index/search/hit_order.h"
#include "index/search/versions.h"

namespace wax::answers {

SimilarPages similar_pages(const Scope& scope, std::string_view url) {
  constexpr uint64_t kMostSimilar = 20;
  const index::IndexReader& reader = reader_of(scope);
  ReportedData problems(scope);
  index::SearchOptions options = limits_of(scope);
  options.problems = &problems;
  options.evaluations = &scope.holdings->evaluations;
  index::SimilarPages similar = index::similar_pages(
      reader, url, kMostSimilar, options, document::simhash);
  if (similar.missing.any()) scope.collection->count_incomplete();
  SimilarPages pages{{}, similar.missing};
  index::StoredDocument values;
  for (const index::SimilarPage& one : similar.all) {
    reader.document(one.hit.document, {"url", "title", "date"}, values);
    pages.all.push_back(
        {found_page(values),
         one.distance >= 0 && one.distance <= index::kMostSimilarBits});
  }
  return pages;
}

}  // namespace wax::answers
