// Asks an index the queries of a judged file (bench/ranking.py), with rankings
// that have more and more of what BM25F has:
//   ranking_bench INDEX JUDGED [FIELD=WEIGHT]...
// or with these weights alone, of stems and of words together, too; writes
// lines "ranking, query, URL" for the first hits, with TABs between.
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "index/query/query.h"
#include "index/schema/fields.h"
#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "io/error.h"

namespace wax::index {
namespace {

struct NoProblems final : ProblemSink {
  void report(Problem) override {}
};

struct Named {
  const char* name;
  SearchOptions options;
  bool with_stems = false;
};

std::vector<Named> rankings() {
  std::vector<Named> all;
  auto add = [&](const char* name,
                 std::map<std::string, float, std::less<>> weights,
                 float together) {
    Named named{name, {}};
    named.options.weights = std::move(weights);
    named.options.proximity_boost = together;
    all.push_back(std::move(named));
  };
  add("BM25 of all text",
      {{"title", 0}, {"url", 0}, {"main", 1}, {"content", 1}, {"anchor", 0}},
      0);
  add("+ main content", {{"title", 0}, {"url", 0}, {"anchor", 0}}, 0);
  add("+ title", {{"url", 0}, {"anchor", 0}}, 0);
  add("+ URL: BM25F", {{"anchor", 0}}, 0);
  add("+ words together", {{"anchor", 0}}, kProximityBoost);
  add("+ anchors", {}, kProximityBoost);
  add("+ stems", {}, kProximityBoost);
  all.back().with_stems = true;
  return all;
}

// Of words "FIELD=WEIGHT"; "together" is one, too. What is not given has its
// usual weight, but stems have none.
std::vector<Named> given(int count, char** words) {
  std::vector<Named> one = {{"as given", {}}};
  for (int i = 0; i < count; ++i) {
    std::string word = words[i];
    size_t at = word.find('=');
    float weight = std::stof(word.substr(at + 1));
    if (word.starts_with("together")) {
      one[0].options.proximity_boost = weight;
    } else {
      one[0].options.weights[word.substr(0, at)] = weight;
    }
    if (word.starts_with("stems=")) one[0].with_stems = true;
  }
  return one;
}

int run(const std::string& path, const std::string& judged,
        const std::vector<Named>& rankings) {
  NoProblems problems;
  IndexReader reader = IndexReader::open_collection(path, {}, problems);
  Searcher searcher(reader);
  StoredDocument document;
  for (const Named& ranking : rankings) {
    std::ifstream file(judged);
    for (std::string line; std::getline(file, line);) {
      if (line.empty() || line[0] == '#') continue;
      std::string query = line.substr(0, line.find('\t'));
      Query parsed = parse_query(query);
      if (ranking.with_stems) {
        add_stems(parsed, {reader.stems(), {}, [&](const std::string& term) {
                             return reader.has_term(kStemsField, term);
                           }});
      }
      Hits hits = searcher.search(parsed, 0, 60, ranking.options);
      for (const Hit& hit : hits.best) {
        reader.document(hit.document, {"url"}, document);
        std::cout << ranking.name << '\t' << query << '\t'
                  << value_of(document, "url") << '\n';
      }
    }
  }
  return 0;
}

}  // namespace
}  // namespace wax::index

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: ranking_bench INDEX JUDGED [FIELD=WEIGHT]...\n";
    return 2;
  }
  try {
    return wax::index::run(argv[1], argv[2],
                           argc == 3 ? wax::index::rankings()
                                     : wax::index::given(argc - 3, argv + 3));
  } catch (const wax::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
