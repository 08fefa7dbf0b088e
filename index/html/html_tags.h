// The elements that matter for the text of a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "index/html/html_names.h"

namespace wax::index {

struct TagFacts {
  std::string_view name;
  Tag tag = Tag::kOther;
  enum class Flow : uint8_t { kInline, kCell, kBlock } flow = Flow::kInline;
  // Its content is not markup and is not shown.
  bool hidden = false;
};

inline constexpr size_t kLongestTag = 16;

// `name` is in lower case. Unknown names are inline.
[[nodiscard]] const TagFacts& tag_facts(std::string_view name);

}  // namespace wax::index
