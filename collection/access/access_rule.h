// One rule of access: which captures it is about, and what it lets be seen.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cdx/url/spelling.h"
#include "cdx/url/url_key.h"
#include "warc/record/date.h"

namespace wax::collection {

// What is seen of a capture; each sees less than the one before.
enum class Visibility {
  kShown,
  kUnlisted,  // found by its URL only, not by searches
  kBlocked,   // not seen; who asks for its record is told that it is blocked
  kHidden,    // not seen, as if it were not there
};

struct AccessRule {
  enum class What {
    kAll,
    kKeys,      // URL keys (kSurt) that begin with `value`
    kWholeKey,  // this URL key
    kHost,      // this host and those below it
    kUrl,       // URLs that begin with `value`, and those with its URL key
    kDigest,
  };
  Visibility visibility = Visibility::kHidden;
  What what = What::kAll;
  std::string value;    // in a normal form
  warc::Period period;  // of the dates of capture
  std::string dates;    // how `period` was written, if it is not open

  friend bool operator==(const AccessRule&, const AccessRule&) = default;
};

// A line that is a rule:
//
//   [ACTION] WHAT [captured DATE | captured DATE-DATE] [until DATE | until N
//   UNIT]
//
// ACTION is block, allow, exclude-from-search or hide; without one it is hide.
// WHAT is "surt PREFIX" (a beginning of URL keys), "page URL" (all URLs with
// its URL key; the key may stand for it), "url URL" (a beginning of URLs),
// "host HOST" (with and without "www.", and with the hosts below it), "digest
// DIGEST", "date DATE" (or DATE-DATE: all that was captured then) or "all".
// Dates have 4 to 14 digits. "until DATE" ends the rule at the beginning of
// that date, "until 70 years" (months, days) so long after the day of capture;
// days are those of UTC. Lines of pywb's access files ("KEY - {...}") are rules
// too, as far as they are for all users.
struct RuleLine {
  // Nothing for a line that is empty or begins with "#", for a rule that has
  // ended, and for one that is not for all users.
  std::optional<AccessRule> rule;
  bool is_rule = false;         // not empty, and no comment
  bool depends_on_day = false;  // it says something else on another day
};

// `today` has 8 digits. Throws UsageError for a line that is no rule, and for
// one that can fit no capture: a date that no calendar has, a URL instead of a
// URL key, a digest that is too short.
[[nodiscard]] RuleLine parse_rule_line(std::string_view line,
                                       std::string_view today);

// A rule that hides: `kind` is "page", "url", "host", "digest" or "date";
// `captured` is a date or two, or empty. Throws UsageError for another kind and
// for a value that does not fit the kind.
[[nodiscard]] AccessRule hiding_rule(std::string_view kind,
                                     std::string_view value,
                                     std::string_view captured = {});
// A line that print_hiding_rule() made, also of rules that fit no capture:
// former versions made such. Throws UsageError for another.
[[nodiscard]] AccessRule parse_hiding_line(std::string_view line);
// "host example.org": a rule that hides something of these kinds, as a line.
[[nodiscard]] std::string print_hiding_rule(const AccessRule& rule);

// The beginning of the URL keys (kSurt) of a host and of those below it:
// "org,example" of "www.example.org". Throws UsageError for what is no host.
[[nodiscard]] std::string key_of_host(std::string_view host);

// One thread at a time may use an object.
class SurtKey {
 public:
  explicit SurtKey(cdx::UrlKeyKind kind) : kind_(kind) {}

  // Valid until the next call, and as long as `key`.
  [[nodiscard]] std::string_view of(std::string_view key) {
    if (kind_ == cdx::UrlKeyKind::kSurt) return key;
    made_ = cdx::url_key(cdx::UrlKeyKind::kSurt, cdx::url_of_legacy_key(key));
    return made_;
  }

 private:
  cdx::UrlKeyKind kind_;
  std::string made_;
};

}  // namespace wax::collection
