#include "posts/list/post_list.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "posts/list/author_names.h"

namespace wax::posts {
namespace {

using Lines = std::vector<std::string>;

Post post(const std::string& id, const std::string& text = "",
          std::vector<std::string> links = {}) {
  Post made;
  made.id = id;
  made.date = "20100714103408";
  made.author = "ann";
  made.author_name = "ann";
  made.text = text;
  made.links = std::move(links);
  return made;
}

Lines lines_of(PostList& list) {
  auto lines = list.lines();
  Lines all;
  for (std::string_view line; lines->next(line);) all.emplace_back(line);
  return all;
}

const PostPlace kPlace = {"a b.warc", 12, "20110101000000"};

TEST(PostList, HasEachPostOnceAndNoneThatWasDeleted) {
  PostListOptions options;
  options.author_names = true;
  PostListCounts counts;
  PostList list(options, counts);
  list.post(post("2"), kPlace);
  list.deletion("3", kPlace);
  list.post(post("1", "", {"http://e.org/", "http://e.org/x y"}), kPlace);
  list.post(post("3"), kPlace);
  list.post(post("1", "again"), kPlace);
  list.post(post("4"), kPlace);
  list.deletion("4", kPlace);
  list.deletion("5", kPlace);
  EXPECT_EQ(lines_of(list),
            (Lines{"1\t20100714103408\tann\t-\tpost\t-\thttp://e.org/ "
                   "http://e.org/x%20y\t12\ta%20b.warc",
                   "2\t20100714103408\tann\t-\tpost\t-\t-\t12\ta%20b.warc"}));
  EXPECT_EQ(counts.deleted, 2U);
  EXPECT_EQ(counts.duplicates, 1U);
}

TEST(PostList, MayHaveDeletionsAndTexts) {
  PostListOptions options;
  options.deletions = options.text = options.author_names = true;
  PostListCounts counts;
  PostList list(options, counts);
  list.deletion("2", kPlace);
  list.post(post("1", "hello"), kPlace);
  EXPECT_EQ(lines_of(list),
            (Lines{"1\t20100714103408\tann\t-\tpost\t-\t-\t12\ta%20b.warc\t"
                   "hello",
                   "2\t20110101000000\t-\t-\tdelete\t-\t-\t-\t-\t-"}));
}

TEST(PostList, AuthorsAreHashedAlikeWithOneKey) {
  auto authors = [](const std::string& key, const std::string& id) {
    PostListOptions options;
    options.author_key = key;
    PostListCounts counts;
    PostList list(options, counts);
    list.post(post(id), kPlace);
    const std::string line = lines_of(list).at(0);
    const size_t begin = line.find('\t', line.find('\t') + 1) + 1;
    return line.substr(begin, line.find('\t', begin) - begin);
  };
  EXPECT_EQ(authors("k", "1"), authors("k", "2"));
  EXPECT_NE(authors("k", "1"), authors("l", "1"));
  // Nothing in a list tells the key.
  EXPECT_NE(authors("", "1"), authors("", "1"));
  EXPECT_EQ(authors("", "1").size(), 16U);
  EXPECT_EQ(authors("k", "1").size(), 16U);
}

TEST(PostList, RepostsOfDeletedPostsHaveNoLinks) {
  PostListOptions options;
  options.author_names = true;
  PostListCounts counts;
  PostList list(options, counts);
  for (const char* id : {"2", "4"}) {
    Post repost = post(id, "", {"http://e.org/"});
    repost.kind = PostKind::kRepost;
    repost.parent = *id == '2' ? "1" : "3";
    list.post(std::move(repost), kPlace);
  }
  list.post(post("1", "", {"http://e.org/"}), kPlace);
  list.post(post("3", "", {"http://e.org/"}), kPlace);
  list.deletion("3", kPlace);
  const std::string tail = "\t12\ta%20b.warc";
  EXPECT_EQ(lines_of(list),
            (Lines{"1\t20100714103408\tann\t-\tpost\t-\thttp://e.org/" + tail,
                   "2\t20100714103408\tann\t-\trepost\t1\thttp://e.org/" + tail,
                   "4\t20100714103408\tann\t-\trepost\t3\t-" + tail}));
  EXPECT_EQ(counts.of_deleted, 1U);
}

TEST(PostList, HasNoPostOfADeletedAuthorWhateverTheOrder) {
  PostListOptions options;
  options.author_key = "k";
  options.deletions = options.text = true;
  PostListCounts counts;
  PostList list(options, counts);
  auto by = [&](const std::string& id, const std::string& author) {
    Post made = post(id, "see http://e.org/", {"http://e.org/"});
    made.author = author;
    return made;
  };
  list.post(by("1", "gone"), kPlace);
  list.author_deletion("gone", kPlace);
  list.author_deletion("nobody", kPlace);
  list.author_deletion("gone", kPlace);
  list.post(by("2", "gone"), kPlace);
  list.post(by("3", "stays"), kPlace);
  Post repost = by("4", "stays");
  repost.kind = PostKind::kRepost;
  repost.parent = "2";
  list.post(std::move(repost), kPlace);
  const Lines lines = lines_of(list);
  const std::string deleted = "\t-\t-\tdelete\t-\t-\t-\t-\t-";
  const AuthorNames names("k");
  std::string authors[] = {names.of("gone"), names.of("nobody")};
  if (authors[1] < authors[0]) std::swap(authors[0], authors[1]);
  const std::string stays = names.of("stays");
  EXPECT_EQ(lines,
            (Lines{"-\t20110101000000\t" + authors[0] + deleted.substr(2),
                   "-\t20110101000000\t" + authors[1] + deleted.substr(2),
                   "1\t-" + deleted, "2\t-" + deleted,
                   "3\t20100714103408\t" + stays +
                       "\t-\tpost\t-\thttp://e.org/\t12\ta%20b.warc\tsee "
                       "http://e.org/",
                   "4\t20100714103408\t" + stays +
                       "\t-\trepost\t2\t-\t12\ta%20b.warc\t-"}));
  EXPECT_EQ(counts.deleted, 2U);
  EXPECT_EQ(counts.of_deleted, 1U);
  for (const std::string& line : lines) {
    EXPECT_EQ(line.find("gone"), line.npos) << line;
  }
}

TEST(PostList, DeletionsMayNameThePostAsItsServerDoes) {
  PostListOptions options;
  PostListCounts counts;
  PostList list(options, counts);
  auto local = [&](const std::string& id, const std::string& site) {
    Post made = post(id);
    made.local_id = "12";
    PostPlace place = kPlace;
    place.site = site;
    list.post(std::move(made), place);
  };
  local("https://m.example/1", "m.example");
  local("https://n.example/2", "n.example");
  PostPlace place = kPlace;
  place.site = "m.example";
  list.local_deletion("12", place);
  const Lines lines = lines_of(list);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].substr(0, 19), "https://n.example/2");
  EXPECT_EQ(counts.deleted, 1U);
}

TEST(PostList, RepostsByTextOfDeletedPostsHaveNoLinks) {
  for (const bool of_author : {false, true}) {
    PostListOptions options;
    options.author_names = options.text = true;
    PostListCounts counts;
    PostList list(options, counts);
    Post repost = post("2", "RT @ann: a castle in the valley http://e.org/a",
                       {"http://e.org/a"});
    repost.author = "bob";
    list.post(std::move(repost), kPlace);
    if (of_author) list.author_deletion("ann", kPlace);
    list.post(
        post("1", "a castle in the valley http://e.org/a", {"http://e.org/a"}),
        kPlace);
    if (!of_author) list.deletion("1", kPlace);
    EXPECT_EQ(lines_of(list).back(),
              "2\t20100714103408\tbob\t-\trepost\t1\t-\t12\ta%20b.warc\t-");
    EXPECT_EQ(counts.matched, 1U);
    EXPECT_EQ(counts.of_deleted, 1U);
  }
}

TEST(PostList, RepostsByTextGetTheirOriginalAndItsLinks) {
  PostListOptions options;
  options.author_names = true;
  PostListCounts counts;
  PostList list(options, counts);
  list.post(post("2", "RT @ann: a castle in the valley, look at it http://e.or",
                 {"http://e.or"}),
            kPlace);
  list.post(post("1", "a castle in the valley, look at it http://e.org/a",
                 {"http://e.org/a", "http://e.org/b"}),
            kPlace);
  const Lines lines = lines_of(list);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1],
            "2\t20100714103408\tann\t-\trepost\t1\thttp://e.org/a "
            "http://e.org/b\t12\ta%20b.warc");
  EXPECT_EQ(counts.matched, 1U);
}

}  // namespace
}  // namespace wax::posts
