// Conditions and filters. One line (the condition), then a value.
#include "cdx/filter/condition.h"

#include "fuzz/support/entry.h"
#include "io/error.h"

void wax::fuzz::run(std::string_view bytes) {
  std::string_view text = take_line(bytes);
  try {
    (void)cdx::Condition::parse(text).holds(bytes);
  } catch (const UsageError&) {
  }
  for (auto rules : {cdx::FilterRules::kPywb, cdx::FilterRules::kOutback}) {
    try {
      bool holds = cdx::Condition::parse_filter(text, rules).holds(bytes);
      if (text.find('!') != text.npos) continue;
      std::string negated = "!" + std::string(text);
      require(cdx::Condition::parse_filter(negated, rules).holds(bytes) !=
              holds);
    } catch (const UsageError&) {
    }
  }
}
