#include "tools/cli/report_json.h"

#include <gtest/gtest.h>

namespace wax::tools::cli {
namespace {

TEST(ReportJson, IsOneLineInTheOrderOfItsMembers) {
  ReportJson report = {{"z", 1}, {"a", {{"b", "x\ty"}}}};
  report["list"] = ReportJson::array({1, "two"});
  EXPECT_EQ(print_report(report),
            "{\"z\":1,\"a\":{\"b\":\"x\\ty\"},\"list\":[1,\"two\"]}\n");
  EXPECT_EQ(print_report(ReportJson::object()), "{}\n");
}

TEST(ReportJson, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(print_report({{"name", "caf\xe9"}}),
            "{\"name\":\"caf\xef\xbf\xbd\"}\n");
  EXPECT_EQ(print_report({{"name", "caf\xc3\xa9"}}),
            "{\"name\":\"caf\xc3\xa9\"}\n");
}

}  // namespace
}  // namespace wax::tools::cli
