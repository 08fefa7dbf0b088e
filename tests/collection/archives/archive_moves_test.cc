#include "collection/archives/archive_moves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "collection/layout.h"
#include "collection/record/step.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/problem.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

struct ArchiveMoves : testing::Test {
  void SetUp() override {
    root = fs::canonical(directory.path()).string();
    fs::create_directories(root + "/old/deep");
    for (const char* name : {"a.warc", "b.warc", "deep/c.warc"}) {
      archives.push_back(root + "/old/" + name);
      directory.write(std::string("old/") + name, name);
    }
    out = root + "/out";
    fs::create_directories(out + "/batches/001");
    record.batches = {{"001", archives}};
    remember("001/captures");
    remember("001/import");
    save_build_record(record, out);
  }

  // As if the step had read the archives.
  void remember(const std::string& name) {
    StepRecord ran;
    ran.command = "read";
    for (const auto& archive : archives) ran.inputs[archive] = stamp(archive);
    record.steps.set(name, ran);
  }
  const StepRecord& captures() { return *record.steps.find("001/captures"); }

  tests::TempDir directory;
  std::string root;
  std::string out;
  std::vector<std::string> archives;
  BuildRecord record;
};

TEST_F(ArchiveMoves, FollowsAFolderToItsNewPlace) {
  EXPECT_THAT(missing_archives(record.batches[0]), IsEmpty());
  fs::rename(root + "/old", root + "/new");
  EXPECT_EQ(missing_archives(record.batches[0]), archives);
  const auto moves = moves_between(record, root + "/old/", root + "/new");
  ASSERT_EQ(moves.size(), 3u);
  EXPECT_EQ(moves[2].from, root + "/old/deep/c.warc");
  EXPECT_EQ(moves[2].to, root + "/new/deep/c.warc");
  follow_archives(out, moves, record);
  const std::vector<std::string> now = {
      root + "/new/a.warc", root + "/new/b.warc", root + "/new/deep/c.warc"};
  EXPECT_EQ(record.batches[0].archives, now);
  EXPECT_EQ(recorded_archives(out), now);
  EXPECT_EQ(io::read_path_list(BatchLayout{out + "/batches/001"}.archives()),
            now);
  // The same files: no step is run again.
  EXPECT_EQ(captures().inputs.at(now[0]), stamp(now[0]));
  EXPECT_EQ(load_build_record(out).steps.find("001/import")->inputs.size(), 3u);
}

TEST_F(ArchiveMoves, LeaveAFileOfAnotherNameOrTimeToBeReadAgain) {
  fs::rename(archives[0], root + "/other.warc");
  follow_archives(out, moves_between(record, archives[0], root + "/other.warc"),
                  record);
  EXPECT_EQ(captures().inputs.size(), 2u);
  EXPECT_FALSE(captures().inputs.contains(archives[0]));
}

TEST_F(ArchiveMoves, ProblemsFollowTheirArchive) {
  auto problem = [&](const std::string& file) {
    return problem_json({Severity::kLost, "warc-truncated-record", file, 5,
                         "\"file\":\"" + archives[0] + "\","});
  };
  const std::string file = Layout{out}.accepted_problems();
  const std::string met =
      BatchLayout{Layout{out}.batch("001")}.problems("import");
  for (const char* name :
       {"accepted.problems", "batches/001/import.problems"}) {
    directory.write(std::string("out/") + name,
                    problem(archives[0]) + problem(archives[1]));
  }
  fs::rename(archives[0], root + "/a \"b\".warc");
  follow_archives(
      out, moves_between(record, archives[0], root + "/a \"b\".warc"), record);
  EXPECT_EQ(tests::read_file(file),
            problem(root + "/a \"b\".warc") + problem(archives[1]));
  EXPECT_EQ(tests::read_file(met), tests::read_file(file));
}

TEST_F(ArchiveMoves, AreRefusedWhenAnArchiveIsNotThere) {
  EXPECT_THROW((void)moves_between(record, root + "/old", root + "/new"),
               UsageError)
      << "nothing is missing";
  fs::rename(root + "/old", root + "/new");
  EXPECT_THROW((void)moves_between(record, root + "/ol", root + "/new"),
               UsageError);
  fs::remove(root + "/new/b.warc");
  EXPECT_THROW((void)moves_between(record, root + "/old", root + "/new"),
               UsageError);
  EXPECT_EQ(record.batches[0].archives, archives);
}

TEST_F(ArchiveMoves, AreFoundByNameSizeAndTime) {
  fs::rename(root + "/old", root + "/new");
  directory.write("new/d.warc", "more");
  const auto moves = find_moves(
      out, record,
      {root + "/new/deep/c.warc", root + "/new/a.warc", root + "/new/b.warc"},
      {});
  ASSERT_EQ(moves.size(), 3u);
  EXPECT_EQ(moves[0].from, archives[0]);
  EXPECT_EQ(moves[0].to, root + "/new/a.warc");
  EXPECT_EQ(moves[2].to, root + "/new/deep/c.warc");
}

TEST_F(ArchiveMoves, ForgetByPathFolderOrName) {
  EXPECT_THROW((void)forget_archives(out, "warc", record), UsageError);
  EXPECT_EQ(forget_archives(out, "b.warc", record), 1u);
  EXPECT_EQ(forget_archives(out, root + "/old/deep", record), 1u);
  EXPECT_THAT(recorded_archives(out), ElementsAre(archives[0]));
  // The steps are run again for what is left.
  EXPECT_EQ(captures().command, "");
  EXPECT_THAT(captures().inputs, testing::SizeIs(1));
  // So is what could not be added.
  const std::string none =
      problem_json({Severity::kLost, "bad-zip", root + "/none.wacz", 0, "t"});
  directory.write("out/names.problems", none);
  EXPECT_EQ(forget_archives(out, "none.wacz", record), 1u);
  EXPECT_FALSE(fs::exists(out + "/names.problems"));
  EXPECT_EQ(forget_archives(out, root, record), 1u);
  EXPECT_THAT(recorded_archives(out), IsEmpty());
}

}  // namespace
}  // namespace wax::collection
