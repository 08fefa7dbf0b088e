// How files state by which rules their URL keys and digests were made
// (IdentityOptions in cdx/profile/identity.h): words "option=value" with spaces
// between, all on one line:
//   CDX     " CDX ~ identity profile=pywb urlkey=surt ..."
//   CDXJ    "!meta 0 {\"identity\": \"profile=pywb urlkey=surt ...\"}"
//   lists   "# identity profile=pywb urlkey=surt ..."
// In byte order it comes before all captures, and in CDX after the legend.
// Readers that pass over CDX headers, CDXJ metadata and comments pass over it.
// Files of other producers have none.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/key_kind.h"
#include "cdx/format/legend.h"

namespace wax::cdx {

enum class IdentityForm { kCdx, kCdxj, kList };

// The line, with its "\n"; empty when there is no identity.
[[nodiscard]] std::string identity_line(std::string_view identity,
                                        IdentityForm form);

// What such a line states; nothing for other lines. A view of the line.
[[nodiscard]] std::optional<std::string_view> stated_identity(
    std::string_view line);

// Whether a line may be a header or state an identity; cheap. Most lines are
// neither.
[[nodiscard]] inline bool may_be_top_line(std::string_view line) {
  return is_header(line) || line.starts_with('!') || line.starts_with('#');
}

// The identity with another value for that option, where it has the option.
[[nodiscard]] std::string with_option(std::string_view identity,
                                      std::string_view option,
                                      std::string_view value);

// The words of `identity` that `other` lacks, as a person gives them to a tool:
// "--digest", "always", "--post-append". "post-append=no" becomes
// "without --post-append", which is for messages only.
[[nodiscard]] std::vector<std::string> other_options(std::string_view identity,
                                                     std::string_view other);

// Holds that all files that state an identity state the same.
class OneIdentity {
 public:
  // With kAny, keys are made anew, so the options for keys may differ.
  explicit OneIdentity(KeyKinds kinds = KeyKinds::kOne) : kinds_(kinds) {}

  // `identity` is empty when `file` states none. Throws UsageError that names
  // both files and what differs.
  void check(std::string_view identity, std::string_view file);
  // Empty as long as no file states one.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  KeyKinds kinds_;
  std::string text_;
  std::string file_;
};

}  // namespace wax::cdx
