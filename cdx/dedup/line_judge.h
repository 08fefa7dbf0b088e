// What import does with the captures of lines.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "cdx/dedup/import_rules.h"

namespace wax::cdx {

// The verdicts of rules, remembered for the few combinations of values that
// most lines have. For one thread. The rules outlive it.
class LineJudge {
 public:
  explicit LineJudge(const ImportRules& rules) : rules_(&rules) {}

  // No value is empty: a missing one is "-".
  [[nodiscard]] Verdict operator()(std::string_view url,
                                   std::string_view status,
                                   std::string_view mime);

 private:
  struct Known {
    std::string text;  // type and status; empty: nothing is known
    bool is_http = false;
    std::string scheme;
    Verdict verdict = Verdict::kTaken;
  };

  [[nodiscard]] Verdict judge(std::string_view scheme, std::string_view status,
                              std::string_view mime) const;

  const ImportRules* rules_;
  std::array<Known, 256> known_;
  std::string joined_;
};

}  // namespace wax::cdx
