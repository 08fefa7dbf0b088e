// Rules of access: a line is a rule or refused, and what is decided of a
// capture without a whole date sees no more than what is decided of any second
// of it.
#include "collection/access/access_rules.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "collection/access/access_rule.h"
#include "fuzz/support/entry.h"
#include "io/error.h"

namespace wax::fuzz {
namespace {

using collection::AccessRules;
using collection::RuledVersion;

void ask(const AccessRules& rules) {
  for (std::string_view key :
       {"org,a)/", "org,a)/x/y", "org,a,b:8080)/", "com,example)/?z", ""}) {
    for (std::string_view digest : {"-", "sha1:A", "A"}) {
      RuledVersion version{key, digest, "http://a.org/x/y"};
      auto undated = rules.visibility(version, "");
      auto year = rules.visibility(version, "2007");
      require(year <= undated);
      for (std::string_view date :
           {"20070101000000", "20070615120000", "20071231235959"}) {
        require(rules.visibility(version, date) <= year);
      }
    }
  }
}

}  // namespace

void run(std::string_view bytes) {
  AccessRules rules("20260531");
  try {
    rules.add_lines(bytes, "access");
  } catch (const FormatError& error) {
    require(error.offset() <= bytes.size());
    return;
  }
  require(rules.has_lines() || rules.empty());
  (void)rules.key_prefixes();
  (void)rules.url_prefixes();
  ask(rules);
  for (size_t at = 0; at < bytes.size();) {
    size_t end = std::min(bytes.find('\n', at), bytes.size());
    auto line =
        collection::parse_rule_line(bytes.substr(at, end - at), "20260531");
    at = end + 1;
    using What = collection::AccessRule::What;
    if (!line.rule || line.depends_on_day ||
        line.rule->visibility != collection::Visibility::kHidden ||
        line.rule->what == What::kWholeKey) {
      continue;
    }
    if (line.rule->what == What::kAll && line.rule->dates.empty()) continue;
    std::string printed = collection::print_hiding_rule(*line.rule);
    auto again = collection::parse_rule_line(printed, "20260531");
    require(again.rule == line.rule);
  }
}

}  // namespace wax::fuzz
