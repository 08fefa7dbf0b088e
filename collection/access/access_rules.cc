#include "collection/access/access_rules.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "cdx/url/idna2008.h"
#include "cdx/url/spelling.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "collection/segment/text_capture.h"
#include "io/error.h"
#include "text/ascii.h"
#include "warc/record/digest.h"

namespace wax::collection {
namespace {

using What = AccessRule::What;

// The longest beginning that the calendar has; empty if there is none, or if
// the calendar ends near.
std::string_view calendar_part(std::string_view date) {
  if (date < "0001" || date >= "9999") return {};
  size_t size = warc::kDateDigits;
  while (size >= 4 && !warc::seconds_of_date(date.substr(0, size))) size -= 2;
  return size < 4 ? std::string_view() : date.substr(0, size);
}

// The dates of captures that records of these dates may show, and the dates of
// records that may show captures of these.
warc::Period with_longest_crawl(const warc::Period& dates) {
  warc::Period wide;
  const std::string_view first = calendar_part(dates.first);
  const std::string_view last = calendar_part(dates.last);
  if (!first.empty()) {
    wide.first =
        warc::date14_of_seconds(*warc::seconds_of_date(first) - kLongestCrawl);
  }
  if (!last.empty()) {
    wide.last =
        warc::date14_of_seconds(warc::last_second(last) + kLongestCrawl);
  }
  return wide;
}

// Calls use(values) for each key of the map that `text` begins with.
template <typename Map, typename Use>
void each_prefix_of(std::string_view text, const Map& map, Use&& use) {
  // The greatest key that is not greater than `rest` shares with it what all
  // shorter ones can.
  std::string_view rest = text;
  auto found = map.upper_bound(rest);
  while (found != map.begin()) {
    const auto& [prefix, values] = *std::prev(found);
    auto common =
        std::mismatch(prefix.begin(), prefix.end(), rest.begin(), rest.end());
    if (common.first == prefix.end()) {
      use(values);
      if (prefix.empty()) return;
      rest = rest.substr(0, prefix.size() - 1);
    } else {
      rest = rest.substr(0, static_cast<size_t>(common.first - prefix.begin()));
    }
    found = map.upper_bound(rest);
  }
}

template <typename Map>
std::vector<std::string> shortest_keys(const Map& map) {
  std::vector<std::string> keys;
  for (const auto& [key, values] : map) {
    if (!keys.empty() && key.starts_with(keys.back())) continue;
    keys.push_back(key);
  }
  return keys;
}

std::string surt_key_of(std::string_view url) {
  return cdx::url_key(cdx::UrlKeyKind::kSurt, url);
}

// The beginning of the keys of all URLs that begin with `url`: those of its
// host, unless the host may go on.
std::string range_of_url(std::string_view url) {
  size_t host = url.find("://") + 3;
  if (url.find_first_of("/?#", host) == url.npos) return "";
  std::string key = surt_key_of(url);
  size_t end = key.find(')');
  return end == std::string::npos ? "" : key.substr(0, end);
}

// The rule for the other spelling of its host, of which captures are shown, too
// (cdx/url/idna2008.h).
std::optional<AccessRule> with_other_spelling(const AccessRule& rule) {
  if (rule.what != What::kHost && rule.what != What::kUrl) return std::nullopt;
  AccessRule other = rule;
  other.value = cdx::idna2008_url(rule.value);
  if (other.value.empty()) return std::nullopt;
  return other;
}

// The dates of capture that a date may mean.
warc::Period possible_dates(std::string_view date) {
  date = date.substr(0, warc::kDateDigits);
  if (date == "-" || !text::all_digits(date)) return {};
  return warc::Period::of(date);
}

}  // namespace

void AccessRules::add_lines(std::string_view text, const std::string& name) {
  uint64_t number = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    ++number;
    try {
      RuleLine line = parse_rule_line(text.substr(at, end - at), today_);
      depends_on_day_ = depends_on_day_ || line.depends_on_day;
      has_lines_ = has_lines_ || line.is_rule;
      if (line.rule) add(*std::move(line.rule));
    } catch (const UsageError& error) {
      throw FormatError(name, at,
                        "line " + std::to_string(number) + ": " + error.what());
    }
    at = end + 1;
  }
}

void AccessRules::add(AccessRule rule) {
  size_t number = rules_.size();
  Stored stored{std::move(rule), {}};
  switch (stored.rule.what) {
    case What::kDigest:
      by_digest_[stored.rule.value].push_back(number);
      break;
    case What::kUrl:
      by_url_[stored.rule.value].push_back(number);
      stored.prefix = cdx::usual_url_key(stored.rule.value);
      by_key_[stored.prefix].push_back(number);
      break;
    case What::kHost:
      stored.prefix = key_of_host(stored.rule.value);
      by_key_[stored.prefix].push_back(number);
      break;
    case What::kAll:
      if (stored.rule.visibility == Visibility::kHidden &&
          !stored.rule.period.is_open()) {
        hidden_periods_.push_back(number);
        break;
      }
      [[fallthrough]];
    case What::kKeys:
    case What::kWholeKey:
      if (stored.rule.what != What::kAll) stored.prefix = stored.rule.value;
      by_key_[stored.prefix].push_back(number);
      break;
  }
  std::optional<AccessRule> other = with_other_spelling(stored.rule);
  rules_.push_back(std::move(stored));
  if (other) add(*std::move(other));
}

// `key` begins with the rule's prefix.
bool AccessRules::fits_key(const Stored& stored, std::string_view key) const {
  bool ends = key.size() == stored.prefix.size();
  char next = ends ? '\0' : key[stored.prefix.size()];
  switch (stored.rule.what) {
    case What::kWholeKey:
      return ends;
    case What::kHost:
      return !ends && text::is_one_of(next, "),:");
    case What::kUrl:
      // The key of "http://a.org/b/" is that of "http://a.org/b".
      return ends || !stored.rule.value.ends_with('/') ||
             stored.prefix.ends_with('/') || text::is_one_of(next, "/?");
    default:
      return true;
  }
}

bool AccessRules::goes_before(size_t a, size_t b) const {
  auto order = [this](size_t number) {
    const AccessRule& rule = rules_[number].rule;
    return std::pair(rule.visibility != Visibility::kHidden,
                     rule.what != What::kDigest);
  };
  if (order(a) != order(b)) return order(a) < order(b);
  size_t length = rules_[a].prefix.size();
  size_t other = rules_[b].prefix.size();
  return length != other ? length > other : a < b;
}

void AccessRules::find_page(std::string_view key, std::string_view url,
                            std::vector<size_t>& numbers) const {
  each_prefix_of(key, by_key_, [&](const auto& some) {
    for (size_t number : some) {
      if (fits_key(rules_[number], key)) numbers.push_back(number);
    }
  });
  each_prefix_of(url, by_url_, [&](const auto& some) {
    numbers.insert(numbers.end(), some.begin(), some.end());
  });
}

void AccessRules::find(const RuledVersion& version, Found& found) const {
  std::vector<size_t> numbers = hidden_periods_;
  bool has_digest = !version.digest.empty() && version.digest != "-";
  if (!by_digest_.empty() && has_digest) {
    auto fitting = by_digest_.find(warc::normal_digest(version.digest));
    if (fitting != by_digest_.end()) {
      numbers.insert(numbers.end(), fitting->second.begin(),
                     fitting->second.end());
    }
  }
  find_page(version.urlkey, version.url, numbers);
  for (const std::string& key : cdx::keys_of_usual_spelling(version.urlkey)) {
    find_page(key, {}, numbers);
  }
  // A picture or the text of a page is seen when the page is.
  const std::string page = cdx::page_of_record(version.urlkey);
  const bool is_beside_page = !page.empty();
  if (is_beside_page) {
    find_page(surt_key_of(page),
              version.url.empty() ? page : cdx::page_of_record(version.url),
              numbers);
  }
  std::sort(numbers.begin(), numbers.end(),
            [this](size_t a, size_t b) { return goes_before(a, b); });
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  found.rules.clear();
  found.is_beside_page = is_beside_page;
  for (size_t number : numbers) found.rules.push_back(&rules_[number].rule);
}

Visibility AccessRules::decide(const Found& found, std::string_view date) {
  Visibility least = Visibility::kShown;
  if (found.empty()) return least;
  warc::Period dates = possible_dates(date);
  if (found.is_beside_page) dates = with_longest_crawl(dates);
  for (const AccessRule* rule : found.rules) {
    const warc::Period& period = rule->period;
    if (dates.last < period.first || dates.first > period.last) continue;
    least = std::max(least, rule->visibility);
    if (period.first <= dates.first && dates.last <= period.last) break;
  }
  return least;
}

Visibility AccessRules::visibility(const RuledVersion& version,
                                   std::string_view date) const {
  Found found;
  find(version, found);
  return decide(found, date);
}

std::vector<std::string> AccessRules::key_prefixes() const {
  Numbers prefixes = by_key_;
  for (const auto& [url, numbers] : by_url_) prefixes[range_of_url(url)];
  if (!prefixes.empty()) {
    for (std::string_view scheme : cdx::kOtherSchemes) {
      prefixes[std::string(scheme)];
    }
    // URLs that have no key.
    for (const char* scheme :
         {"http:", "https:", "ftp:", "view-source:", "feed:"}) {
      prefixes[scheme];
    }
  }
  // Other spellings of the hosts (cdx/url/spelling.h).
  std::vector<std::string> others;
  for (const auto& [prefix, numbers] : prefixes) {
    const std::string host = prefix.substr(0, prefix.find(')'));
    if (numbers.empty() || host.empty()) continue;
    if (std::count(host.begin(), host.end(), ':') > 1) others.emplace_back();
    if (text::is_digit(host[0])) {
      for (char first = '0'; first <= ':'; ++first) {  // ':' in IPv6
        others.emplace_back(1, first);
      }
    }
    others.push_back(host.substr(0, host.find(',')) + '\\');
  }
  for (const std::string& other : others) prefixes[other];
  return shortest_keys(prefixes);
}

std::vector<std::string> AccessRules::digests() const {
  std::vector<std::string> digests;
  for (const auto& [digest, numbers] : by_digest_) digests.push_back(digest);
  return digests;
}

std::vector<std::string> AccessRules::url_prefixes() const {
  Numbers urls = by_url_;
  // Their keys may begin with any part of their paths.
  for (const char* odd : {"http:\\", "https:\\"}) {
    if (!by_key_.empty()) urls[odd];
  }
  return shortest_keys(urls);
}

std::vector<warc::Period> AccessRules::hidden_periods() const {
  std::vector<warc::Period> periods;
  for (size_t number : hidden_periods_) {
    periods.push_back(with_longest_crawl(rules_[number].rule.period));
  }
  return periods;
}

}  // namespace wax::collection
