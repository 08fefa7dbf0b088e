// Recognises the kind of URL keys, so that kinds are not mixed: a key of one
// kind never equals a key of the other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

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
  // Empty when there is none, as in a metadata line.
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

}  // namespace wax::cdx
