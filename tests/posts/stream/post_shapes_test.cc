#include "posts/stream/post_shapes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::posts {
namespace {

using Texts = std::vector<std::string>;

class Given final : public PostSink {
 public:
  Texts texts;
  void post(Post&& post) override {
    std::string text = post.id + '|' + post.date + '|' + post.author + '|' +
                       post.author_name + '|' + post.language + '|' +
                       std::string(name(post.kind)) + '|' + post.parent + '|' +
                       post.text + '|';
    for (const std::string& link : post.links) text += link + ' ';
    texts.push_back(text);
  }
  void deletion(std::string_view id) override {
    texts.push_back("delete " + std::string(id));
  }
  void local_deletion(std::string_view id) override {
    texts.push_back("delete local " + std::string(id));
  }
  void author_deletion(std::string_view author) override {
    texts.push_back("delete all of " + std::string(author));
  }
};

Texts given(const std::string& json, const PostShapes& shapes = {}) {
  simdjson::dom::parser parser;
  Given sink;
  if (!shapes.give(parser.parse(json).value(), sink)) return {"none"};
  return sink.texts;
}

TEST(PostShapes, OfStatuses) {
  EXPECT_EQ(given(R"({"created_at":"Wed Jul 14 10:34:08 +0000 2010","id":7,
      "id_str":"7","text":"look\n http:\/\/t.co\/1","lang":"en",
      "user":{"id":9007199254740993,"screen_name":"Ann"},
      "in_reply_to_status_id":null,
      "entities":{"urls":[{"url":"http://t.co/1","expanded_url":"http://e.org/"},
                          {"url":"http://t.co/2","expanded_url":null}]}})"),
            Texts{"7|20100714103408|9007199254740993|Ann|en|post||look "
                  "http://t.co/1|http://e.org/ http://t.co/2 "});
  EXPECT_EQ(given(R"({"id":8,"text":"see www.e.org/x.","user":{"id":1},
      "in_reply_to_status_id":7})"),
            Texts{"8||1|||reply|7|see www.e.org/x.|http://www.e.org/x "});
  EXPECT_EQ(given(R"({"delete":{"status":{"id":1234,"user_id":3}}})"),
            Texts{"delete 1234"});
  EXPECT_EQ(given(R"({"limit":{"track":12}})"), Texts{"none"});
}

TEST(PostShapes, OfStreamsWithDataInAnObject) {
  EXPECT_EQ(given(R"({"data":{"id":"12","text":"see https://t.co/a",
      "created_at":"2021-01-01T00:00:00.000Z","author_id":"9","lang":"en",
      "entities":{"urls":[{"url":"https://t.co/a",
                           "expanded_url":"https://e.org/v2"}]},
      "referenced_tweets":[{"type":"quoted","id":"11"}]},
      "includes":{"users":[{"id":"9"}],"tweets":[
      {"id":"11","text":"first","author_id":"8"}]},
      "matching_rules":[{"id":"1"}]})"),
            (Texts{"12|20210101000000|9||en|quote|11|see https://t.co/a|"
                   "https://e.org/v2 ",
                   "11||8|||post||first|"}));
  EXPECT_EQ(given(R"({"data":{"id":"13","text":"http://e.org/",
      "edit_history_tweet_ids":["13"]}})"),
            Texts{"13|||||post||http://e.org/|http://e.org/ "});
}

TEST(PostShapes, EscapedTextsAreReadBeforeTheirLinks) {
  EXPECT_EQ(given(R"({"id":8,"text":"1 &lt; 2 http://e.org/?a=1&amp;b=2",
      "user":{"id":1}})"),
            Texts{"8||1|||post||1 < 2 http://e.org/?a=1&b=2|"
                  "http://e.org/?a=1&b=2 "});
  EXPECT_EQ(given(R"({"id":"s","subreddit":"x","title":"T","author":"joe",
      "url":"https://reddit.example/s",
      "selftext":"[here](https://e.org/?a&amp;b) ftp://e.org/f"})"),
            Texts{"t3_s||joe|joe||post||T|https://reddit.example/s "
                  "https://e.org/?a&b ftp://e.org/f "});
}

TEST(PostShapes, WhatIsRepeatedOrQuotedComesFirst) {
  EXPECT_EQ(given(R"({"id":2,"text":"RT @a: x…","user":{"id":1},
      "retweeted_status":{"id":1,"text":"x http://e.org/1","user":{"id":5}}})"),
            (Texts{"1||5|||post||x http://e.org/1|http://e.org/1 ",
                   "2||1|||repost|1|RT @a: x…|http://e.org/1 "}));
  EXPECT_EQ(given(R"({"id":2,"text":"so","user":{"id":1},
      "quoted_status":{"id":1,"text":"http://e.org/1","user":{"id":5}}})"),
            (Texts{"1||5|||post||http://e.org/1|http://e.org/1 ",
                   "2||1|||quote|1|so|"}));
}

TEST(PostShapes, OfActivities) {
  EXPECT_EQ(given(R"({"orderedItems":[{"type":"Create","object":{"type":"Note",
      "id":"https://m.example/1","published":"2023-01-02T03:04:05Z",
      "attributedTo":"https://m.example/@a","content":"<p>hi <a href='https://e.org/1'>e</a></p>"}},{"type":"Announce",
      "id":"https://m.example/2","actor":"b","object":"https://m.example/1"},
      {"type":"Delete","object":{"id":"https://m.example/3"}}]})"),
            (Texts{"https://m.example/1|20230102030405|https://m.example/@a|||"
                   "post||hi e|https://e.org/1 ",
                   "https://m.example/2||b|||repost|https://m.example/1||",
                   "delete https://m.example/3"}));
}

TEST(PostShapes, HtmlMayHaveUrlsInItsText) {
  const std::string mention =
      "<a class='u-url mention' href='http://m.example/@a'>@a</a>";
  EXPECT_EQ(given(R"({"type":"Note","id":"1",
      "content":"<p>x http://e.org/a.</p>)" +
                  mention + "\"}"),
            Texts{"1|||||post||x http://e.org/a. @a|http://e.org/a "});
}

TEST(PostShapes, OfCommitsAndThings) {
  EXPECT_EQ(given(R"({"did":"did:plc:x","commit":{"operation":"create",
      "collection":"app.bsky.feed.post","rkey":"k","record":{"text":"t",
      "createdAt":"2024-09-09T19:46:02.102Z","langs":["pt-BR","en"],
      "embed":{"external":{"uri":"https://e.org/"}}}}})"),
            Texts{"at://did:plc:x/app.bsky.feed.post/k|20240909194602|"
                  "did:plc:x||pt-BR|post||t|https://e.org/ "});
  EXPECT_EQ(given(R"({"did":"did:plc:x","commit":{"operation":"delete",
      "collection":"app.bsky.feed.post","rkey":"k"}})"),
            Texts{"delete at://did:plc:x/app.bsky.feed.post/k"});
  EXPECT_EQ(given(R"({"kind":"Listing","data":{"children":[{"kind":"t3","data":
      {"id":"a","subreddit":"s","title":"T","author":"j",
       "created_utc":1725911162.0,"url":"https://e.org/"}}]}})"),
            Texts{"t3_a|20240909194602|j|j||post||T|https://e.org/ "});
}

TEST(PostShapes, OfSearchesThreadsAndReplies) {
  EXPECT_EQ(given(R"({"results":[{"from_user_id_str":"55","from_user":"ann",
      "created_at":"Wed, 14 Jul 2010 10:34:08 +0000","id_str":"18","id":18,
      "text":"http:\/\/bit.ly\/a","iso_language_code":"en"}],"page":1})"),
            Texts{"18|20100714103408|55|ann|en|post||http://bit.ly/a|"
                  "http://bit.ly/a "});
  EXPECT_EQ(
      given(R"({"ancestors":[],"descendants":[{"uri":"https://m.example/3",
      "visibility":"public","content":"yo","account":{"url":"u"},
      "in_reply_to_id":"1"}]})"),
      Texts{"https://m.example/3||u|||reply|1|yo|"});
  EXPECT_EQ(given(R"({"thread":{"post":{"uri":"at://a/1","author":{"did":"a"},
      "record":{"createdAt":"2024-01-01T00:00:00Z","text":"hi"}},
      "replies":[{"post":{"uri":"at://b/2","author":{"did":"b"},"record":
      {"createdAt":"2024-01-01T00:01:00Z","text":"re","reply":{"parent":
      {"uri":"at://a/1"}}}}}]}})"),
            (Texts{"at://a/1|20240101000000|a|||post||hi|",
                   "at://b/2|20240101000100|b|||reply|at://a/1|re|"}));
  for (const char* uri : {"", R"("uri":"at://z/r",)"}) {
    EXPECT_EQ(given(R"({"post":{"uri":"at://a/1","author":{"did":"a"},"record":
        {"createdAt":"2024-01-01T00:00:00Z","text":"http://e.org/"}},
        "reason":{)" +
                    std::string(uri) +
                    R"("by":{"did":"z"},"indexedAt":"2024-01-03T00:00:00Z"}})"),
              (Texts{"at://a/1|20240101000000|a|||post||http://e.org/|"
                     "http://e.org/ ",
                     (*uri == 0 ? "at://a/1#z" : "at://z/r") +
                         std::string("|20240103000000|z|||repost|at://a/1||"
                                     "http://e.org/ ")}));
  }
  // Replies to replies, as deep as sites show them.
  std::string comment;
  for (int i = 20; i > 0; --i) {
    const std::string id = std::to_string(i);
    const std::string replies =
        comment.empty()
            ? "\"\""
            : R"({"kind":"Listing","data":{"children":[)" + comment + "]}}";
    comment = R"({"kind":"t1","data":{"id":")" + id +
              R"(","subreddit":"s","body":"b","author":"j","parent_id":"t1_)" +
              std::to_string(i - 1) + R"(","replies":)" + replies + "}}";
  }
  EXPECT_EQ(given(comment).size(), 20U);
}

TEST(PostShapes, OfDeletedAuthors) {
  EXPECT_EQ(given(R"({"user_delete":{"id":771136850,"timestamp_ms":"1"}})"),
            Texts{"delete all of 771136850"});
  EXPECT_EQ(given(R"({"data":{"user_delete":{"user":{"id":"7"},
      "event_at":"2022-12-23T12:34:56.789Z"}}})"),
            Texts{"delete all of 7"});
  EXPECT_EQ(given(R"({"data":{"delete":{"tweet":{"id":"8","author_id":"7"},
      "event_at":"2022-12-23T12:34:56.789Z"}}})"),
            Texts{"delete 8"});
  const std::string actor = R"("https://m.example/users/a")";
  EXPECT_EQ(given(R"({"type":"Delete","actor":)" + actor + R"(,"object":)" +
                  actor + "}"),
            Texts{"delete all of https://m.example/users/a"});
  EXPECT_EQ(given(R"({"type":"Delete","actor":)" + actor +
                  R"(,"object":{"type":"Person","id":)" + actor + "}}"),
            Texts{"delete all of https://m.example/users/a"});
  EXPECT_EQ(given(R"({"type":"Delete","actor":)" + actor +
                  R"(,"object":"https://m.example/1"})"),
            Texts{"delete https://m.example/1"});
  EXPECT_EQ(given(R"({"did":"did:plc:x","kind":"account","account":
      {"active":false,"did":"did:plc:x","status":"deleted"}})"),
            Texts{"delete all of did:plc:x"});
  EXPECT_EQ(given(R"({"stream":["public"],"event":"delete","payload":"12"})"),
            Texts{"delete local 12"});
  for (const char* other :
       {R"({"user_undelete":{"id":1}})", R"({"scrub_geo":{"user_id":1}})",
        R"({"status_withheld":{"id":1,"user_id":2}})",
        R"({"user_withheld":{"id":1}})", R"({"user_protect":{"id":1}})",
        R"({"did":"d","kind":"account","account":{"status":"deactivated"}})",
        R"({"data":{"user_suspend":{"user":{"id":"1"}}}})"}) {
    EXPECT_EQ(given(other), Texts{"none"}) << other;
  }
}

TEST(PostShapes, OfTheUserComeFirst) {
  tests::TempDir folder;
  PostShapes shapes;
  shapes.read(folder.write("s.json", R"([{"when": {"id": null, "who": null},
      "id": "net:{id}", "author": "who", "links": ["all[kind=a].u|v"]}])"));
  EXPECT_EQ(given(R"({"id":1,"who":"w","text":"t","user":{"id":2},"all":[
      {"kind":"a","v":"http://e.org/v"},{"kind":"b","v":"http://e.org/b"},
      {"kind":"a","u":"http://e.org/u","v":"http://e.org/w"}]})",
                  shapes),
            Texts{"net:1||w|||post|||http://e.org/v http://e.org/u "});
  for (const char* bad : {"{}", "[{}]", "[1]", "no", R"([{"when":{"a":null}}])",
                          R"([{"when":{"a":null},"id":"b..c"}])",
                          R"([{"when":{"a":null},"id":"b","colour":"c"}])",
                          R"([{"when":{"a":null},"id":"x{b"}])"}) {
    EXPECT_THROW(shapes.read(folder.write("bad.json", bad)), UsageError) << bad;
  }
  EXPECT_THROW(shapes.read(folder / "none.json"), IoError);
}

}  // namespace
}  // namespace wax::posts
