#include "answers/shown/collection_answers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/error.h"
#include "io/lost_files.h"
#include "tests/serve/joined_site.h"
#include "tests/serve/small_site.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

std::vector<std::string> urls_of(DocumentStream& documents) {
  std::vector<std::string> urls;
  index::StoredDocument document;
  while (documents.next({"url"}, document)) {
    urls.push_back(index::value_of(document, "url"));
    EXPECT_EQ(documents.scope().name(), "c");
  }
  EXPECT_FALSE(documents.missing().any());
  return urls;
}

TEST(CollectionAnswers, OfShardsAreThoseOfOneCollection) {
  serve::JoinedSite site;
  const Scope front = site.front_scope();
  const Scope whole = site.whole_scope();
  const auto joined = answers_of(front);
  const auto here = answers_of(whole);
  joined->check_text();
  here->check_text();
  EXPECT_EQ(joined->names().all, here->names().all);
  EXPECT_EQ(joined->stored_fields(), here->stored_fields());
  EXPECT_EQ(joined->visible_documents(), here->visible_documents());
  EXPECT_EQ(joined->visible_pages(), here->visible_pages());

  SearchRequest request;
  request.text = "heron";
  const SearchAnswer found = here->search(request);
  const SearchAnswer joined_found = joined->search(request);
  EXPECT_GT(found.total, 0U);
  EXPECT_EQ(joined_found.total, found.total);
  ASSERT_EQ(joined_found.hits.size(), found.hits.size());
  for (size_t i = 0; i < found.hits.size(); ++i) {
    const FoundPage& page = found.hits[i].page;
    EXPECT_EQ(joined_found.hits[i].page.url, page.url);
    const auto text = here->version(page.url, page.digest);
    const auto joined_text = joined->version(page.url, page.digest);
    ASSERT_TRUE(text && joined_text) << page.url;
    EXPECT_EQ(joined_text->text, text->text);
  }
  EXPECT_FALSE(joined->version("http://none.example/", "A").has_value());
  EXPECT_FALSE(here->version("http://none.example/", "A").has_value());

  uint64_t ticks = 0;
  const auto documents = here->documents(request, [&] { ++ticks; });
  const std::vector<std::string> urls = urls_of(*documents);
  EXPECT_EQ(urls.size(), found.total);
  EXPECT_EQ(ticks, urls.size() + 1);
  EXPECT_EQ(urls_of(*joined->documents(request, nullptr)), urls);
  EXPECT_TRUE(joined->gone().empty());
  EXPECT_TRUE(joined->reasons().empty());
}

TEST(CollectionAnswers, OnlyAReaderIsAskedOfWhereTheTextIs) {
  serve::JoinedSite site;
  const Scope front = site.front_scope();
  EXPECT_THROW((void)answers_of(front)->reader(), UsageError);
  const Scope whole = site.whole_scope();
  EXPECT_EQ(&answers_of(whole)->reader(), whole.generation->reader.get());
}

TEST(CollectionAnswers, NameTheShardsThatAreGone) {
  serve::JoinedSite site;
  site.stop_shard(1);
  const Scope front = site.front_scope();
  const auto joined = answers_of(front);
  (void)joined->visible_documents();
  const std::vector<std::string> reasons = {"the shard " + site.shard_name(1) +
                                            " did not answer"};
  EXPECT_EQ(joined->gone(), reasons);
  EXPECT_EQ(joined->reasons(), reasons);
  EXPECT_EQ(joined->visible_pages(), std::nullopt);
}

// How often a shard was asked for something.
uint64_t requests_of(const serve::TestServer& shard) {
  const std::string metrics = shard.metrics();
  const std::string name = "wax_http_requests_total{";
  uint64_t requests = 0;
  for (size_t at = 0; (at = metrics.find(name, at)) != metrics.npos;) {
    at = metrics.find("} ", at) + 2;
    requests += std::stoull(metrics.substr(at));
  }
  return requests;
}

TEST(CollectionAnswers, FrontPagesAskTheShardsOnceASecond) {
  serve::JoinedSite site;
  const std::string first = site.front("/").body;
  EXPECT_NE(first.find(" pages"), std::string::npos);
  const auto begin = std::chrono::steady_clock::now();
  const uint64_t before = requests_of(site.shard(0));
  EXPECT_GT(before, 0U);
  constexpr uint64_t kPages = 50;
  for (uint64_t i = 0; i < kPages; ++i) EXPECT_EQ(site.front("/").body, first);
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::steady_clock::now() - begin);
  EXPECT_LE(requests_of(site.shard(0)) - before,
            1 + static_cast<uint64_t>(seconds.count()));
}

TEST(CollectionAnswers, CountsOfPagesAreWhatASearchForAllFinds) {
  tests::TempDir folder;
  index::IndexWriter writer(folder / "c/pindexes/001/main", {});
  for (const char* url :
       {"http://a.example/", "http://b.example/", "dns:a.example"}) {
    writer.add({{"urlkey", url},
                {"digest", "sha1:A"},
                {"url", url},
                {"date", "20070101000000"},
                {"content", "heron"}});
  }
  writer.finish();
  Holdings holdings;
  holdings.collections.add(std::make_unique<Collection>(
      "c", CollectionFiles{folder / "c", {}}, nullptr));
  SearchRequest all;
  all.text = "*";
  auto expect_pages = [&](uint64_t documents, uint64_t pages) {
    holdings.collections.find("c")->look_again();
    const Scope scope = scope_of(holdings, Request());
    const auto here = answers_of(scope);
    EXPECT_EQ(here->visible_documents(), documents);
    EXPECT_EQ(here->visible_pages(), pages);
    EXPECT_EQ(here->search(all).total, pages);
  };
  expect_pages(3, 2);
  folder.write("c/access", "block host b.example\n");
  expect_pages(2, 1);
}

TEST(CollectionAnswers, PagesAreNotCountedWhereAPartCannotBeRead) {
  io::outlive_lost_files();
  const serve::SmallSite damaged(3, 2);
  damaged.cut_index("002");
  EXPECT_EQ(visible_pages(damaged.scope()), std::nullopt);
  const serve::SmallSite later(3, 2);
  EXPECT_EQ(visible_pages(later.scope()), 7U);
  later.cut_index("002");
  SearchRequest request;
  request.text = "heron";
  EXPECT_TRUE(answer_search(later.scope(), request).missing.any());
  EXPECT_EQ(visible_pages(later.scope()), std::nullopt);
}

TEST(CollectionAnswers, WithoutFullTextThereAreNoDocuments) {
  tests::TempDir folder;
  Holdings holdings;
  holdings.collections.add(std::make_unique<Collection>(
      "c",
      CollectionFiles{
          "",
          {folder.write("a.cdx",
                        "org,example)/ 20070101000000 http://example.org/ "
                        "text/html 200 B - - 1 9 a.warc\n")}},
      nullptr));
  const Scope scope = scope_of(holdings, Request());
  const auto here = answers_of(scope);
  EXPECT_FALSE(here->visible_documents().has_value());
  EXPECT_FALSE(here->visible_pages().has_value());
  EXPECT_TRUE(here->versions("org,example)/").empty());
  EXPECT_FALSE(here->version("http://example.org/", "B").has_value());
  EXPECT_THROW(here->check_text(), UsageError);
  EXPECT_THROW((void)here->search({}), UsageError);
}

}  // namespace
}  // namespace wax::answers
