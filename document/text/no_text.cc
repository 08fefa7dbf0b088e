#include "document/text/no_text.h"

#include <algorithm>
#include <array>

namespace wax::document {
namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, 11> kNoTextWords = {"",
                                                           "text-none",
                                                           "text-unsupported",
                                                           "text-encrypted",
                                                           "text-damaged",
                                                           "text-memory",
                                                           "text-timeout",
                                                           "text-crashed",
                                                           "binary-body",
                                                           "text-elsewhere",
                                                           "text-incomplete"};

}  // namespace

std::string_view word_of(NoText reason) {
  return kNoTextWords[static_cast<size_t>(reason)];
}

std::optional<NoText> parse_no_text(std::string_view word) {
  const auto found = std::find(kNoTextWords.begin(), kNoTextWords.end(), word);
  if (found == kNoTextWords.end()) return std::nullopt;
  return static_cast<NoText>(found - kNoTextWords.begin());
}

}  // namespace wax::document
