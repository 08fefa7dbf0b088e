#include "cdx/url_list.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cdx/cdx_lines.h"
#include "cdx/line_stream.h"
#include "cdx/url/escape.h"
#include "cdx/url/search_range.h"
#include "warc/io/error.h"

namespace wax::cdx {
namespace {

// The text that a pattern without operators means.
std::optional<std::string> literal_of(std::string_view pattern) {
  std::string text;
  for (size_t i = 0; i < pattern.size(); ++i) {
    char c = pattern[i];
    if (c == '\\') {
      if (++i == pattern.size() || is_alphanumeric(pattern[i]) ||
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
      throw LineError(path == "-" ? "<stdin>" : path, number, error.what());
    }
  }
}

void UrlList::add(std::string_view line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) {
    line.remove_suffix(1);
  }
  if (line.empty() || line[0] == '#') return;
  if (line[0] == '=') {
    keys_.texts.emplace_back(line.substr(1));
  } else if (line[0] == '~') {
    add_pattern(line.substr(1));
  } else if (line.find("://") != line.npos) {
    auto range = search_range(kind_, line, MatchType::kPrefix);
    if (!range) throw UsageError("'" + std::string(line) + "' has no URL key");
    prefixes_.texts.push_back(std::move(range->first));
  } else {
    prefixes_.texts.emplace_back(line);
  }
}

void UrlList::add_pattern(std::string_view pattern) {
  if (pattern.empty()) throw UsageError("an empty pattern is in every URL");
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
  // What begins with a prefix stands behind it.
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
