#include <unicode/uchar.h>

#include <algorithm>

#include "document/page/field_candidates.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

constexpr size_t kFewestNameWords = 2;
constexpr size_t kMostNameWords = 4;

template <size_t N>
bool is_any_word(std::string_view word, const std::string_view (&words)[N]) {
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view one) {
                       return text::equal_ignoring_case(one, word);
                     });
}

// Before "by".
constexpr std::string_view kBylineVerbs[] = {"written", "posted",   "published",
                                             "article", "reviewed", "story",
                                             "text",    "words"};

// Inside of names.
constexpr std::string_view kNameParticles[] = {"de", "van", "von", "der", "den",
                                               "di", "da",  "la",  "le",  "del",
                                               "el", "al",  "bin", "ter"};

// Behind names.
constexpr std::string_view kAfterNames[] = {
    "on",       "in",      "and",      "updated",   "published", "posted",
    "last",     "january", "february", "march",     "april",     "may",
    "june",     "july",    "august",   "september", "october",   "november",
    "december", "jan",     "feb",      "mar",       "apr",       "jun",
    "jul",      "aug",     "sep",      "sept",      "oct",       "nov",
    "dec"};

// Marks that stand between the parts of a line.
constexpr std::string_view kDividers[] = {"|", "-", "·", "•",
                                          "–", "—", "/", "&"};

std::string_view last_word(std::string_view text) {
  return text.substr(text.find_last_of(" \n") + 1);
}

// Whether something new begins behind `before`: a line, a part of one, a
// sentence, or what stands behind a date.
bool begins_part(std::string_view before) {
  if (before.empty() || before.ends_with('\n')) return true;
  if (!before.ends_with(' ')) return false;
  before.remove_suffix(1);
  if (before.empty() || text::is_digit(before.back()) ||
      text::is_one_of(before.back(), ".!?")) {
    return true;
  }
  return is_any_word(last_word(before), kDividers);
}

// Whether the "by" behind `before` may begin a byline.
bool begins_byline(std::string_view before) {
  if (begins_part(before)) return true;
  if (!before.ends_with(' ')) return false;
  before.remove_suffix(1);
  const std::string_view verb = last_word(before);
  before.remove_suffix(verb.size());
  return is_any_word(verb, kBylineVerbs) && begins_part(before);
}

// Letters, the first one a capital, with the marks that names have.
bool is_name_word(std::string_view word) {
  bool first = true;
  while (!word.empty()) {
    char32_t point;
    const size_t size = text::decode_utf8(word, point);
    if (size == 0) return false;
    const auto code = static_cast<UChar32>(point);
    const bool mark = point == '.' || point == '\'' || point == '-' ||
                      point == 0x2019 ||
                      (U_GET_GC_MASK(code) & U_GC_M_MASK) != 0;
    if (first ? !u_isupper(code) : !mark && !u_isalpha(code)) return false;
    first = false;
    word.remove_prefix(size);
  }
  return !first;
}

bool ends_name(std::string_view word) {
  return word.empty() || text::is_digit(word[0]) || word[0] == '(' ||
         is_any_word(word, kDividers) || is_any_word(word, kAfterNames);
}

// The name at the front of a line; empty: none.
std::string_view name_at(std::string_view line) {
  size_t names = 0;
  size_t end = 0;  // of the last name
  bool ended = false;
  for (size_t at = 0; !ended;) {
    const size_t next = std::min(line.find(' ', at), line.size());
    std::string_view word = line.substr(at, next - at);
    if (ends_name(word)) break;
    if (names > 0 && is_any_word(word, kNameParticles) &&
        text::to_lower(word[0]) == word[0]) {
      at = next + 1;
      if (at >= line.size()) return {};
      continue;
    }
    while (!word.empty() && text::is_one_of(word.back(), ",:;|")) {
      word.remove_suffix(1);
      ended = true;
    }
    if (names == kMostNameWords || !is_name_word(word)) return {};
    ++names;
    end = at + word.size();
    ended = ended || next == line.size();
    at = next + 1;
  }
  return names < kFewestNameWords ? std::string_view() : line.substr(0, end);
}

}  // namespace

std::string find_byline(std::string_view text) {
  for (size_t at = 0; at + 2 < text.size(); ++at) {
    if (text::to_lower(text[at]) != 'b' ||
        text::to_lower(text[at + 1]) != 'y' ||
        !begins_byline(text.substr(0, at))) {
      continue;
    }
    std::string_view rest = text.substr(at + 2);
    if (rest.starts_with(" :")) rest.remove_prefix(1);
    if (rest.starts_with(':')) rest.remove_prefix(1);
    if (!rest.starts_with(' ') && !rest.starts_with('\n')) continue;
    rest.remove_prefix(1);
    const std::string_view name = name_at(rest.substr(0, rest.find('\n')));
    if (!name.empty()) return std::string(name);
  }
  return {};
}

}  // namespace wax::document
