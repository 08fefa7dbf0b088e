// The text of a version of a page: of the full text here, or in a shard. Any
// number of threads may call what is declared here.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "answers/shown/found_page.h"
#include "answers/shown/holdings.h"

namespace wax::answers {

struct VersionText {
  FoundPage page;
  std::string text;
  std::string author;
  std::string published;
  // It is, or has too, the text that a crawler's browser showed.
  bool is_rendered = false;
};

// The version of `url` with the digest, with or without "sha1:". Nothing when
// no full text has it. Throws OutOfTime, as index::versions_of() and, of
// shards, as joined_search().
[[nodiscard]] std::optional<VersionText> version_text(const Scope& scope,
                                                      std::string_view url,
                                                      std::string_view digest);

}  // namespace wax::answers
