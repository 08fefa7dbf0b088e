#include "posts/list/repost_search.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wax::posts {
namespace {

using Lines = std::vector<std::string>;

Lines found(RepostSearch& search) {
  auto lines = search.found();
  Lines all;
  for (std::string_view line; lines->next(line);) all.emplace_back(line);
  return all;
}

constexpr std::string_view kOriginal =
    "Latest R&D prototype; Zeitgeist - the most shared BBC links on Twitter "
    "https://bit.ly/cbChTL (and read more at https://bit.ly/bg9Z4Q)";

TEST(RepostSearch, FindsTheMostLikePostOfTheAuthor) {
  RepostSearch search({});
  search.add_candidate({"1", "20100714103408", "tristanf", kOriginal, "L"});
  search.add_candidate(
      {"2", "20100714103409", "TristanF", "Off to the pub now", ""});
  auto ask = [&](std::string_view id, const std::string& text) {
    search.add_question({id, "20100714120000", "other", text, ""});
  };
  const std::string whole = "RT @tristanf: " + std::string(kOriginal);
  ask("a", whole.substr(0, 143));
  ask("b", whole.substr(0, whole.find(" on Twitter")));
  ask("c",
      "Nice! RT @tristanf Zeitgeist - the most shared BBC links on Twitter");
  ask("d", "RT @tristanf");
  ask("e", "RT @nobody: " + std::string(kOriginal));
  ask("f", "part of the art @tristanf " + std::string(kOriginal));
  EXPECT_EQ(found(search), (Lines{"a\t1\tL", "b\t1\tL"}));
}

TEST(RepostSearch, LooksAtPostsOfTheMonthBeforeAlone) {
  RepostSearch search({});
  search.add_candidate({"1", "20100101000000", "ann", "all the same", ""});
  search.add_candidate({"2", "20100302000000", "ann", "all the same", ""});
  search.add_question(
      {"a", "20100131000000", "bob", "RT @ann all the same", ""});
  search.add_question(
      {"b", "20100201000001", "bob", "RT @ann all the same", ""});
  search.add_question(
      {"c", "20100302000000", "bob", "RT @Ann all the same", ""});
  EXPECT_EQ(found(search), (Lines{"a\t1\t-", "c\t2\t-"}));
}

TEST(RepostSearch, OfManyPostsTheLatestCount) {
  RepostSearch search({});
  search.add_candidate({"first", "20100101000000", "ann", "quite rare", ""});
  for (size_t i = 0; i < RepostSearch::kMostCandidates - 1; ++i) {
    search.add_candidate({std::to_string(i), "20100101000001", "ann", "x", ""});
  }
  const RepostSearch::Post question = {"q", "20100101000002", "bob",
                                       "RT @ann: quite rare", ""};
  search.add_question(question);
  search.add_candidate({"last", "20100101000003", "ann", "y", ""});
  search.add_question({"r", "20100101000004", "bob", question.text, ""});
  EXPECT_EQ(found(search), Lines{"q\tfirst\t-"});
}

TEST(RepostSearch, RepostsHaveTheLinksOfTheirOriginals) {
  RepostSearch search({});
  search.add_candidate({"1", "-", "", "", "http://e.org/1"});
  search.add_candidate({"10", "-", "", "", ""});
  search.add_candidate({"3", "-", "", "", "http://e.org/3 http://e.org/4"});
  search.add_repost("d", "3");
  search.add_repost("a", "3");
  search.add_repost("b", "10");
  search.add_repost("c", "2");
  EXPECT_EQ(found(search), (Lines{"a\t3\thttp://e.org/3 http://e.org/4",
                                  "d\t3\thttp://e.org/3 http://e.org/4"}));
}

}  // namespace
}  // namespace wax::posts
