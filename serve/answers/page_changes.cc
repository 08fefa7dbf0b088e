#include "serve/answers/page_changes.h"

#include "cdx/format/capture.h"
#include "serve/answers/search_answer.h"
#include "serve/http/message.h"

namespace wax::serve {
namespace {

const index::PageVersion& version_with(
    const std::vector<index::PageVersion>& versions, std::string_view digest) {
  for (const index::PageVersion& version : versions) {
    if (cdx::without_sha1(version.digest) == cdx::without_sha1(digest)) {
      return version;
    }
  }
  throw NotFound("The full text has no version of this URL with the digest \"" +
                 std::string(digest) + "\".");
}

std::string text_of(const index::IndexReader& reader, uint64_t document) {
  index::StoredDocument values;
  reader.document(document, {"content"}, values);
  return index::value_of(values, "content");
}

}  // namespace

PageChanges page_changes(const Scope& scope, std::string_view url,
                         std::string_view from, std::string_view to) {
  const index::IndexReader& reader = reader_of(scope);
  auto [versions, missing] = index::versions_of(reader, url, limits_of(scope));
  if (missing.out_of_time) throw OutOfTime();
  const index::PageVersion& before = version_with(versions, from);
  const index::PageVersion& after = version_with(versions, to);
  PageChanges answer{before, after,
                     text::word_changes(text_of(reader, before.document),
                                        text_of(reader, after.document))};
  if (answer.changes.size() == 1 &&
      answer.changes[0].kind == text::WordChange::Kind::kSame) {
    answer.changes.clear();
  }
  return answer;
}

}  // namespace wax::serve
