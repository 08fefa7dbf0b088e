#include <algorithm>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/filter/capture_filter.h"
#include "cdx/format/cdx_lines.h"
#include "cdx/format/identity_line.h"
#include "cdx/url/host.h"
#include "cdx/url/search_range.h"
#include "io/error.h"
#include "lines/line_stream.h"
#include "text/ascii.h"

namespace wax::cdx {
namespace {

// The text that a pattern without operators means.
std::optional<std::string> literal_of(std::string_view pattern) {
  std::string text;
  for (size_t i = 0; i < pattern.size(); ++i) {
    char c = pattern[i];
    if (c == '\\') {
      if (++i == pattern.size() || text::is_alphanumeric(pattern[i]) ||
          static_cast<unsigned char>(pattern[i]) >= 0x80) {
        return std::nullopt;
      }
      c = pattern[i];
    } else if (std::string_view(".+*?()|[]{}^$").find(c) !=
               std::string_view::npos) {
      return std::nullopt;
    }
    text += c;
  }
  return text;
}

// "dns:www.example.com", "urn:x", but not "localhost:80/".
bool has_scheme(std::string_view text) {
  size_t end = 0;
  while (end < text.size() &&
         (text::is_letter(text[end]) || text[end] == '-' || text[end] == '+')) {
    ++end;
  }
  return end > 0 && end < text.size() && text[end] == ':' &&
         (end + 1 == text.size() || !text::is_digit(text[end + 1]));
}

// Without one, a host with a port looks like a scheme.
std::string with_scheme(std::string_view url) {
  bool has = url.find("://") != url.npos;
  return (has ? "" : "http://") + std::string(url);
}

void sort_once(std::vector<std::string>& texts) {
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
}

}  // namespace

void UrlList::add_file(const std::string& path) {
  auto lines = open_lines(path);
  std::string_view line;
  for (uint64_t number = 1; lines->next(line); ++number) {
    try {
      add(line);
    } catch (const UsageError& error) {
      throw lines::LineError(path == "-" ? "<stdin>" : path, number,
                             error.what());
    }
  }
}

void UrlList::add(std::string_view line) {
  line = text::trim(line);
  if (line.empty() || line[0] == '#') return;
  if (line[0] == '=') {
    add_key(text::trim(line.substr(1)));
  } else if (line[0] == '~') {
    add_pattern(line.substr(1));
  } else if (line.starts_with("*.")) {
    add_domain(line.substr(2));
  } else {
    if (line.ends_with('*')) line.remove_suffix(1);
    add_prefix(line);
  }
}

bool UrlList::is_key(std::string_view text) const {
  if (text.find("://") != text.npos) return false;
  std::string_view host = text.substr(0, text.find('/'));
  bool surt = host.find_first_of(",)") != host.npos;
  bool key = surt || has_scheme(text);
  if (!key && host.size() == text.size() && site_of(host) == host) {
    // A part of a host: "com", "192.168."; of legacy keys, any.
    key = kind_ == UrlKeyKind::kLegacy || host.find('.') == host.npos ||
          host.find_first_not_of("0123456789.") == host.npos;
  }
  if (key && text.find_first_of(" \t") != text.npos) {
    throw UsageError("'" + std::string(text) +
                     "' contains white space, which URL keys never contain");
  }
  if (surt && kind_ == UrlKeyKind::kLegacy) {
    throw UsageError("'" + std::string(text) +
                     "' is not the beginning of a legacy URL key");
  }
  return key;
}

void UrlList::add_key(std::string_view text) {
  std::string key;
  bool good = !text.empty();
  if (good && is_key(text)) {
    key = text;
  } else {
    good = good && append_url_key(kind_, with_scheme(text), key);
  }
  if (!good) throw UsageError("'=" + std::string(text) + "' is not a URL key");
  keys_.texts.push_back(std::move(key));
}

void UrlList::add_prefix(std::string_view text) {
  if (text.empty()) throw UsageError("'*' matches every URL");
  if (is_key(text)) {
    prefixes_.texts.emplace_back(text);
    return;
  }
  auto range = search_range(kind_, with_scheme(text), MatchType::kPrefix);
  if (!range) throw UsageError("'" + std::string(text) + "' has no URL key");
  prefixes_.texts.push_back(std::move(range->first));
}

void UrlList::add_domain(std::string_view host) {
  std::string shown = "'*." + std::string(host) + '\'';
  if (kind_ != UrlKeyKind::kSurt) {
    throw UsageError(shown +
                     " cannot be used with legacy keys, because the keys of a "
                     "domain are not adjacent");
  }
  std::optional<SearchRange> range;
  if (!host.empty() && host.find_first_of("/*, \t") == host.npos) {
    range = search_range(kind_, host, MatchType::kDomain);
  }
  if (!range) throw UsageError(shown + " is not a domain");
  // The host itself, and those below it.
  std::string first = std::move(range->first);
  if (first.ends_with(")/")) {
    prefixes_.texts.push_back(first.substr(0, first.size() - 2) + ',');
  }
  prefixes_.texts.push_back(std::move(first));
}

void UrlList::add_pattern(std::string_view pattern) {
  if (pattern.empty())
    throw UsageError("an empty regular expression matches every URL");
  ++patterns_;
  if (auto literal = literal_of(pattern)) {
    literals_.push_back(*std::move(literal));
  } else {
    expressions_.add(pattern);
  }
}

void UrlList::finish() {
  sort_once(keys_.texts);
  sort_once(prefixes_.texts);
  for (const auto* texts : {&keys_.texts, &prefixes_.texts}) {
    tells_kind_ |= std::any_of(
        texts->begin(), texts->end(),
        [](const std::string& key) { return kind_of_key(key).has_value(); });
  }
  // What begins with a prefix comes after it.
  std::vector<std::string>& texts = prefixes_.texts;
  size_t kept = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (kept > 0 && texts[i].starts_with(texts[kept - 1])) continue;
    if (i != kept) texts[kept] = std::move(texts[i]);
    ++kept;
  }
  texts.resize(kept);
  literal_set_ = LiteralSet(std::exchange(literals_, {}));
  expressions_.finish();
}

const std::string* UrlList::Sorted::below(std::string_view key) {
  bool here = (after == 0 || texts[after - 1] <= key) &&
              (after == texts.size() || key < texts[after]);
  if (!here) {
    after = static_cast<size_t>(
        std::upper_bound(texts.begin(), texts.end(), key) - texts.begin());
  }
  return after == 0 ? nullptr : &texts[after - 1];
}

bool UrlList::contains(std::string_view key, std::string_view url) {
  if (!prefixes_.empty()) {
    const std::string* prefix = prefixes_.below(key);
    if (prefix != nullptr && key.starts_with(*prefix)) return true;
  }
  if (!keys_.empty()) {
    const std::string* exact = keys_.below(key);
    if (exact != nullptr && key == *exact) return true;
  }
  return has_patterns() && (literal_set_.any(url) || expressions_.any(url));
}

}  // namespace wax::cdx
