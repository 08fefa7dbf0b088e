// Lists of URLs to block or to allow.
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
//   http://example.com/a   all URL keys that begin with the key of this URL;
//                          the scheme may be left out ("example.com"), and a
//                          "*" at the end changes nothing
//   *.example.com          all URLs of this host and its subdomains; for SURT
//   =com,example)/a        this URL key
//   =http://example.com/   the URL key of this URL
//   ~REGEX                 all URLs (not keys) in which it is found
// Blank lines and lines that begin with "#" are comments. White space around a
// line is ignored. A hundred thousand lines of any kind hardly slow a look-up:
// keys are searched in order, and a pattern is tried only where the URL
// contains its fixed parts (expression_set.h), or always when it has no fixed
// part of four bytes.
class UrlList {
 public:
  // `kind`: of the keys that are made from URLs.
  explicit UrlList(UrlKeyKind kind) : kind_(kind) {}

  // Throws LineError for an invalid pattern and for a key that no URL has;
  // IoError.
  void add_file(const std::string& path);
  void add(std::string_view line);  // UsageError for the same
  // Call once, after the last line and before contains().
  void finish();

  // The kind of its keys, when one of them tells it.
  [[nodiscard]] std::optional<UrlKeyKind> kind() const {
    return tells_kind_ ? std::optional(kind_) : std::nullopt;
  }
  [[nodiscard]] bool empty() const {
    return keys_.empty() && prefixes_.empty() && !has_patterns();
  }
  // Whether contains() needs the URL.
  [[nodiscard]] bool has_patterns() const { return patterns_ > 0; }
  // `url` may be anything when there are no patterns. Fastest when keys come
  // in order. For one thread at a time: it remembers the place of the last key.
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
  // Whether a text begins a key, and not a URL, whose scheme may be left out.
  // Throws UsageError for a text that no key begins with.
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
