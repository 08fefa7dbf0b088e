#include "cdx/url/search_range.h"

#include <algorithm>
#include <array>
#include <utility>

namespace wax::cdx {
namespace {

constexpr std::array<std::pair<MatchType, std::string_view>, 5> kNames = {
    {{MatchType::kExact, "exact"},
     {MatchType::kPrefix, "prefix"},
     {MatchType::kHost, "host"},
     {MatchType::kDomain, "domain"},
     {MatchType::kRange, "range"}}};

// Legacy keys may end in bytes that have no successor.
std::string after_prefix(std::string prefix) {
  while (prefix.ends_with('\xff')) prefix.pop_back();
  if (!prefix.empty()) ++prefix.back();
  return prefix;
}

SearchRange prefix_range(std::string_view url, std::string key) {
  for (char mark : {'/', '?'}) {
    if (url.ends_with(mark) && !key.ends_with(mark)) key += mark;
  }
  std::string end = after_prefix(key);
  return {std::move(key), std::move(end)};
}

SearchRange surt_host_range(const std::string& key, MatchType type) {
  std::string host = key.substr(0, key.find(")/"));
  if (type == MatchType::kHost) return {host + ")/", host + '*'};
  bool is_top = host.find(',') == std::string::npos;
  return {host + (is_top ? "," : ")/"), host + '-'};
}

}  // namespace

std::optional<MatchType> match_type(std::string_view name) {
  for (auto [type, word] : kNames) {
    if (word == name) return type;
  }
  return std::nullopt;
}

std::string_view name(MatchType type) {
  return kNames[static_cast<size_t>(type)].second;
}

std::optional<SearchRange> search_range(UrlKeyKind kind, std::string_view url,
                                        MatchType type) {
  std::string key;
  // Records of URLs without a key have them as their keys.
  if (!append_url_key(kind, url, key) &&
      (type != MatchType::kExact || key.empty())) {
    return std::nullopt;
  }
  switch (type) {
    case MatchType::kExact: {
      std::string end = key + '!';
      return SearchRange{std::move(key), std::move(end)};
    }
    case MatchType::kPrefix:
      return prefix_range(url, std::move(key));
    case MatchType::kHost:
      if (kind == UrlKeyKind::kSurt) return surt_host_range(key, type);
      key.resize(std::min(key.find('/'), key.size()));
      return SearchRange{key + '/', key + '0'};
    case MatchType::kDomain:
      if (kind == UrlKeyKind::kSurt) return surt_host_range(key, type);
      return std::nullopt;
    case MatchType::kRange:
      return SearchRange{key, std::max(key + '\xff', std::string("\xff\xff"))};
  }
  return std::nullopt;
}

}  // namespace wax::cdx
