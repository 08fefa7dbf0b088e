#include "index/search/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "index/store/index_reader.h"
#include "index/store/stored_file.h"
#include "index/writer/index_writer.h"
#include "tests/support/archives.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"
#include "text/number.h"

namespace wax::index {
namespace {

TEST(Results, VersionsOfAPastedUrlBeginWithTheFullest) {
  tests::TempDir folder;
  IndexWriter writer(folder / "i", {});
  auto add = [&](std::vector<FieldValue> values) {
    values.push_back({"urlkey", "org,a)/"});
    writer.add(values);
  };
  add({{"length", "1"}, {"status", "200"}, {"content", "1"}});
  add({{"length", "900"}, {"status", "404"}, {"title", "Not found"}});
  add({{"length", "70"}, {"status", "200"}, {"title", "Page"}});
  add({{"length", "800"}, {"status", "200"}, {"no_text", "text-none"}});
  add({{"length", "80"}, {"title", "Longer page"}});
  add({{"length", "600"}, {"status", "200"}});
  writer.add({{"urlkey", "org,a)/other"}, {"title", "Other"}});
  writer.finish();
  const IndexReader reader = IndexReader::open({folder / "i"});
  ResultOptions options;
  auto found = [&](const Query& query) {
    std::vector<uint64_t> documents;
    for (const CollapsedHits& one :
         find_results(reader, query, options).collapsed) {
      for (const Hit& hit : one.hits) documents.push_back(hit.document);
    }
    return documents;
  };
  const Query page = query_of_url("http://a.org/");
  EXPECT_THAT(found(page), testing::ElementsAre(4, 2, 5, 0, 3, 1));
  EXPECT_FALSE(find_results(reader, page, options).is_by_score);
  EXPECT_TRUE(find_results(reader, parse_query("page"), options).is_by_score);
  options.collapse = parse_collapse("url");
  EXPECT_THAT(found(page), testing::ElementsAre(4));
  options.collapsed_hits = 3;
  EXPECT_THAT(found(page), testing::ElementsAre(4, 2, 5));
  options = {};
  options.start = 1;
  options.count = 2;
  EXPECT_THAT(found(page), testing::ElementsAre(2, 5));
  options = {};
  options.sort = parse_sort("length");
  EXPECT_THAT(found(page), testing::ElementsAre(1, 3, 5, 4, 2, 0));
}

// A block of stored values is checked when it is read first.
TEST(Results, VersionsInADamagedBlockAreFoundWithTheOthers) {
  tests::TempDir folder;
  constexpr uint64_t kVersions = 200;
  IndexWriter writer(folder / "i", {});
  std::mt19937 random(1);
  for (uint64_t n = 0; n < kVersions; ++n) {
    std::string host;
    while (host.size() < 4000) host += std::to_string(random());
    writer.add({{"urlkey", "org,a)/"},
                {"host", host},
                {"date", std::to_string(20070101000000 + n)},
                {"simhash", "00000000000000ff"},
                {"length", std::to_string(100 + n)}});
  }
  // Few of many documents are read one by one.
  for (uint64_t n = 0; n < 20 * kVersions; ++n) {
    writer.add({{"urlkey", "org,a)/other"}});
  }
  writer.finish();
  for (const auto& entry : std::filesystem::directory_iterator(folder / "i")) {
    if (entry.path().filename() != stored_file_name("_0")) continue;
    std::string bytes = tests::read_file(entry.path());
    bytes[bytes.size() / 2] ^= 1;
    folder.write("i/" + entry.path().filename().string(), bytes);
  }
  const IndexReader reader = IndexReader::open({folder / "i"});
  std::set<uint64_t> damaged;
  StoredDocument document;
  for (uint64_t n = 0; n < kVersions; ++n) {
    try {
      reader.document(n, {"length"}, document);
    } catch (const FormatError&) {
      damaged.insert(n);
    }
  }
  ASSERT_GT(damaged.size(), 0U);
  ASSERT_LT(damaged.size(), kVersions / 2);
  std::vector<uint64_t> expected(damaged.rbegin(), damaged.rend());
  for (uint64_t n = 0; n < kVersions; ++n) {
    if (!damaged.contains(n)) expected.push_back(n);
  }
  std::reverse(expected.begin(), expected.end());
  ResultOptions options;
  options.count = kVersions;
  auto found = [&](const Query& query) {
    const Results results = find_results(reader, query, options);
    EXPECT_FALSE(results.missing.any());
    std::vector<uint64_t> documents;
    for (const CollapsedHits& one : results.collapsed) {
      documents.push_back(one.hits.front().document);
    }
    return documents;
  };
  const Query page = query_of_url("http://a.org/");
  EXPECT_EQ(found(page), expected);
  options.sort = parse_sort("newest");
  EXPECT_EQ(found(page), expected);
  EXPECT_EQ(found(parse_query("*")), expected);  // the dates of all are kept
  // Those that cannot be read stand alone.
  expected.erase(expected.begin() + 1,
                 expected.end() - static_cast<ptrdiff_t>(damaged.size()));
  options.sort = {};
  for (const char* by : {"url", "similar"}) {
    options.collapse = parse_collapse(by);
    EXPECT_EQ(found(page), expected) << by;
  }
}

struct ModelPage {
  std::vector<std::string> words;
  std::string site;
  std::string urlkey;
  std::string type;
  std::set<std::string> dates;
  uint64_t simhash = 0;
  std::optional<int64_t> views;
  std::set<std::string> tags;
  std::set<std::string> collections;
};

// Random pages, and queries with what they mean.
class ResultModel {
 public:
  using Test = std::function<bool(const ModelPage&)>;

  explicit ResultModel(unsigned seed) : random_(seed) {
    uint64_t like = 0x123456789ABCDEF0;
    for (int i = 0; i < 300; ++i) {
      ModelPage page;
      for (size_t n = 1 + pick(8); n > 0; --n) page.words.push_back(word());
      page.site = std::string(1, static_cast<char>('a' + pick(6))) + ".org";
      page.urlkey =
          "org," + page.site.substr(0, 1) + ")/" + std::to_string(pick(20));
      page.type = pick(3) == 0 ? "image/gif" : "text/html";
      for (size_t n = pick(4); n > 0; --n) {
        page.dates.insert(std::to_string(2004 + pick(5)) + "0" +
                          std::to_string(1 + pick(9)) + "15120000");
      }
      // Dates that cannot be packed.
      if (pick(12) == 0) page.dates.insert("19690720201740");
      if (pick(12) == 0) page.dates.insert("20051231235960");
      if (pick(4) > 0) {
        page.simhash = like;
        for (size_t n = pick(8); n > 0; --n) {
          page.simhash ^= uint64_t{1} << pick(64);
        }
        if (pick(3) == 0) like = page.simhash;
      }
      if (pick(3) > 0) page.views = static_cast<int64_t>(pick(40)) - 10;
      for (size_t n = pick(3); n > 0; --n) {
        page.tags.insert("Tag" + std::to_string(pick(4)));
      }
      for (size_t n = pick(3); n > 0; --n) {
        page.collections.insert(std::string(pick(2) == 0 ? "Crawl" : "crawl") +
                                std::to_string(pick(3)));
      }
      pages.push_back(std::move(page));
    }
  }

  size_t pick(size_t n) { return random_() % n; }

  std::pair<std::string, Test> query(int depth) {
    auto any_word = [](std::function<bool(const std::string&)> is) -> Test {
      return [is = std::move(is)](const ModelPage& page) {
        return std::any_of(page.words.begin(), page.words.end(), is);
      };
    };
    switch (pick(depth == 0 ? 9 : 12)) {
      case 0: {
        // In parentheses, they are no neighbours of other words.
        std::string a = word();
        std::string b = word();
        std::string words = a + ' ' + b;
        return {depth == kDepth ? words : '(' + words + ')',
                [a, b](const ModelPage& page) {
                  auto has = [&](const std::string& w) {
                    return std::find(page.words.begin(), page.words.end(), w) !=
                           page.words.end();
                  };
                  return has(a) && has(b);
                }};
      }
      case 1: {
        std::string one = word();
        return {one, any_word([one](const auto& w) { return w == one; })};
      }
      case 2: {
        std::string one = word();
        std::string pattern = "?" + one.substr(1, 1) + "*";
        return {pattern, any_word([one](const std::string& w) {
                  return w.size() >= 2 && w[1] == one[1];
                })};
      }
      case 3: {
        std::string one = word();
        return {one + "~1",
                any_word([one](const auto& w) { return edits(one, w) <= 1; })};
      }
      case 4: {
        std::string a = word();
        std::string b = word();
        size_t slop = 1 + pick(3);
        return {'"' + a + ' ' + b + "\"~" + std::to_string(slop),
                [a, b, slop](const ModelPage& page) {
                  return loose(page.words, a, b, slop);
                }};
      }
      case 5: {
        auto low = static_cast<int64_t>(pick(30)) - 10;
        int64_t high = low + static_cast<int64_t>(pick(15));
        return {"views:[" + std::to_string(low) + " TO " +
                    std::to_string(high) + "]",
                [=](const ModelPage& page) {
                  return page.views && *page.views >= low &&
                         *page.views <= high;
                }};
      }
      case 6: {
        std::string tag = "Tag" + std::to_string(pick(4));
        return {"tag:" + tag, [tag](const ModelPage& page) {
                  return page.tags.contains(tag);
                }};
      }
      case 7: {
        if (pick(2) == 0) {
          std::string name = "Crawl" + std::to_string(pick(3));
          return {"collection:" + name, [name](const ModelPage& page) {
                    return page.collections.contains(name);
                  }};
        }
        std::string year = std::to_string(2004 + pick(5));
        return {"date:" + year, [year](const ModelPage& page) {
                  return std::any_of(
                      page.dates.begin(), page.dates.end(),
                      [&](const auto& d) { return d.starts_with(year); });
                }};
      }
      case 8: {
        return {"*", [](const ModelPage&) { return true; }};
      }
      case 9: {
        auto [text, test] = query(depth - 1);
        return {"-(" + text + ")",
                [inner = test](const ModelPage& page) { return !inner(page); }};
      }
      default: {
        auto [a, test_a] = query(depth - 1);
        auto [b, test_b] = query(depth - 1);
        bool both = pick(2) == 0;
        return {"(" + a + (both ? " " : " OR ") + b + ")",
                [=, x = test_a, y = test_b](const ModelPage& page) {
                  return both ? x(page) && y(page) : x(page) || y(page);
                }};
      }
    }
  }

  static constexpr int kDepth = 3;  // of whole queries
  std::vector<ModelPage> pages;

 private:
  std::string word() {
    const char* words[] = {"castle", "cattle", "castles", "tower", "bower",
                           "lower",  "keep",   "deep",    "river", "rivet"};
    return words[std::min(pick(10), pick(10))];
  }
  static size_t edits(const std::string& a, const std::string& b) {
    std::vector<std::vector<size_t>> d(a.size() + 1,
                                       std::vector<size_t>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i) {
      for (size_t k = 0; k <= b.size(); ++k) {
        d[i][k] =
            i == 0 || k == 0
                ? i + k
                : std::min({d[i - 1][k] + 1, d[i][k - 1] + 1,
                            d[i - 1][k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1)});
        if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) {
          d[i][k] = std::min(d[i][k], d[i - 2][k - 2] + 1);
        }
      }
    }
    return d[a.size()][b.size()];
  }
  static bool loose(const std::vector<std::string>& words, const std::string& a,
                    const std::string& b, size_t slop) {
    for (size_t i = 0; i < words.size(); ++i) {
      for (size_t k = 0; k < words.size(); ++k) {
        if (i == k || words[i] != a || words[k] != b) continue;
        auto first = static_cast<int64_t>(i);
        int64_t second = static_cast<int64_t>(k) - 1;
        if (static_cast<size_t>(std::abs(first - second)) <= slop) return true;
      }
    }
    return false;
  }

  std::mt19937 random_;
};

// Three shards with columns beside them.
void write_model(const std::string& folder, const ResultModel& model) {
  size_t begin = 0;
  int number = 0;
  for (size_t end : {size_t{40}, size_t{41}, model.pages.size()}) {
    std::string shard = folder + "/pindexes/" + std::to_string(++number);
    IndexWriter main(shard + "/main", {});
    WriterOptions options;
    options.columns = {{"views", ColumnKind::kInteger},
                       {"tag", ColumnKind::kKeyword}};
    IndexWriter columns(shard + "/values", options);
    for (; begin < end; ++begin) {
      const ModelPage& page = model.pages[begin];
      std::string content;
      for (const std::string& word : page.words) content += word + ' ';
      std::string simhash;
      text::append_hex_number(page.simhash, 16, simhash);
      std::vector<FieldValue> values = {{"urlkey", page.urlkey},
                                        {"site", page.site}};
      for (const std::string& date : page.dates) {
        values.push_back({"date", date});
      }
      values.push_back({"type", page.type});
      for (const std::string& name : page.collections) {
        values.push_back({"collection", name});
      }
      if (page.simhash != 0) values.push_back({"simhash", simhash});
      values.push_back({"content", content});
      main.add(values);
      values.clear();
      std::string views = page.views ? std::to_string(*page.views) : "";
      if (page.views) values.push_back({"views", views});
      for (const std::string& tag : page.tags) values.push_back({"tag", tag});
      columns.add(values);
    }
    main.finish();
    columns.finish();
  }
}

// The values of a field that a page counts for.
std::set<std::string> values_of_page(const ModelPage& page,
                                     const std::string& field) {
  std::set<std::string> values;
  if (field == "site") values = {page.site};
  if (field == "type") values = {page.type};
  if (field == "tag") values = page.tags;
  if (field == "collection") values = page.collections;
  if (field == "views" && page.views) values = {std::to_string(*page.views)};
  for (const std::string& date : page.dates) {
    if (field == "year") values.insert(date.substr(0, 4));
    if (field == "month") values.insert(date.substr(0, 6));
  }
  return values;
}

struct ModelGroup {
  std::vector<uint64_t> documents;
};

// Hits in order to groups in order.
std::vector<ModelGroup> folded(const ResultModel& model,
                               const std::vector<uint64_t>& hits,
                               const Collapse& collapse) {
  std::vector<ModelGroup> groups;
  std::map<std::string, size_t> known;
  for (uint64_t hit : hits) {
    const ModelPage& page = model.pages[hit];
    std::optional<size_t> group;
    if (collapse.by == Collapse::By::kSimilar && page.simhash != 0) {
      for (size_t i = 0; i < groups.size() && !group; ++i) {
        uint64_t other = model.pages[groups[i].documents.front()].simhash;
        if (other != 0 &&
            std::popcount(other ^ page.simhash) <= kMostSimilarBits) {
          group = i;
        }
      }
    }
    std::string key;
    if (collapse.by == Collapse::By::kField) key = page.site;
    if (collapse.by == Collapse::By::kUrl) key = page.urlkey;
    if (auto found = known.find(key); !key.empty() && found != known.end()) {
      group = found->second;
    }
    if (!group) {
      group = groups.size();
      groups.emplace_back();
      if (!key.empty()) known[key] = *group;
    }
    groups[*group].documents.push_back(hit);
  }
  return groups;
}

std::vector<uint64_t> in_order(const ResultModel& model,
                               std::vector<uint64_t> hits, const Sort& sort) {
  auto rank =
      [&](uint64_t n) -> std::pair<bool, std::pair<int64_t, std::string>> {
    const ModelPage& page = model.pages[n];
    int64_t sign = sort.by == Sort::By::kOldest || sort.ascending ? 1 : -1;
    if (sort.by == Sort::By::kField && sort.field == "views") {
      return {!page.views, {page.views.value_or(0) * sign, ""}};
    }
    if (page.dates.empty()) return {true, {0, ""}};
    return {false,
            {sign * std::stoll(sign > 0 ? *page.dates.begin()
                                        : *page.dates.rbegin()),
             ""}};
  };
  std::stable_sort(hits.begin(), hits.end(),
                   [&](uint64_t a, uint64_t b) { return rank(a) < rank(b); });
  return hits;
}

// WAX_SEED repeats a run; WAX_QUERIES is the number of queries.
TEST(ResultsTest, AgreeWithANaiveModel) {
  const unsigned seed = tests::seed_of_test();
  const char* count = std::getenv("WAX_QUERIES");
  int queries = count != nullptr ? std::atoi(count) : 200;
  ResultModel model(seed);
  tests::TempDir folder;
  write_model(folder / "c", model);
  tests::Problems none;
  IndexReader reader = IndexReader::open_collection(folder / "c", {}, none);
  for (int i = 0; i < queries; ++i) {
    auto [text, test] = model.query(ResultModel::kDepth);
    Query query = parse_query(text, reader.columns());
    std::vector<uint64_t> hits;
    for (size_t n = 0; n < model.pages.size(); ++n) {
      if (test(model.pages[n])) hits.push_back(n);
    }
    ResultOptions options;
    const char* orders[] = {"relevance", "newest", "oldest", "views",
                            "views:asc"};
    const char* folds[] = {"none", "site", "url", "similar"};
    options.sort = parse_sort(orders[model.pick(5)]);
    options.collapse = parse_collapse(folds[model.pick(4)]);
    options.collapsed_hits = 1 + model.pick(3);
    for (const char* field :
         {"site", "type", "year", "month", "tag", "views", "collection"}) {
      if (model.pick(3) == 0) options.facets.emplace_back(field);
    }
    options.facet_values = 1 + model.pick(5);
    options.count = 1 + model.pick(7);
    SCOPED_TRACE(text + " order " + options.sort.field + " page of " +
                 std::to_string(options.count));
    std::vector<uint64_t> ordered;
    if (options.sort.by == Sort::By::kRelevance) {
      for (const Hit& hit :
           Searcher(reader).search(query, 0, reader.documents()).best) {
        ordered.push_back(hit.document);
      }
      std::vector<uint64_t> sorted = ordered;
      std::sort(sorted.begin(), sorted.end());
      ASSERT_EQ(sorted, hits);
    } else {
      ordered = in_order(model, hits, options.sort);
    }
    std::vector<ModelGroup> groups;
    if (options.collapse.by == Collapse::By::kNothing) {
      for (uint64_t hit : ordered) groups.push_back({{hit}});
    } else {
      groups = folded(model, ordered, options.collapse);
    }
    // All pages, one behind the other.
    for (uint64_t at = 0;; at += options.count) {
      options.start = at;
      Results results = find_results(reader, query, options);
      ASSERT_EQ(results.total, hits.size());
      ASSERT_EQ(results.collapsed_total, groups.size());
      size_t left = groups.size() - std::min<size_t>(at, groups.size());
      ASSERT_EQ(results.collapsed.size(),
                std::min<size_t>(left, options.count));
      for (size_t k = 0; k < results.collapsed.size(); ++k) {
        const ModelGroup& group = groups[at + k];
        const CollapsedHits& found = results.collapsed[k];
        ASSERT_EQ(found.total, group.documents.size());
        ASSERT_EQ(found.hits.size(),
                  std::min<size_t>(found.total, options.collapsed_hits));
        for (size_t h = 0; h < found.hits.size(); ++h) {
          ASSERT_EQ(found.hits[h].document, group.documents[h]);
        }
      }
      ASSERT_EQ(results.facets.size(), options.facets.size());
      for (const Facet& facet : results.facets) {
        std::map<std::string, uint64_t> counts;
        for (uint64_t hit : hits) {
          for (const std::string& value :
               values_of_page(model.pages[hit], facet.field)) {
            ++counts[value];
          }
        }
        ASSERT_EQ(facet.different, counts.size());
        ASSERT_EQ(facet.values.size(),
                  std::min<size_t>(counts.size(), options.facet_values));
        uint64_t before = UINT64_MAX;
        for (const FacetValue& value : facet.values) {
          ASSERT_EQ(value.count, counts[value.value]) << value.value;
          ASSERT_LE(value.count, before);
          before = value.count;
        }
        for (const auto& counted : counts) {
          if (counted.second > before) {
            ASSERT_TRUE(std::any_of(facet.values.begin(), facet.values.end(),
                                    [&](const FacetValue& one) {
                                      return one.value == counted.first;
                                    }));
          }
        }
      }
      if (results.collapsed.size() < options.count) break;
    }
    std::vector<uint64_t> streamed;
    Missing missing = each_hit(reader, query, {}, [&](const Hit& hit) {
      streamed.push_back(hit.document);
      return true;
    });
    ASSERT_FALSE(missing.any());
    ASSERT_EQ(streamed, hits);
  }
}

using tests::TempDir;

Facet counted(const IndexReader& reader, const char* field, uint64_t count) {
  ResultOptions options;
  options.facets = {field};
  options.facet_values = count;
  return find_results(reader, parse_query("word"), options).facets.front();
}

TEST(ValueCountsTest, AHitCountsForEachOfItsValues) {
  TempDir folder;
  IndexWriter writer(folder / "i", {});
  writer.add({{"collection", "a"}, {"collection", "b"}, {"content", "word"}});
  writer.add({{"collection", "b"}, {"content", "word"}});
  writer.add({{"collection", "c"}, {"content", "other"}});
  writer.add({{"content", "word"}});
  writer.finish();
  const IndexReader reader = IndexReader::open({folder / "i"});
  Facet facet = counted(reader, "collection", 10);
  ASSERT_EQ(facet.values.size(), 2U);
  EXPECT_EQ(facet.values[0].value, "b");
  EXPECT_EQ(facet.values[0].count, 2U);
  EXPECT_EQ(facet.values[1].value, "a");
  facet = counted(reader, "collection", 1);
  EXPECT_EQ(facet.values.size(), 1U);
  EXPECT_EQ(facet.different, 2U);
}

}  // namespace

}  // namespace wax::index
