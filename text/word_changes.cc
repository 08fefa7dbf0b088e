#include "text/word_changes.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "text/ascii.h"

namespace wax::text {
namespace {

using ChangeKind = WordChange::Kind;

// Each with the white space before it.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  size_t at = 0;
  while (at < text.size()) {
    size_t begin = at;
    while (at < text.size() && is_space(text[at])) ++at;
    if (at == text.size()) break;
    while (at < text.size() && !is_space(text[at])) ++at;
    words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

bool is_same_word(std::string_view a, std::string_view b) {
  return trim(a, kAllSpace) == trim(b, kAllSpace);
}

using Words = std::span<const std::string_view>;

void append_words(WordChange::Kind kind, Words words,
                  std::vector<WordChange>& changes) {
  if (words.empty()) return;
  if (changes.empty() || changes.back().kind != kind) {
    changes.push_back({kind, {}});
  }
  for (std::string_view word : words) changes.back().text += word;
}

// E. Myers, "An O(ND) difference algorithm and its variations", 1986.
void append_changes(Words a, Words b, size_t most,
                    std::vector<WordChange>& changes) {
  auto n = static_cast<ptrdiff_t>(a.size());
  auto m = static_cast<ptrdiff_t>(b.size());
  auto limit = static_cast<ptrdiff_t>(std::min(most, a.size() + b.size()));
  std::vector<ptrdiff_t> furthest(static_cast<size_t>(2 * limit) + 3);
  auto at = [&](ptrdiff_t k) -> ptrdiff_t& {
    return furthest[static_cast<size_t>(k + limit + 1)];
  };
  std::vector<std::vector<ptrdiff_t>> trace;  // of each step, from -d to d
  for (ptrdiff_t d = 0; d <= limit; ++d) {
    for (ptrdiff_t k = -d; k <= d; k += 2) {
      bool down = k == -d || (k != d && at(k - 1) < at(k + 1));
      ptrdiff_t x = down ? at(k + 1) : at(k - 1) + 1;
      while (x < n && x - k < m &&
             is_same_word(a[static_cast<size_t>(x)],
                          b[static_cast<size_t>(x - k)])) {
        ++x;
      }
      at(k) = x;
      if (x < n || x - k < m) continue;
      // Back along the steps.
      struct Step {
        ChangeKind kind;
        ptrdiff_t x, y, count;
      };
      std::vector<Step> steps;
      ptrdiff_t here = n;
      ptrdiff_t line = k;
      for (ptrdiff_t step = d; step > 0; --step) {
        const std::vector<ptrdiff_t>& before =
            trace[static_cast<size_t>(step - 1)];
        auto old = [&](ptrdiff_t i) {
          return before[static_cast<size_t>(i + step - 1)];
        };
        bool from_above =
            line == -step || (line != step && old(line - 1) < old(line + 1));
        ptrdiff_t from = from_above ? line + 1 : line - 1;
        ptrdiff_t x0 = old(from);
        ptrdiff_t y0 = x0 - from;
        ptrdiff_t begin = from_above ? x0 : x0 + 1;
        steps.push_back({ChangeKind::kSame, begin, begin - line, here - begin});
        steps.push_back(from_above ? Step{ChangeKind::kAdded, x0, y0, 1}
                                   : Step{ChangeKind::kRemoved, x0, y0, 1});
        here = x0;
        line = from;
      }
      steps.push_back({ChangeKind::kSame, 0, 0, here});
      for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        Words side = step->kind == ChangeKind::kRemoved ? a : b;
        ptrdiff_t begin =
            step->kind == ChangeKind::kRemoved ? step->x : step->y;
        append_words(step->kind,
                     side.subspan(static_cast<size_t>(begin),
                                  static_cast<size_t>(step->count)),
                     changes);
      }
      return;
    }
    trace.emplace_back(furthest.begin() + (limit + 1 - d),
                       furthest.begin() + (limit + 2 + d));
  }
  append_words(ChangeKind::kRemoved, a, changes);
  append_words(ChangeKind::kAdded, b, changes);
}

// The first or the last `count` words of a text.
std::string first_words(std::string_view text, size_t count, bool last) {
  std::vector<std::string_view> words = words_of(text);
  if (words.size() > count) {
    if (last) {
      words.erase(words.begin(), words.end() - static_cast<ptrdiff_t>(count));
    } else {
      words.resize(count);
    }
  }
  std::string out;
  for (std::string_view word : words) {
    if (!out.empty()) out += ' ';
    out += trim(word, kAllSpace);
  }
  return out;
}

}  // namespace

std::vector<WordChange> word_changes(std::string_view before,
                                     std::string_view after, size_t most) {
  std::vector<std::string_view> old_words = words_of(before);
  std::vector<std::string_view> new_words = words_of(after);
  Words a(old_words);
  Words b(new_words);
  size_t same = 0;
  while (same < a.size() && same < b.size() && is_same_word(a[same], b[same])) {
    ++same;
  }
  std::vector<WordChange> changes;
  append_words(WordChange::Kind::kSame, b.first(same), changes);
  a = a.subspan(same);
  b = b.subspan(same);
  same = 0;
  while (same < a.size() && same < b.size() &&
         is_same_word(a[a.size() - same - 1], b[b.size() - same - 1])) {
    ++same;
  }
  Words end = b.last(same);
  append_changes(a.first(a.size() - same), b.first(b.size() - same), most,
                 changes);
  append_words(WordChange::Kind::kSame, end, changes);
  return changes;
}

std::string shown_changes(const std::vector<WordChange>& changes,
                          size_t context) {
  std::string out;
  auto put = [&](const std::string& text) {
    if (!out.empty() && !text.empty()) out += ' ';
    out += text;
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    const WordChange& change = changes[i];
    if (change.kind != ChangeKind::kSame) {
      const char* begin = change.kind == ChangeKind::kRemoved ? "[-" : "{+";
      const char* end = change.kind == ChangeKind::kRemoved ? "-]" : "+}";
      put(begin + first_words(change.text, SIZE_MAX, false) + end);
      continue;
    }
    size_t words = words_of(change.text).size();
    size_t behind = i == 0 ? 0 : context;
    size_t before = i + 1 == changes.size() ? 0 : context;
    if (words <= behind + before) {
      put(first_words(change.text, SIZE_MAX, false));
      continue;
    }
    put(first_words(change.text, behind, false));
    if (changes.size() > 1) put("...");
    put(first_words(change.text, before, true));
  }
  return out;
}

}  // namespace wax::text
