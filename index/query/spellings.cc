#include "index/query/spellings.h"

#include <algorithm>

#include "text/ascii.h"

namespace wax::index {
namespace {

struct Spelt {
  size_t at = 0;
  size_t size = 0;
  std::string other;
};

// A letter with two dots in UTF-8, of one character or of two.
constexpr std::string_view kDots = "\u0308";
constexpr std::string_view kUmlauts[] = {"ä", "ö", "ü"};
constexpr std::string_view kCapitals[] = {"Ä", "Ö", "Ü"};
constexpr std::string_view kVowels = "aou";

// What is spelt in two ways at the front of `rest`; size 0: nothing.
Spelt spelt_at(std::string_view rest, char before) {
  for (size_t i = 0; i < kVowels.size(); ++i) {
    const char vowel = kVowels[i];
    const std::string with_e = {vowel, 'e'};
    for (std::string_view one : {kUmlauts[i], kCapitals[i]}) {
      if (rest.starts_with(one)) return {0, one.size(), with_e};
    }
    if (text::to_lower(rest[0]) != vowel) continue;
    if (rest.substr(1).starts_with(kDots)) {
      return {0, 1 + kDots.size(), with_e};
    }
    const bool is_other =
        vowel == 'u' && std::string_view("aeiouq").find(before) != rest.npos;
    if (rest.size() > 1 && text::to_lower(rest[1]) == 'e' && !is_other &&
        !rest.substr(2).starts_with(kDots)) {
      return {0, 2, std::string(kUmlauts[i])};
    }
  }
  return {};
}

}  // namespace

bool asks_for_german(std::string_view rest) {
  const size_t size = kGermanSpellings.size();
  return rest.starts_with(kGermanSpellings) &&
         (rest.size() == size || !text::is_alphanumeric(rest[size]));
}

std::vector<std::string> german_spellings(std::string_view text) {
  std::vector<Spelt> found;
  char before = ' ';
  for (size_t at = 0; at < text.size();) {
    Spelt spelt = spelt_at(text.substr(at), before);
    const size_t size = std::max<size_t>(spelt.size, 1);
    before = text::to_lower(text[at + size - 1]);
    spelt.at = at;
    at += size;
    if (spelt.size > 0) found.push_back(std::move(spelt));
  }
  std::vector<std::string> spellings;
  const size_t choices = size_t{1} << std::min(found.size(), kMostSpelt);
  for (size_t choice = 0; choice < choices; ++choice) {
    std::string& one = spellings.emplace_back();
    size_t end = 0;
    for (size_t i = 0; i < found.size(); ++i) {
      if (((choice >> std::min(i, kMostSpelt - 1)) & 1) == 0) continue;
      one += text.substr(end, found[i].at - end);
      one += found[i].other;
      end = found[i].at + found[i].size;
    }
    one += text.substr(end);
  }
  return spellings;
}

}  // namespace wax::index
