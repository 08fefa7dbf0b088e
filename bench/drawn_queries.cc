#include <algorithm>
#include <cstdio>
#include <fstream>
#include <random>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bench/search_documents.h"
#include "collection/segment/segment.h"
#include "io/error.h"

namespace {

using wax::collection::SegmentReader;
using wax::document::Document;
using Random = std::mt19937_64;

constexpr int kQueries = 40;  // of a kind

// Words of 2 to 15 letters, in lower case.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool is_plain = true;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ' ';
    const char low = static_cast<char>(c | 0x20);
    if (low >= 'a' && low <= 'z') {
      word += low;
    } else if ((c >= '0' && c <= '9') || c == '_' || (c & 0x80) != 0) {
      is_plain = false;
      word += c;
    } else {
      if (is_plain && word.size() >= 2 && word.size() <= 15) {
        words.push_back(word);
      }
      word.clear();
      is_plain = true;
    }
  }
  return words;
}

// Draws queries from the documents that it sees.
class QueryMaker {
 public:
  // Each page comes so often.
  explicit QueryMaker(uint64_t times) : times_(times) {}

  void add(const Document& document, Random& random) {
    ++count_;
    std::vector<std::string> words = words_of(document.content);
    for (const std::string& word :
         std::unordered_set<std::string>(words.begin(), words.end())) {
      ++documents_[word];
    }
    constexpr size_t kKept = 4000;
    if (words.size() < 30) return;
    if (kept_.size() < kKept) {
      kept_.push_back(std::move(words));
    } else if (uint64_t at = random() % count_; at < kKept) {
      kept_[at] = std::move(words);
    }
  }

  void write(const std::string& path, Random& random) const {
    std::vector<std::string> frequent = with_share(0.2, 1);
    std::vector<std::string> middle = with_share(0.01, 0.1);
    std::vector<std::string> rare;
    for (const auto& [word, count] : documents_) {
      if (count <= 2 * times_) rare.push_back(word);
    }
    std::sort(rare.begin(), rare.end());
    if (frequent.empty() || middle.empty() || rare.empty() || kept_.empty()) {
      throw wax::UsageError("there are too few pages to draw queries from");
    }
    auto one_of = [&](const std::vector<std::string>& words) {
      return words[random() % words.size()];
    };
    std::ofstream out(path);
    for (int i = 0; i < kQueries; ++i) {
      const bool odd = i % 2 != 0;
      out << "frequent\t" << one_of(frequent) << "\nrare\t" << one_of(rare)
          << "\nand\t" << one_of(frequent) << ' ' << one_of(middle) << "\nor\t"
          << one_of(frequent) << ' ' << one_of(middle) << ' ' << one_of(middle)
          << "\nphrase\t" << phrase(random) << "\nprefix\t"
          << one_of(middle).substr(0, 3) << '\n';
      const uint64_t year = 2000 + random() % 11;
      const uint64_t month = 1 + random() % 12;
      char range[64];
      std::snprintf(range, sizeof range, "\t%04d%02d01\t%04d%02d28",
                    static_cast<int>(year), static_cast<int>(month),
                    static_cast<int>(year + (odd ? 1 : 0)),
                    static_cast<int>(odd ? month : 12));
      out << "dates\t" << one_of(odd ? frequent : middle) << range
          << "\nfacet\t" << one_of(frequent) << '\n';
    }
  }

 private:
  [[nodiscard]] std::vector<std::string> with_share(double least,
                                                    double most) const {
    std::vector<std::string> words;
    for (const auto& [word, count] : documents_) {
      const double share =
          static_cast<double>(count) / static_cast<double>(count_);
      if (share > least && share <= most) words.push_back(word);
    }
    std::sort(words.begin(), words.end());
    return words;
  }

  // Two or three words that stand in a page and are in more than 20.
  [[nodiscard]] std::string phrase(Random& random) const {
    for (;;) {
      const auto& words = kept_[random() % kept_.size()];
      const size_t size = 2 + random() % 2;
      const size_t begin = random() % (words.size() - size);
      std::string text;
      bool all = true;
      for (size_t i = begin; i < begin + size; ++i) {
        all = all && documents_.at(words[i]) > 20;
        text += (i > begin ? " " : "") + words[i];
      }
      if (all) return text;
    }
  }

  uint64_t times_;
  uint64_t count_ = 0;
  std::unordered_map<std::string, uint64_t> documents_;  // that have a word
  std::vector<std::vector<std::string>> kept_;
};

}  // namespace

void draw_queries(const std::string& segment, uint64_t times, uint64_t seed,
                  const std::string& path) {
  Random random(seed);
  QueryMaker queries(times);
  SegmentReader reader(segment);
  Document document;
  while (reader.next(document)) {
    if (!document.date_only) queries.add(document, random);
  }
  queries.write(path, random);
}
