#include "graph/store/graph_folder.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::graph {
namespace {

TEST(GraphState, ReadsWhatItWrites) {
  tests::TempDir folder;
  GraphState state;
  state.generation = 7;
  state.url_key = "surt";
  state.policy.set_kind("asof=2008");
  state.policy.frontier = true;
  state.inputs = {{"a b", "sha256:00"}, {"-", "sha256:11"}};
  folder.write("state", state_text(state));
  GraphState read = read_state({folder.path()});
  EXPECT_EQ(state_text(read), state_text(state));
  EXPECT_EQ(read.policy.date, 20089999999999U);
  EXPECT_EQ(read.inputs[0].path, "a b");
}

TEST(GraphState, RefusesWhatIsCutOrIsNoGraph) {
  tests::TempDir folder;
  EXPECT_THROW((void)read_state({folder.path()}), UsageError);
  EXPECT_THROW((void)read_state({folder / "none"}), IoError);
  std::string text = state_text({});
  for (size_t size = 0; size < text.size(); ++size) {
    folder.write("state", text.substr(0, size));
    EXPECT_THROW((void)read_state({folder.path()}), FormatError) << size;
  }
}

TEST(GraphFolders, HoldOnlyFilesOfAGraph) {
  tests::TempDir home;
  const std::string graph = home / "g";
  std::filesystem::create_directory(graph);
  auto is_replaceable = [&] {
    try {
      io::check_replaceable(graph, true, graph_folders(), {});
    } catch (const UsageError&) {
      return false;
    }
    return true;
  };
  home.write("g/state", "RUNNING\n");
  EXPECT_FALSE(is_replaceable());
  home.write("g/state", state_text({}));
  for (const char* name :
       {"pages", "pages.index", "tier-12.links", "tier-1.pages.index", "in",
        "score.pagerank", "score.hits-hub-boost.json", "meta.json",
        "meta.json.part-17"}) {
    home.write(std::string("g/") + name, "x");
  }
  EXPECT_TRUE(is_replaceable());
  for (const char* name :
       {"a.warc.gz", "tier-a.links", "tier-1.warc", "score.warc.gz", "notes"}) {
    const std::string path = home.write(std::string("g/") + name, "x");
    EXPECT_FALSE(is_replaceable()) << name;
    std::filesystem::remove(path);
  }
  std::filesystem::create_directory(graph + "/out");
  EXPECT_FALSE(is_replaceable());
}

TEST(LinkPolicy, HasThreeKinds) {
  LinkPolicy policy;
  for (const char* text : {"latest", "accumulate"}) {
    policy.set_kind(text);
    EXPECT_EQ(policy.kind_text(), text);
  }
  policy.set_kind("asof=200801");
  EXPECT_EQ(policy.kind_text(), "asof=20080199999999");
  for (const char* text : {"", "asof=", "asof=x", "newest"}) {
    EXPECT_THROW(policy.set_kind(text), UsageError) << text;
  }
}

TEST(DateNumber, IsOfAnyPrecision) {
  EXPECT_EQ(date_number("2008"), 20080000000000U);
  EXPECT_EQ(date_text(date_number("20080102030405")), "20080102030405");
  EXPECT_EQ(date_number("200801020304051"), 0U);
  EXPECT_EQ(date_number("x"), 0U);
  EXPECT_EQ(date_text(0), "-");
}

}  // namespace
}  // namespace wax::graph
