#include "graph/update/graph_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collection/segment/segment.h"
#include "io/error.h"
#include "tests/graph/graph_of.h"
#include "tests/support/segments.h"

namespace wax::graph {
namespace {

TEST(SeenLine, IsReadAsItWasWritten) {
  SeenPage page{"key", {20080102030405, ~uint64_t{0}, true, 404}, kNoSource};
  std::string line;
  append_line(page, line);
  EXPECT_EQ(line.find('\n'), line.npos);
  SeenPage read;
  read_line(line, read);
  EXPECT_EQ(read.key, page.key);
  EXPECT_EQ(read.capture, page.capture);
  EXPECT_EQ(read.source, page.source);
}

TEST(GraphInputs, BadLinesOfListsAreCountedAndNamed) {
  GraphOf graph(
      "# links\na\tb\n\nno tab\n\tb\na\tb\tt\tx\na\x01\tb\na\ta\n"
      "a\tb\tt\t99\n");
  EXPECT_EQ(graph.problems.all.size(), 5U);
  EXPECT_EQ(graph.problems.all[0].id, "list-bad-line");
  EXPECT_THAT(graph.problems.all[0].text, testing::StartsWith("line 4 "));
  EXPECT_EQ(graph.in("b"), "a");
}

TEST(GraphInputs, UrlsOfListsBecomeKeys) {
  UpdateOptions options;
  options.sources.url_key = "surt";
  GraphOf graph("http://www.a.com/x\thttp://b.com\n", options);
  EXPECT_EQ(graph.in("com,b)/"), "com,a)/x");
  options.sources.url_key = "legacy";
  EXPECT_THROW((void)graph.add("http://c.com/\thttp://b.com\n", options),
               UsageError);
}

TEST(GraphInputs, OneInputCountsOnce) {
  GraphOf graph("a\tb\n");
  UpdateResult result = graph.add("a\tb\n");
  EXPECT_EQ(result.passed_over.size(), 1U);
  EXPECT_EQ(result.counts.links, 0U);
  EXPECT_EQ(result.links, 1U);
}

document::Document page_of(std::string name, std::string date) {
  document::Document page;
  page.url = "http://a.com/" + name;
  page.urlkey = "com,a)/" + name;
  page.digest = "sha1:" + name + date;
  page.date = std::move(date);
  page.status = 200;
  return page;
}

TEST(GraphInputs, SegmentsGivePagesLinksAndOtherNames) {
  tests::TempDir folder;
  document::Document home = page_of("", "20080101000000");
  home.links = {{"http://a.com/news", "News", ""},
                {"http://a.com/", "Home", ""},
                {"http://a.com/news", "More news", ""},
                {"http://ads.com/", "Ad", "noopener sponsored"},
                {"http://away.com/", "Away", ""}};
  document::Document news = page_of("news", "20080101000001");
  document::Document print = page_of("news?print=1", "20080101000002");
  print.canonical = "http://a.com/news";
  document::Document list = page_of("list", "20080101000003");
  list.links = {{"http://a.com/news?print=1", "Print", ""}};
  {
    collection::SegmentWriter writer(folder / "s", cdx::UrlKeyKind::kSurt,
                                     false);
    for (const auto* page : {&home, &news, &print, &list}) writer.add(*page);
    writer.add_date("com,a)/", "sha1:20080101000000", "20090101000000");
    writer.finish("{}");
  }
  GraphOf graph("");
  UpdateOptions options;
  options.sources.segments = {folder / "s"};
  UpdateResult result = graph.add("", options);
  EXPECT_EQ(result.counts.captures, 5U);
  EXPECT_EQ(result.counts.links, 5U);
  EXPECT_EQ(result.counts.self_links, 1U);
  // The name counts as the page; neither ads nor the frontier count.
  EXPECT_EQ(graph.in("com,a)/news"), "com,a)/ com,a)/list");
  EXPECT_EQ(graph.in("com,ads)/"), "");
  EXPECT_EQ(graph.in("com,away)/"), "");
  GraphReader reader(graph.path());
  EXPECT_EQ(reader.find("http://a.com/")->captures.size(), 2U);
  EXPECT_EQ(reader.state().url_key, "surt");
  EXPECT_THAT(graph.file("meta.json"),
              testing::HasSubstr("\"nofollow_links\":1,"));

  options.nofollow = options.frontier = true;
  options.sources = {};
  (void)graph.add("", options);
  EXPECT_EQ(graph.in("com,ads)/"), "com,a)/");
}

TEST(GraphInputs, RecordsThatAreNoPagesAreLeftOutUnlessAskedFor) {
  tests::TempDir folder;
  document::Document home = page_of("", "20080101000000");
  document::Document log = page_of("", "20080101000001");
  log.url = "metadata://gnu.org/software/wget/warc/wget.log";
  log.urlkey = "org,gnu)/software/wget/warc/wget.log";
  log.links = {{"http://a.com/", "Home", ""}};
  tests::write_segment(folder / "s", {home, log});
  UpdateOptions options;
  options.sources.segments = {folder / "s"};
  options.sources.dates = {
      folder.write("dates",
                   "dns:a.com sha1:X 20090101000000\n"
                   "com,a)/ sha1:20080101000000 20090101000000\n")};
  GraphOf graph("");
  UpdateResult result = graph.add("", options);
  EXPECT_EQ(result.counts.captures, 2U);
  EXPECT_EQ(result.counts.other_records, 2U);
  EXPECT_EQ(graph.in(log.urlkey), "none");
  EXPECT_EQ(graph.in("dns:a.com"), "none");
  EXPECT_EQ(graph.in("com,a)/"), "");

  options.sources.other_records = true;
  GraphOf all("");
  result = all.add("", options);
  EXPECT_EQ(result.counts.captures, 4U);
  EXPECT_EQ(result.counts.other_records, 0U);
  EXPECT_EQ(all.in("com,a)/"), log.urlkey);
}

TEST(GraphInputs, PagesAndLinksWithoutAKeyAreCounted) {
  constexpr size_t kLongest = 64 * 1024;
  tests::TempDir folder;
  document::Document home = page_of("", "20080101000000");
  // The key of the second has one byte more than a key may have.
  const std::string key = "com,a)/";
  const std::string url = "http://a.com/";
  home.links = {{url + std::string(kLongest - key.size(), 'x'), "", ""},
                {url + std::string(kLongest - key.size() + 1, 'x'), "", ""},
                {"http://a.com:port/", "", ""},
                {"", "", ""}};
  home.canonical = "http://b.com:port/";
  document::Document longer =
      page_of(std::string(kLongest, 'y'), "20080101000000");
  longer.links = {{"http://a.com/", "Home", ""}};
  tests::write_segment(folder / "s", {home, longer});
  UpdateOptions options;
  options.frontier = true;
  options.sources.segments = {folder / "s"};
  GraphOf graph("");
  UpdateResult result = graph.add("", options);
  EXPECT_EQ(result.counts.captures, 1U);
  EXPECT_EQ(result.counts.links, 1U);
  EXPECT_EQ(result.counts.no_keys, 4U);
  EXPECT_EQ(graph.in(key + std::string(kLongest - key.size(), 'x')), key);
  EXPECT_EQ(graph.in(key), "");
}

}  // namespace
}  // namespace wax::graph
