// Lists of URLs, to block or to allow.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/filter/expression_set.h"
#include "cdx/filter/literal_set.h"
#include "cdx/url/url_key.h"

namespace wax::cdx {

// A line of a list is one of
//   com,example)/private   all URL keys that begin with it
//   http://example.com/a   a URL: all whose keys begin as its does; its scheme
//                          may be left out ("example.com"), and a "*" at its
//                          end changes nothing
//   *.example.com          all of this host and of those below it; for SURT
//   =com,example)/a        this URL key
//   =http://example.com/   the URL key of this URL
//   ~REGEX                 all URLs (not keys) in which it is found
// and blank lines and those that begin with "#" are comments. White space
// around a line is none of it. A hundred
// thousand lines of any kind hardly slow a look-up: keys are searched in order,
// and of the patterns those are tried whose fixed parts stand in the URL
// (expression_set.h). Patterns that have no fixed part of four bytes are all
// tried.
class UrlList {
 public:
  // `kind` makes keys of URLs.
  explicit UrlList(UrlKeyKind kind) : kind_(kind) {}

  // Throws LineError for a pattern that is none and for what no key can be;
  // IoError.
  void add_file(const std::string& path);
  void add(std::string_view line);  // UsageError for the same
  // Call once, when all is added and before contains().
  void finish();

  // The kind of its keys, when some of them are plainly of one.
  [[nodiscard]] std::optional<UrlKeyKind> kind() const {
    return tells_kind_ ? std::optional(kind_) : std::nullopt;
  }
  [[nodiscard]] bool empty() const {
    return keys_.empty() && prefixes_.empty() && !has_patterns();
  }
  // Whether contains() looks at the URL.
  [[nodiscard]] bool has_patterns() const { return patterns_ > 0; }
  // `url` may be anything when there are no patterns. Fastest when keys come
  // in order. Not const in threads: it remembers where it looked last.
  [[nodiscard]] bool contains(std::string_view key, std::string_view url);

 private:
  // Sorted texts, with the place of the last look-up.
  struct Sorted {
    std::vector<std::string> texts;
    size_t after = 0;  // the first text that is greater than the last key

    // The greatest text that is not greater than `key`.
    const std::string* below(std::string_view key);
    [[nodiscard]] bool empty() const { return texts.empty(); }
  };

  void add_key(std::string_view text);
  void add_prefix(std::string_view text);
  void add_domain(std::string_view host);
  void add_pattern(std::string_view pattern);
  // Whether a text is of a key, and not of a URL; the scheme of a URL may be
  // left out. Throws UsageError for what no key begins with.
  [[nodiscard]] bool is_key(std::string_view text) const;

  UrlKeyKind kind_;
  bool tells_kind_ = false;
  Sorted keys_;
  Sorted prefixes_;  // none begins with another
  size_t patterns_ = 0;
  std::vector<std::string> literals_;
  LiteralSet literal_set_;
  ExpressionSet expressions_;
};

}  // namespace wax::cdx
