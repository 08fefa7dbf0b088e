// Documents and queries for bench/search.sh, and Waxwing's part of it.
//   search_bench make COUNT FOLDER
//     writes documents.jsonl, queries.tsv and a segment of the documents.
//   search_bench query INDEX QUERIES exact|estimate wall|cpu SECONDS
//     [KIND [THREADS]]
//     asks all queries of a kind in turn, again and again for so many seconds,
//     and prints for each kind: name, median and 99th percentile in
//     microseconds, and the sum of the hits. All kinds if KIND is "all", and
//     those below if it is "results". With THREADS, so many threads ask at
//     once; times are wall times then.
//     Queries of the kind "facet" are asked as "years" and "months" (counted
//     alone), "newest" (ten hits by date), "sites" (the best hit of the ten
//     best sites, all sites counted) as well; those of "and" as "passages" (ten
//     hits with title, URL and passage).
//   search_bench bombs INDEX
//     asks what is made to be slow, and prints for each query: name,
//     milliseconds of CPU, hits.
// Words are drawn by Zipf's law from two million; no word depends on another.
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cdx/url/url_key.h"
#include "collection/segment/segment.h"
#include "index/query/query.h"
#include "index/search/results.h"
#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "io/error.h"
#include "io/problem.h"

namespace {

using wax::document::Document;
using Random = std::mt19937_64;

constexpr uint32_t kWords = 2'000'000;
constexpr double kWordsOfADocument = 215;
constexpr int kQueries = 40;  // of a kind

// The word of a rank: the more frequent, the shorter.
std::string word(uint32_t rank) {
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
    return word(first + static_cast<uint32_t>(random() % (last - first + 1)));
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

void make(uint64_t count, const std::string& folder) {
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
      document.title += (i > 0 ? " " : "") + word(words.draw(random));
    }
    uint64_t size = 110 + random() % 210;
    uint32_t last = kWords;
    for (uint64_t i = 0; i < size; ++i) {
      uint32_t rank = words.draw(random);
      if (i > 0) document.content += random() % 60 == 0 ? '\n' : ' ';
      document.content += word(rank);
      if (n % 64 == 0 && i % 16 == 0 && i > 0 && words.share(rank) > 0.003 &&
          words.share(last) > 0.003) {
        pairs.push_back(word(last) + ' ' + word(rank));
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

struct Asked {
  wax::index::Query query;
  std::string kind;
};

// What is asked of results, and of which kind the queries are.
const std::vector<std::pair<const char*, const char*>> kOfResults = {
    {"years", "facet"},
    {"months", "facet"},
    {"newest", "facet"},
    {"sites", "facet"},
    {"passages", "and"}};

// The number of hits.
uint64_t answer(const wax::index::IndexReader& reader, const Asked& one,
                bool exact) {
  using namespace wax::index;
  if (one.kind == "months") {
    ResultOptions options;
    options.period = "month";
    options.count = 0;
    return find_results(reader, one.query, options).periods.size();
  }
  if (one.kind == "years" || one.kind == "facet" || one.kind == "newest" ||
      one.kind == "sites") {
    ResultOptions options;
    if (one.kind == "years") options.facets = {"year"};
    if (one.kind == "facet") options.facets = {"site"};
    if (!options.facets.empty()) options.count = 0;
    if (one.kind == "newest") options.sort.by = Sort::By::kNewest;
    if (one.kind == "sites") options.collapse = parse_collapse("site");
    Results results = find_results(reader, one.query, options);
    return one.kind == "sites" ? results.collapsed_total : results.total;
  }
  SearchOptions options;
  options.exact_total = exact;
  Hits hits = Searcher(reader).search(one.query, 0, 10, options);
  if (one.kind == "passages") {
    HitReader read(reader, one.query);
    uint64_t marked = 0;
    for (const Hit& hit : hits.best) {
      marked += read.read(hit, 1).snippet.marks.size();
    }
    return marked;
  }
  return hits.total;
}

Asked asked(const std::string& kind, std::string words, const std::string& from,
            const std::string& to) {
  if (kind == "or") {
    for (size_t at = 0; (at = words.find(' ', at)) != words.npos; at += 4) {
      words.replace(at, 1, " OR ");
    }
  }
  std::string text = "content:(" + words + ')';
  if (kind == "phrase") text = "content:\"" + words + '"';
  if (kind == "prefix") text = "content:" + words + '*';
  if (kind == "dates") text += " date:" + from + '-' + to;
  return {wax::index::parse_query(text), kind};
}

double now_us(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e6 +
         static_cast<double>(now.tv_nsec) / 1e3;
}

void query(const std::string& index, const std::string& queries, bool exact,
           clockid_t clock, double seconds, const std::string& only,
           unsigned threads) {
  wax::NoProblems none;
  auto reader = wax::index::IndexReader::open_collection(index, {}, none);
  std::vector<std::string> order;
  std::map<std::string, std::vector<Asked>> kinds;
  std::ifstream in(queries);
  for (std::string line; std::getline(in, line);) {
    std::stringstream cells(line);
    std::string cell[4];
    for (std::string& text : cell) std::getline(cells, text, '\t');
    if (only != "all" && only != "results" && cell[0] != only) continue;
    if (!kinds.contains(cell[0])) order.push_back(cell[0]);
    kinds[cell[0]].push_back(asked(cell[0], cell[1], cell[2], cell[3]));
  }
  if (only == "results") {
    order.clear();
    for (const auto& [kind, from] : kOfResults) {
      order.emplace_back(kind);
      kinds[kind] = kinds[from];
      for (Asked& one : kinds[kind]) one.kind = kind;
    }
  }
  for (const std::string& kind : order) {
    const std::vector<Asked>& list = kinds[kind];
    auto once = [&](const Asked& one) { return answer(reader, one, exact); };
    uint64_t hits = 0;
    for (const Asked& one : list) hits += once(one);
    double end = now_us(CLOCK_MONOTONIC) + seconds * 1e6;
    std::vector<std::vector<double>> taken(threads);
    auto ask = [&](std::vector<double>& times) {
      while (now_us(CLOCK_MONOTONIC) < end) {
        for (const Asked& one : list) {
          double begin = now_us(clock);
          once(one);
          times.push_back(now_us(clock) - begin);
        }
      }
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads; ++i) {
      others.emplace_back(ask, std::ref(taken[i]));
    }
    ask(taken[0]);
    for (std::thread& other : others) other.join();
    std::vector<double> times;
    for (const auto& some : taken) {
      times.insert(times.end(), some.begin(), some.end());
    }
    std::sort(times.begin(), times.end());
    std::printf("%s\t%.1f\t%.1f\t%llu\n", kind.c_str(), times[times.size() / 2],
                times[times.size() * 99 / 100],
                static_cast<unsigned long long>(hits));
    std::fflush(stdout);
  }
}

// Queries that are made to be slow. Words of the first ranks are in nearly all
// documents.
void bombs(const std::string& index) {
  wax::NoProblems none;
  auto reader = wax::index::IndexReader::open_collection(index, {}, none);
  wax::index::Searcher searcher(reader);
  std::string frequent;
  std::string others;
  std::string without = word(3000);
  for (uint32_t i = 0; i < 2000; ++i) {
    frequent += (i > 0 ? " OR " : "") + word(i);
    others += (i > 0 ? " OR " : "") + word(10 * i + 7);
    without += " -" + word(3001 + i);
  }
  std::string nested = word(0);
  for (uint32_t i = 0; i < 90; ++i) {
    nested = "-(" + word(i + 1) + " OR " + nested + ')';
  }
  std::string letter = word(0).substr(0, 1);
  const std::vector<std::pair<const char*, std::string>> queries = {
      {"2,000 ORs of the most frequent words", frequent},
      {"2,000 ORs of words of all kinds", others},
      {"2,000 NOTs", without},
      {"words with a letter", letter + '*'},
      {"a frequent word, then words with a letter",
       word(0) + '-' + letter + '*'},
      {"90 nested NOTs", nested},
      {"300 parentheses",
       std::string(300, '(') + word(0) + std::string(300, ')')},
      {"all", "*"}};
  for (const auto& [name, text] : queries) {
    double best = 0;
    std::string hits;
    for (int round = 0; round < 3; ++round) {
      double begin = now_us(CLOCK_PROCESS_CPUTIME_ID);
      try {
        wax::index::Query query = wax::index::parse_query(text);
        hits = std::to_string(searcher.search(query, 0, 10).total);
      } catch (const wax::UsageError&) {
        hits = "refused";
      }
      double took = now_us(CLOCK_PROCESS_CPUTIME_ID) - begin;
      best = round == 0 ? took : std::min(best, took);
    }
    std::printf("%s\t%.1f\t%s\n", name, best / 1e3, hits.c_str());
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 3 && arguments[0] == "make") {
    make(std::stoull(arguments[1]), arguments[2]);
    return 0;
  }
  if (arguments.size() >= 6 && arguments[0] == "query") {
    query(arguments[1], arguments[2], arguments[3] == "exact",
          arguments[4] == "cpu" ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC,
          std::stod(arguments[5]), arguments.size() > 6 ? arguments[6] : "all",
          arguments.size() > 7 ? static_cast<unsigned>(std::stoul(arguments[7]))
                               : 1);
    return 0;
  }
  if (arguments.size() == 2 && arguments[0] == "bombs") {
    bombs(arguments[1]);
    return 0;
  }
  std::fputs("usage: see the beginning of bench/search.cc\n", stderr);
  return 2;
}
