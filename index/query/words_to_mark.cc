#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "index/query/query.h"

namespace wax::index {
namespace {

// The words that make a hit, each once.
class WordsToMark {
 public:
  void add(const Query& query) {
    if (query.kind == Query::Kind::kWords &&
        (query.field.empty() || query.field == "content" ||
         query.field == "main" || query.field == "title")) {
      std::vector<size_t> phrase;
      for (const Query::Word& word : query.words) phrase.push_back(add(word));
      if (phrase.size() > 1 && query.slop == 0) {
        phrases_.push_back(std::move(phrase));
      }
    }
    if (query.kind == Query::Kind::kAnd || query.kind == Query::Kind::kOr) {
      for (const Query& part : query.parts) add(part);
    }
  }
  [[nodiscard]] std::vector<Query::Word> take() && {
    for (std::vector<size_t>& phrase : phrases_) {
      words_[phrase.front()].phrases.push_back(std::move(phrase));
    }
    return std::move(words_);
  }

 private:
  // Which of the words it is.
  size_t add(Query::Word word) {
    word.position = 0;
    auto [first, last] = places_.equal_range(word.text);
    auto same = std::find_if(first, last, [&](const auto& place) {
      return words_[place.second] == word;
    });
    if (same != last) return same->second;
    places_.emplace(word.text, words_.size());
    words_.push_back(std::move(word));
    return words_.size() - 1;
  }

  std::vector<Query::Word> words_;
  std::vector<std::vector<size_t>> phrases_;
  std::unordered_multimap<std::string, size_t> places_;  // by text
};

}  // namespace

std::vector<Query::Word> words_to_mark(const Query& query) {
  WordsToMark words;
  words.add(query);
  return std::move(words).take();
}

}  // namespace wax::index
