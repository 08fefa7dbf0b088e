// How hits are sorted and collapsed, as users write it.
#pragma once

#include <string>
#include <string_view>

namespace wax::index {

struct Sort {
  enum class By {
    kRelevance,
    kNewest,  // the last date
    kOldest,  // the first date
    kField,   // the greatest value, or the least if `ascending`
  };
  By by = By::kRelevance;
  std::string field;
  bool ascending = false;
};

// "relevance", "newest", "oldest", "FIELD", "FIELD:asc", "FIELD:desc"; without
// a word, the greatest comes first. Throws UsageError.
[[nodiscard]] Sort parse_sort(std::string_view text);

// Multiplies the score by 1 + weight * f(value) of a column of numbers; by 1
// when the document has no value, or one below 0.
struct Boost {
  enum class By {
    kValue,
    kLog,  // the natural logarithm of 1 + value
    kRoot,
  };
  By by = By::kValue;
  std::string field;
  double weight = 1;
};

// "views", "log(views)", "sqrt(views)", also with "*0.5" behind. Throws
// UsageError.
[[nodiscard]] Boost parse_boost(std::string_view text);

// Texts whose simhashes differ by so few bits are the same but for small edits.
inline constexpr int kMostSimilarBits = 6;

// Which hits collapse into one.
struct Collapse {
  enum class By {
    kNothing,
    kField,    // the first value; documents without one are alone
    kUrl,      // the same URL key
    kSimilar,  // simhashes that differ by kMostSimilarBits at most from that of
               // the best hit; documents without one are alone
  };
  By by = By::kNothing;
  std::string field;
};

// "none", "url", "similar", or a field such as "site". Throws UsageError.
[[nodiscard]] Collapse parse_collapse(std::string_view text);

}  // namespace wax::index
