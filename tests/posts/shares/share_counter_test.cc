#include "posts/shares/share_counter.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cdx/url/url_key.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::posts {
namespace {

using Texts = std::vector<std::string>;

std::string post(const std::string& id, const std::string& date,
                 const std::string& author, const std::string& links,
                 const std::string& kind = "post") {
  return id + '\t' + date + '\t' + author + "\t-\t" + kind + "\t-\t" + links +
         "\t0\tf\n";
}

struct Counted {
  Texts pages;
  ShareCounts counts;
  tests::Problems problems;
};

Counted count(const Texts& files, ShareOptions options = {}) {
  tests::TempDir folder;
  Texts paths;
  for (const std::string& file : files) {
    paths.push_back(folder.write(std::to_string(paths.size()), file));
  }
  Counted counted;
  options.sort.memory = 1 << 20;
  count_shares(
      paths, options, counted.counts, counted.problems,
      [&](const PageShares& page) {
        std::string text;
        if (!page.period.empty()) text = page.period + ' ';
        text += page.url;
        for (uint64_t number :
             {page.shares, page.authors, page.originals, page.reposts}) {
          text += ' ' + std::to_string(number);
        }
        counted.pages.push_back(text + ' ' + page.first + ' ' + page.last);
      });
  return counted;
}

const Texts kPosts = {
    post("1", "20100714000000", "a", "http://e.org/x http://www.e.org/X") +
        post("2", "20100713000000", "b", "https://e.org/x http://e.org/y") +
        post("3", "20100721000000", "a", "http://e.org/x", "repost"),
    post("3", "20100721000000", "a", "http://e.org/x", "repost") +
        post("4", "20100714000000", "c", "http://e.org/z") +
        post("5", "-", "-", "http://e.org/y", "reply") +
        "4\t20110101000000\t-\t-\tdelete\t-\t-\t-\t-\n"};

TEST(ShareCounter, CountsPostsAuthorsAndKinds) {
  const Counted all = count(kPosts);
  EXPECT_EQ(all.pages,
            (Texts{"https://e.org/x 3 2 2 1 20100713000000 20100721000000",
                   "http://e.org/y 2 2 2 0 20100713000000 20100713000000"}));
  EXPECT_EQ(all.counts.posts, 4U);
  EXPECT_EQ(all.counts.deleted, 1U);
  EXPECT_EQ(all.counts.duplicates, 1U);
  EXPECT_EQ(all.counts.shares, 5U);
  EXPECT_TRUE(all.problems.all.empty());
}

TEST(ShareCounter, CountsInPeriods) {
  ShareOptions options;
  options.by = {SharePeriod::kWeek};
  options.limit = 1;
  EXPECT_EQ(
      count(kPosts, options).pages,
      (Texts{"- http://e.org/y 1 1 1 0  ",
             "2010-W28 https://e.org/x 2 2 2 0 20100713000000 20100714000000",
             "2010-W29 http://e.org/x 1 1 0 1 20100721000000 20100721000000"}));
}

TEST(ShareCounter, LeavesOutByDateAuthorAndNumber) {
  ShareOptions options;
  options.dates = warc::Period::between("20100714", "");
  EXPECT_EQ(count(kPosts, options).pages,
            Texts{"http://e.org/x 2 1 1 1 20100714000000 20100721000000"});
  options = {};
  options.left_out_authors = {"b"};
  options.least = 2;
  const Counted counted = count(kPosts, options);
  EXPECT_EQ(counted.pages,
            Texts{"http://e.org/x 2 1 1 1 20100714000000 20100721000000"});
  EXPECT_EQ(counted.counts.left_out, 1U);
}

TEST(ShareCounter, HasAnOrder) {
  const Texts posts = {post("1", "2010", "a", "http://e.org/1") +
                       post("2", "20110101000000", "a", "http://e.org/1") +
                       post("3", "20090101000000", "b", "http://e.org/2") +
                       post("4", "20120101000000", "c", "http://e.org/3") +
                       post("5", "20100101000000", "d", "http://e.org/3")};
  auto first = [&](std::string_view order) {
    ShareOptions options;
    options.order = *share_order(order);
    const std::string page = count(posts, options).pages.at(0);
    return page.substr(0, page.find(' '));
  };
  EXPECT_EQ(first("shares"), "http://e.org/3");
  EXPECT_EQ(first("authors"), "http://e.org/3");
  EXPECT_EQ(first("first"), "http://e.org/2");
  EXPECT_EQ(first("last"), "http://e.org/3");
  EXPECT_FALSE(share_order("size"));
}

TEST(ShareCounter, AgreesWithANaiveOne) {
  std::mt19937 random(20100714);
  std::string lines;
  struct Model {
    std::set<std::string> posts;
    std::set<std::string> authors;
    uint64_t reposts = 0;
    std::string first = "9";
    std::string last;
  };
  std::map<std::string, Model> models;
  for (int i = 0; i < 3000; ++i) {
    const std::string id = std::to_string(i);
    const std::string author = "a" + std::to_string(random() % 50);
    const std::string date =
        "201007" + std::to_string(10 + random() % 20) + "000000";
    const std::string kind = random() % 3 == 0 ? "repost" : "post";
    std::string links;
    std::set<std::string> keys;
    for (unsigned n = random() % 4; n > 0; --n) {
      const std::string url =
          (random() % 2 == 0 ? "http://e.org/" : "https://www.e.org/") +
          std::to_string(random() % 40);
      links += (links.empty() ? "" : " ") + url;
      keys.insert(cdx::url_key(cdx::UrlKeyKind::kSurt, url));
    }
    for (const std::string& key : keys) {
      Model& model = models[key];
      model.posts.insert(id);
      model.authors.insert(author);
      model.reposts += kind == "repost" ? 1 : 0;
      model.first = std::min(model.first, date);
      model.last = std::max(model.last, date);
    }
    lines += post(id, date, author, links.empty() ? "-" : links, kind);
  }
  tests::TempDir folder;
  ShareOptions options;
  ShareCounts counts;
  tests::Problems problems;
  size_t pages = 0;
  count_shares({folder.write("posts", lines)}, options, counts, problems,
               [&](const PageShares& page) {
                 ++pages;
                 const Model& model = models.at(page.urlkey);
                 EXPECT_EQ(page.shares, model.posts.size());
                 EXPECT_EQ(page.authors, model.authors.size());
                 EXPECT_EQ(page.reposts, model.reposts);
                 EXPECT_EQ(page.originals, page.shares - page.reposts);
                 EXPECT_EQ(page.first, model.first);
                 EXPECT_EQ(page.last, model.last);
               });
  EXPECT_EQ(pages, models.size());
}

TEST(ShareCounter, PagesOfTheIndexHaveItsKeys) {
  tests::TempDir folder;
  tests::Problems problems;
  ShareOptions options;
  options.index_keys = true;
  ShareCounts counts;
  std::string found;
  count_shares(
      {folder.write("posts",
                    post("1", "20100101000000", "a",
                         "http://bit.ly/Ab http://bit.ly/aB") +
                        post("2", "20100101000000", "b", "http://bit.ly/aB"))},
      options, counts, problems, [&](const PageShares& page) {
        found += page.urlkey + ' ' + std::to_string(page.shares);
      });
  EXPECT_EQ(found, "ly,bit)/ab 2");
}

TEST(ShareCounter, OtherLinesAreTold) {
  const Counted counted = count({"# c\nx\n"});
  EXPECT_TRUE(counted.pages.empty());
  ASSERT_EQ(counted.problems.all.size(), 1U);
  EXPECT_EQ(counted.problems.all[0].id, "list-bad-line");
}

}  // namespace
}  // namespace wax::posts
