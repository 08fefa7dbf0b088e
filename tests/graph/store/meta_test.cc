#include "graph/store/meta.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/graph/graph_of.h"

namespace wax::graph {
namespace {

using testing::HasSubstr;

TEST(Meta, CountsTheGraph) {
  GraphOf graph(kSixPages);
  std::string meta = graph.file("meta.json");
  for (const char* member :
       {"\"records\":6,", "\"links\":9,", "\"dangling\":1,",
        "\"no_inlinks\":1,", "\"max_inlinks\":3,", "\"frontier\":0,"}) {
    EXPECT_THAT(meta, HasSubstr(member));
  }
}

TEST(Meta, IsWhatAScanSays) {
  GraphOf graph("com,a)/\tcom,a)/x\tt\t2004\ncom,a)/x\torg,b)/\t\t2005\n");
  std::string meta = graph.file("meta.json");
  EXPECT_EQ(scan_meta({graph.path()}, ""), meta);
  EXPECT_THAT(meta, HasSubstr("\"internal_links\":1,"));
  EXPECT_THAT(meta, HasSubstr("\"hosts\":2,"));
  EXPECT_THAT(meta, HasSubstr("\"first_ts\":\"20040000000000\""));
  std::filesystem::remove(graph.path() + "/meta.json");
  EXPECT_EQ(read_meta({graph.path()}, ""), meta);
  EXPECT_EQ(graph.file("meta.json"), meta);
}

TEST(Meta, CountsLinksThatDoNotCountApart) {
  GraphOf graph("a\tb\n", {}, "a\tz\n");
  std::string meta = graph.file("meta.json");
  EXPECT_THAT(meta, HasSubstr("\"seen_links\":2,"));
  EXPECT_THAT(meta, HasSubstr("\"frontier_links\":1,"));
  EXPECT_THAT(meta, HasSubstr("\"links\":1,"));
}

}  // namespace
}  // namespace wax::graph
