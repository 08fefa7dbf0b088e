#include "index/schema/stems.h"

#include <libstemmer.h>

#include <algorithm>
#include <map>
#include <new>
#include <set>
#include <stdexcept>
#include <utility>

#include "io/error.h"

namespace wax::index {
namespace {

// Each has words in kept_words.h.
constexpr const char* kLanguagesWithStems[] = {
    "ar", "ca", "da", "de", "el", "en", "es", "eu", "fi", "fr",
    "ga", "hi", "hu", "hy", "id", "it", "lt", "ne", "nl", "no",
    "pt", "ro", "ru", "sr", "sv", "ta", "tr", "yi"};

// Words that may be known at first.
constexpr size_t kFewKnown = 64;

sb_stemmer* made_stemmer(const char* language) {
  return sb_stemmer_new(language, "UTF_8");
}

}  // namespace

const std::vector<std::string>& stemmed_languages() {
  static const std::vector<std::string> languages = [] {
    std::vector<std::string> found;
    for (const char* language : kLanguagesWithStems) {
      sb_stemmer* stemmer = made_stemmer(language);
      if (stemmer == nullptr) continue;
      sb_stemmer_delete(stemmer);
      found.emplace_back(language);
    }
    return found;
  }();
  return languages;
}

std::vector<std::string> wanted_stems(const std::vector<std::string>& words) {
  const std::vector<std::string>& all = stemmed_languages();
  if (words == std::vector<std::string>{"all"}) return all;
  if (words == std::vector<std::string>{"none"}) return {};
  for (const std::string& one : words) {
    if (std::count(all.begin(), all.end(), one) > 0) continue;
    throw UsageError("there are no stems in \"" + one + "\", only in " +
                     text_of_stems(all));
  }
  std::set<std::string> sorted(words.begin(), words.end());
  return {sorted.begin(), sorted.end()};
}

std::vector<std::string> stems_of_text(std::string_view text) {
  std::vector<std::string> languages;
  while (!text.empty()) {
    std::string_view one = text.substr(0, text.find(','));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    if (!one.empty()) languages.emplace_back(one);
  }
  return languages;
}

std::string text_of_stems(const std::vector<std::string>& stems) {
  std::string text;
  for (const std::string& one : stems) text += (text.empty() ? "" : ",") + one;
  return text;
}

std::string stem_language(std::string_view language,
                          const std::vector<std::string>& languages) {
  std::string_view primary = language.substr(0, language.find('-'));
  if (primary == "nb" || primary == "nn") primary = "no";
  for (const std::string& one : languages) {
    if (one == primary) return one;
  }
  return {};
}

bool stems_keep_beginning(std::string_view language) {
  // The algorithms of these take prefixes away, or write other letters.
  static constexpr std::string_view kOthers[] = {"ar", "ga", "id",
                                                 "sr", "ta", "yi"};
  return std::find(std::begin(kOthers), std::end(kOthers), language) ==
         std::end(kOthers);
}

void StemTerms::Delete::operator()(void* stemmer) const {
  sb_stemmer_delete(static_cast<sb_stemmer*>(stemmer));
}

StemTerms::StemTerms(const std::string& language, size_t most_known)
    : language_(language),
      most_known_(most_known),
      stemmer_(made_stemmer(language.c_str())),
      known_(kFewKnown) {
  if (!stemmer_) throw std::logic_error("no stems in " + language);
}

StemTerms::~StemTerms() = default;

std::string_view StemTerms::term(std::string_view word) {
  const size_t hash = std::hash<std::string_view>()(word);
  Known* known = &known_[hash % known_.size()];
  if (known->word == word && !known->term.empty()) return known->term;
  if (++made_ > 2 * known_.size() && 2 * known_.size() <= most_known_) {
    known_ = std::vector<Known>(2 * known_.size());
    made_ = 0;
    known = &known_[hash % known_.size()];
  }
  auto* stemmer = static_cast<sb_stemmer*>(stemmer_.get());
  const sb_symbol* text =
      sb_stemmer_stem(stemmer, reinterpret_cast<const sb_symbol*>(word.data()),
                      static_cast<int>(word.size()));
  if (text == nullptr) throw std::bad_alloc();
  tokenizer_.set({reinterpret_cast<const char*>(text),
                  static_cast<size_t>(sb_stemmer_length(stemmer))});
  std::string_view folded;
  std::string_view exact;
  std::string term = language_ + ':';
  if (tokenizer_.next_utf8(folded, exact)) term += folded;
  known->term.clear();
  known->word = word;
  known->term = std::move(term);
  return known->term;
}

StemTerms& stems_of_thread(const std::string& language) {
  constexpr size_t kMostKnown = 8192;
  thread_local std::map<std::string, StemTerms> kept;
  return kept.try_emplace(language, language, kMostKnown).first->second;
}

}  // namespace wax::index
