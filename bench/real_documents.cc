#include <algorithm>
#include <cstdio>
#include <fstream>
#include <random>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bench/search_documents.h"
#include "cdx/url/host.h"
#include "cdx/url/url_key.h"
#include "collection/segment/segment.h"
#include "text/json.h"

namespace {

namespace cdx = wax::cdx;
using wax::collection::SegmentReader;
using wax::collection::SegmentWriter;
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
      if (count <= 2) rare.push_back(word);
    }
    std::sort(rare.begin(), rare.end());
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

  uint64_t count_ = 0;
  std::unordered_map<std::string, uint64_t> documents_;  // that have a word
  std::vector<std::vector<std::string>> kept_;
};

// The blocks of a text in another order, those of the main content first.
void shuffle_blocks(Document& document, Random& random) {
  std::vector<std::string> main;
  std::vector<std::string> other;
  size_t range = 0;
  size_t at = 0;
  const std::string& text = document.content;
  while (at < text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    while (range < document.main.size() && document.main[range].end <= at) {
      ++range;
    }
    const bool is_main =
        range < document.main.size() && document.main[range].begin <= at;
    (is_main ? main : other).push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::shuffle(main.begin(), main.end(), random);
  std::shuffle(other.begin(), other.end(), random);
  std::string shuffled;
  for (const std::string& block : main) shuffled += block + '\n';
  const size_t end_of_main = shuffled.empty() ? 0 : shuffled.size() - 1;
  for (const std::string& block : other) shuffled += block + '\n';
  if (!shuffled.empty()) shuffled.pop_back();
  if (!document.main.empty()) {
    document.main.clear();
    if (end_of_main > 0) document.main.push_back({0, end_of_main});
  }
  document.content = std::move(shuffled);
}

std::set<std::string> dates_of(const std::string& url) {
  Random random(std::hash<std::string>()(url));
  std::set<std::string> dates;
  for (uint64_t left = 1 + random() % 20; left > 0; --left) {
    char date[32];
    std::snprintf(date, sizeof date, "%04d%02d%02d000000",
                  static_cast<int>(2000 + random() % 12),
                  static_cast<int>(1 + random() % 12),
                  static_cast<int>(1 + random() % 28));
    dates.insert(date);
  }
  return dates;
}

void append_line(const Document& document, const std::set<std::string>& dates,
                 std::string& line) {
  std::string text = document.content;
  std::replace(text.begin(), text.end(), '\n', ' ');
  line += "{\"url\":";
  wax::text::append_json_string(document.url, line);
  line += ",\"host\":";
  wax::text::append_json_string(cdx::host_of(document.url), line);
  line += ",\"dates\":[";
  for (const std::string& date : dates) {
    line += (date == *dates.begin() ? "\"" : ",\"") + date + '"';
  }
  line += "],\"title\":";
  wax::text::append_json_string(document.title, line);
  line += ",\"text\":";
  wax::text::append_json_string(text, line);
  line += "}\n";
}

}  // namespace

void make_of_segment(const std::string& segment, uint64_t times,
                     const std::string& folder) {
  Random random(7);
  QueryMaker queries;
  SegmentWriter writer(folder + "/segment", SegmentReader(segment).kind(), true,
                       SegmentReader(segment).identity());
  std::ofstream lines(folder + "/documents.jsonl");
  Document document;
  std::string line;
  for (uint64_t round = 0; round < times; ++round) {
    SegmentReader reader(segment);
    std::unordered_set<std::string> seen;
    while (reader.next(document)) {
      if (document.content.empty() || document.date_only) continue;
      if (!seen.insert(document.url).second) continue;
      if (round > 0) {
        document.url +=
            (document.url.find('?') == std::string::npos ? "?" : "&") +
            std::string("copy=") + std::to_string(round);
        document.urlkey = cdx::url_key(reader.kind(), document.url);
        document.digest.back() = static_cast<char>('A' + round);
        shuffle_blocks(document, random);
      }
      const std::set<std::string> dates = dates_of(document.url);
      document.date = *dates.begin();
      document.links.clear();
      document.images.clear();
      writer.add(document);
      Document revisit;
      revisit.url = document.url;
      revisit.urlkey = document.urlkey;
      revisit.digest = document.digest;
      revisit.revisit = revisit.date_only = true;
      for (const std::string& date : dates) {
        if (date == document.date) continue;
        revisit.date = date;
        writer.add(revisit);
        writer.add_date(document.urlkey, document.digest, date);
      }
      line.clear();
      append_line(document, dates, line);
      lines << line;
      if (round == 0) queries.add(document, random);
    }
  }
  writer.finish("{}\n");
  queries.write(folder + "/queries.tsv", random);
}

void make_of_pieces(const std::string& segment, uint64_t first, uint64_t count,
                    const std::string& folder) {
  Random random(first + 1);
  QueryMaker queries;
  SegmentReader source(segment);
  SegmentWriter writer(folder + "/segment", source.kind(), true,
                       source.identity());
  constexpr size_t kPiece = 500;   // bytes of a text, and the rest of a word
  constexpr uint64_t kShift = 37;  // bytes by which pieces of a round are moved
  std::vector<std::string> versions;
  versions.reserve(count);
  uint64_t number = 0;  // of the piece, over all rounds
  Document page;
  for (uint64_t round = 0; number < first + count; ++round) {
    const uint64_t before = number;
    SegmentReader reader(segment);
    while (number < first + count && reader.next(page)) {
      if (page.date_only) continue;
      const std::string& text = page.content;
      auto end_of_word = [&](size_t at) {
        return std::min(text.find_first_of(" \n", at), text.size());
      };
      size_t begin = round == 0 ? 0 : end_of_word(kShift * round);
      for (; begin < text.size() && number < first + count; ++number) {
        const size_t end = end_of_word(begin + kPiece);
        if (number >= first) {
          Document piece;
          piece.url = page.url + "?piece=" + std::to_string(number);
          piece.urlkey = cdx::url_key(reader.kind(), piece.url);
          piece.digest = "sha1:";
          for (int i = 0; i < 32; ++i) {
            piece.digest += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[random() % 32];
          }
          piece.title = page.title;
          piece.type = page.type;
          piece.charset = page.charset;
          piece.status = page.status;
          piece.filename = page.filename;
          piece.offset = page.offset;
          piece.length = page.length;
          piece.date = *dates_of(piece.url).begin();
          piece.content = text.substr(begin, end - begin);
          writer.add(piece);
          versions.push_back(piece.urlkey + ' ' + piece.digest + ' ');
          queries.add(piece, random);
        }
        begin = end + 1;
      }
    }
    if (number == before) break;  // no page is so long
  }
  writer.finish("{}\n");
  queries.write(folder + "/queries.tsv", random);
  std::sort(versions.begin(), versions.end());
  std::ofstream lines(folder + "/lines");
  constexpr int kLines = 10;  // of a version
  for (const std::string& version : versions) {
    for (int i = 0; i < kLines; ++i) {
      char date[32];
      std::snprintf(date, sizeof date, "%04d%02d%02d000000\n", 2000 + i,
                    static_cast<int>(1 + random() % 12),
                    static_cast<int>(1 + random() % 28));
      lines << version << date;
    }
  }
}
