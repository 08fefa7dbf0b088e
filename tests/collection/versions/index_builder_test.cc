#include "collection/versions/index_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>

#include "collection/segment/segment.h"
#include "index/query/query.h"
#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "index/store/manifest.h"
#include "index/upkeep/date_index.h"
#include "io/error.h"
#include "tests/support/segments.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using tests::TempDir;
using tests::write_segment;

document::Document page(std::string urlkey, std::string digest,
                        std::string date) {
  document::Document document;
  document.url = "http://example.org/" + urlkey.substr(urlkey.find('/') + 1);
  document.urlkey = std::move(urlkey);
  document.digest = std::move(digest);
  document.date = std::move(date);
  document.type = "text/html";
  document.content = "words of " + document.date;
  return document;
}

std::string day(int n) {
  return "200710" + std::string(n < 10 ? "0" : "") + std::to_string(n) +
         "000000";
}

std::vector<std::string> dates_of(const index::IndexReader& reader,
                                  uint64_t n) {
  index::StoredDocument document;
  reader.document(n, {"date"}, document);
  std::vector<std::string> dates;
  for (const auto& [name, value] : document) dates.push_back(value);
  return dates;
}

std::vector<std::string> days(std::initializer_list<int> numbers) {
  std::vector<std::string> dates;
  for (int n : numbers) dates.push_back(day(n));
  return dates;
}

constexpr const char* kUrlKey = "org,example)/index.html";
const std::vector<std::string> kDigests = {
    "abc123", "abc123", "def456", "def456", "abc123",
    "abc123", "ghi789", "jkl012", "jkl012", "mno345"};

// NutchWAX's design has this page, captured on ten days.
TEST(IndexBuilderTest, TenCapturesOfFiveVersionsAreFiveDocuments) {
  TempDir folder;
  std::vector<document::Document> captures;
  for (int i = 0; i < 10; ++i) {
    captures.push_back(
        page(kUrlKey, kDigests[static_cast<size_t>(i)], day(i + 1)));
  }
  write_segment(folder / "segment", captures);
  BuildCounts counts =
      build_index(folder / "main", {folder / "segment"}, BuildOptions{});
  EXPECT_EQ(counts.captures, 10U);
  EXPECT_EQ(counts.documents, 5U);
  index::IndexReader reader = index::IndexReader::open({folder / "main"});
  ASSERT_EQ(reader.documents(), 5U);
  EXPECT_EQ(dates_of(reader, 0), days({1, 2, 5, 6}));
  EXPECT_EQ(dates_of(reader, 1), days({3, 4}));
  EXPECT_EQ(dates_of(reader, 2), days({7}));
  EXPECT_EQ(dates_of(reader, 3), days({8, 9}));
  EXPECT_EQ(dates_of(reader, 4), days({10}));
}

// The same by way of exclusion: five are imported, five dates are added.
TEST(IndexBuilderTest, DatesOfExcludedDuplicatesComeBackWithTheDateIndex) {
  TempDir folder;
  std::vector<document::Document> captures;
  std::string list;
  std::set<std::string> seen;
  for (size_t i = 0; i < 10; ++i) {
    document::Document capture =
        page(kUrlKey, kDigests[i], day(static_cast<int>(i) + 1));
    if (seen.insert(capture.digest).second) {
      captures.push_back(capture);
    } else {
      list += capture.urlkey + ' ' + capture.digest + ' ' + capture.date + '\n';
    }
  }
  write_segment(folder / "segment", captures);
  build_index(folder / "main", {folder / "segment"}, BuildOptions{});
  NoProblems problems;
  index::ListJoinCounts counts = index::build_date_index(
      folder / "main", {folder / "main"}, folder / "dates",
      lines::lines_of(list), "list", index::DateIndexOptions{}, problems);
  EXPECT_EQ(counts.matched, 5U);
  EXPECT_EQ(counts.unmatched, 0U);
  index::IndexReader reader =
      index::IndexReader::open({folder / "dates", folder / "main"});
  ASSERT_EQ(reader.documents(), 5U);
  EXPECT_EQ(dates_of(reader, 0), days({1, 2, 5, 6}));
  EXPECT_EQ(dates_of(reader, 1), days({3, 4}));
  EXPECT_EQ(dates_of(reader, 2), days({7}));
  EXPECT_EQ(dates_of(reader, 3), days({8, 9}));
  EXPECT_EQ(dates_of(reader, 4), days({10}));
}

TEST(IndexBuilderTest, FieldsAreThoseOfTheEarliestCapture) {
  TempDir folder;
  document::Document late = page("org,example)/", "sha1:A", day(5));
  late.title = "late";
  late.filename = "late.warc.gz";
  document::Document early = page("org,example)/", "sha1:A", day(2));
  early.url = "https://WWW.Example.org:8080/a?b";
  early.title = "early";
  early.filename = "early.warc.gz";
  early.offset = 1234;
  early.length = 99;
  early.status = 200;
  early.collection = "crawl";
  early.charset = "utf-8";
  early.description = "about it";
  early.content = "the text\nof it";
  write_segment(folder / "1", {late});
  write_segment(folder / "2", {early});
  build_index(folder / "main", {folder / "1", folder / "2"}, BuildOptions{});
  index::IndexReader reader = index::IndexReader::open({folder / "main"});
  ASSERT_EQ(reader.documents(), 1U);
  index::StoredDocument document;
  reader.document(0, {}, document);
  using P = std::pair<std::string, std::string>;
  EXPECT_THAT(
      document,
      ElementsAre(P("urlkey", "org,example)/"), P("digest", "sha1:A"),
                  P("url", "https://WWW.Example.org:8080/a?b"),
                  P("site", "example.org"), P("host", "www.example.org"),
                  P("title", "early"), P("date", day(2)), P("date", day(5)),
                  P("type", "text/html"), P("length", "99"), P("status", "200"),
                  P("charset", "utf-8"), P("collection", "crawl"),
                  P("filename", "early.warc.gz"), P("offset", "1234"),
                  P("description", "about it"),
                  P("content", "the text\nof it")));
}

TEST(IndexBuilderTest, AWholeCaptureIsPreferredToAnEarlierTruncatedOne) {
  TempDir folder;
  std::vector<document::Document> captures;
  for (int n : {1, 2, 3, 4}) {
    captures.push_back(page("org,example)/", "sha1:A", day(n)));
    captures.back().truncated = n != 3 && n != 4;
  }
  captures.push_back(page("org,example)/", "sha1:A", day(3)));
  captures.back().truncated = true;
  for (int n : {1, 2}) {
    captures.push_back(page("org,example)/", "sha1:B", day(n)));
    captures.back().truncated = true;
  }
  write_segment(folder / "1", captures);
  build_index(folder / "main", {folder / "1"}, BuildOptions{});
  index::IndexReader reader = index::IndexReader::open({folder / "main"});
  ASSERT_EQ(reader.documents(), 2U);
  index::StoredDocument document;
  reader.document(0, {"content"}, document);
  EXPECT_EQ(document.at(0).second, "words of " + day(3));
  EXPECT_EQ(dates_of(reader, 0), days({1, 2, 3, 4}));
  reader.document(1, {"content"}, document);
  EXPECT_EQ(document.at(0).second, "words of " + day(1));
}

TEST(IndexBuilderTest, RevisitDatesMatchTheirVersionAndOthersAreCounted) {
  TempDir folder;
  write_segment(folder / "1", {page("org,example)/a", "sha1:A", day(3))},
                {page("org,example)/a", "sha1:A", day(1)),
                 page("org,example)/b", "sha1:B", day(2))});
  write_segment(folder / "2", {page("org,example)/b", "sha1:B", day(4))},
                {page("org,example)/a", "sha1:Z", day(9))});
  BuildCounts counts = build_index(
      folder / "main", {folder / "1", folder / "2"}, BuildOptions{});
  EXPECT_EQ(counts.revisit_dates, 3U);
  EXPECT_EQ(counts.matched_dates, 2U);
  index::IndexReader reader = index::IndexReader::open({folder / "main"});
  EXPECT_EQ(dates_of(reader, 0), days({1, 3}));
  EXPECT_EQ(dates_of(reader, 1), days({2, 4}));
}

std::string stored(const index::IndexReader& reader, uint64_t n,
                   const char* field) {
  index::StoredDocument document;
  reader.document(n, {field}, document);
  return index::value_of(document, field);
}

TEST(IndexBuilderTest, ARevisitOfAnotherUrlIsADocumentWithItsText) {
  TempDir folder;
  document::Document original = page("org,example)/a", "sha1:A", day(3));
  original.title = "Herons";
  document::Document truncated = page("org,example)/z", "sha1:A", day(1));
  truncated.truncated = true;
  document::Document first = page("org,example)/b", "sha1:A", day(4));
  first.filename = "b.warc.gz";
  document::Document known = page("org,example)/a", "sha1:A", day(6));
  write_segment(folder / "1", {},
                {page("org,example)/b", "sha1:A", day(5)), first, known});
  write_segment(folder / "2", {truncated, original});
  BuildCounts counts = build_index(
      folder / "main", {folder / "1", folder / "2"}, BuildOptions{});
  EXPECT_EQ(counts.captures, 2U);
  EXPECT_EQ(counts.revisits, 1U);
  EXPECT_EQ(counts.revisits_without_text, 0U);
  EXPECT_EQ(counts.matched_dates, 3U);
  index::IndexReader reader = index::IndexReader::open({folder / "main"});
  ASSERT_EQ(reader.documents(), 3U);
  EXPECT_EQ(stored(reader, 0, "url"), "http://example.org/b");
  EXPECT_EQ(stored(reader, 0, "title"), "Herons");
  EXPECT_EQ(stored(reader, 0, "content"), "words of " + day(3));
  EXPECT_EQ(stored(reader, 0, "filename"), "b.warc.gz");
  EXPECT_EQ(stored(reader, 0, "no_text"), "");
  EXPECT_EQ(dates_of(reader, 0), days({4, 5}));
  EXPECT_EQ(dates_of(reader, 2), days({3, 6}));
}

TEST(IndexBuilderTest,
     ARevisitWithoutItsOriginalIsADocumentIfThatHasAnotherUrl) {
  TempDir folder;
  document::Document stated = page("org,example)/b", "sha1:B", day(4));
  stated.revisit_of = "http://example.org/x";
  write_segment(folder / "1", {},
                {page("org,example)/c", "sha1:C", day(5)), stated});
  BuildCounts counts =
      build_index(folder / "main", {folder / "1"}, BuildOptions{});
  EXPECT_EQ(counts.revisits, 1U);
  EXPECT_EQ(counts.revisits_without_text, 1U);
  EXPECT_EQ(counts.revisit_dates, 2U);
  EXPECT_EQ(counts.matched_dates, 1U);
  index::IndexReader reader = index::IndexReader::open({folder / "main"});
  ASSERT_EQ(reader.documents(), 1U);
  EXPECT_EQ(stored(reader, 0, "url"), "http://example.org/b");
  EXPECT_EQ(stored(reader, 0, "no_text"), "text-elsewhere");
  EXPECT_EQ(stored(reader, 0, "revisit_of"), "http://example.org/x");
}

// What a revisit names may be a page that is not there, another page, or a
// revisit; rules of access are asked about both URLs.
TEST(IndexBuilderTest, ARevisitHasTheUrlThatItNamesAndThatOfItsText) {
  TempDir folder;
  auto revisit = [](const std::string& name, const std::string& original) {
    document::Document made = page("org,example)/" + name, "sha1:A", day(5));
    made.revisit_of = original;
    return made;
  };
  write_segment(folder / "1",
                {page("org,example)/text", "sha1:A", day(1)),
                 page("org,example)/page", "sha1:P", day(1))},
                {revisit("r1", "http://nowhere.example/"),
                 revisit("r2", "http://example.org/r1"),
                 revisit("r3", "http://example.org/r2"),
                 revisit("r4", "http://example.org/page"), revisit("r5", ""),
                 revisit("r6", "http://example.org/text")});
  write_segment(folder / "2", {}, {revisit("r7", "http://example.org/r3")});
  BuildOptions options;
  options.originals = {folder / "1"};
  build_index(folder / "a", {folder / "1"}, BuildOptions{});
  build_index(folder / "b", {folder / "2"}, options);
  auto named = [](const index::IndexReader& reader, uint64_t n) {
    std::string all;
    index::StoredDocument document;
    reader.document(n, {"revisit_of"}, document);
    for (const auto& [name, value] : document) all += value + ' ';
    return all;
  };
  const std::string text = "http://example.org/text ";
  const index::IndexReader a = index::IndexReader::open({folder / "a"});
  ASSERT_EQ(a.documents(), 8U);
  EXPECT_EQ(named(a, 0), "");
  EXPECT_EQ(named(a, 1), "");
  EXPECT_EQ(named(a, 2), "http://nowhere.example/ " + text);
  EXPECT_EQ(named(a, 3), "http://example.org/r1 " + text);
  EXPECT_EQ(named(a, 4), "http://example.org/r2 " + text);
  EXPECT_EQ(named(a, 5), "http://example.org/page " + text);
  EXPECT_EQ(named(a, 6), text);
  EXPECT_EQ(named(a, 7), text);
  const index::IndexReader b = index::IndexReader::open({folder / "b"});
  ASSERT_EQ(b.documents(), 1U);
  EXPECT_EQ(named(b, 0), "http://example.org/r3 " + text);
}

TEST(IndexBuilderTest, OriginalsAreFoundInSegmentsOfOtherIndexes) {
  TempDir folder;
  document::Document known = page("org,example)/c", "sha1:C", day(7));
  known.revisit_of = "http://example.org/a";
  write_segment(folder / "1", {page("org,example)/a", "sha1:A", day(1))},
                {known});
  document::Document date_only = page("org,example)/d", "sha1:A", day(8));
  date_only.date_only = true;
  write_segment(folder / "2", {},
                {page("org,example)/b", "sha1:A", day(2)), known, date_only});
  BuildOptions options;
  options.originals = {folder / "1"};
  BuildCounts counts = build_index(folder / "main", {folder / "2"}, options);
  EXPECT_EQ(counts.documents, 1U);
  EXPECT_EQ(counts.matched_dates, 1U);
  index::IndexReader reader = index::IndexReader::open({folder / "main"});
  ASSERT_EQ(reader.documents(), 1U);
  EXPECT_EQ(stored(reader, 0, "url"), "http://example.org/b");
  EXPECT_EQ(stored(reader, 0, "content"), "words of " + day(1));
}

TEST(IndexBuilderTest, ImagesHaveTheWordsOfThePagesThatShowThem) {
  TempDir folder;
  document::Document image = page("org,example)/heron.png", "sha1:A", day(1));
  image.type = "image/png";
  image.content.clear();
  document::Document alone = image;
  alone.urlkey = "org,example)/alone.png";
  document::Document first = page("org,example)/1", "sha1:B", day(2));
  first.images = {{"http://www.example.org/HERON.png", "A heron", "In flight"},
                  {"http://example.org/other.png", "other", ""}};
  document::Document second = page("org,example)/2", "sha1:C", day(3));
  second.images = {{"http://example.org/heron.png", "A heron", ""},
                   {"http://example.org/heron.png", "", "At rest"}};
  write_segment(folder / "1", {first, image});
  write_segment(folder / "2", {alone, second});
  build_index(folder / "main", {folder / "1", folder / "2"}, BuildOptions{});
  index::IndexReader reader = index::IndexReader::open({folder / "main"});
  ASSERT_EQ(reader.documents(), 4U);
  EXPECT_EQ(stored(reader, 1, "content"), "A heron\nAt rest\nIn flight");
  EXPECT_EQ(stored(reader, 2, "content"), "");
}

TEST(IndexBuilderTest, ShardsHaveAtMostSoManyDocumentsInOneOrder) {
  TempDir folder;
  std::vector<document::Document> pages;
  for (int n = 1; n <= 7; ++n) {
    pages.push_back(page("org,example)/" + std::to_string(n),
                         "sha1:" + std::to_string(n), day(n)));
  }
  write_segment(folder / "1", pages);
  BuildOptions options;
  options.shard_documents = 3;
  BuildCounts counts = build_index(folder / "shards", {folder / "1"}, options);
  EXPECT_EQ(counts.shards, 3U);
  EXPECT_EQ(counts.documents, 7U);
  int n = 0;
  for (const char* shard : {"00001", "00002", "00003"}) {
    index::IndexReader reader = index::IndexReader::open(
        {(folder / "shards/pindexes/") + shard + "/main"});
    EXPECT_EQ(reader.documents(), n < 6 ? 3U : 1U);
    EXPECT_EQ(reader.about("urlkey"), "surt");
    for (uint64_t i = 0; i < reader.documents(); ++i) {
      EXPECT_EQ(stored(reader, i, "urlkey"),
                "org,example)/" + std::to_string(++n));
    }
  }
  EXPECT_THROW(build_index(folder / "shards", {folder / "1"}, options),
               UsageError);
  // An index without documents is a collection of one.
  write_segment(folder / "2", {});
  EXPECT_EQ(build_index(folder / "none", {folder / "2"}, options).shards, 1U);
}

std::vector<std::string> collections_of(const index::IndexReader& reader,
                                        uint64_t n) {
  index::StoredDocument document;
  reader.document(n, {"collection"}, document);
  std::vector<std::string> names;
  for (const auto& [name, value] : document) names.push_back(value);
  return names;
}

TEST(IndexBuilderTest, AVersionIsInAllCollectionsThatHaveIt) {
  TempDir folder;
  auto in = [](document::Document document, std::string collection) {
    document.collection = std::move(collection);
    return document;
  };
  write_segment(folder / "one", {in(page(kUrlKey, "a", day(2)), "North"),
                                 in(page(kUrlKey, "b", day(2)), "North"),
                                 in(page(kUrlKey, "c", day(2)), ""),
                                 in(page(kUrlKey, "d", day(2)), "")});
  write_segment(folder / "two",
                {in(page(kUrlKey, "a", day(1)), "east"),
                 in(page(kUrlKey, "a", day(3)), "North"),
                 in(page(kUrlKey, "c", day(3)), "east")},
                {in(page(kUrlKey, "b", day(4)), "A b")});
  build_index(folder / "main", {folder / "one", folder / "two"}, {});
  index::IndexReader reader = index::IndexReader::open({folder / "main"});
  ASSERT_EQ(reader.documents(), 4U);
  EXPECT_THAT(collections_of(reader, 0), ElementsAre("A b", "North"));
  EXPECT_THAT(collections_of(reader, 1), ElementsAre("east"));
  EXPECT_THAT(collections_of(reader, 2), IsEmpty());
  EXPECT_THAT(collections_of(reader, 3), ElementsAre("North", "east"));
  auto found = [&](const char* query) {
    return index::Searcher(reader)
        .search(index::parse_query(query), 0, 9)
        .total;
  };
  EXPECT_EQ(found("collection:North"), 2U);
  EXPECT_EQ(found("collection:east"), 2U);
  EXPECT_EQ(found("collection:EAST"), 0U);
  EXPECT_THAT(dates_of(reader, 3), days({1, 2, 3}));
}

TEST(IndexBuilderTest, CapturesWithoutDigestStayApart) {
  TempDir folder;
  write_segment(folder / "1", {page("org,example)/", "-", day(1)),
                               page("org,example)/", "-", day(2))});
  build_index(folder / "main", {folder / "1"}, BuildOptions{});
  EXPECT_EQ(index::IndexReader::open({folder / "main"}).documents(), 2U);
}

TEST(IndexBuilderTest, NoSegmentWithDocumentsIsAnIndexWithoutDocuments) {
  TempDir folder;
  write_segment(folder / "1", {});
  build_index(folder / "main", {folder / "1"}, BuildOptions{});
  index::IndexReader reader = index::IndexReader::open({folder / "main"});
  EXPECT_EQ(reader.documents(), 0U);
  EXPECT_THAT(reader.all_fields(), IsEmpty());
}

TEST(IndexBuilderTest, PagesWithNoindexAreFoundOnlyByUrl) {
  TempDir folder;
  document::Document hidden = page("org,example)/", "sha1:A", day(1));
  hidden.noindex = true;
  hidden.title = "hidden";
  write_segment(folder / "1", {hidden});
  BuildCounts counts =
      build_index(folder / "main", {folder / "1"}, BuildOptions{});
  EXPECT_EQ(counts.noindex, 1U);
  index::IndexReader reader = index::IndexReader::open({folder / "main"});
  index::StoredDocument document;
  reader.document(0, {}, document);
  EXPECT_EQ(index::value_of(document, "title"), "");
  EXPECT_EQ(index::value_of(document, "content"), "");
  EXPECT_NE(index::value_of(document, "url"), "");
}

TEST(IndexBuilderTest, TwoKindsOfKeysAreRefused) {
  TempDir folder;
  write_segment(folder / "1", {page("org,example)/", "sha1:A", day(1))});
  write_segment(folder / "2", {page("example.org/", "sha1:A", day(2))}, {},
                cdx::UrlKeyKind::kLegacy);
  EXPECT_THROW(build_index(folder / "main", {folder / "1", folder / "2"},
                           BuildOptions{}),
               UsageError);
  EXPECT_FALSE(fs::exists(folder / "main"));
}

TEST(IndexBuilderTest, OnlyAnIndexIsReplacedAndOnlyWithForce) {
  TempDir folder;
  write_segment(folder / "1", {page("org,example)/", "sha1:A", day(1))});
  build_index(folder / "main", {folder / "1"}, BuildOptions{});
  EXPECT_THROW(build_index(folder / "main", {folder / "1"}, BuildOptions{}),
               UsageError);
  BuildOptions force;
  force.force = true;
  build_index(folder / "main", {folder / "1"}, force);
  EXPECT_THROW(build_index(folder / "1", {folder / "1"}, force), UsageError);
  EXPECT_TRUE(fs::exists(folder / "1/manifest"));
}

TEST(IndexBuilderTest, ADamagedSegmentLeavesNoIndex) {
  TempDir folder;
  std::vector<document::Document> documents;
  for (int i = 0; i < 50; ++i) {
    documents.push_back(
        page("org,example)/" + std::to_string(i), "sha1:A", day(1)));
  }
  write_segment(folder / "1", documents);
  std::string bytes = tests::read_file(folder / "1/documents");
  bytes[bytes.size() / 2] ^= 1;
  std::ofstream(folder / "1/documents", std::ios::binary) << bytes;
  EXPECT_THROW(build_index(folder / "deep/main", {folder / "1"}, {}),
               FormatError);
  EXPECT_FALSE(fs::exists(folder / "deep/main"));
  for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
    EXPECT_THAT(entry.path().string(), Not(HasSubstr(".part-")));
  }
}

// Against sets in memory, with sorters that must spill.
TEST(IndexBuilderTest, VersionsAndDatesAgreeWithANaiveModel) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    TempDir folder;
    using Version = std::pair<std::string, std::string>;
    std::map<Version, std::set<std::string>> dates;
    std::map<Version, std::pair<std::string, size_t>> earliest;
    std::map<std::string, std::pair<std::string, size_t>> texts;
    std::vector<std::string> segments;
    std::vector<document::Document> all;  // in the order of positions
    std::vector<document::Document> revisits;
    for (int s = 0; s < 3; ++s) {
      std::vector<document::Document> documents;
      for (int i = 0; i < 60; ++i) {
        document::Document capture = page(
            "org,example)/" + std::to_string(random() % 40),
            "sha1:" + std::string(1, static_cast<char>('A' + random() % 6)),
            day(static_cast<int>(random() % 28) + 1));
        if (random() % 3 == 0) {
          revisits.push_back(capture);
          revisits.back().revisit = true;
          continue;
        }
        Version version(capture.urlkey, capture.digest);
        dates[version].insert(capture.date);
        auto at = std::pair(capture.date, all.size());
        auto [found, added] = earliest.emplace(version, at);
        if (!added) found->second = std::min(found->second, at);
        // The text of a digest is that of its earliest capture.
        auto [text, is_first] = texts.emplace(capture.digest, at);
        if (!is_first) text->second = std::min(text->second, at);
        documents.push_back(capture);
        all.push_back(capture);
      }
      segments.push_back(folder / std::to_string(s));
      write_segment(segments.back(), documents,
                    s == 2 ? revisits : std::vector<document::Document>());
    }
    std::set<Version> with_body;
    for (const auto& [version, at] : earliest) with_body.insert(version);
    for (const document::Document& revisit : revisits) {
      Version version(revisit.urlkey, revisit.digest);
      auto at = std::pair(revisit.date, all.size());
      all.push_back(revisit);
      if (!with_body.count(version)) {
        auto [found, added] = earliest.emplace(version, at);
        if (!added) found->second = std::min(found->second, at);
      }
      dates[version].insert(revisit.date);
    }
    std::map<size_t, Version> order;
    size_t matched = revisits.size();
    for (const auto& [version, at] : earliest) {
      if (texts.count(version.second)) {
        order[at.second] = version;
      } else {
        --matched;
      }
    }

    BuildOptions options;
    options.memory = 64 * 1024;
    BuildCounts counts = build_index(folder / "main", segments, options);
    EXPECT_EQ(counts.matched_dates, matched);
    index::IndexReader reader = index::IndexReader::open({folder / "main"});
    ASSERT_EQ(reader.documents(), order.size());
    uint64_t n = 0;
    for (const auto& [position, version] : order) {
      index::StoredDocument document;
      reader.document(n, {"urlkey", "digest"}, document);
      EXPECT_EQ(index::value_of(document, "urlkey"), version.first);
      EXPECT_EQ(index::value_of(document, "digest"), version.second);
      std::string text = all[position].revisit ? texts[version.second].first
                                               : all[position].date;
      EXPECT_EQ(stored(reader, n, "content"), "words of " + text);
      EXPECT_EQ(dates_of(reader, n),
                std::vector<std::string>(dates[version].begin(),
                                         dates[version].end()));
      ++n;
    }
  }
}

using tests::TempDir;

void add(ShardWriter& writer, const std::string& urlkey) {
  writer.add(urlkey, "sha1:A", {{"urlkey", urlkey}, {"digest", "sha1:A"}}, {});
}

TEST(ShardWriter, WritesOneIndexWithoutALimit) {
  TempDir folder;
  ShardWriter writer(folder / "i", {}, 0);
  writer.about("urlkey", "surt");
  add(writer, "a");
  add(writer, "b");
  writer.finish();
  EXPECT_EQ(writer.shards(), 1U);
  EXPECT_EQ(writer.documents(), 2U);
  const index::Manifest manifest = index::read_manifest(folder / "i");
  EXPECT_EQ(manifest.about.at("urlkey"), "surt");
  EXPECT_EQ(manifest.about.at("documents"), "2");
}

TEST(ShardWriter, ShardsHaveAtMostSoManyDocumentsAndTheirOwnKeys) {
  TempDir folder;
  ShardWriter writer(folder / "c", {}, 2);
  for (const char* key : {"a", "b", "c"}) add(writer, key);
  EXPECT_FALSE(std::filesystem::exists(folder / "c"));
  writer.finish();
  EXPECT_EQ(writer.shards(), 2U);
  EXPECT_EQ(writer.documents(), 3U);
  const auto first = index::read_manifest(folder / "c/pindexes/00001/main");
  const auto last = index::read_manifest(folder / "c/pindexes/00002/main");
  EXPECT_EQ(first.about.at("documents"), "2");
  EXPECT_EQ(last.about.at("documents"), "1");
  EXPECT_NE(first.about.at("keys"), last.about.at("keys"));
}

}  // namespace

}  // namespace wax::collection
