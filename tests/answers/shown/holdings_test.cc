#include "answers/shown/holdings.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "answers/requests/message.h"
#include "tests/serve/small_site.h"

namespace wax::answers {
namespace {

TEST(Scope, IsTheFirstCollectionUnlessOneIsNamed) {
  serve::SmallSite small;
  EXPECT_EQ(small.scope().collection->name(), "small");
  EXPECT_FALSE(small.scope().is_one_of_many());
  Request request;
  request.parameters = Parameters("in=small");
  EXPECT_EQ(scope_of(small.holdings(), request).collection->name(), "small");
  request.parameters = Parameters("in=other");
  EXPECT_THROW((void)scope_of(small.holdings(), request), NotFound);
}

TEST(Scope, ProblemsGoToTheReportOfTheSite) {
  serve::SmallSite small;
  std::vector<std::string> told;
  small.holdings().report = [&told](std::string_view text) {
    told.emplace_back(text);
  };
  Problem problem;
  problem.file = "a.cdx";
  problem.text = "odd";
  Scope scope = small.scope();
  ReportedData(scope).report(problem);
  EXPECT_EQ(told, std::vector<std::string>{"a.cdx: odd"});
}

}  // namespace
}  // namespace wax::answers
