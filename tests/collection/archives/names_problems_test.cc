#include "collection/archives/names_problems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "collection/layout.h"
#include "collection/record/known_problems.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::ThrowsMessage;

class NamesProblems : public testing::Test {
 protected:
  NamesProblems() {
    for (const char* folder : {"out", "in", "in/below", "in2"}) {
      fs::create_directories(directory_ / folder);
    }
  }
  std::string in(const std::string& name) { return directory_ / "in/" + name; }
  static Problem none_in(const std::string& file) {
    return {Severity::kLost, "not-an-archive", file, 0, "is none"};
  }
  // Looks at these places, and meets a problem of each of these files. Returns
  // the files of which it is new.
  std::vector<std::string> look(const std::vector<std::string>& places,
                                const std::vector<std::string>& files) {
    NamesLook look{places, {}};
    for (const std::string& file : files) {
      look.problems.push_back({file, none_in(file)});
    }
    std::vector<std::string> fresh;
    for (const Problem& problem : keep_names_problems(out_, look)) {
      fresh.push_back(problem.file);
    }
    return fresh;
  }
  [[nodiscard]] std::string kept() const {
    return text_of_problems(Layout{out_}.names_problems());
  }
  static std::string lines(const std::vector<std::string>& files) {
    std::string text;
    for (const std::string& file : files) text += problem_json(none_in(file));
    return text;
  }

  tests::TempDir directory_;
  std::string out_ = directory_ / "out";
};

TEST_F(NamesProblems, AreNewOnce) {
  const std::string a = directory_.write("in/a.wacz", "");
  EXPECT_THAT(look({directory_ / "in"}, {a, a}), ElementsAre(a));
  EXPECT_EQ(kept(), lines({a}));
  EXPECT_THAT(look({directory_ / "in"}, {a}), IsEmpty());
  EXPECT_EQ(kept(), lines({a}));
  EXPECT_THAT(look({}, {}), IsEmpty());
  EXPECT_EQ(kept(), lines({a}));
}

TEST_F(NamesProblems, GoWhenTheirPlaceIsLookedAtAndHasNone) {
  const std::string a = directory_.write("in/a.wacz", "");
  const std::string b = directory_.write("in/below/b.wacz", "");
  const std::string c = directory_.write("in2/c.wacz", "");
  (void)look({directory_ / "in", directory_ / "in2"}, {a, b, c});
  (void)look({directory_ / "in2"}, {c});
  EXPECT_EQ(kept(), lines({a, b, c}));
  (void)look({a}, {});
  EXPECT_EQ(kept(), lines({b, c}));
  (void)look({directory_ / "i", directory_ / "in/bel"}, {});
  EXPECT_EQ(kept(), lines({b, c})) << "other names";
  (void)look({directory_ / "in"}, {});
  EXPECT_EQ(kept(), lines({c}));
  (void)look({""}, {});
  EXPECT_FALSE(fs::exists(Layout{out_}.names_problems())) << "all below /";
}

TEST_F(NamesProblems, AreThoseOfTheFileThatWasListed) {
  const std::string a = directory_.write("in/a.wacz", "");
  const std::string odd = directory_.write("in/b\xFF.wacz", "");
  (void)look({}, {a + "!/deep/b.wacz", odd});
  (void)look({in("deep")}, {});
  EXPECT_EQ(kept(), lines({a + "!/deep/b.wacz", odd}));
  (void)look({a, odd}, {});
  EXPECT_EQ(kept(), "");
}

TEST_F(NamesProblems, MoveWithTheirFileAlsoWhereTheyWereAccepted) {
  const std::string a = directory_.write("in/a.wacz", "");
  const std::string accepted = Layout{out_}.accepted_problems();
  (void)look({directory_ / "in"}, {a});
  write_problems(accepted, lines({a}));
  // A second file of that name is a problem of its own.
  const std::string copy = directory_.write("in2/a.wacz", "");
  EXPECT_THAT(look({directory_ / "in2"}, {copy}), ElementsAre(copy));
  (void)look({directory_ / "in2"}, {});

  fs::remove(a);
  EXPECT_THAT(look({directory_ / "in2"}, {copy}), IsEmpty());
  EXPECT_EQ(kept(), lines({copy}));
  EXPECT_EQ(text_of_problems(accepted), lines({copy}));
}

TEST_F(NamesProblems, AreForgottenByPathFolderOrName) {
  const std::vector<std::string> files = {
      in("a.wacz"), in("a.wacz") + "!/b.wacz", in("below/c.wacz"), in("d")};
  (void)look({}, files);
  EXPECT_EQ(forget_names_problems(out_, "b.wacz", "/b.wacz"), 0U);
  EXPECT_EQ(forget_names_problems(out_, "a.wacz", "/a.wacz"), 1U);
  EXPECT_EQ(kept(), lines({files[2], files[3]}));
  EXPECT_EQ(forget_names_problems(out_, "in/below", in("below")), 1U);
  EXPECT_EQ(forget_names_problems(out_, "in/d", in("d")), 1U);
  EXPECT_EQ(kept(), "");
}

TEST_F(NamesProblems, OfAFolderThatEndsInAnExclamationMark) {
  const std::string a = directory_.write("in/Yahoo!/x.wacz", "");
  const std::string b = directory_.write("in2/Yahoo!/x.wacz", "");
  const std::string other = directory_.write("in/Yahoo!/y.wacz", "");
  const std::string accepted = Layout{out_}.accepted_problems();
  (void)look({directory_ / "in"}, {a, other});
  write_problems(accepted, lines({a, other}));
  EXPECT_THAT(look({directory_ / "in2"}, {b}), ElementsAre(b))
      << "the one that was accepted is there";
  EXPECT_EQ(forget_names_problems(out_, "y.wacz", "/y.wacz"), 1U);
  EXPECT_EQ(kept(), lines({a, b}));
  EXPECT_EQ(forget_names_problems(out_, "in2/Yahoo!", in("../in2/Yahoo!")), 0U);
  EXPECT_EQ(forget_names_problems(out_, "in2/Yahoo!/x.wacz", b), 1U);
  EXPECT_EQ(forget_names_problems(out_, "in/Yahoo!", in("Yahoo!")), 1U);
  EXPECT_EQ(kept(), "");
}

TEST_F(NamesProblems, ALineThatIsNoneIsToldWithItsFile) {
  const std::string good = lines({in("a.wacz")});
  for (const char* bad : {"junk", "", "{}", R"({"severity":"lost"})",
                          R"({"severity":"lost","id":"x")"}) {
    const std::string file =
        directory_.write("out/names.problems", good + bad + "\n" + good);
    const std::string what = file + ": at byte " + std::to_string(good.size()) +
                             ": this line is no problem as JSON; remove it";
    EXPECT_THAT([&] { (void)look({}, {}); }, ThrowsMessage<FormatError>(what));
    EXPECT_THAT([&] { (void)forget_names_problems(out_, "b", "/b"); },
                ThrowsMessage<FormatError>(what));
    EXPECT_EQ(kept(), good + bad + "\n" + good);
  }
}

TEST_F(NamesProblems, AreUnknownWhenNoFileHasThem) {
  const std::string known = directory_.write("known", lines({"/a"}));
  const std::vector<Problem> unknown = unknown_problems(
      {none_in("/a"), none_in("/b")}, {directory_ / "missing", known});
  ASSERT_EQ(unknown.size(), 1U);
  EXPECT_EQ(unknown[0].file, "/b");
}

}  // namespace
}  // namespace wax::collection
