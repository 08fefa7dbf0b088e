// What the closing lines of the tools for streams count: nothing goes in that
// does not come out or is named.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>

#include "tests/support/command.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

using Counts = std::map<std::string, uint64_t>;

// "wax-x: read 3, not seen 1": the last line of stderr.
Counts counts_of(const CommandResult& result) {
  std::string text = result.err;
  while (text.ends_with('\n')) text.pop_back();
  text = text.substr(text.rfind('\n') + 1);
  text = text.substr(std::min(text.find(": ") + 2, text.size())) + ", ";
  Counts counts;
  while (!text.empty()) {
    std::string part = text.substr(0, text.find(", "));
    text.erase(0, part.size() + 2);
    part = part.substr(0, part.find(" ("));
    const size_t blank = part.rfind(' ');
    counts[part.substr(0, blank)] = std::stoull("0" + part.substr(blank + 1));
  }
  return counts;
}

uint64_t written_lines(const std::string& text) {
  return static_cast<uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

class StreamCounts : public testing::Test {
 protected:
  StreamCounts() { random_.seed(seed_); }

  CommandResult run(const std::string& command) {
    CommandResult result = run_command(command, {folder_.path(), {}});
    EXPECT_LE(result.code, 1) << command << '\n' << result.err;
    return result;
  }
  unsigned any(unsigned below) {
    return static_cast<unsigned>(random_() % below);
  }
  void write(const std::string& name, const std::string& text) {
    (void)folder_.write(name, text);
  }

  // Posts with and without links, deletions, other messages and damage; returns
  // how many of each.
  Counts write_posts(unsigned messages) {
    Counts made;
    std::string text;
    for (unsigned i = 0; i < messages; ++i) {
      const std::string id = std::to_string(any(messages));
      switch (any(8)) {
        case 0:
          ++made["bad"];
          text += "{\"id\":" + id + ",\"te\n";
          break;
        case 1:
          ++made["other"];
          text += "{\"limit\":{\"track\":" + id + "}}\n";
          break;
        case 2:
          ++made["deletions"];
          text += "{\"delete\":{\"status\":{\"id\":" + id + "}}}\n";
          break;
        default:
          ++made["posts"];
          text += "{\"id\":" + id +
                  ",\"created_at\":\"Wed Jul 14 10:34:08 +0000 2010\","
                  "\"text\":\"a http://e.example/" +
                  std::to_string(any(20)) + " http://bit.ly/" +
                  std::to_string(any(20)) +
                  "\",\"user\":{\"id\":" + std::to_string(any(9)) + "}}\n";
      }
    }
    write("posts.json", text);
    return made;
  }

  TempDir folder_;
  unsigned seed_ = seed_of_test();
  testing::ScopedTrace trace_{__FILE__, __LINE__,
                              "seed " + std::to_string(seed_)};
  std::mt19937 random_;
};

TEST_F(StreamCounts, OfPosts) {
  const Counts made = write_posts(500);
  const CommandResult posts = run("wax-posts posts.json");
  Counts counts = counts_of(posts);
  EXPECT_EQ(counts["messages"], 500U);
  EXPECT_EQ(counts["posts"], made.at("posts"));
  EXPECT_EQ(counts["deletions"], made.at("deletions"));
  EXPECT_EQ(counts["other messages"], made.at("other"));
  EXPECT_EQ(counts["bad"], made.at("bad"));
  EXPECT_EQ(counts["problems"], made.at("bad"));
  EXPECT_EQ(counts["posts"],
            counts["written"] + counts["deleted"] + counts["duplicates"]);
  EXPECT_EQ(counts["written"], written_lines(posts.out));
}

TEST_F(StreamCounts, OfSharesAndLinks) {
  write_posts(400);
  run("wax-posts -q --deletions posts.json > a");
  write_posts(400);
  run("wax-posts -q --deletions --author-names posts.json > b");
  const CommandResult shares =
      run("echo 3 > robot; wax-shares --not-by robot a b");
  Counts counts = counts_of(shares);
  const CommandResult kinds = run("cut -f 5 a b | grep -vc delete");
  EXPECT_EQ(counts["posts"] + counts["deleted"] + counts["duplicates"] +
                counts["left out"],
            std::stoull(kinds.out));
  const CommandResult sum =
      run("wax-shares -q --not-by robot a b | awk -F '\\t' 'NR > 1 { n += $2; "
          "p += $4 + $5 } END { print n \" \" p }'");
  const std::string all = std::to_string(counts["shares"]);
  EXPECT_EQ(sum.out, all + ' ' + all + '\n');
  EXPECT_EQ(counts["pages"] + 1, written_lines(shares.out));

  std::string cdx = " CDX N b a s r\n";
  for (int i = 0; i < 20; i += 2) {
    write("url", "http://bit.ly/" + std::to_string(i) + "\n");
    cdx += "ly,bit)/" + std::to_string(i) + " 2010 http://bit.ly/" +
           std::to_string(i) + (i % 4 == 0 ? " 301 " : " 404 ") +
           "http://bit.ly/" + std::to_string(i + any(3)) + '\n';
  }
  write("unsorted", cdx);
  run("wax-cdx-sort -q -o cdx unsorted; { cut -f 7 a | tr ' ' '\\n' | sed "
      "'s/$/\\t2010/'; echo bad; } > links");
  const CommandResult links = run("wax-resolve --cdx cdx links");
  counts = counts_of(links);
  uint64_t ends = 0;
  for (const char* end :
       {"resolved", "missing", "dead", "loop", "too-many", "bad"}) {
    ends += counts[end];
  }
  EXPECT_GT(counts["dead"], 0U);
  EXPECT_EQ(counts["links"], ends);
  EXPECT_EQ(counts["links"], written_lines(links.out));
  EXPECT_EQ(counts["problems"], 1U);
  EXPECT_EQ(counts["links"] + 1, written_lines(run("cat links").out));
}

TEST_F(StreamCounts, OfUrls) {
  std::string urls = "# a comment\n\n";
  for (int i = 0; i < 500; ++i) {
    urls += any(9) == 0 ? "mailto:nobody"
                        : "http://e" + std::to_string(any(5)) + ".example/" +
                              std::to_string(any(100));
    urls += any(4) == 0 ? "\n" : "\t20100714\n";
  }
  write("urls", urls);
  const CommandResult unseen = run("wax-seen --add seen urls");
  Counts counts = counts_of(unseen);
  EXPECT_EQ(counts["read"], 500U);
  EXPECT_EQ(counts["read"], counts["seen"] + counts["unseen"]);
  EXPECT_EQ(counts["unseen"], written_lines(unseen.out));

  counts = counts_of(run("wax-jobs --delay 60 jobs urls"));
  EXPECT_GT(counts["without a host"], 0U);
  EXPECT_EQ(counts["read"], counts["in jobs"] + counts["again"] +
                                counts["disallowed"] +
                                counts["without a host"]);
  EXPECT_EQ(counts["in jobs"], written_lines(run("cat jobs/0*/*").out));
  EXPECT_EQ(std::to_string(counts["in jobs"]) + '\n',
            run("awk 'NR > 1 { n += $3 } END { print n }' jobs/jobs.tsv").out);
}

TEST_F(StreamCounts, OfFeeds) {
  std::string archive;
  uint64_t items = 0;
  constexpr unsigned kCaptures = 40;
  for (unsigned i = 0; i < kCaptures; ++i) {
    std::string feed = "<?xml version='1.0'?><rss><channel>";
    for (unsigned n = any(8); n > 0; --n, ++items) {
      feed += "<item><link>http://e.example/" + std::to_string(any(30)) +
              "</link></item>";
    }
    feed += "</channel></rss>";
    archive +=
        "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: "
        "http://e.example/feed" +
        std::to_string(any(3)) + "\r\nWARC-Date: 2010-07-" +
        std::to_string(10 + any(20)) +
        "T00:00:00Z\r\nContent-Length: " + std::to_string(feed.size()) +
        "\r\n\r\n" + feed + "\r\n\r\n";
  }
  write("feeds.warc", archive);
  const CommandResult listed = run("wax-feeds feeds.warc");
  Counts counts = counts_of(listed);
  EXPECT_EQ(counts["records"], kCaptures);
  EXPECT_EQ(counts["captures of feeds"], kCaptures);
  EXPECT_EQ(counts["items"], items);
  EXPECT_EQ(counts["written"], written_lines(listed.out));
  EXPECT_EQ(run("wax-feeds -q feeds.warc | cut -f 1,4 | sort -u | wc -l").out,
            run("wax-feeds -q feeds.warc | wc -l").out);
  const CommandResult changes = run("wax-feeds --changes feeds.warc");
  EXPECT_EQ(counts_of(changes)["written"] + 1, written_lines(changes.out));
}

// An archive of many items needs the memory of some, whatever its size.
TEST_F(StreamCounts, FeedsNeedNoMemoryForTheirItems) {
#ifdef WAX_WITH_SANITIZERS
  GTEST_SKIP() << "sanitizers need more address space";
#endif
  std::string item = "<url><loc>http://e.example/a-section-of-the-site/";
  std::string archive;
  for (int feed = 0; feed < 25; ++feed) {
    std::string body = "<?xml version='1.0'?><urlset>";
    for (int i = 0; i < 40000; ++i) {
      body += item + std::to_string(feed) + '/' + std::to_string(i) +
              "</loc></url>\n";
    }
    body += "</urlset>";
    archive +=
        "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: "
        "http://e.example/sitemap.xml\r\nWARC-Date: "
        "2010-07-14T00:00:00Z\r\nContent-Length: " +
        std::to_string(body.size()) + "\r\n\r\n" + body + "\r\n\r\n";
  }
  write("sitemaps.warc", archive);
  const CommandResult result = run(
      "ulimit -v 250000 && wax-feeds -j 1 --memory 16M sitemaps.warc | wc -l");
  EXPECT_EQ(result.out, "1000000\n") << result.err;
}

// The same of posts, some of which repeat others by their text, and some of
// which were deleted.
TEST_F(StreamCounts, PostsNeedNoMemoryForReposts) {
#ifdef WAX_WITH_SANITIZERS
  GTEST_SKIP() << "sanitizers need more address space";
#endif
  std::string stream;
  constexpr unsigned kPosts = 200000;
  for (unsigned i = 0; i < kPosts; ++i) {
    const std::string id = std::to_string(i);
    const std::string author = std::to_string(i % 5000);
    const std::string before = std::to_string(i - 1);
    stream += "{\"id\":" + id +
              ",\"created_at\":\"Wed Jul 14 10:34:08 +0000 2010\",\"text\":\"";
    if (i % 3 == 2) stream += "RT @user" + std::to_string(i % 5000 - 1) + ": ";
    stream += "some words of a post that others repeat http://e.example/" +
              (i % 3 == 2 ? before : id) + "\",\"user\":{\"id\":" + author +
              ",\"screen_name\":\"user" + author + "\"}}\n";
    if (i % 100 == 0) {
      stream += "{\"delete\":{\"status\":{\"id\":" + id + "}}}\n";
    }
  }
  stream += "{\"user_delete\":{\"id\":1}}\n";
  write("stream", stream);
  const CommandResult result =
      run("ulimit -v 95000 && wax-posts --memory 16M stream | wc -l");
  const unsigned deleted = kPosts / 100 + kPosts / 5000;
  EXPECT_EQ(result.out, std::to_string(kPosts - deleted) + "\n") << result.err;
}

}  // namespace
}  // namespace wax::tests
