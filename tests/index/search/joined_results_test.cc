#include "index/search/joined_results.h"

#include <gtest/gtest.h>

#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "index/query/query.h"
#include "index/search/document_values.h"
#include "index/search/searcher.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

// Random pages in three indexes, and one reader of all of them.
class JoinedResultsTest : public testing::Test {
 protected:
  JoinedResultsTest() {
    std::cout << "seed " << kSeed << '\n';
    for (int part = 0; part < 3; ++part) {
      const std::string path = folder_ / ("i" + std::to_string(part));
      IndexWriter writer(path, {});
      for (size_t n = 40 + pick(120); n > 0; --n) {
        const StoredDocument values = page();
        std::vector<FieldValue> views;
        for (const auto& [name, value] : values) views.push_back({name, value});
        writer.add(views);
      }
      writer.about("urlkey", "surt");
      writer.finish();
      readers_.push_back(
          std::make_unique<IndexReader>(IndexReader::open({path})));
    }
    std::vector<const IndexReader*> all;
    for (const auto& reader : readers_) all.push_back(reader.get());
    whole_ = std::make_unique<IndexReader>(IndexReader::joined(all));
    names_ = field_names(*whole_);
  }

  size_t pick(size_t n) { return random_() % n; }
  std::string word() {
    // Some are frequent.
    return std::string(1, static_cast<char>('a' + pick(1 + pick(12))));
  }

  StoredDocument page() {
    std::string content;
    for (size_t n = 1 + pick(20); n > 0; --n) content += word() + ' ';
    const std::string site = word();
    StoredDocument values = {
        {"title", word() + ' ' + word()},
        {"urlkey", "org," + site + ")/" + std::to_string(pick(9))},
        {"digest", "sha1:" + std::to_string(random_())},
        {"length", std::to_string(pick(5000))},
        {"content", content}};
    if (pick(4) > 0) values.push_back({"site", site + ".org"});
    if (pick(3) > 0) {
      std::string simhash(15, '0');
      simhash += "0137"[pick(4)];
      values.push_back({"simhash", (pick(2) > 0 ? "f" : "1") + simhash});
    }
    for (size_t n = pick(4); n > 0; --n) {
      values.push_back({"date", std::to_string(2001 + pick(9)) + "0" +
                                    std::to_string(1 + pick(9)) + "01000000"});
    }
    return values;
  }

  std::string query() {
    std::string text;
    for (size_t n = 1 + pick(3); n > 0; --n) {
      switch (pick(8)) {
        case 7:
          text += "urlkey:org," + word() + ")/" + std::to_string(pick(9)) + ' ';
          break;
        case 0:
          text += '"' + word() + ' ' + word() + "\" ";
          break;
        case 1:
          text += word() + " OR " + word() + ' ';
          break;
        case 2:
          text += "title:" + word() + ' ';
          break;
        case 3:
          text += "-" + word() + ' ' + word() + ' ';
          break;
        default:
          text += word() + ' ';
      }
    }
    return text;
  }

  ResultOptions options() {
    ResultOptions options;
    constexpr const char* kSorts[] = {"relevance", "relevance",  "relevance",
                                      "newest",    "oldest",     "length",
                                      "site:asc",  "length:asc", "site"};
    constexpr const char* kCollapses[] = {"none", "none", "none",
                                          "url",  "site", "similar"};
    options.sort = parse_sort(kSorts[pick(std::size(kSorts))]);
    options.collapse = parse_collapse(kCollapses[pick(std::size(kCollapses))]);
    options.collapsed_hits = 1 + pick(3);
    if (pick(3) == 0) options.facets = {"site", "length"};
    if (pick(3) == 0) options.boosts = {parse_boost("log(length)*0.5")};
    if (pick(4) == 0) options.period = "year";
    options.start = pick(3) * 10;
    options.count = 1 + pick(20);
    return options;
  }

  std::string text_of(const Results& results, bool joined) const {
    std::string text = std::to_string(results.total) + ' ' +
                       std::to_string(results.collapsed_total) + ' ' +
                       std::to_string(results.searched) + '\n';
    for (const CollapsedHits& one : results.collapsed) {
      text += std::to_string(one.total) + ':';
      for (const Hit& hit : one.hits) {
        uint64_t document = hit.document;
        if (joined) {
          document %= kPartDocuments;
          for (uint64_t i = 0; i < hit.document / kPartDocuments; ++i) {
            document += readers_[i]->documents();
          }
        }
        char score[32];
        std::snprintf(score, sizeof score, "%a",
                      static_cast<double>(hit.score));
        text += ' ' + std::to_string(document) + '=' + score;
      }
      text += '\n';
    }
    auto add = [&text](const std::vector<FacetValue>& values) {
      for (const auto& [value, count] : values) {
        text += value + ' ' + std::to_string(count) + '\n';
      }
    };
    for (const Facet& facet : results.facets) {
      text += facet.field + ' ' + std::to_string(facet.different) + '\n';
      add(facet.values);
    }
    add(results.periods);
    return text;
  }

  Results joined(const Query& query, ResultOptions options,
                 size_t parts_wanted = 3) const {
    options.fields = &names_;
    TermCounts counts;
    for (const auto& reader : readers_) {
      Missing missing;
      const TermCounts one =
          Searcher(*reader).term_counts(query, options.search, missing);
      counts.documents += one.documents;
      counts.terms.resize(one.terms.size());
      for (size_t i = 0; i < one.terms.size(); ++i) {
        counts.terms[i] += one.terms[i];
      }
    }
    options.search.counts = &counts;
    std::vector<ResultsPart> parts;
    for (size_t i = 0; i < parts_wanted; ++i) {
      parts.push_back(find_part(*readers_[i], query, options));
    }
    return join_results(std::move(parts), options);
  }

  static constexpr unsigned kSeed = 20070101;
  std::mt19937 random_{kSeed};
  TempDir folder_;
  std::vector<std::unique_ptr<IndexReader>> readers_;
  std::unique_ptr<IndexReader> whole_;
  FieldNames names_;
};

TEST_F(JoinedResultsTest, PartsGiveWhatOneReaderGives) {
  for (int i = 0; i < 3000; ++i) {
    const std::string text = query();
    const Query wanted = parse_query(text, names_.columns);
    const ResultOptions how = options();
    ASSERT_EQ(text_of(joined(wanted, how), true),
              text_of(find_results(*whole_, wanted, how), false))
        << text << " sort " << static_cast<int>(how.sort.by) << how.sort.field
        << " collapse " << static_cast<int>(how.collapse.by)
        << how.collapse.field << " hits " << how.collapsed_hits << " start "
        << how.start << " count " << how.count << " boosts "
        << how.boosts.size();
  }
}

TEST_F(JoinedResultsTest, APartThatIsNotThereLeavesTheOthersAsTheyAre) {
  const Query wanted = parse_query("a OR b", names_.columns);
  ResultOptions how;
  how.count = 1000;
  const Results all = joined(wanted, how);
  const Results some = joined(wanted, how, 2);
  EXPECT_LT(some.total, all.total);
  std::vector<CollapsedHits> left;
  for (const CollapsedHits& one : all.collapsed) {
    if (one.hits[0].document < 2 * kPartDocuments) left.push_back(one);
  }
  ASSERT_EQ(some.collapsed.size(), left.size());
  for (size_t i = 0; i < left.size(); ++i) {
    EXPECT_EQ(some.collapsed[i].hits[0].document, left[i].hits[0].document);
    EXPECT_EQ(some.collapsed[i].hits[0].score, left[i].hits[0].score);
  }
}

TEST_F(JoinedResultsTest, AFieldThatNoPartHasIsRefused) {
  ResultOptions how;
  how.facets = {"content"};
  EXPECT_THROW((void)joined(parse_query("a"), how), UsageError);
}

}  // namespace
}  // namespace wax::index
