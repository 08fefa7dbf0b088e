#include "serve/answers/api_paths.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace wax::serve {
namespace {

TEST(ApiPaths, HaveAnExampleOfTheirOwn) {
  std::set<std::string_view> met;
  for (const ApiPath& path : api_paths()) {
    EXPECT_TRUE(met.insert(path.path).second) << path.path;
    EXPECT_TRUE(path.example.starts_with(path.path)) << path.path;
    EXPECT_NE(path.meaning, "") << path.path;
  }
}

}  // namespace
}  // namespace wax::serve
