#include "posts/shares/share_lists.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "io/error.h"
#include "io/output.h"
#include "tests/support/archives.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::posts {
namespace {

std::string post_of(int id, const std::string& date, int author,
                    const std::string& links) {
  return std::to_string(id) + '\t' + date + '\t' + std::to_string(author) +
         "\t-\tpost\t-\t" + links + "\t0\tf\n";
}

class Lists {
 public:
  explicit Lists(const std::string& posts, ShareOptions options = {}) {
    options.sort.memory = 1 << 20;
    posts_ = folder_.write("posts", posts);
    tests::Problems problems;
    auto output = io::open_output(path(), /*force=*/true);
    undated = write_share_lists({posts_}, options, counts, problems, *output);
  }

  [[nodiscard]] std::string path() const { return folder_ / "shares"; }
  [[nodiscard]] const std::string& posts() const { return posts_; }

  static std::string text(const PageShares& page) {
    std::string line = page.url;
    for (uint64_t number :
         {page.shares, page.authors, page.originals, page.reposts}) {
      line += ' ' + std::to_string(number);
    }
    return line + ' ' + page.first + ' ' + page.last + '\n';
  }
  std::string pages(SharePeriod kind, const std::string& start) const {
    std::string all;
    ShareLists(path()).each_page(kind, start, [&](const PageShares& page) {
      all += text(page);
      return true;
    });
    return all;
  }

  ShareCounts counts;
  uint64_t undated = 0;

 private:
  tests::TempDir folder_;
  std::string posts_;
};

TEST(ShareLists, AnswerForPeriodsAndPages) {
  const Lists lists(post_of(1, "20100714103408", 1, "http://a.example/") +
                    post_of(2, "20100718235959", 2, "http://a.example/") +
                    post_of(3, "20100718000000", 2, "http://b.example/x") +
                    post_of(4, "20100801000000", 3, "http://a.example/") +
                    post_of(5, "", 3, "http://a.example/") +
                    post_of(6, "20100231000000", 3, "http://a.example/"));
  EXPECT_EQ(lists.undated, 2U);
  EXPECT_EQ(lists.counts.shares, 6U);
  ShareLists shares(lists.path());
  using Starts = std::vector<std::string>;
  EXPECT_EQ(shares.starts(SharePeriod::kDay),
            (Starts{"20100714", "20100718", "20100801"}));
  EXPECT_EQ(shares.starts(SharePeriod::kWeek),
            (Starts{"20100712", "20100726"}));
  EXPECT_EQ(shares.starts(SharePeriod::kMonth),
            (Starts{"20100701", "20100801"}));
  EXPECT_EQ(lists.pages(SharePeriod::kWeek, "20100712"),
            "http://a.example/ 2 2 2 0 20100714103408 20100718235959\n"
            "http://b.example/x 1 1 1 0 20100718000000 20100718000000\n");
  EXPECT_EQ(lists.pages(SharePeriod::kDay, "20100714"),
            "http://a.example/ 1 1 1 0 20100714103408 20100714103408\n");
  EXPECT_EQ(lists.pages(SharePeriod::kDay, "20100715"), "");
  const auto of_page = shares.of_page("example,a)/", SharePeriod::kMonth);
  ASSERT_EQ(of_page.size(), 2U);
  EXPECT_EQ(of_page[0].period, "20100701");
  EXPECT_EQ(of_page[0].shares, 2U);
  EXPECT_EQ(of_page[1].period, "20100801");
  EXPECT_TRUE(shares.of_page("example,a)", SharePeriod::kDay).empty());
}

TEST(ShareLists, EndWhenTheReaderHasEnough) {
  const Lists lists(post_of(1, "20100714103408", 1, "http://a.example/") +
                    post_of(2, "20100714103408", 1, "http://b.example/"));
  ShareLists shares(lists.path());
  int read = 0;
  shares.each_page(SharePeriod::kDay, "20100714", [&](const PageShares&) {
    ++read;
    return false;
  });
  EXPECT_EQ(read, 1);
}

// What they say of each period is what is counted of it.
TEST(ShareLists, HaveWhatIsCounted) {
  std::mt19937 random(7);
  std::string posts;
  for (int id = 0; id < 3000; ++id) {
    posts +=
        post_of(id,
                std::to_string(2009 + random() % 2) + "0" +
                    std::to_string(1 + random() % 9) + "1" +
                    std::to_string(random() % 10) + "120000",
                static_cast<int>(random() % 40),
                "http://site" + std::to_string(random() % 60) + ".example/");
  }
  const Lists lists(posts);
  uint64_t periods = 0;
  for (SharePeriod kind : kListedPeriods) {
    ShareOptions options;
    options.by = {kind};
    options.sort.memory = 1 << 20;
    ShareCounts counts;
    tests::Problems problems;
    std::map<std::string, std::string> counted;
    std::map<std::string, uint64_t> of_site7;
    count_shares({lists.posts()}, options, counts, problems,
                 [&](const PageShares& page) {
                   const std::string start = start_of(kind, page.first);
                   counted[start] += Lists::text(page);
                   if (page.urlkey == "example,site7)/") {
                     of_site7[start] = page.shares;
                   }
                 });
    ShareLists shares(lists.path());
    std::vector<std::string> starts;
    for (const auto& [start, pages] : counted) {
      EXPECT_EQ(lists.pages(kind, start), pages);
      starts.push_back(start);
    }
    EXPECT_EQ(shares.starts(kind), starts);
    periods += starts.size();
    std::map<std::string, uint64_t> read;
    for (const PageShares& page : shares.of_page("example,site7)/", kind)) {
      read[page.period] = page.shares;
    }
    EXPECT_EQ(read, of_site7);
  }
  EXPECT_GT(periods, 150U);
}

TEST(ShareLists, NameOtherFilesAndDamage) {
  tests::TempDir folder;
  EXPECT_THROW((void)ShareLists(folder.write("a", "no list\n")), FormatError);
  EXPECT_THROW((void)ShareLists(folder.write("b", "")), FormatError);
  EXPECT_THROW((void)ShareLists(folder / "none"), IoError);
  ShareLists damaged(folder.write("c",
                                  "# waxwing shares 1\n"
                                  "list\tday\t20100714\t0000000001\tk\tu\tx\n"
                                  "page\tk\tday\t20100714\t1\t1\n"));
  EXPECT_THROW(damaged.each_page(SharePeriod::kDay, "20100714",
                                 [](const PageShares&) { return true; }),
               FormatError);
  EXPECT_THROW((void)damaged.of_page("k", SharePeriod::kDay), FormatError);
}

}  // namespace
}  // namespace wax::posts
