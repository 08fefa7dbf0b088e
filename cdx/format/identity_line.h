// How files state by which rules their URL keys and digests were made
// (IdentityOptions in cdx/profile/identity.h): words "option=value" with spaces
// between, all on one line: CDX " CDX ~ identity profile=pywb urlkey=surt ..."
// CDXJ "!meta 0 {\"identity\": \"profile=pywb urlkey=surt ...\"}" lists "#
// identity profile=pywb urlkey=surt ..." In byte order it comes before all
// captures, and in CDX after the legend. Readers that pass over CDX headers,
// CDXJ metadata and comments pass over it. Files of other producers have none.
// An object is for one thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/legend.h"
#include "cdx/url/url_key.h"

namespace wax::cdx {

// The kind of a key, where it is clear: "com,example)/" is surt, "example.com/"
// is legacy. Empty for others ("dns:example.com", "localhost/").
[[nodiscard]] std::optional<UrlKeyKind> kind_of_key(std::string_view key);

// The place of the URL key in the lines of a file.
class KeyColumn {
 public:
  // The first column, unless the header (empty: none) has it elsewhere or not.
  explicit KeyColumn(std::string_view header = {});
  // The URL key of a line; empty when the line has no key, as a metadata line.
  [[nodiscard]] std::string_view key(std::string_view line) const;

 private:
  int column_ = 0;
  char delimiter_ = ' ';
};

// Whether the URL keys of several files must be of one kind.
enum class KeyKinds { kOne, kAny };

// Checks that all files have keys of one kind.
class OneKeyKind {
 public:
  // Whether the key tells its kind, so that no other key of the file needs a
  // check. Throws UsageError when an earlier file has another kind.
  bool check(std::string_view key, std::string_view file);

 private:
  std::optional<UrlKeyKind> kind_;
  std::string file_;
};

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
