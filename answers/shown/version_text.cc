#include "answers/shown/version_text.h"

#include <vector>

#include "answers/requests/message.h"
#include "answers/shown/joined_search.h"
#include "answers/shown/search_answer.h"
#include "answers/shown/url_history.h"
#include "cdx/format/capture.h"
#include "cdx/url/url_key.h"
#include "index/search/versions.h"

namespace wax::answers {
namespace {

VersionText text_of(const index::StoredDocument& document) {
  return {found_page(document), index::value_of(document, "content"),
          index::value_of(document, "author"),
          index::value_of(document, "published")};
}

std::optional<VersionText> version_in_shards(const Scope& scope,
                                             std::string_view url,
                                             std::string_view digest) {
  if (!joined_facts(scope).has_text) return std::nullopt;
  SearchRequest request = search_for_versions(
      scope, cdx::url_key(scope.generation->url_key, std::string(url)));
  for (const SearchHit& hit : joined_search(scope, request).hits) {
    if (cdx::without_sha1(hit.page.digest) != cdx::without_sha1(digest)) {
      continue;
    }
    // Its text, without those of the others.
    request.filters.emplace_back("digest", hit.page.digest);
    request.with_content = true;
    request.count = 1;
    const SearchAnswer found = joined_search(scope, request);
    if (found.hits.empty()) break;
    return text_of(found.hits.front().shown.document);
  }
  return std::nullopt;
}

}  // namespace

std::optional<VersionText> version_text(const Scope& scope,
                                        std::string_view url,
                                        std::string_view digest) {
  if (scope.generation->shards != nullptr) {
    return version_in_shards(scope, url, digest);
  }
  if (scope.generation->reader == nullptr) return std::nullopt;
  const index::IndexReader& reader = *scope.generation->reader;
  auto [versions, missing] = index::versions_of(reader, url, limits_of(scope));
  if (missing.out_of_time) throw OutOfTime();
  for (const index::PageVersion& version : versions) {
    if (cdx::without_sha1(version.digest) != cdx::without_sha1(digest)) {
      continue;
    }
    std::vector<std::string> fields = fields_of_found_page();
    fields.insert(fields.end(), {"content", "author", "published"});
    index::StoredDocument values;
    reader.document(version.document, fields, values);
    return text_of(values);
  }
  return std::nullopt;
}

}  // namespace wax::answers
