#include "index/query/snippet.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "index/query/term_pattern.h"
#include "index/schema/stems.h"
#include "index/schema/tokens.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

struct Found {
  size_t begin;
  size_t end;
  size_t word;
};

constexpr size_t kNone = std::numeric_limits<size_t>::max();

// A word of the query as the tokenizer gives words.
struct WantedWord {
  std::u32string text;
  bool prefix = false;
  std::string pattern = {};            // not empty: `text` is not used
  std::optional<NearWords> near = {};  // the same
  struct Stem {
    std::string term;
    StemTerms* of_language;
    char32_t beginning = 0;  // of words that may have it; 0: any
  };
  std::vector<Stem> stems = {};  // besides
  std::string written = {};      // not empty: as it must be written
};

std::vector<WantedWord> wanted_words(const std::vector<Query::Word>& words) {
  std::vector<WantedWord> wanted;
  for (const Query::Word& word : words) {
    WantedWord& made = wanted.emplace_back();
    made.prefix = word.prefix;
    made.written = word.written;
    if (word.pattern) made.pattern = word.text;
    if (word.edits > 0) made.near.emplace(word.text, word.edits);
    for (const std::string& stem : word.stems) {
      const std::string language(stem_language_of(stem));
      char32_t beginning = 0;
      if (stems_keep_beginning(language) && stem.size() > language.size() + 1) {
        (void)text::decode_utf8(stem.substr(language.size() + 1), beginning);
      }
      made.stems.push_back({stem, &stems_of_thread(language), beginning});
    }
    std::string_view rest = word.text;
    while (!rest.empty()) {
      char32_t point = 0xFFFD;
      size_t size = text::decode_utf8(rest, point);
      made.text += point;
      rest.remove_prefix(std::max<size_t>(size, 1));
    }
  }
  return wanted;
}

// How words begin that may match.
Tokenizer::Beginnings beginnings_of(const std::vector<WantedWord>& words) {
  Tokenizer::Beginnings wanted = {};
  auto want = [&](char32_t first) {
    if (first == 0) {
      wanted.add_all();
    } else if (first < 128) {
      wanted.add(static_cast<char>(first));
    }
  };
  for (const WantedWord& word : words) {
    const bool is_like = !word.pattern.empty() || word.near.has_value();
    want(is_like || word.text.empty() ? 0 : word.text.front());
    for (const WantedWord::Stem& stem : word.stems) want(stem.beginning);
  }
  return wanted;
}

// Finds the first of the wanted words that a token is.
class Matching {
 public:
  explicit Matching(std::vector<WantedWord> words) : words_(std::move(words)) {
    // Fewer are compared one by one.
    constexpr size_t kMany = 8;
    for (size_t i = 0; i < words_.size(); ++i) {
      const WantedWord& word = words_[i];
      const bool is_like =
          word.prefix || !word.pattern.empty() || word.near.has_value();
      const bool looks_up =
          words_.size() >= kMany && !is_like && word.written.empty();
      if (looks_up) alone_.try_emplace(word.text, i);
      if (!looks_up || !word.stems.empty()) tried_.push_back(i);
    }
  }

  // kNone: none of them.
  [[nodiscard]] size_t of(const Token& token) {
    size_t found = kNone;
    if (!alone_.empty()) {
      auto same = alone_.find(token.text);
      if (same != alone_.end()) found = same->second;
    }
    for (size_t i : tried_) {
      if (i >= found || is(token, words_[i])) return std::min(i, found);
    }
    return found;
  }

 private:
  static bool is(const Token& token, WantedWord& word) {
    if (!word.pattern.empty()) {
      return is_like(word.pattern, utf8_of(token.text));
    }
    if (word.near) return word.near->compare(utf8_of(token.text)).is_near;
    if (word.prefix ? token.text.starts_with(word.text)
                    : token.text == word.text) {
      if (word.written.empty()) return true;
      std::string room;
      return without_vowel_marks(
                 utf8_of(token.exact.empty() ? token.text : token.exact),
                 room) == word.written;
    }
    return std::any_of(
        word.stems.begin(), word.stems.end(), [&](WantedWord::Stem& stem) {
          if (stem.beginning != 0 && token.text.front() != stem.beginning) {
            return false;
          }
          return stem.of_language->term(
                     utf8_of(token.exact.empty() ? token.text : token.exact)) ==
                 stem.term;
        });
  }

  std::vector<WantedWord> words_;
  std::unordered_map<std::u32string_view, size_t> alone_;  // by text
  std::vector<size_t> tried_;                              // one by one
};

// What is between two words that are found.
enum class Between { kNothing, kEndOfSentence, kWords };

Between between(std::string_view text, Tokenizer& tokenizer) {
  constexpr size_t kMost = 32;
  if (text.size() > kMost) return Between::kWords;
  tokenizer.set(text);
  if (Token token; tokenizer.next(token)) return Between::kWords;
  return text.find_first_of(".!?;:|\n") == text.npos ? Between::kNothing
                                                     : Between::kEndOfSentence;
}

// The phrases of a query, as numbers of its words.
using Phrases = std::vector<std::vector<size_t>>;

Phrases phrases_of(const std::vector<Query::Word>& words) {
  Phrases phrases;
  for (const Query::Word& word : words) {
    phrases.insert(phrases.end(), word.phrases.begin(), word.phrases.end());
  }
  return phrases;
}

// The words of a text that are found, and of its stretches the one with a
// phrase, and rather one within a sentence; then with most different words,
// then most words, of those the first.
class FoundWords {
 public:
  FoundWords(const std::vector<Query::Word>& words, size_t length)
      : inside_(words.size()), phrases_(phrases_of(words)), length_(length) {}

  // `text` is that in which the word is.
  void add(const Found& one, std::string_view text) {
    found_.push_back(one);
    if (inside_[one.word]++ == 0) ++different_;
    while (one.end - found_[first_].begin > length_ &&
           first_ + 1 < found_.size()) {
      if (--inside_[found_[first_++].word] == 0) --different_;
    }
    for (const std::vector<size_t>& phrase : phrases_) look_for(phrase, text);
    size_t best_phrase = 0;
    if (phrase_begin_ >= first_) best_phrase = phrase_worth_;
    if (whole_begin_ >= first_ && has_whole_) best_phrase = kWhole;
    const Worth here = {best_phrase, different_, found_.size() - first_};
    if (here <= most_) return;
    most_ = here;
    best_ = first_;
  }

  // In order.
  [[nodiscard]] const std::vector<Found>& all() const { return found_; }
  // Where the best stretch begins; not when no word is found.
  [[nodiscard]] size_t best_begin() const { return found_[best_].begin; }
  [[nodiscard]] bool has_stretch_with_all() const {
    return !found_.empty() && std::get<1>(most_) == inside_.size() &&
           (phrases_.empty() || std::get<0>(most_) == kWhole);
  }

 private:
  using Worth = std::tuple<size_t, size_t, size_t>;
  static constexpr size_t kWhole = 2;

  // Whether the phrase ends with the last word that was found.
  void look_for(const std::vector<size_t>& phrase, std::string_view text) {
    if (found_.size() < phrase.size()) return;
    const size_t begin = found_.size() - phrase.size();
    for (size_t i = phrase.size(); i-- > 0;) {
      if (found_[begin + i].word != phrase[i]) return;
    }
    bool is_whole = true;
    for (size_t i = begin + 1; i < found_.size(); ++i) {
      const size_t end = found_[i - 1].end;
      if (found_[i].begin <= end) continue;  // pairs of characters
      const Between gap =
          between(text.substr(end, found_[i].begin - end), tokenizer_);
      if (gap == Between::kWords) return;
      is_whole &= gap == Between::kNothing;
    }
    if (is_whole) {
      whole_begin_ = begin;
      has_whole_ = true;
    } else {
      phrase_begin_ = begin;
      phrase_worth_ = 1;
    }
  }

  std::vector<Found> found_;
  std::vector<uint32_t> inside_;  // the stretch that ends with the last one
  Phrases phrases_;
  Tokenizer tokenizer_;
  // The last phrase within a sentence, and the last one across two.
  size_t whole_begin_ = 0;
  bool has_whole_ = false;
  size_t phrase_begin_ = 0;
  size_t phrase_worth_ = 0;
  size_t length_;
  size_t first_ = 0;
  size_t different_ = 0;
  size_t best_ = 0;
  Worth most_ = {0, 0, 0};
};

bool is_inside_character(std::string_view text, size_t at) {
  return at < text.size() && text::continues_sequence(text[at]);
}

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

// The nearest beginning of a word from `at` on, if there is one close by.
size_t word_begin(std::string_view text, size_t at) {
  constexpr size_t kClose = 20;
  for (size_t i = at; i < text.size() && i < at + kClose; ++i) {
    if (i == 0 || is_blank(text[i - 1])) return i;
  }
  while (is_inside_character(text, at)) ++at;
  return at;
}

size_t word_end(std::string_view text, size_t at) {
  constexpr size_t kClose = 20;
  if (at >= text.size()) return text.size();
  for (size_t i = at; i > 0 && i + kClose > at; --i) {
    if (is_blank(text[i])) return i;
  }
  while (is_inside_character(text, at)) --at;
  return at;
}

// The end of the part of `text` that has whole words: after the last blank from
// `from` on, if there is one near the end. Without one, it is `from` as long as
// little text follows, else the end of the last whole character.
size_t last_break(std::string_view text, size_t from) {
  constexpr size_t kNear = 256;
  const size_t nearest =
      std::max(from, text.size() - std::min(text.size(), kNear));
  for (size_t i = text.size(); i > nearest; --i) {
    if (is_blank(text[i - 1])) return i;
  }
  if (text.size() - from < kNear) return from;
  size_t end = text.size();
  while (end > from && text::continues_sequence(text[end - 1])) --end;
  if (end > from && static_cast<unsigned char>(text[end - 1]) >= 0xC0) --end;
  return end;
}

}  // namespace

Snippet make_snippet(std::string_view text,
                     const std::vector<Query::Word>& words, size_t length,
                     size_t limit) {
  return make_snippet(
      [&] {
        return TextSoFar{text, true};
      },
      words, length, limit);
}

Snippet make_snippet(const GrowingText& more,
                     const std::vector<Query::Word>& words, size_t length,
                     size_t limit) {
  // So far is looked for a better stretch than one with all words.
  const size_t further = std::max<size_t>(4 << 10, 2 * length);
  std::string_view text;
  FoundWords found(words, length * 3 / 4);
  Tokenizer tokenizer;
  std::vector<WantedWord> wanted = wanted_words(words);
  const Tokenizer::Beginnings beginnings = beginnings_of(wanted);
  Matching matching(std::move(wanted));
  size_t read = 0;
  for (bool ends = false; !ends;) {
    const TextSoFar so_far = more();
    text = so_far.text;
    ends = so_far.whole;
    if (text.size() > limit) {
      // What was read may end after the word at which the limit cuts.
      text = text.substr(0, std::max(read, word_end(text, limit)));
      ends = true;
    }
    if (words.empty()) {
      ends |= text.size() >= further;
      continue;
    }
    const size_t until = ends ? text.size() : last_break(text, read);
    size_t next_piece = until;
    tokenizer.set(text.substr(read, until - read));
    for (Token token; tokenizer.next_wanted(beginnings, token);) {
      // Words at the cut may go on, and pairs of characters begin before it.
      if (!ends && token.begin > 0 && read + token.end == until) {
        next_piece = std::min(next_piece, read + token.begin);
        continue;
      }
      if (size_t word = matching.of(token); word != kNone) {
        found.add({read + token.begin, read + token.end, word}, text);
      }
    }
    read = next_piece;
    ends |= found.has_stretch_with_all() &&
            text.size() - found.best_begin() >= further;
  }
  size_t begin = 0;
  if (!found.all().empty()) {
    const size_t first = found.best_begin();
    if (first > length / 4) begin = word_begin(text, first - length / 4);
  }
  size_t end = word_end(text, begin + length);
  if (end <= begin) end = std::min(text.size(), begin + length);

  Snippet snippet;
  if (begin > 0) snippet.text = "... ";
  size_t next = 0;
  const std::vector<Found>& marks = found.all();
  while (next < marks.size() && marks[next].begin < begin) ++next;
  bool space = true;
  for (size_t at = begin; at < end; ++at) {
    // Marks of pairs overlap: they become one.
    for (; next < marks.size() && marks[next].begin <= at; ++next) {
      size_t from = snippet.text.size();
      size_t to = from + marks[next].end - marks[next].begin;
      if (marks[next].end > end) continue;
      if (!snippet.marks.empty() && snippet.marks.back().second >= from) {
        snippet.marks.back().second = to;
      } else {
        snippet.marks.emplace_back(from, to);
      }
    }
    if (is_blank(text[at])) {
      if (!space) snippet.text += ' ';
      space = true;
    } else {
      snippet.text += text[at];
      space = false;
    }
  }
  while (snippet.text.ends_with(' ')) snippet.text.pop_back();
  if (end < text.size()) snippet.text += " ...";
  return snippet;
}

std::string marked(const Snippet& snippet, std::string_view before,
                   std::string_view after) {
  std::string out;
  size_t at = 0;
  for (auto [begin, end] : snippet.marks) {
    out.append(snippet.text, at, begin - at);
    out += before;
    out.append(snippet.text, begin, end - begin);
    out += after;
    at = end;
  }
  out.append(snippet.text, at);
  return out;
}

}  // namespace wax::index
