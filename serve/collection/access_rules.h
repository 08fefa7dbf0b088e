// Rules that say which captures are seen.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/url/url_key.h"
#include "serve/collection/filtered_cdx.h"

namespace wax::serve {

enum class AccessAction {
  kAllow,
  kExcludeFromSearch,  // it is found by its URL only
  kBlock,              // nobody sees it
};

// A file has a rule on each line:
//
//   ACTION WHAT [captured DATE | captured DATE-DATE] [until DATE | until N
//   UNIT]
//
// ACTION is block, allow or exclude-from-search. WHAT is "surt PREFIX" (a
// beginning of URL keys), "host HOST" (with the hosts below it), "digest
// DIGEST" or "all". Dates have 4 to 14 digits. "until DATE" ends the rule at
// the beginning of that date, "until 70 years" (months, days) so long after the
// day of capture; days are those of UTC. Lines of pywb's access files ("KEY -
// {...}") are rules too, as far as they are for all users. Empty lines, and
// those that begin with "#", say nothing.
//
// Of the rules that fit a capture, one for its digest goes before all others,
// then that with the longest prefix, then the first one in the file. What no
// rule fits is allowed.
class AccessRules {
 public:
  // `today` has 8 digits. Throws FormatError, which names the line, for a line
  // that is no rule; `name` is for messages.
  AccessRules(std::string_view text, const std::string& name,
              std::string_view today);

  [[nodiscard]] bool empty() const { return by_key_.empty() && !has_digests(); }
  // Whether the rules say something else on another day.
  [[nodiscard]] bool depends_on_day() const { return depends_on_day_; }
  [[nodiscard]] const std::string& today() const { return today_; }

  // A rule as it is on that day.
  struct Rule {
    AccessAction access = AccessAction::kAllow;
    std::string from;  // dates of 14 digits, both included
    std::string to;
    bool whole_key = false;  // not a beginning
    bool host = false;       // the key's host ends there, or a label of it

    [[nodiscard]] bool is_for_all_dates() const;
    [[nodiscard]] bool holds(std::string_view date) const {
      return date >= from && date <= to;
    }
  };
  // The rules that fit a URL key of the kind surt and a digest, whatever the
  // date, the one that decides first. Views into this object.
  void find(std::string_view urlkey, std::string_view digest,
            std::vector<const Rule*>& rules) const;
  // What rules that find() has given say of a date.
  [[nodiscard]] static AccessAction decide(
      const std::vector<const Rule*>& rules, std::string_view date);

  // Beginnings of all keys that rules fit, none of which begins another.
  [[nodiscard]] std::vector<std::string> key_prefixes() const;
  // Normal forms.
  [[nodiscard]] std::vector<std::string> digests() const;
  [[nodiscard]] bool has_digests() const { return !by_digest_.empty(); }

 private:
  using Rules = std::map<std::string, std::vector<Rule>, std::less<>>;

  void add_line(std::string_view line);
  void add_pywb_line(std::string_view line);

  std::string today_;
  bool depends_on_day_ = false;
  Rules by_key_;  // by prefix
  Rules by_digest_;
};

// Keeps captures that are not blocked; no other lines. `kind` is that of the
// file's keys.
[[nodiscard]] MakeLineFilter without_blocked(
    std::shared_ptr<const AccessRules> rules, cdx::UrlKeyKind kind);

// The key of the kind surt for the URL of a key of the kind legacy.
[[nodiscard]] std::string surt_of_legacy_key(const std::string& key);

// Today in UTC: "20070531".
[[nodiscard]] std::string today_of_utc();

}  // namespace wax::serve
