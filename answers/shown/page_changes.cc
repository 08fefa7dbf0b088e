#include "answers/shown/page_changes.h"

#include <string>
#include <utility>

#include "answers/requests/message.h"
#include "answers/shown/collection_answers.h"
#include "answers/shown/version_text.h"

namespace wax::answers {
namespace {

VersionText version_of(const Scope& scope, std::string_view url,
                       std::string_view digest) {
  auto version = version_text(scope, url, digest);
  if (version) return std::move(*version);
  throw NotFound("The full text has no version of this URL with the digest \"" +
                 std::string(digest) + "\".");
}

}  // namespace

PageChanges page_changes(const Scope& scope, std::string_view url,
                         std::string_view from, std::string_view to) {
  // Says why when there is no full text at all.
  answers_of(scope)->check_text();
  VersionText before = version_of(scope, url, from);
  VersionText after = version_of(scope, url, to);
  PageChanges answer{std::move(before.page), std::move(after.page),
                     text::word_changes(before.text, after.text)};
  if (answer.changes.size() == 1 &&
      answer.changes[0].kind == text::WordChange::Kind::kSame) {
    answer.changes.clear();
  }
  return answer;
}

}  // namespace wax::answers
