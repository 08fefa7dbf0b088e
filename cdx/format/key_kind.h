// Telling kinds of URL keys apart, so that they are not mixed: a key of one
// kind never equals one of the other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cdx/url/url_key.h"

namespace wax::cdx {

// The kind that a key plainly is of: "com,example)/" is surt, "example.com/" is
// legacy. Nothing for others ("dns:example.com", "localhost/").
[[nodiscard]] std::optional<UrlKeyKind> kind_of_key(std::string_view key);

// Where the URL key stands in the lines of a file.
class KeyColumn {
 public:
  // In front, unless the header (empty: none) says another column or none.
  explicit KeyColumn(std::string_view header = {});
  // Empty when there is none, as in a metadata line.
  [[nodiscard]] std::string_view key(std::string_view line) const;

 private:
  int column_ = 0;
  char delimiter_ = ' ';
};

// Whether the URL keys of several files must be of one kind.
enum class KeyKinds { kOne, kAny };

// Holds that all files have keys of one kind.
class OneKeyKind {
 public:
  // Whether the key tells its kind, so that a file needs no more looking at.
  // Throws UsageError when it is another than that of an earlier file.
  bool check(std::string_view key, std::string_view file);

 private:
  std::optional<UrlKeyKind> kind_;
  std::string file_;
};

}  // namespace wax::cdx
