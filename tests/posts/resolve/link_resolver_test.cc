#include "posts/resolve/link_resolver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "cdx/url/url_key.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::posts {
namespace {

struct Capture {
  std::string url;
  std::string date;
  std::string status;
  std::string target = "-";
};

std::string cdx_of(const std::vector<Capture>& captures) {
  std::vector<std::string> lines;
  for (const Capture& one : captures) {
    lines.push_back(cdx::url_key(cdx::UrlKeyKind::kSurt, one.url) + ' ' +
                    one.date + ' ' + one.url + " text/html " + one.status +
                    " D " + one.target + " - 1 0 f\n");
  }
  std::sort(lines.begin(), lines.end());
  std::string text = " CDX N b a m s k r M S V g\n";
  for (const std::string& line : lines) text += line;
  return text;
}

std::string resolve(const std::vector<Capture>& captures,
                    const std::string& links, tests::Problems& problems) {
  tests::TempDir folder;
  ResolveOptions options;
  options.captures = {folder.write("a.cdx", cdx_of(captures))};
  options.sort.memory = 1 << 20;
  ResolveCounts counts;
  auto lines = lines::lines_of(links);
  auto resolved = resolved_links(*lines, "links", options, counts, problems);
  std::string found;
  for (std::string_view line; resolved->next(line);) (found += line) += '\n';
  return found;
}

std::string resolve(const std::vector<Capture>& captures,
                    const std::string& links) {
  tests::Problems problems;
  std::string found = resolve(captures, links, problems);
  EXPECT_TRUE(problems.all.empty());
  return found;
}

TEST(LinkResolver, FollowsTheCapturesNearestInTime) {
  const std::vector<Capture> captures = {
      {"http://bit.ly/cbChTL", "20100701000000", "301", "http://news.test/a"},
      {"http://bit.ly/cbChTL", "20120101000000", "301", "http://other.test/z"},
      {"http://news.test/a", "20100702000000", "302", "/b?x=1#frag"},
      {"http://news.test/b?x=1", "20100702000000", "200"}};
  EXPECT_EQ(resolve(captures,
                    "http://bit.ly/cbChTL\t20100714\tpost 1\n"
                    "http://bit.ly/cbChTL\t20111231\n"
                    "http://bit.ly/CBCHTL\t20100714\n"
                    "http://BIT.ly:80/cbChTL#x\t20100714\n"),
            "http://bit.ly/cbChTL\t20100714\tresolved\t2\t"
            "http://news.test/b?x=1\tpost 1\n"
            "http://bit.ly/cbChTL\t20111231\tmissing\t1\thttp://other.test/z\n"
            "http://bit.ly/CBCHTL\t20100714\tmissing\t0\thttp://bit.ly/CBCHTL\n"
            "http://BIT.ly:80/cbChTL#x\t20100714\tresolved\t2\t"
            "http://news.test/b?x=1\n");
}

TEST(LinkResolver, WaysEnd) {
  const std::vector<Capture> captures = {
      {"http://t.co/1", "20100701000000", "301", "http://t.co/2"},
      {"http://t.co/2", "20100701000000", "301", "http://t.co/1"},
      {"http://gone.test/", "20100701000000", "404"},
      {"http://error.test/", "20100701000000", "503"},
      {"http://s.test/p", "20100701000000", "301", "https://s.test/p"},
      {"https://s.test/p", "20100701000000", "200"},
      {"http://none.test/", "20100701000000", "302"},
      {"http://self.test/", "20100701000000", "302", "http://self.test/#x"},
      {"http://same.test/", "20100701000000", "304"},
      {"http://again.test/", "20100701000000", "-"}};
  EXPECT_EQ(resolve(captures,
                    "http://t.co/1\t2010\nhttp://gone.test\t2010\n"
                    "http://error.test/\t2010\nhttp://s.test/p\t2010\n"
                    "http://none.test/\t2010\nhttp://self.test/\t2010\n"
                    "http://same.test/\t2010\nhttp://again.test/\t2010\n"),
            "http://t.co/1\t2010\tloop\t1\thttp://t.co/2\n"
            "http://gone.test\t2010\tdead\t0\thttp://gone.test/\n"
            "http://error.test/\t2010\tdead\t0\thttp://error.test/\n"
            "http://s.test/p\t2010\tresolved\t1\thttps://s.test/p\n"
            "http://none.test/\t2010\tbad\t0\thttp://none.test/\n"
            "http://self.test/\t2010\tloop\t0\thttp://self.test/\n"
            "http://same.test/\t2010\tresolved\t0\thttp://same.test/\n"
            "http://again.test/\t2010\tresolved\t0\thttp://again.test/\n");
}

TEST(LinkResolver, WhatCannotBeCapturedIsBad) {
  EXPECT_EQ(resolve({}, "mailto:x@a.test\t2010\na.test/x\t2010\n"),
            "mailto:x@a.test\t2010\tbad\t0\tmailto:x@a.test\n"
            "a.test/x\t2010\tmissing\t0\thttp://a.test/x\n");
}

TEST(LinkResolver, FiveRedirectsAreFollowed) {
  std::vector<Capture> captures;
  for (int i = 0; i < 6; ++i) {
    captures.push_back({"http://c.test/" + std::to_string(i), "20100101000000",
                        "301", "/" + std::to_string(i + 1)});
  }
  captures.push_back({"http://c.test/6", "20100101000000", "200"});
  EXPECT_EQ(resolve(captures, "http://c.test/1\t2010\nhttp://c.test/0\t2010\n"),
            "http://c.test/1\t2010\tresolved\t5\thttp://c.test/6\n"
            "http://c.test/0\t2010\ttoo-many\t5\thttp://c.test/5\n");
}

TEST(LinkResolver, OfTwoAsNearTheEarlierCounts) {
  const std::vector<Capture> captures = {
      {"http://a.test/", "20100101000000", "301", "/early"},
      {"http://a.test/", "20100103000000", "301", "/late"}};
  EXPECT_EQ(resolve(captures, "http://a.test/\t20100102000000\n"),
            "http://a.test/\t20100102000000\tmissing\t1\t"
            "http://a.test/early\n");
}

TEST(LinkResolver, LinesWithoutADateAreReported) {
  tests::Problems problems;
  EXPECT_EQ(resolve({},
                    "http://a.test/\n# note\n\nhttp://a.test/\tx\n"
                    "http://a.test/\t2010\n",
                    problems),
            "http://a.test/\t2010\tmissing\t0\thttp://a.test/\n");
  EXPECT_EQ(problems.ids(),
            (std::vector<std::string>{"list-bad-line", "list-bad-line"}));
}

}  // namespace
}  // namespace wax::posts
