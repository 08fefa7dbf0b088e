// Our indexes and those of Lucene++'s IndexWriter give the same hits.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>

#include "index/query/query.h"
#include "index/search/searcher.h"
#include "index/store/manifest.h"
#include "tests/index/lucenepp/random_documents.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

// Queries of every kind for documents of RandomDocuments.
class ReferenceQueries {
 public:
  explicit ReferenceQueries(unsigned seed) : random_(seed) {}

  std::string make(int depth) {
    switch (below(depth > 0 ? 17 : 13)) {
      case 0:
      case 1:
        return word();
      case 2:
        return '"' + word() + ' ' + word() + '"';
      case 3:
        return '"' + word() + ' ' + word() + "\"~" +
               std::to_string(1 + below(9));
      case 4:
        return word().substr(0, 2) + '*';
      case 5:
        return "w?" + std::string(1, digit());
      case 6:
        return word() + "~1";
      case 7:
        return pick({"title:", "content:", "main:", "url:", "description:"}) +
               word();
      case 8:
        return pick({"site:", "host:", "type:text/"}) + word();
      case 9:
        return dates();
      case 10:
        return "date:2000" + pick({"", "01", "0102", "010300"});
      case 11:
        return "length:[" + std::to_string(below(2'000'000'000)) + " TO " +
               std::to_string(2'000'000'000 + below(2'000'000'000)) + ']';
      case 12:
        return pick({"*", "status:200", "status:200,201", "site:*",
                     "\"" + word() + " w*\"", "nothing"});
      case 13:
        return '(' + make(depth - 1) + " OR " + make(depth - 1) + ')';
      case 14:
        return '(' + make(depth - 1) + " -(" + make(depth - 1) + "))";
      default:
        return '(' + make(depth - 1) + ' ' + make(depth - 1) + ')';
    }
  }

 private:
  size_t below(size_t n) { return random_() % n; }
  char digit() { return static_cast<char>('0' + below(10)); }
  std::string pick(const std::vector<std::string>& all) {
    return all[below(all.size())];
  }
  std::string word() {
    return "w" + std::to_string(below(below(4) == 0 ? 3000 : 50));
  }
  std::string dates() {
    size_t first = 20000101 + below(20);
    return "date:" + std::to_string(first) + '-' +
           std::to_string(first + below(12));
  }

  std::mt19937 random_;
};

// WAX_SEED repeats a run; WAX_QUERIES is the number of queries.
TEST(ReferenceHits, AreThoseOfTheIndexOfLucenesOwnWriter) {
  const unsigned seed = tests::seed_of_test();
  const char* given = std::getenv("WAX_QUERIES");
  const int queries = given != nullptr ? std::atoi(given) : 300;
  const TestDocuments documents = RandomDocuments(seed, false).make(1500);
  tests::TempDir folder;
  write_ours(folder / "ours", documents, {});
  std::filesystem::create_directory(folder / "lucene");
  write_reference(folder / "lucene", documents, 16);
  write_manifest(folder / "lucene", read_manifest(folder / "ours").about);
  const IndexReader ours = IndexReader::open({folder / "ours"});
  const IndexReader theirs = IndexReader::open({folder / "lucene"});
  ReferenceQueries made(seed);
  uint64_t hits = 0;
  for (int i = 0; i < queries; ++i) {
    const std::string text = made.make(3);
    SCOPED_TRACE(text);
    const Query query = parse_query(text);
    const Hits a = Searcher(ours).search(query, 0, 2000);
    const Hits b = Searcher(theirs).search(query, 0, 2000);
    hits += a.total;
    ASSERT_EQ(a.total, b.total);
    ASSERT_EQ(a.best.size(), b.best.size());
    for (size_t n = 0; n < a.best.size(); ++n) {
      ASSERT_EQ(a.best[n].document, b.best[n].document) << n;
      ASSERT_EQ(a.best[n].score, b.best[n].score) << n;
    }
    // Some of the best, for which most documents are left out.
    const Hits best = Searcher(ours).search(query, 0, 5);
    for (size_t n = 0; n < best.best.size(); ++n) {
      ASSERT_EQ(best.best[n].document, b.best[n].document) << n;
    }
  }
  EXPECT_GT(hits, static_cast<uint64_t>(queries));
}

}  // namespace
}  // namespace wax::index
