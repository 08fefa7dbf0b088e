#include "document/charset/encoding_guess.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "document/charset/folded_text.h"
#include "document/charset/language_pairs.h"

namespace wax::document {
namespace {

constexpr std::string_view kWestern =
    " de fr es it pt nl da sv fi is nb ca gl eu ga sq ";

struct Candidate {
  std::string_view encoding;
  std::string_view languages;  // between spaces
  int prior;                   // bits that speak against it
};

constexpr int kRare = 15;
constexpr int kOnlyStated = 1000;

constexpr Candidate kCandidates[] = {
    {"windows-1252", kWestern, 0},
    {"windows-874", " th ", 4},
    {"windows-1257", " lt lv et ", 6},
    {"iso-8859-13", " lt lv et ", 7},
    {"windows-1250", " hr sl pl ro cs sk hu sq ", 6},
    {"iso-8859-2", " hr sl pl ro cs sk hu sq ", 7},
    {"windows-1251", " ru uk bg sr mk be ", 4},
    {"koi8-r", " ru bg ", 4},
    {"koi8-u", " uk be ", 4},
    {"iso-8859-5", " ru uk bg sr mk be ", 5},
    {"ibm866", " ru be bg ", 5},
    {"windows-1254", " tr ", 6},
    {"windows-1253", " el ", 4},
    {"iso-8859-7", " el ", 4},
    {"windows-1255", " he ", 4},
    {"windows-1256", " ar fa ", 4},
    {"iso-8859-6", " ar ", 5},
    {"windows-1258", " vi ", 4},
    {"shift_jis", " ja ", 4},
    {"euc-jp", " ja ", 4},
    {"euc-kr", " ko ", 4},
    {"gb18030", " zh ", 4},
    {"big5", " zh-tw ", 4},
    {"iso-8859-15", " fr fi et ", 8},
    {"macintosh", " de fr es it pt nl da sv fi is nb ", kRare},
    {"x-mac-cyrillic", " ru uk bg sr mk be ", kRare},
    {"iso-8859-8-i", " he ", kOnlyStated},
    {"iso-8859-8", " he ", kOnlyStated},
    {"iso-8859-3", " tr ca es it ", kOnlyStated},
    {"iso-8859-4", " lt lv et da fi nb sv ", kOnlyStated},
    {"iso-8859-10", " lt is da fi nb sv ", kOnlyStated},
    {"iso-8859-14", " ga ", kOnlyStated},
    {"iso-8859-16", " ro hr hu pl sl sq fr de it ", kOnlyStated},
    {"gbk", " zh ", kOnlyStated},
};

bool has_language(std::string_view languages, std::string_view one) {
  const size_t at = languages.find(one);
  return at != std::string_view::npos && at > 0 && languages[at - 1] == ' ' &&
         languages[at + one.size()] == ' ';
}

uint64_t cost_of(const FoldedText& text, const LanguagePairs& language) {
  uint64_t sum = text.cost;
  for (const FoldedPair& pair : text.pairs) {
    sum += language.cost(pair.first, pair.second);
  }
  return sum;
}

// Cuts a sample behind a word, after `enough` bytes beyond ASCII.
std::string_view next_part(std::string_view& sample, size_t enough) {
  size_t upper = 0;
  size_t end = 0;
  while (end < sample.size() && (upper < enough || sample[end] != ' ')) {
    upper += static_cast<unsigned char>(sample[end++]) >= 0x80;
  }
  const std::string_view part = sample.substr(0, end);
  sample.remove_prefix(end);
  return part;
}

constexpr int64_t kFarBehind = 60 * kBit;
constexpr int kBitsOfLanguage = 8;

struct Attempt {
  const Candidate* candidate;
  const LanguagePairs* language;
  int64_t cost;
};

// What the candidate costs before its text.
int64_t prior_cost(const Candidate& candidate, const EncodingHints& hints) {
  int64_t bits = candidate.prior;
  bool stated = false;
  for (const EncodingBonus& bonus : hints.stated) {
    if (bonus.encoding != candidate.encoding) continue;
    bits -= bonus.bits;
    stated = true;
  }
  if (candidate.prior == kOnlyStated) {
    if (!stated) return std::numeric_limits<int64_t>::max();
    bits -= kOnlyStated;
  }
  return bits * int64_t{kBit};
}

// Each candidate in each of its languages.
const std::vector<Attempt>& all_candidates() {
  static const std::vector<Attempt> all = [] {
    std::vector<Attempt> attempts;
    for (const Candidate& candidate : kCandidates) {
      for (const LanguagePairs& language : language_pairs()) {
        if (has_language(candidate.languages, language.language())) {
          attempts.push_back({&candidate, &language, 0});
        }
      }
    }
    return attempts;
  }();
  return all;
}

std::vector<Attempt> attempts_of(const EncodingHints& hints) {
  std::vector<Attempt> attempts;
  const Candidate* last = nullptr;
  int64_t prior = 0;
  for (const Attempt& one : all_candidates()) {
    if (one.candidate != last) prior = prior_cost(*one.candidate, hints);
    last = one.candidate;
    if (prior == std::numeric_limits<int64_t>::max()) continue;
    const bool is_likely =
        std::find(hints.languages.begin(), hints.languages.end(),
                  one.language->language()) != hints.languages.end();
    attempts.push_back(
        {one.candidate, one.language,
         prior - (is_likely ? kBitsOfLanguage * int64_t{kBit} : 0)});
  }
  return attempts;
}

// Nothing speaks for another encoding or language.
bool is_likely_western(const EncodingHints& hints) {
  return std::all_of(hints.stated.begin(), hints.stated.end(),
                     [](const EncodingBonus& bonus) {
                       return bonus.encoding == kCandidates[0].encoding;
                     }) &&
         std::all_of(hints.languages.begin(), hints.languages.end(),
                     [](std::string_view language) {
                       return has_language(kWestern, language);
                     });
}

// Whether words are ordinary ones of a Western language in windows-1252: so
// most pages need no other candidate.
bool is_plainly_western(std::string_view words, std::string& buffer) {
  constexpr size_t kEnoughPairs = 16;
  constexpr unsigned kMostForPair = 11 * kBit / 2;
  const FoldedText text =
      folded_text(words, kCandidates[0].encoding, true, buffer);
  if (text.pairs.size() < kEnoughPairs) return false;
  const uint64_t most = text.pairs.size() * kMostForPair;
  for (const Attempt& one : all_candidates()) {
    if (one.candidate != kCandidates) break;
    if (cost_of(text, *one.language) <= most) return true;
  }
  return false;
}

}  // namespace

std::string_view guessed_encoding(std::string_view sample,
                                  const EncodingHints& hints) {
  std::string buffer;
  std::string_view start = sample;
  if (is_likely_western(hints) &&
      is_plainly_western(next_part(start, 24), buffer)) {
    return kCandidates[0].encoding;
  }
  std::vector<Attempt> attempts = attempts_of(hints);
  bool is_first = true;
  // What is far off is dropped early.
  for (size_t enough : {size_t{24}, size_t{96}, sample.size()}) {
    const std::string_view part = next_part(sample, enough);
    if (part.empty() || attempts.size() == 1) break;
    const Candidate* read = nullptr;  // as which `text` is folded
    FoldedText text;
    int64_t least = std::numeric_limits<int64_t>::max();
    for (Attempt& attempt : attempts) {
      if (attempt.candidate != read) {
        read = attempt.candidate;
        text = folded_text(part, read->encoding, is_first, buffer);
      }
      attempt.cost += static_cast<int64_t>(cost_of(text, *attempt.language));
      least = std::min(least, attempt.cost);
    }
    std::erase_if(attempts, [&](const Attempt& attempt) {
      return attempt.cost > least + kFarBehind;
    });
    is_first = false;
  }
  return std::min_element(
             attempts.begin(), attempts.end(),
             [](const Attempt& a, const Attempt& b) { return a.cost < b.cost; })
      ->candidate->encoding;
}

}  // namespace wax::document
