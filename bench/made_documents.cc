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

 private:
  static double weight(uint32_t rank) { return std::pow(rank + 2.7, -1.07); }
  std::vector<float> own_;
  std::vector<uint32_t> other_;
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
    for (uint64_t i = 0; i < size; ++i) {
      uint32_t rank = words.draw(random);
      if (i > 0) document.content += random() % 60 == 0 ? '\n' : ' ';
      document.content += made_word(rank);
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
}
