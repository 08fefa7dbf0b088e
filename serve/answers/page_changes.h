// What changed between two versions of a page. Any number of threads may call
// what is declared here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "serve/answers/scope.h"

namespace wax::serve {

struct ComparedVersion {
  std::string url;
  std::string title;
  std::string date;  // of its first capture; empty: it is not known
};

struct TextChange {
  enum class Kind { kSame, kRemoved, kAdded };
  Kind kind = Kind::kSame;
  std::string text;
};

struct PageChanges {
  ComparedVersion from;
  ComparedVersion to;
  std::vector<TextChange> changes;  // in order; empty: the texts are the same
};

// The versions with the digests, with or without "sha1:". Throws NotFound when
// the full text has not both, and as reader_of() and index::versions_of().
[[nodiscard]] PageChanges page_changes(const Scope& scope, std::string_view url,
                                       std::string_view from,
                                       std::string_view to);

}  // namespace wax::serve
