#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "bench/search_documents.h"
#include "cdx/url/url_key.h"
#include "collection/segment/segment.h"

namespace {

using wax::document::Document;
using Random = std::mt19937_64;

constexpr uint32_t kWords = 2'000'000;
constexpr double kWordsOfADocument = 215;
constexpr int kQueries = 40;  // of a kind

// Draws ranks by Walker's alias method.
class Words {
 public:
  Words() : own_(kWords), other_(kWords) {
    double sum = 0;
    for (uint32_t i = 0; i < kWords; ++i) sum += weight(i);
    std::vector<double> shares(kWords);
    std::vector<uint32_t> small;
    std::vector<uint32_t> large;
    for (uint32_t i = 0; i < kWords; ++i) {
      shares[i] = weight(i) / sum * kWords;
      (shares[i] < 1 ? small : large).push_back(i);
    }
    sum_ = sum;
    while (!small.empty() && !large.empty()) {
      uint32_t a = small.back();
      uint32_t b = large.back();
      small.pop_back();
      own_[a] = static_cast<float>(shares[a]);
      other_[a] = b;
      shares[b] -= 1 - shares[a];
      if (shares[b] < 1) {
        large.pop_back();
        small.push_back(b);
      }
    }
    for (uint32_t i : small) own_[i] = 1;
    for (uint32_t i : large) own_[i] = 1;
  }
  uint32_t draw(Random& random) const {
    uint64_t bits = random();
    auto i = static_cast<uint32_t>((bits >> 32) * kWords >> 32);
    float at = static_cast<float>(bits & 0xFFFFFF) / 0x1000000;
    return at < own_[i] ? i : other_[i];
  }
  // The share of the documents that have the word.
  double share(uint32_t rank) const {
    return 1 - std::exp(-kWordsOfADocument * weight(rank) / sum_);
  }

 private:
  static double weight(uint32_t rank) { return std::pow(rank + 2.7, -1.07); }
  std::vector<float> own_;
  std::vector<uint32_t> other_;
  double sum_ = 0;
};

std::string date14(Random& random) {
  char text[32];
  std::snprintf(
      text, sizeof text, "%04d%02d%02d%02d%02d%02d",
      static_cast<int>(2000 + random() % 12),
      static_cast<int>(1 + random() % 12), static_cast<int>(1 + random() % 28),
      static_cast<int>(random() % 24), static_cast<int>(random() % 60),
      static_cast<int>(random() % 60));
  return text;
}

// Ranks of words in such a share of the documents.
struct Between {
  uint32_t first;
  uint32_t last;
  std::string pick(Random& random) const {
    return made_word(first +
                     static_cast<uint32_t>(random() % (last - first + 1)));
  }
};

Between between(const Words& words, double least, double most) {
  uint32_t first = 0;
  while (words.share(first) > most) ++first;
  uint32_t last = first;
  while (last + 1 < kWords && words.share(last + 1) >= least) ++last;
  return {first, last};
}

void write_queries(const std::string& path, const Words& words, double count,
                   const std::vector<std::string>& pairs) {
  Random random(7);
  Between frequent = between(words, 0.1, 0.6);
  Between middle = between(words, 0.005, 0.1);
  Between rare = between(words, 6 / count, 20 / count);
  std::ofstream out(path);
  for (int i = 0; i < kQueries; ++i) {
    bool odd = i % 2 != 0;
    auto a = [&](const Between& words_of) { return words_of.pick(random); };
    out << "frequent\t" << a(frequent) << '\n';
    out << "rare\t" << a(rare) << '\n';
    out << "and\t" << a(middle) << ' ' << a(odd ? middle : frequent) << '\n';
    out << "or\t" << a(middle) << ' ' << a(middle) << ' ' << a(frequent)
        << '\n';
    out << "phrase\t" << pairs[random() % pairs.size()] << '\n';
    out << "prefix\t" << a(middle).substr(0, odd ? 3 : 4) << '\n';
    int year = static_cast<int>(2000 + random() % 11);
    int month = static_cast<int>(1 + random() % 12);
    char range[64];
    std::snprintf(range, sizeof range, "\t%04d%02d01\t%04d%02d28", year, month,
                  year + (odd ? 1 : 0), odd ? month : 12);
    out << "dates\t" << a(odd ? frequent : middle) << range << '\n';
    out << "facet\t" << a(frequent) << '\n';
  }
}

}  // namespace

std::string made_word(uint32_t rank) {
  static const char* kSyllables[] = {
      "ba", "con", "de", "en", "fi", "gra", "hu", "in", "jo", "ka",
      "lo", "mi",  "na", "or", "pe", "qua", "re", "st", "ti", "un",
      "ve", "wa",  "xi", "yo", "ze", "al",  "er", "is", "om", "tu"};
  std::string text;
  uint32_t left = rank + 30;
  while (left > 0) {
    text += kSyllables[left % 30];
    left /= 30;
  }
  return text;
}

void make_documents(uint64_t count, const std::string& folder) {
  namespace cdx = wax::cdx;
  Words words;
  Random random(42);
  wax::collection::SegmentWriter segment(folder + "/segment",
                                         cdx::UrlKeyKind::kSurt, true);
  std::ofstream out(folder + "/documents.jsonl");
  std::vector<std::string> pairs;
  Document document;
  for (uint64_t n = 0; n < count; ++n) {
    double u = static_cast<double>(random() >> 11) * 0x1p-53;
    std::string host = "host" +
                       std::to_string(static_cast<int>(20000 * u * u * u * u)) +
                       ".example";
    document = {};
    document.url = "http://" + host + '/' + std::to_string(random() % 50) +
                   "/page" + std::to_string(n) + ".html";
    document.urlkey = cdx::url_key(cdx::UrlKeyKind::kSurt, document.url);
    document.digest = "sha1:";
    for (int i = 0; i < 32; ++i) {
      document.digest += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[random() % 32];
    }
    document.type = "text/html";
    document.charset = "utf-8";
    document.status = 200;
    document.filename = "crawl-" + std::to_string(n / 20000) + ".warc.gz";
    document.offset = n % 20000 * 4711;
    document.length = 4500;
    for (int i = 0; i < 6; ++i) {
      document.title += (i > 0 ? " " : "") + made_word(words.draw(random));
    }
    uint64_t size = 110 + random() % 210;
    uint32_t last = kWords;
    for (uint64_t i = 0; i < size; ++i) {
      uint32_t rank = words.draw(random);
      if (i > 0) document.content += random() % 60 == 0 ? '\n' : ' ';
      document.content += made_word(rank);
      if (n % 64 == 0 && i % 16 == 0 && i > 0 && words.share(rank) > 0.003 &&
          words.share(last) > 0.003) {
        pairs.push_back(made_word(last) + ' ' + made_word(rank));
      }
      last = rank;
    }
    std::set<std::string> dates;
    for (uint64_t i = 1 + random() % 20; i > 0; --i) {
      dates.insert(date14(random));
    }
    document.date = *dates.begin();
    segment.add(document);
    std::string line = "{\"url\":\"" + document.url + "\",\"host\":\"" + host +
                       "\",\"dates\":[";
    Document revisit;
    revisit.url = document.url;
    revisit.urlkey = document.urlkey;
    revisit.digest = document.digest;
    revisit.revisit = revisit.date_only = true;
    for (const std::string& date : dates) {
      if (date != document.date) {
        revisit.date = date;
        segment.add(revisit);
        segment.add_date(document.urlkey, document.digest, date);
        line += ',';
      }
      line += '"' + date + '"';
    }
    std::string text = document.content;
    std::replace(text.begin(), text.end(), '\n', ' ');
    line +=
        "],\"title\":\"" + document.title + "\",\"text\":\"" + text + "\"}\n";
    out << line;
  }
  segment.finish("{}\n");
  write_queries(folder + "/queries.tsv", words, static_cast<double>(count),
                pairs);
}
