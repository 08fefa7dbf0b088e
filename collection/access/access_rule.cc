#include "collection/access/access_rule.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "cdx/url/host.h"
#include "cdx/url/spelling.h"
#include "cdx/url/url.h"
#include "collection/access/rule_day.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/json.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::collection {
namespace {

using What = AccessRule::What;

constexpr std::array<std::pair<std::string_view, Visibility>, 4> kActions = {
    {{"block", Visibility::kBlocked},
     {"allow", Visibility::kShown},
     {"exclude-from-search", Visibility::kUnlisted},
     {"hide", Visibility::kHidden}}};

std::string in_quotes(std::string_view text) {
  return '"' + std::string(text) + '"';
}

[[noreturn]] void fail_rule(const std::string& why) { throw UsageError(why); }

std::vector<std::string_view> words_of_rule(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    size_t begin = line.find_first_not_of(text::kBlanks);
    if (begin == line.npos) return words;
    line.remove_prefix(begin);
    size_t end = std::min(line.find_first_of(text::kBlanks), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

// Who may have written a rule. What a file that `wax hide` wrote says is not
// refused: its collection would be closed.
enum class Writer { kPerson, kHide };

void check_surt(std::string_view prefix) {
  const bool is_url = prefix.starts_with("http://") ||
                      prefix.starts_with("https://") ||
                      prefix.starts_with("ftp://");
  // What a canonical host has not; records beside pages have others.
  const size_t end = std::min(prefix.find(')'), prefix.size());
  const bool is_odd =
      !cdx::is_of_other_record(prefix) &&
      (prefix.substr(0, end).find_first_of("/?#\"'<>\\`^{|}(") != prefix.npos ||
       end == 0 || (end + 1 < prefix.size() && prefix[end + 1] != '/'));
  const bool has_fragment = prefix.find('#') != prefix.npos;
  // A host in a key has dots in addresses alone.
  const std::string_view label =
      prefix.substr(0, prefix.find_first_of(",):/?@ "));
  const bool is_name = label.find('.') != label.npos &&
                       label.find_first_not_of("0123456789.") != label.npos;
  if (is_url || is_name || is_odd || has_fragment) {
    fail_rule(in_quotes(prefix) +
              " begins no URL key; one is org,example)/path. Use url or host");
  }
}

void check_has_host(std::string_view url) {
  if (cdx::lacks_host(url)) fail_rule(in_quotes(url) + " has no host");
}

void check_digest(std::string_view digest) {
  if (warc::parse_digest(digest)) return;
  // Payloads may have digests of other algorithms.
  const size_t colon = digest.rfind(':');
  std::string algorithm(colon == digest.npos ? "" : digest.substr(0, colon));
  text::lower_case(algorithm);
  if (algorithm.starts_with("urn:")) algorithm.erase(0, 4);
  if (colon != digest.npos && !warc::digest_algorithm(algorithm)) return;
  fail_rule(in_quotes(digest) +
            " is not a digest, such as sha1: and 32 letters and digits");
}

// "private.example" of "example,private,", which stands for the host and all
// below it in crawl scopes; empty for another text.
std::string host_of_scope(std::string_view prefix) {
  if (!prefix.ends_with(',') || prefix.find(')') != prefix.npos) return {};
  std::string host;
  while (!prefix.empty()) {
    const size_t comma = prefix.find(',');
    const std::string_view label = prefix.substr(0, comma);
    prefix.remove_prefix(std::min(comma, prefix.size() - 1) + 1);
    if (!label.empty()) {
      host.insert(0, std::string(label) + (host.empty() ? "" : "."));
    }
  }
  return host;
}

// "http://(org,example,)/a" of crawl scopes as "org,example)/a". URL keys have
// no "www".
std::string normal_prefix(std::string_view surt) {
  std::string prefix(surt);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::string_view end : {",)", ",www)"}) {
      size_t at = prefix.find(end);
      if (at == std::string::npos) continue;
      prefix.replace(at, end.size(), ")");
      changed = true;
    }
  }
  if (prefix.find_first_not_of(',') == prefix.npos) {
    fail_rule("the beginning of URL keys is empty");
  }
  return prefix;
}

void set_host(std::string_view host, AccessRule& rule) {
  rule.what = What::kHost;
  rule.value = host;
  text::lower_case(rule.value);
  rule.value = cdx::usual_host(rule.value);
  while (cdx::site_of(rule.value) != rule.value) {
    rule.value = std::string(cdx::site_of(rule.value));
  }
  (void)key_of_host(rule.value);
}

void set_surt(std::string_view surt, Writer writer, AccessRule& rule) {
  std::string prefix(surt);
  text::lower_case(prefix);
  // Lines of scopes begin with "http://(" or "(", and "+" or "-" before it.
  const size_t at = prefix.find('(');
  if (at != prefix.npos && prefix.find(')') > at) {
    if (prefix.starts_with('-')) {
      fail_rule(in_quotes(surt) + " is what a scope leaves out");
    }
    prefix.erase(0, at + 1);
    if (prefix.substr(0, prefix.find(')')).find(",:") != prefix.npos ||
        (prefix.ends_with(',') && prefix.find(':') != prefix.npos)) {
      fail_rule(in_quotes(surt) +
                " has a port, which a URL key has in org,example:8080)/");
    }
  }
  const std::string host = host_of_scope(prefix);
  if (!host.empty()) return set_host(host, rule);
  rule.value = normal_prefix(prefix);
  if (writer == Writer::kPerson) check_surt(rule.value);
}

// A value of one of the kinds that have one.
void set_value(What what, std::string_view value, Writer writer,
               AccessRule& rule) {
  rule.what = what;
  if (what == What::kDigest && warc::parse_digest(value)) {
    rule.value = warc::normal_digest(value);
    return;
  }
  if (std::any_of(value.begin(), value.end(), text::is_control_or_space)) {
    fail_rule(in_quotes(value) + " is not a value of a rule; it has a space");
  }
  if (value.empty()) fail_rule("\"\" is not a value of a rule");
  rule.value = value;
  switch (what) {
    case What::kKeys:
      set_surt(value, writer, rule);
      break;
    case What::kHost:
      set_host(value, rule);
      break;
    case What::kUrl:
      if (value.find("://") == value.npos) {
        fail_rule(in_quotes(value) +
                  " is not a URL; a URL begins with http:// or another scheme");
      }
      if (writer == Writer::kPerson && value.find("://") + 3 < value.size()) {
        check_has_host(value);
      }
      break;
    case What::kDigest:
      if (writer == Writer::kPerson) check_digest(value);
      rule.value = warc::normal_digest(value);
      break;
    case What::kWholeKey:
      if (value.find("://") != value.npos) {
        if (writer == Writer::kPerson) check_has_host(value);
        rule.value = cdx::usual_url_key(value);
      } else if (value.find(')') == value.npos) {
        fail_rule(in_quotes(value) +
                  " is not a URL; a URL begins with http:// or another scheme");
      }
      if (rule.value.empty()) fail_rule(in_quotes(value) + " has no URL key");
      break;
    case What::kAll:
      break;
  }
}

void set_dates(std::string_view dates, Writer writer, AccessRule& rule) {
  rule.dates = dates;
  const size_t dash = dates.find('-');
  const std::string_view from = dates.substr(0, dash);
  const std::string_view to =
      dash == dates.npos ? from : dates.substr(dash + 1);
  if (writer == Writer::kHide && warc::is_short_date(from) &&
      warc::is_short_date(to)) {
    rule.period = warc::Period::between(from, to);
  } else {
    rule.period = warc::Period::parse(dates);
  }
}

constexpr std::array<std::pair<std::string_view, What>, 5> kKinds = {
    {{"surt", What::kKeys},
     {"page", What::kWholeKey},
     {"url", What::kUrl},
     {"host", What::kHost},
     {"digest", What::kDigest}}};

// Words of a line, from the first to the last.
class RuleWords {
 public:
  explicit RuleWords(std::string_view line) : words_(words_of_rule(line)) {}

  [[nodiscard]] bool ended() const { return at_ == words_.size(); }
  [[nodiscard]] std::string_view peek() const {
    return ended() ? std::string_view() : words_[at_];
  }
  std::string_view take(std::string_view what) {
    if (ended()) fail_rule("there is no " + std::string(what));
    return words_[at_++];
  }

 private:
  std::vector<std::string_view> words_;
  size_t at_ = 0;
};

// "until DATE" or "until 70 years". True when the rule has ended.
bool read_until(RuleWords& words, std::string_view today, AccessRule& rule) {
  std::string_view end = words.take("date or age after until");
  if (words.ended() || words.peek() == "captured") {
    const warc::Period period = warc::Period::of_dates(end, end);
    return std::string(today) + "000000" >= period.first;
  }
  auto count = text::whole_number(end);
  std::string_view unit = words.take("unit of age");
  constexpr std::string_view kUnits[] = {"years", "year", "months",
                                         "month", "days", "day"};
  bool known =
      std::find(std::begin(kUnits), std::end(kUnits), unit) != std::end(kUnits);
  if (!count || *count == 0 || *count > 100'000 || !known) {
    const std::string age = std::string(end) + ' ' + std::string(unit);
    fail_rule(in_quotes(age) +
              " is not an age, such as 70 years, 6 months or 30 days");
  }
  // Captures of that day are old enough.
  std::string from = day_before(today, *count, unit) + "999999";
  rule.period.first = std::max(rule.period.first, from);
  return false;
}

RuleLine parse_own_line(std::string_view line, std::string_view today,
                        Writer writer) {
  RuleWords words(line);
  AccessRule rule;
  bool has_action = false;
  for (const auto& [name, visibility] : kActions) {
    if (words.peek() != name) continue;
    rule.visibility = visibility;
    has_action = true;
  }
  if (has_action) (void)words.take("action");
  std::string_view kind =
      words.take("surt, page, url, host, digest, date or all");
  auto known = std::find_if(kKinds.begin(), kKinds.end(),
                            [&](const auto& one) { return one.first == kind; });
  if (known != kKinds.end()) {
    std::string value(words.take("value of " + std::string(kind)));
    // "sha1: X"
    if (known->second == What::kDigest && value.ends_with(':')) {
      value += words.take("value of digest");
    }
    set_value(known->second, value, writer, rule);
  } else if (kind == "date") {
    set_dates(words.take("date of capture"), writer, rule);
  } else if (kind != "all" || !has_action) {
    fail_rule(in_quotes(kind) +
              " is no action (block, allow, exclude-from-search, hide) and not "
              "what a rule is for (surt, page, url, host, digest, date, all)");
  }
  bool ended = false;
  RuleLine parsed;
  while (!words.ended()) {
    std::string_view word = words.take("condition");
    if (word == "captured") {
      set_dates(words.take("date of capture"), writer, rule);
    } else if (word == "until") {
      parsed.depends_on_day = true;
      ended = read_until(words, today, rule) || ended;
    } else {
      fail_rule(in_quotes(word) + " is neither captured nor until");
    }
  }
  if (!ended) parsed.rule = std::move(rule);
  return parsed;
}

// pywb blocks and excludes from everything.
RuleLine parse_pywb_line(std::string_view line, size_t dash) {
  AccessRule rule;
  rule.what = What::kKeys;
  rule.value = line.substr(0, dash);
  if (rule.value.ends_with("###")) {
    rule.value.resize(rule.value.size() - 3);
    rule.what = What::kWholeKey;
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
      rule.visibility = Visibility::kBlocked;
    } else if (member.value.starts_with("allow")) {
      rule.visibility = Visibility::kShown;
    } else {
      known = false;
    }
  }
  if (!members.whole() || !known) {
    fail_rule("the JSON has no access of allow, block or exclude");
  }
  RuleLine parsed;
  if (for_all) parsed.rule = std::move(rule);
  return parsed;
}

RuleLine parse_line(std::string_view line, std::string_view today,
                    Writer writer) {
  line = text::trim(line);
  if (line.empty() || line[0] == '#') return {};
  size_t dash = line.find(" - {");
  RuleLine parsed = dash == line.npos ? parse_own_line(line, today, writer)
                                      : parse_pywb_line(line, dash);
  parsed.is_rule = true;
  return parsed;
}

}  // namespace

RuleLine parse_rule_line(std::string_view line, std::string_view today) {
  return parse_line(line, today, Writer::kPerson);
}

AccessRule parse_hiding_line(std::string_view line) {
  // A rule that ends one day is none that `wax hide` can write again.
  RuleLine parsed = parse_line(line, today_of_utc(), Writer::kHide);
  if (!parsed.rule || parsed.depends_on_day ||
      parsed.rule->visibility != Visibility::kHidden) {
    fail_rule(in_quotes(line) + " is not a rule that hides something");
  }
  return *std::move(parsed.rule);
}

AccessRule hiding_rule(std::string_view kind, std::string_view value,
                       std::string_view captured) {
  AccessRule rule;
  if (!captured.empty()) set_dates(captured, Writer::kPerson, rule);
  for (const auto& [name, what] : kKinds) {
    if (name != kind || what == What::kKeys) continue;
    set_value(what, value, Writer::kPerson, rule);
    return rule;
  }
  if (kind != "date") {
    fail_rule(in_quotes(kind) + " is not page, url, host, digest or date");
  }
  set_dates(value, Writer::kPerson, rule);
  return rule;
}

std::string print_hiding_rule(const AccessRule& rule) {
  if (rule.what == What::kAll) return "date " + rule.dates;
  std::string line;
  for (const auto& [name, what] : kKinds) {
    if (what == rule.what) line = std::string(name) + ' ' + rule.value;
  }
  return rule.dates.empty() ? line : line + " captured " + rule.dates;
}

std::string key_of_host(std::string_view host) {
  std::string key;
  if (!host.empty() && host.find_first_of("/,()*\\@?#") == host.npos) {
    const bool is_ipv6 = std::ranges::count(host, ':') > 1 && host[0] != '[';
    key = cdx::url_key(cdx::UrlKeyKind::kSurt,
                       (is_ipv6 ? "http://[" : "http://") + std::string(host) +
                           (is_ipv6 ? "]/" : "/"));
  }
  size_t end = key.find(')');
  if (end == std::string::npos ||
      std::none_of(key.begin(), key.begin() + static_cast<ptrdiff_t>(end),
                   [](char c) {
                     return text::is_alphanumeric(c) ||
                            static_cast<unsigned char>(c) >= 0x80;
                   })) {
    fail_rule(in_quotes(host) + " is not a host");
  }
  return key.substr(0, end);
}

}  // namespace wax::collection
