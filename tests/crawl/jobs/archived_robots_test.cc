#include "crawl/jobs/archived_robots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

// An archive with robots.txt files, and its sorted CDX lines.
class RobotsArchive {
 public:
  void add(const std::string& key, const std::string& date, int status,
           const std::string& body, bool revisit = false) {
    const std::string url =
        "http://" + key.substr(8, 1) + ".example/robots.txt";
    const std::string http = "HTTP/1.1 " + std::to_string(status) +
                             " X\r\nContent-Type: text/plain\r\n\r\n" +
                             (revisit ? "" : body);
    std::string iso = date.substr(0, 4) + "-" + date.substr(4, 2) + "-" +
                      date.substr(6, 2) + "T00:00:00Z";
    lines_.push_back(key + ' ' + date + ' ' + url + ' ' +
                     (revisit ? "warc/revisit" : "text/plain") + ' ' +
                     (revisit ? "-" : std::to_string(status)) + " D" +
                     std::to_string(body.size()) + " - - 0 " +
                     std::to_string(bytes_.size()) + " a.warc\n");
    bytes_ += "WARC/1.0\r\nWARC-Type: " +
              std::string(revisit ? "revisit" : "response") +
              "\r\nWARC-Target-URI: " + url + "\r\nWARC-Date: " + iso +
              "\r\nContent-Type: application/http;msgtype=response\r\n"
              "Content-Length: " +
              std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
  }

  std::string write(const tests::TempDir& folder) {
    std::sort(lines_.begin(), lines_.end());
    std::string cdx = " CDX N b a m s k r M S V g\n";
    for (const std::string& line : lines_) cdx += line;
    folder.write("a.warc", bytes_);
    return folder.write("a.cdx", cdx);
  }

 private:
  std::string bytes_;
  std::vector<std::string> lines_;
};

TEST(ArchivedRobots, TheLastCaptureCounts) {
  const std::string closed = "User-agent: *\nDisallow: /\n";
  const std::string open = "User-agent: *\nDisallow: /x\nCrawl-delay: 9\n";
  RobotsArchive archive;
  archive.add("example,a)/robots.txt", "20200101000000", 200, closed);
  archive.add("example,a)/robots.txt", "20210101000000", 200, open);
  archive.add("example,a)/robots.txt", "20220101000000", 503, "wait");
  archive.add("example,b)/robots.txt", "20200101000000", 200, closed);
  archive.add("example,b)/robots.txt", "20210101000000", 404, "none");
  archive.add("example,c)/robots.txt", "20200101000000", 200, closed);
  archive.add("example,c)/robots.txt", "20210101000000", 200, open);
  archive.add("example,c)/robots.txt", "20220101000000", 200, closed, true);
  archive.add("example,e)/robots.txt", "20220101000000", 503, "wait");
  tests::TempDir folder;
  const std::string cdx = archive.write(folder);
  tests::Problems problems;
  const cdx::ArchivePaths paths({folder / "a.warc"}, {}, problems);
  ArchivedRobots robots({cdx}, paths, "x", problems);
  EXPECT_TRUE(robots.of("http://a.example/").allows("/a"));
  EXPECT_FALSE(robots.of("http://a.example/b?c").allows("/x"));
  EXPECT_EQ(robots.of("http://a.example/").delay(), 9);
  EXPECT_TRUE(robots.of("http://b.example/").allows("/"));
  EXPECT_FALSE(robots.of("http://c.example/").allows("/a"));
  EXPECT_TRUE(robots.of("http://d.example/").allows("/"));
  EXPECT_FALSE(robots.of("http://e.example/").allows("/"));
  EXPECT_TRUE(robots.of("mailto:x").allows("/"));
  EXPECT_TRUE(problems.all.empty());
}

TEST(ArchivedRobots, ARevisitHasTheRulesOfADigestThatIsWrittenOtherwise) {
  RobotsArchive archive;
  const std::string key = "example,a)/robots.txt";
  archive.add(key, "20200101000000", 200, "User-agent: *\nDisallow: /\n");
  archive.add(key, "20210101000000", 200, "User-agent: *\nDisallow: /x\n");
  archive.add(key, "20220101000000", 200, "User-agent: *\nDisallow: /\n", true);
  tests::TempDir folder;
  std::string text = tests::read_file(archive.write(folder));
  const std::string digest(32, 'A');
  text.replace(text.find(" D"), 5, ' ' + digest + "= ");
  text.replace(text.rfind(" D"), 5, " sha1:" + digest + ' ');
  const std::string cdx = folder.write("a.cdx", text);
  tests::Problems problems;
  const cdx::ArchivePaths paths({folder / "a.warc"}, {}, problems);
  ArchivedRobots robots({cdx}, paths, "x", problems);
  EXPECT_FALSE(robots.of("http://a.example/").allows("/a"));
}

TEST(ArchivedRobots, AnotherRecordIsReported) {
  RobotsArchive archive;
  archive.add("example,a)/robots.txt", "20200101000000", 200,
              "User-agent: *\nDisallow: /\n");
  tests::TempDir folder;
  std::string cdx = archive.write(folder);
  std::string text = tests::read_file(cdx);
  text.replace(text.find("20200101"), 8, "20200102");
  folder.write("a.cdx", text);
  tests::Problems problems;
  const cdx::ArchivePaths paths({folder / "a.warc"}, {}, problems);
  ArchivedRobots robots({cdx}, paths, "x", problems);
  EXPECT_TRUE(robots.of("http://a.example/").allows("/"));
  EXPECT_EQ(problems.ids(), std::vector<std::string>{"cdx-other-record"});
}

}  // namespace
}  // namespace wax::crawl
