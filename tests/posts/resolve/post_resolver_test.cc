#include "posts/resolve/post_resolver.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::posts {
namespace {

constexpr std::string_view kCaptures =
    " CDX N b a m s k r M S V g\n"
    "ly,bit)/1 20100701000000 http://bit.ly/1 - 301 D http://e.org/a - 1 0 f\n"
    "ly,bit)/2 20100701000000 http://bit.ly/2 - 301 D http://bit.ly/2 - 1 0 f\n"
    "org,e)/a 20100701000000 http://e.org/a text/html 200 D - - 1 0 f\n"
    "org,e)/b 20100701000000 http://e.org/b text/html 404 D - - 1 0 f\n";

struct Resolved {
  std::string lines;
  std::string missing;
  ResolveCounts counts;
  tests::Problems problems;
};

Resolved resolve(const std::string& posts) {
  tests::TempDir folder;
  Resolved resolved;
  ResolveOptions options;
  options.captures = {folder.write("a.cdx", std::string(kCaptures))};
  options.sort.memory = 1 << 20;
  options.missing = [&](std::string_view url) {
    (resolved.missing += url) += '\n';
  };
  auto lines = lines::lines_of(posts);
  auto stream = resolved_posts(*lines, "posts", options, resolved.counts,
                               resolved.problems);
  for (std::string_view line; stream->next(line);) {
    (resolved.lines += line) += '\n';
  }
  return resolved;
}

std::string post(const std::string& id, const std::string& date,
                 const std::string& links) {
  return id + '\t' + date + "\ta\t-\tpost\t-\t" + links + "\t0\tf\ttext\n";
}

TEST(PostResolver, LinksBecomeTheirTargets) {
  const Resolved resolved =
      resolve(post("1", "20100714000000", "http://bit.ly/1 http://e.org/a") +
              post("2", "20100714000000", "-") +
              post("3", "20100714000000",
                   "http://bit.ly/2 http://e.org/b http://e.org/gone#x") +
              post("4", "-", "http://bit.ly/1") +
              "5\t20100714000000\t-\t-\tdelete\t-\t-\t-\t-\n" +
              post("6", "20100714000000", "http://bit.ly/1"));
  EXPECT_EQ(resolved.lines,
            post("1", "20100714000000", "http://e.org/a") +
                post("2", "20100714000000", "-") +
                post("3", "20100714000000",
                     "http://bit.ly/2 http://e.org/b http://e.org/gone") +
                post("4", "-", "http://bit.ly/1") +
                "5\t20100714000000\t-\t-\tdelete\t-\t-\t-\t-\n" +
                post("6", "20100714000000", "http://e.org/a"));
  EXPECT_EQ(resolved.missing, "http://e.org/gone\n");
  EXPECT_EQ(resolved.counts.links, 6U);
  EXPECT_TRUE(resolved.problems.all.empty());
}

TEST(PostResolver, OtherLinesAreTold) {
  const Resolved resolved =
      resolve("# c\n\nno post\n" + post("1", "20100714000000", "-"));
  EXPECT_EQ(resolved.lines, post("1", "20100714000000", "-"));
  ASSERT_EQ(resolved.problems.all.size(), 1U);
  EXPECT_EQ(resolved.problems.all[0].text, "line 3 is not a post of wax-posts");
}

TEST(PostResolver, OfNoPosts) { EXPECT_EQ(resolve("").lines, ""); }

}  // namespace
}  // namespace wax::posts
