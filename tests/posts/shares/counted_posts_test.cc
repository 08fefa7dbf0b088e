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

TEST(CountedPosts, AreNoneOfDeletedAuthorsInWhateverList) {
  tests::TempDir folder;
  tests::Problems problems;
  const std::string date = "20100101000000";
  const std::vector<std::string> files = {
      folder.write("a", post_of("1", date, "x") + post_of("2", date, "y") +
                            post_of("3", date, "x")),
      folder.write("b", post_of("-", date, "x", "delete") +
                            post_of("-", date, "z", "delete"))};
  const PostChoice choice;
  CountedPosts counts;
  auto stream = counted_posts(files, choice, counts, problems);
  std::string_view line;
  ASSERT_TRUE(stream->next(line));
  EXPECT_EQ(line.substr(0, 2), "2\t");
  EXPECT_FALSE(stream->next(line));
  EXPECT_EQ(counts.posts, 1U);
  EXPECT_EQ(counts.deleted, 2U);
  EXPECT_TRUE(problems.ids().empty());
}

TEST(CountedPosts, HaveNoLinksIfTheyRepeatADeletedPost) {
  tests::TempDir folder;
  tests::Problems problems;
  auto post = [](const std::string& id, const std::string& kind,
                 const std::string& parent) {
    return id + "\t20100101000000\t" + (id == "8" ? "x" : "y") + "\t-\t" +
           kind + '\t' + parent + "\thttp://e.org/ http://e.org/b\t0\tf\tt\n";
  };
  const std::vector<std::string> files = {
      folder.write("a", post("1", "repost", "9") + post("2", "reply", "9") +
                            post("3", "repost", "7") +
                            post("4", "repost", "8") + post("8", "post", "-")),
      folder.write("b", post_of("9", "-", "-", "delete")),
      folder.write("c", post_of("-", "-", "x", "delete"))};
  const PostChoice choice;
  CountedPosts counts;
  auto stream = counted_posts(files, choice, counts, problems);
  std::string found;
  for (std::string_view line; stream->next(line);) {
    found.append(line) += '\n';
  }
  auto without = [](std::string line) {
    const std::string links = "http://e.org/ http://e.org/b";
    return line.replace(line.find(links), links.size(), "-");
  };
  EXPECT_EQ(found, without(post("1", "repost", "9")) + post("2", "reply", "9") +
                       post("3", "repost", "7") +
                       without(post("4", "repost", "8")));
  EXPECT_EQ(counts.of_deleted, 2U);
}

}  // namespace
}  // namespace wax::posts
