// Documents and queries for bench/search.sh, and Waxwing's part of it.
//   search_bench make COUNT FOLDER
//     writes documents.jsonl and a segment of the documents.
//   search_bench real SEGMENT TIMES FOLDER
//     the same of the pages of a segment (search_documents.h).
//   search_bench pieces SEGMENT FIRST COUNT FOLDER
//     a segment of short pieces of these pages, and dates for them.
//   search_bench queries SEGMENT TIMES SEED QUERIES
//     draws queries from the words of such a segment, in which each page is
//     TIMES times.
//   search_bench query INDEX QUERIES exact|estimate wall|cpu SECONDS
//     [KIND [THREADS]]
//     asks all queries of a kind in turn, again and again for so many seconds,
//     and prints for each kind: name, median and 99th percentile in
//     microseconds, and the sum of the hits. All kinds if KIND is "all", and
//     those below if it is "results" or one of them. With THREADS, so many
//     threads ask at once; times are wall times then. Queries of the kind
//     "facet" are asked as "years" and "months" (counted alone), "newest" (ten
//     hits by date), "sites" (the best hit of the ten best sites, all sites
//     counted) as well; those of "and" as "passages" (ten hits with title, URL
//     and passage).
//   search_bench slowest INDEX QUERIES SECONDS
//     asks as `query ... exact cpu` does, and prints for each kind the query
//     that takes longest: kind, its median in microseconds, hits, how many
//     documents match each of its words in the same fields, query.
//   search_bench bombs INDEX
//     asks what is made to be slow, and prints for each query: name,
//     milliseconds of CPU, hits.
// With FIELDS=all in the environment, words are looked for in all default
// fields, else in `content`.
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bench/search_documents.h"
#include "index/query/query.h"
#include "index/search/results.h"
#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "io/error.h"
#include "io/problem.h"

namespace {

struct Asked {
  wax::index::Query query;
  std::string kind;
  std::string words = {};
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
  const char* fields = std::getenv("FIELDS");
  const std::string field =
      fields != nullptr && std::string_view(fields) == "all" ? "" : "content:";
  std::string text = field + '(' + words + ')';
  if (kind == "phrase") text = field + '"' + words + '"';
  if (kind == "prefix") text = field + words + '*';
  if (kind == "dates") text += " date:" + from + '-' + to;
  return {wax::index::parse_query(text), kind, std::move(words)};
}

double now_us(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e6 +
         static_cast<double>(now.tv_nsec) / 1e3;
}

// Queries by kind, in the order of the file.
using Kinds = std::vector<std::pair<std::string, std::vector<Asked>>>;

Kinds read_queries(const std::string& queries, const std::string& only) {
  Kinds kinds;
  std::string source = only;
  for (const auto& [kind, from] : kOfResults) {
    if (only == kind) source = from;
  }
  auto of_kind = [&](const std::string& kind) -> std::vector<Asked>& {
    for (auto& [name, list] : kinds) {
      if (name == kind) return list;
    }
    return kinds.emplace_back(kind, std::vector<Asked>()).second;
  };
  std::ifstream in(queries);
  for (std::string line; std::getline(in, line);) {
    std::stringstream cells(line);
    std::string cell[4];
    for (std::string& text : cell) std::getline(cells, text, '\t');
    if (only != "all" && only != "results" && cell[0] != source) continue;
    of_kind(cell[0]).push_back(asked(cell[0], cell[1], cell[2], cell[3]));
  }
  Kinds wanted;
  for (const auto& [kind, from] : kOfResults) {
    if (only != "results" && only != kind) continue;
    wanted.emplace_back(kind, of_kind(from));
    for (Asked& one : wanted.back().second) one.kind = kind;
  }
  return wanted.empty() ? kinds : wanted;
}

void query(const std::string& index, const std::string& queries, bool exact,
           clockid_t clock, double seconds, const std::string& only,
           unsigned threads) {
  wax::NoProblems none;
  auto reader = wax::index::IndexReader::open_collection(index, {}, none);
  for (const auto& [kind, asked] : read_queries(queries, only)) {
    const std::vector<Asked>& list = asked;  // for lambdas
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

// The hundredth part of each kind that takes longest, one query at least.
void slowest(const std::string& index, const std::string& queries,
             double seconds) {
  wax::NoProblems none;
  auto reader = wax::index::IndexReader::open_collection(index, {}, none);
  for (const auto& [kind, list] : read_queries(queries, "all")) {
    std::vector<std::vector<double>> taken(list.size());
    const double end = now_us(CLOCK_MONOTONIC) + seconds * 1e6;
    for (int round = 0; round < 2 || now_us(CLOCK_MONOTONIC) < end; ++round) {
      for (size_t i = 0; i < list.size(); ++i) {
        double begin = now_us(CLOCK_PROCESS_CPUTIME_ID);
        answer(reader, list[i], true);
        if (round == 0) continue;  // reads the files
        taken[i].push_back(now_us(CLOCK_PROCESS_CPUTIME_ID) - begin);
      }
    }
    std::vector<std::pair<double, size_t>> order;
    for (size_t i = 0; i < list.size(); ++i) {
      std::sort(taken[i].begin(), taken[i].end());
      order.emplace_back(taken[i][taken[i].size() / 2], i);
    }
    std::sort(order.rbegin(), order.rend());
    order.resize(std::max<size_t>(1, order.size() / 100));
    for (const auto& [time, i] : order) {
      std::printf(
          "%s\t%.1f\t%llu\t", kind.c_str(), time,
          static_cast<unsigned long long>(answer(reader, list[i], true)));
      std::stringstream words(list[i].words);
      for (std::string word; words >> word;) {
        if (word == "OR") continue;
        const Asked alone =
            asked(kind == "prefix" ? kind : "frequent", word, "", "");
        std::printf("%llu ", static_cast<unsigned long long>(
                                 answer(reader, alone, true)));
      }
      std::printf("\t%s\n", list[i].words.c_str());
      std::fflush(stdout);
    }
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
  std::string without = made_word(3000);
  for (uint32_t i = 0; i < 2000; ++i) {
    frequent += (i > 0 ? " OR " : "") + made_word(i);
    others += (i > 0 ? " OR " : "") + made_word(10 * i + 7);
    without += " -" + made_word(3001 + i);
  }
  std::string nested = made_word(0);
  for (uint32_t i = 0; i < 90; ++i) {
    nested = "-(" + made_word(i + 1) + " OR " + nested + ')';
  }
  std::string letter = made_word(0).substr(0, 1);
  const std::vector<std::pair<const char*, std::string>> queries = {
      {"2,000 ORs of the most frequent words", frequent},
      {"2,000 ORs of words of all kinds", others},
      {"2,000 NOTs", without},
      {"words with a letter", letter + '*'},
      {"a frequent word, then words with a letter",
       made_word(0) + '-' + letter + '*'},
      {"90 nested NOTs", nested},
      {"300 parentheses",
       std::string(300, '(') + made_word(0) + std::string(300, ')')},
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
    make_documents(std::stoull(arguments[1]), arguments[2]);
    return 0;
  }
  if (arguments.size() == 4 && arguments[0] == "real") {
    make_of_segment(arguments[1], std::stoull(arguments[2]), arguments[3]);
    return 0;
  }
  if (arguments.size() == 5 && arguments[0] == "pieces") {
    make_of_pieces(arguments[1], std::stoull(arguments[2]),
                   std::stoull(arguments[3]), arguments[4]);
    return 0;
  }
  if (arguments.size() == 5 && arguments[0] == "queries") {
    draw_queries(arguments[1], std::stoull(arguments[2]),
                 std::stoull(arguments[3]), arguments[4]);
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
  if (arguments.size() == 4 && arguments[0] == "slowest") {
    slowest(arguments[1], arguments[2], std::stod(arguments[3]));
    return 0;
  }
  if (arguments.size() == 2 && arguments[0] == "bombs") {
    bombs(arguments[1]);
    return 0;
  }
  std::fputs("usage: see the beginning of bench/search.cc\n", stderr);
  return 2;
}
