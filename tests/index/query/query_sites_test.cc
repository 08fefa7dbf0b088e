#include <gtest/gtest.h>

#include <string>

#include "index/query/query.h"
#include "tests/index/query/shown_query.h"

namespace wax::index {
namespace {

TEST(QuerySites, ASiteIsFoundAsPeopleTypeIt) {
  const std::string meant = shown(parse_query("site:valley.example"));
  for (const char* query :
       {"site:http://www.valley.example/", "site:valley.example/",
        "Site:valley.example", "site:VALLEY.example:80",
        "site:https://valley.example", "site:\"valley.example\""}) {
    EXPECT_EQ(shown(parse_query(query)), meant) << query;
  }
  EXPECT_NE(
      shown(parse_query("host:BÜCHER.example")).find("xn--bcher-kva.example"),
      std::string::npos);
}

TEST(QuerySites, APathIsRefusedAndTheMessageSaysWhatToType) {
  try {
    (void)parse_query("site:valley.example/castles/ heron");
    FAIL();
  } catch (const QueryError& error) {
    EXPECT_NE(error.reason().find("url:valley.example/castles/*"),
              std::string::npos)
        << error.reason();
  }
}

}  // namespace
}  // namespace wax::index
