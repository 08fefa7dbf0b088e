#include "serve/collection/access_rules.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <optional>
#include <set>
#include <utility>

#include "cdx/format/line_fields.h"
#include "cdx/lookup/range_captures.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/json.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::serve {
namespace {

constexpr std::array<std::pair<std::string_view, AccessAction>, 3> kActions = {
    {{"block", AccessAction::kBlock},
     {"allow", AccessAction::kAllow},
     {"exclude-from-search", AccessAction::kExcludeFromSearch}}};
constexpr std::string_view kFirstDate = "00000101000000";
constexpr std::string_view kAnyLastDate = "99999999999999";

std::vector<std::string_view> words_of_rule(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    size_t begin = line.find_first_not_of(" \t");
    if (begin == line.npos) return words;
    line.remove_prefix(begin);
    size_t end = std::min(line.find_first_of(" \t"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

[[noreturn]] void fail_rule(const std::string& why) { throw UsageError(why); }

std::string checked_rule_date(std::string_view date, std::string_view rest) {
  if (date.size() < 4 || date.size() > 14 || date.size() % 2 != 0 ||
      !text::all_digits(date)) {
    fail_rule("\"" + std::string(date) +
              "\" is no date of 4 to 14 digits, such as 2007 or 20070531");
  }
  return std::string(date) + std::string(rest.substr(date.size()));
}

// The day so long before `today` (8 digits).
std::string day_before(std::string_view today, uint64_t count,
                       std::string_view unit) {
  using namespace std::chrono;
  auto number = [&](size_t at, size_t size) {
    return text::whole_number<unsigned>(today.substr(at, size)).value_or(1);
  };
  year_month_day day{year(static_cast<int>(number(0, 4))), month(number(4, 2)),
                     std::chrono::day(number(6, 2))};
  int n = static_cast<int>(count);
  if (unit.starts_with("year")) {
    day -= years(n);
  } else if (unit.starts_with("month")) {
    day -= months(n);
  } else {
    day = sys_days(day) - days(n);
  }
  if (!day.ok()) day = day.year() / day.month() / last;
  if (static_cast<int>(day.year()) < 0) return "00000000";
  std::array<char, 32> text{};
  std::snprintf(
      text.data(), text.size(), "%04d%02u%02u", static_cast<int>(day.year()),
      static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
  return text.data();
}

// "http://(org,example,)/a" of crawl scopes as "org,example)/a". URL keys have
// no "www".
std::string normal_prefix(std::string_view surt) {
  if (size_t at = surt.find("://("); at != surt.npos) {
    surt.remove_prefix(at + 4);
  }
  std::string prefix(surt);
  text::lower_case(prefix);
  for (std::string_view end : {",)", ",www)"}) {
    if (size_t at = prefix.find(end); at != std::string::npos) {
      prefix.replace(at, end.size(), ")");
    }
  }
  return prefix;
}

std::string prefix_of_host(std::string_view host) {
  if (host.find_first_of("/,()*") != host.npos || host.empty()) {
    fail_rule("\"" + std::string(host) + "\" is no host");
  }
  std::string key =
      cdx::url_key(cdx::UrlKeyKind::kSurt, "http://" + std::string(host) + '/');
  size_t end = key.find(')');
  if (end == std::string::npos) {
    fail_rule("\"" + std::string(host) + "\" is no host");
  }
  return key.substr(0, end);
}

bool fits_key(const AccessRules::Rule& rule, std::string_view prefix,
              std::string_view key) {
  if (key.size() == prefix.size()) return !rule.host;
  if (rule.whole_key) return false;
  return !rule.host || text::is_one_of(key[prefix.size()], "),:");
}

}  // namespace

AccessRules::AccessRules(std::string_view text, const std::string& name,
                         std::string_view today)
    : today_(today) {
  uint64_t number = 0;
  size_t at = 0;
  while (at < text.size()) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text::trim(text.substr(at, end - at));
    ++number;
    try {
      if (line.find(" - {") != line.npos) {
        add_pywb_line(line);
      } else if (!line.empty() && line[0] != '#') {
        add_line(line);
      }
    } catch (const UsageError& error) {
      throw FormatError(name, at,
                        "line " + std::to_string(number) + ": " + error.what());
    }
    at = end + 1;
  }
}

bool AccessRules::Rule::is_for_all_dates() const {
  return from == kFirstDate && to == kAnyLastDate;
}

void AccessRules::add_line(std::string_view line) {
  std::vector<std::string_view> words = words_of_rule(line);
  Rule rule;
  auto action =
      std::find_if(kActions.begin(), kActions.end(),
                   [&](const auto& one) { return one.first == words[0]; });
  if (action == kActions.end()) {
    fail_rule("a rule begins with block, allow or exclude-from-search, not \"" +
              std::string(words[0]) + '"');
  }
  rule.access = action->second;
  rule.from = kFirstDate;
  rule.to = kAnyLastDate;
  size_t next = 1;
  auto take = [&](std::string_view what) {
    if (next == words.size()) fail_rule("there is no " + std::string(what));
    return words[next++];
  };
  std::string_view kind = take("surt, host, digest or all");
  Rules* rules = &by_key_;
  std::string prefix;
  if (kind == "surt") {
    prefix = normal_prefix(take("beginning of URL keys"));
  } else if (kind == "host") {
    prefix = prefix_of_host(take("host"));
    rule.host = true;
  } else if (kind == "digest") {
    rules = &by_digest_;
    prefix = warc::normal_digest(take("digest"));
  } else if (kind != "all") {
    fail_rule("\"" + std::string(kind) + "\" is not surt, host, digest or all");
  }
  bool over = false;
  while (next < words.size()) {
    std::string_view word = words[next++];
    if (word == "captured") {
      std::string_view dates = take("date of capture");
      size_t dash = dates.find('-');
      rule.from = checked_rule_date(dates.substr(0, dash), kFirstDate);
      rule.to = checked_rule_date(
          dash == dates.npos ? dates : dates.substr(dash + 1), kAnyLastDate);
    } else if (word == "until") {
      std::string_view end = take("date or age behind until");
      depends_on_day_ = true;
      if (next < words.size() && words[next] != "captured") {
        auto count = text::whole_number(end);
        std::string_view unit = words[next++];
        bool known = unit == "years" || unit == "year" || unit == "months" ||
                     unit == "month" || unit == "days" || unit == "day";
        if (!count || *count == 0 || *count > 100'000 || !known) {
          fail_rule("\"" + std::string(end) + ' ' + std::string(unit) +
                    "\" is no age such as 70 years, 6 months or 30 days");
        }
        // Captures of that day are old enough.
        std::string from = day_before(today_, *count, unit) + "999999";
        rule.from = std::max(rule.from, from);
      } else {
        over = today_ + "000000" >= checked_rule_date(end, kFirstDate);
      }
    } else {
      fail_rule("\"" + std::string(word) + "\" is neither captured nor until");
    }
  }
  if (!over) (*rules)[prefix].push_back(std::move(rule));
}

// pywb blocks and excludes from everything.
void AccessRules::add_pywb_line(std::string_view line) {
  size_t dash = line.find(" - {");
  std::string prefix(line.substr(0, dash));
  Rule rule;
  rule.from = kFirstDate;
  rule.to = kAnyLastDate;
  if (prefix.ends_with("###")) {
    prefix.resize(prefix.size() - 3);
    rule.whole_key = true;
  }
  bool for_all = true;
  bool known = false;
  text::JsonMembers members(line.substr(dash + 3));
  text::JsonMemberText member;
  while (members.next(member)) {
    if (member.name == "user") for_all = false;
    if (member.name != "access") continue;
    known = true;
    if (member.value == "block" || member.value == "exclude") {
      rule.access = AccessAction::kBlock;
    } else if (member.value.starts_with("allow")) {
      rule.access = AccessAction::kAllow;
    } else {
      known = false;
    }
  }
  if (!members.whole() || !known) {
    fail_rule("the JSON has no access of allow, block or exclude");
  }
  if (for_all) by_key_[prefix].push_back(std::move(rule));
}

void AccessRules::find(std::string_view urlkey, std::string_view digest,
                       std::vector<const Rule*>& rules) const {
  rules.clear();
  if (!by_digest_.empty() && !digest.empty() && digest != "-") {
    auto found = by_digest_.find(warc::normal_digest(digest));
    if (found != by_digest_.end()) {
      for (const Rule& rule : found->second) rules.push_back(&rule);
    }
  }
  // The greatest beginning that is not greater than `rest` shares with it what
  // all shorter ones can.
  std::string_view rest = urlkey;
  auto found = by_key_.upper_bound(rest);
  while (found != by_key_.begin()) {
    const auto& [prefix, fitting] = *std::prev(found);
    auto common =
        std::mismatch(prefix.begin(), prefix.end(), rest.begin(), rest.end());
    if (common.first == prefix.end()) {
      for (const Rule& rule : fitting) {
        if (fits_key(rule, prefix, urlkey)) rules.push_back(&rule);
      }
      if (prefix.empty()) return;
      rest = rest.substr(0, prefix.size() - 1);
    } else {
      rest = rest.substr(0, static_cast<size_t>(common.first - prefix.begin()));
    }
    found = by_key_.upper_bound(rest);
  }
}

AccessAction AccessRules::decide(const std::vector<const Rule*>& rules,
                                 std::string_view date) {
  for (const Rule* rule : rules) {
    if (rule->holds(date)) return rule->access;
  }
  return AccessAction::kAllow;
}

std::vector<std::string> AccessRules::key_prefixes() const {
  std::vector<std::string> prefixes;
  for (const auto& [prefix, rules] : by_key_) {
    if (!prefixes.empty() && prefix.starts_with(prefixes.back())) continue;
    prefixes.push_back(prefix);
  }
  return prefixes;
}

std::vector<std::string> AccessRules::digests() const {
  std::vector<std::string> digests;
  for (const auto& [digest, rules] : by_digest_) digests.push_back(digest);
  return digests;
}

namespace {

class WithoutBlocked final : public LineFilter {
 public:
  WithoutBlocked(std::shared_ptr<const AccessRules> rules, cdx::UrlKeyKind kind,
                 cdx::Searchable& file)
      : rules_(std::move(rules)),
        kind_(kind),
        fields_({"urlkey", "timestamp", "digest"}) {
    fields_.allow_missing();
    fields_.begin(cdx::format_of(file), file.name());
  }

  bool keeps(std::string_view line) override {
    if (fields_.read(line) != cdx::LineFields::Line::kCapture) return false;
    std::string_view key = fields_[0];
    if (kind_ != cdx::UrlKeyKind::kSurt) {
      made_key_ = surt_of_legacy_key(std::string(key));
      key = made_key_;
    }
    if (!known_ || key != key_ || rules_->has_digests()) {
      rules_->find(key, fields_[2], found_);
      key_ = key;
      known_ = true;
    }
    return AccessRules::decide(found_, fields_[1]) != AccessAction::kBlock;
  }

 private:
  std::shared_ptr<const AccessRules> rules_;
  cdx::UrlKeyKind kind_;
  cdx::LineFields fields_;
  std::string made_key_;
  std::string key_;
  bool known_ = false;
  std::vector<const AccessRules::Rule*> found_;
};

}  // namespace

MakeLineFilter without_blocked(std::shared_ptr<const AccessRules> rules,
                               cdx::UrlKeyKind kind) {
  return [rules = std::move(rules), kind](cdx::Searchable& file) {
    return std::make_unique<WithoutBlocked>(rules, kind, file);
  };
}

std::string surt_of_legacy_key(const std::string& key) {
  return cdx::url_key(
      cdx::UrlKeyKind::kSurt,
      key.find("://") == std::string::npos ? "http://" + key : key);
}

std::string today_of_utc() {
  auto today =
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  std::chrono::year_month_day day(today);
  std::array<char, 32> text{};
  std::snprintf(
      text.data(), text.size(), "%04d%02u%02u", static_cast<int>(day.year()),
      static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
  return text.data();
}

}  // namespace wax::serve
