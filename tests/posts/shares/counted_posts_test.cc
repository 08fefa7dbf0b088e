#include "posts/shares/counted_posts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::posts {
namespace {

std::string post_of(const std::string& id, const std::string& date,
                    const std::string& author,
                    const std::string& kind = "post") {
  return id + '\t' + date + '\t' + author + "\t-\t" + kind + "\t-\t-\t0\tf\n";
}

TEST(CountedPosts, AreThoseOfAllListsOnce) {
  tests::TempDir folder;
  tests::Problems problems;
  const std::vector<std::string> files = {
      folder.write("a", post_of("2", "20100101000000", "x") +
                            post_of("1", "20100101000000", "y") + "bad\n"),
      folder.write("b", post_of("3", "20110101000000", "x") +
                            post_of("2", "-", "-", "delete") +
                            post_of("1", "20100101000000", "y") +
                            post_of("4", "-", "y") +
                            post_of("5", "20110601000000", "z"))};
  PostChoice choice;
  choice.dates = warc::Period::of("2011");
  choice.left_out_authors = {"z"};
  CountedPosts counts;
  auto stream = counted_posts(files, choice, counts, problems);
  std::string found;
  for (std::string_view line; stream->next(line);) {
    found += line.substr(0, line.find('\t'));
  }
  EXPECT_EQ(found, "3");
  EXPECT_EQ(counts.posts, 1U);
  EXPECT_EQ(counts.deleted, 1U);
  EXPECT_EQ(counts.duplicates, 1U);
  EXPECT_EQ(counts.left_out, 3U);
  EXPECT_EQ(problems.ids(), std::vector<std::string>{"list-bad-line"});
}

}  // namespace
}  // namespace wax::posts
