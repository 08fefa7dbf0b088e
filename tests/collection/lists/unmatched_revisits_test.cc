#include "collection/lists/unmatched_revisits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cdx/format/list_lines.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

using testing::HasSubstr;

struct UnmatchedList : testing::Test {
  std::string list() { return tests::read_file(unmatched_list(out)); }
  void tell(const std::string& known_digest = {}) {
    tell_unmatched(
        out, [&](const std::string& digest) { return digest == known_digest; },
        [&](Problem problem) { problems.push_back(std::move(problem)); });
  }
  tests::TempDir folder;
  std::string out = folder.path();
  std::vector<Problem> problems;
};

TEST_F(UnmatchedList, WhatABatchSaysOfItsKeysReplacesWhatWasKnownOfThem) {
  UnmatchedRevisits first(out, true);
  first.take("a", {{"20200101000000", "sha1:X", ""}});
  first.take("c", {{"20200101000000", "", "20190101000000"}});
  first.take("d", {{"20200103000000", "", ""}});
  first.finish();
  UnmatchedRevisits second(out, false);
  second.take("b", {{"20200102000000", "", std::string(cdx::kLastBefore)}});
  second.take("c", {});
  second.finish();
  EXPECT_EQ(list(),
            "a 20200101000000 sha1:X -\n"
            "b 20200102000000 - 00000000000000\n"
            "d 20200103000000 - -\n");
  UnmatchedRevisits(out, true).finish();
  EXPECT_EQ(list(), "");
}

TEST_F(UnmatchedList, WhatIsLostIsToldAndWhatIsElsewhereIsAWarning) {
  tell();
  EXPECT_TRUE(problems.empty()) << "no list";
  UnmatchedRevisits made(out, true);
  made.take("a", {{"20200101000000", "sha1:X", ""},
                  {"20200102000000", "sha1:Y", "20190101000000"}});
  made.take("b", {{"20200103000000", "", "20190102000000"}});
  for (int i = 10; i < 30; ++i) {
    made.take("c" + std::to_string(i),
              {{"20200104000000", "", std::string(cdx::kLastBefore)}});
  }
  made.finish();
  tell("sha1:X");
  ASSERT_EQ(problems.size(), 12u);
  EXPECT_EQ(problems[0].severity, Severity::kWarning);
  EXPECT_THAT(problems[0].text, HasSubstr("a at 20200102000000"));
  EXPECT_THAT(problems[0].text, HasSubstr("its capture at 20190101000000"));
  EXPECT_EQ(problems[1].severity, Severity::kLost);
  EXPECT_THAT(problems[1].text, HasSubstr("b at 20200103000000"));
  EXPECT_THAT(problems[2].text, HasSubstr("c10 at 20200104000000 is of its "
                                          "capture before"));
  EXPECT_THAT(problems[11].text, HasSubstr("11 more"));
}

}  // namespace
}  // namespace wax::collection
