#include "collection/feed/feed_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "index/store/key_file.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

const std::string kServer = "http://localhost:8983/solr/web";

class FeedStateTest : public testing::Test {
 protected:
  static std::string version(const std::string& name,
                             const std::string& digest) {
    std::string key;
    index::append_version(key, "org,example)/" + name, digest);
    return key;
  }
  static std::string line(const std::string& name, const std::string& dates) {
    return FeedState::line(version(name, "D"), "id-" + name, dates);
  }
  FeedState open() { return FeedState(folder_ / "state", kServer, {}); }
  // Makes `lines` the state; returns the documents that are not among them.
  std::vector<std::string> replace(FeedState& state,
                                   const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    std::vector<std::string> gone;
    state.replace(lines::lines_of(std::string_view(text)),
                  [&](std::string_view id) { gone.emplace_back(id); });
    state.finish();
    return gone;
  }
  [[nodiscard]] std::string documents() const {
    return io::read_all(*io::open_file(folder_ / "state/documents"), 1 << 20);
  }

  tests::TempDir folder_;
};

TEST_F(FeedStateTest, KnowsTheDatesOfADocumentByVersionAndIdentity) {
  {
    FeedState state = open();
    EXPECT_EQ(state.dates(version("a", "D"), "id-a"), std::nullopt);
    replace(state, {line("a", "2007,2008"), line("b", "2009")});
  }
  FeedState state = open();
  EXPECT_EQ(state.dates(version("a", "D"), "id-a"), "2007,2008");
  EXPECT_EQ(state.dates(version("a", "D"), "other"), std::nullopt);
  EXPECT_EQ(state.dates(version("a", "E"), "id-a"), std::nullopt);
  EXPECT_EQ(state.dates(version("b", "D"), "id-b"), "2009");
}

TEST_F(FeedStateTest, NamesWhatIsGone) {
  {
    FeedState state = open();
    replace(state, {line("a", "1"), line("b", "2"), line("c", "3")});
  }
  FeedState state = open();
  EXPECT_THAT(replace(state, {line("b", "2,4"), line("d", "5")}),
              testing::ElementsAre("id-a", "id-c"));
  EXPECT_EQ(documents(), line("b", "2,4") + '\n' + line("d", "5") + '\n');
}

TEST_F(FeedStateTest, TakesUpWhatARunThatWasEndedSent) {
  {
    FeedState state = open();
    replace(state, {line("a", "1"), line("c", "3")});
  }
  {
    FeedState state = open();
    state.add(line("c", "3,4"));
    state.add(line("b", "2"));
    state.flush();
  }
  FeedState state = open();
  EXPECT_EQ(documents(), line("a", "1") + '\n' + line("b", "2") + '\n' +
                             line("c", "3,4") + '\n');
  EXPECT_EQ(state.dates(version("c", "D"), "id-c"), "3,4");
}

TEST_F(FeedStateTest, ALineThatWasCutSaysNothing) {
  { FeedState state = open(); }
  const std::string whole = line("a", "1") + '\n';
  auto output = io::open_output(folder_ / "state/sent", true);
  output->write(whole + line("b", "20"));
  output->finish();
  FeedState state = open();
  EXPECT_EQ(documents(), whole);
}

TEST_F(FeedStateTest, IsThatOfOneServer) {
  { FeedState state = open(); }
  EXPECT_THROW(FeedState(folder_ / "state", "http://other/solr/web", {}),
               UsageError);
}

}  // namespace
}  // namespace wax::collection
