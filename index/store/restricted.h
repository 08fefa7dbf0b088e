// What rules of access let searches see of an index.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

struct Shard;

// Says which captures are seen.
struct DocumentRules {
  // All documents of which some capture is not seen have a URL key that begins
  // with one of these, or one of these digests in their normal form. No prefix
  // begins another one.
  std::vector<std::string> key_prefixes;
  std::vector<std::string> digests;

  enum class Seen { kAlways, kNever, kByDate };
  // Of documents with this key and digest; either may be unknown: empty.
  std::function<Seen(const std::string& urlkey, const std::string& digest)>
      seen;
  // Of one of their captures, if that depends on the date (14 digits; empty for
  // a document without dates).
  std::function<bool(const std::string& urlkey, const std::string& digest,
                     const std::string& date)>
      is_seen;
};

// Marks documents of which no capture is seen as deleted, and sets
// Shard::seen_dates of those of which some are. Throws FormatError, IoError.
void restrict_documents(const DocumentRules& rules, Shard& shard);

}  // namespace wax::index
