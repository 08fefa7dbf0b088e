#include "answers/shown/version_text.h"

#include "answers/shown/collection_answers.h"

namespace wax::answers {

std::optional<VersionText> version_text(const Scope& scope,
                                        std::string_view url,
                                        std::string_view digest) {
  return answers_of(scope)->version(url, digest);
}

}  // namespace wax::answers
