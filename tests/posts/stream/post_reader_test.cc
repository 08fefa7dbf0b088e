#include "posts/stream/post_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::posts {
namespace {

using Texts = std::vector<std::string>;

class PlacedTexts final : public PlacedPostSink {
 public:
  Texts texts;
  void post(Post&& post, const PostPlace& place) override {
    texts.push_back(post.id + ' ' + std::string(place.date) + ' ' +
                    std::to_string(place.offset));
  }
  void deletion(std::string_view id, const PostPlace& place) override {
    texts.push_back("delete " + std::string(id) + ' ' +
                    std::string(place.date));
  }
  void local_deletion(std::string_view id, const PostPlace& place) override {
    texts.push_back("delete " + std::string(id) + " of " +
                    std::string(place.site));
  }
  void author_deletion(std::string_view author,
                       const PostPlace& place) override {
    texts.push_back("delete all of " + std::string(author) + ' ' +
                    std::string(place.date));
  }
};

const std::string kPost = R"({"id":1,"text":"a","user":{"id":2}})";

std::string record(const std::string& type, const std::string& block) {
  return "WARC/1.0\r\nWARC-Type: " + type +
         "\r\nWARC-Target-URI: http://e.org/stream"
         "\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Type: " +
         (type == "response" ? "application/http;msgtype=response"
                             : "application/json") +
         "\r\nContent-Length: " + std::to_string(block.size()) + "\r\n\r\n" +
         block + "\r\n\r\n";
}

struct Read {
  Texts texts;
  PostCounts counts;
  Texts problems;
};

Read read(const std::string& bytes) {
  tests::TempDir folder;
  tests::Problems problems;
  PlacedTexts given;
  Read read;
  read_posts(folder.write("file", bytes), PostShapes(), given, read.counts,
             problems);
  read.texts = given.texts;
  for (const Problem& problem : problems.all) {
    read.problems.push_back(problem.id + ": " + problem.text);
  }
  return read;
}

TEST(PostReader, ReadsResponsesResourcesAndFiles) {
  const std::string chunked =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n" +
      kPost.substr(0, 5) + "\r\n" + "1e\r\n" + kPost.substr(5) +
      "\r\n0\r\n\r\n";
  ASSERT_EQ(kPost.size(), 5U + 0x1e);
  const std::string first = record("resource", kPost);
  Read archive = read(first + record("response", chunked));
  EXPECT_EQ(archive.texts,
            (Texts{"1 20260102030405 0",
                   "1 20260102030405 " + std::to_string(first.size())}));
  EXPECT_EQ(archive.counts.streams, 2U);
  EXPECT_EQ(archive.counts.records, 2U);
  EXPECT_EQ(read(kPost + "\n" + R"({"delete":{"status":{"id":3}}})").texts,
            (Texts{"1 - 0", "delete 3 -"}));
  EXPECT_EQ(read(tests::gzip_member(kPost)).texts, Texts{"1 - 0"});
}

TEST(PostReader, ReadsEventStreams) {
  const Read stream =
      read(record("resource", ":)\n\nevent: update\ndata: " + kPost +
                                  "\n\nevent: delete\ndata: 109\n\n:thump\n"));
  EXPECT_EQ(stream.texts, (Texts{"1 20260102030405 0", "delete 109 of e.org"}));
  EXPECT_EQ(stream.problems, Texts{});
  EXPECT_EQ(stream.counts.messages, 2U);
  EXPECT_EQ(stream.counts.deletions, 1U);
}

TEST(PostReader, OtherRecordsAreNoStreams) {
  Read page = read(record("resource", "<html>{}</html>") +
                   record("resource", "{\"a\":1}\n{bad\n") +
                   record("resource", "x = {\"a\":1}") +
                   record("response", "HTTP/1.1 404 No\r\n\r\n" + kPost));
  EXPECT_EQ(page.texts, Texts{});
  EXPECT_EQ(page.problems, Texts{});
  EXPECT_EQ(page.counts.streams, 0U);
  EXPECT_EQ(page.counts.records, 4U);
}

TEST(PostReader, BadMessagesOfStreamsAreTold) {
  Read stream = read(
      record("resource", "{bad\n" + kPost + "\nno\n" + kPost + "\n{\"id\":"));
  EXPECT_EQ(stream.texts.size(), 2U);
  EXPECT_EQ(stream.problems,
            (Texts{"post-bad: the message at byte 0 of http://e.org/stream is "
                   "no JSON object",
                   "post-bad: the message at byte 41 of http://e.org/stream is "
                   "no JSON object",
                   "post-bad: the message at byte 80 of http://e.org/stream is "
                   "cut"}));
  EXPECT_EQ(stream.counts.bad, 3U);
}

TEST(PostReader, FilesThatCannotBeReadAreTold) {
  tests::Problems problems;
  PlacedTexts given;
  PostCounts counts;
  read_posts("/nonexistent", PostShapes(), given, counts, problems);
  ASSERT_EQ(problems.all.size(), 1U);
  EXPECT_EQ(problems.all[0].id, "unreadable-archive");
}

TEST(PostReader, TellsOfAFileOfPostsWithoutAny) {
  const Read cut = read(R"({"id":1,"text":"a")");
  EXPECT_EQ(cut.problems, (Texts{"post-bad: the message at byte 0 is cut"}));
  EXPECT_EQ(cut.counts.bad, 1U);
  const Read other = read("{\"a\":1}\n");
  EXPECT_TRUE(other.problems.empty());
  EXPECT_EQ(other.counts.messages, 1U);
  EXPECT_EQ(other.counts.other, 1U);
  EXPECT_EQ(other.counts.streams, 0U);
  const Read number =
      read(R"({"id":99999999999999999999999,"text":"a","user":{}})");
  EXPECT_EQ(number.problems,
            (Texts{"post-bad: the message at byte 0 has a number that is too "
                   "large"}));
  EXPECT_TRUE(read(record("resource", "{\"a\":")).problems.empty());
}

}  // namespace
}  // namespace wax::posts
