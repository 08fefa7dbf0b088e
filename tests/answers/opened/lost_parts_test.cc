#include "answers/opened/lost_parts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wax::answers {
namespace {

Problem problem_of(const char* id, const char* file) {
  Problem problem;
  problem.id = id;
  problem.file = file;
  return problem;
}

TEST(LostParts, AreNamedOnceWithoutPaths) {
  LostParts lost;
  EXPECT_TRUE(lost.reasons().empty());
  lost.add(problem_of("cdx-bad-line", "/srv/c/a.cdx"));
  EXPECT_TRUE(lost.reasons().empty());
  for (const char* shard :
       {"/srv/c/pindexes/002", "/srv/c/pindexes/001", "/srv/c/pindexes/002"}) {
    lost.add(problem_of("unreadable-shard", shard));
  }
  lost.add(problem_of("unreadable-document", "c"));
  EXPECT_EQ(lost.shards(), 2U);
  EXPECT_EQ(lost.reasons(),
            (std::vector<std::string>{"the shard 001 could not be read",
                                      "the shard 002 could not be read",
                                      "some documents could not be read"}));
}

}  // namespace
}  // namespace wax::answers
