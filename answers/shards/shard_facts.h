// What a server tells of its collection to the one in front, which joins it
// with others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/url/url_key.h"
#include "index/search/document_values.h"

namespace wax::answers {

// Servers join with those alone that have the same number: another number is
// another way to score, to count or to say so.
inline constexpr uint64_t kShardFormat = 3;

struct ShardFacts {
  uint64_t format = kShardFormat;
  std::string state;  // another text when anything of the collection changes
  std::string name;   // of the collection
  bool has_text = false;
  uint64_t documents = 0;  // that may be found
  // How many of them are pages; nothing when that is not known.
  std::optional<uint64_t> pages;
  bool has_other_records = false;
  index::FieldNames fields;
  std::vector<std::string> stored_fields;
  std::vector<std::string> stems;
  // What Searchable::head() gives for each CDX file, in order.
  std::vector<std::string> cdx_heads;
  cdx::UrlKeyKind url_key = cdx::UrlKeyKind::kSurt;
  bool has_archives = false;
  std::vector<std::string> lost;  // LostParts::reasons()

  friend bool operator==(const ShardFacts&, const ShardFacts&) = default;
};

[[nodiscard]] std::string encoded(const ShardFacts& facts);
// Throws FormatError for other bytes.
[[nodiscard]] ShardFacts decoded_facts(std::string_view bytes);

}  // namespace wax::answers
