#include "collection/archives/archive_copies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "collection/archives/archive_moves.h"
#include "collection/record/build_folder.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

struct ArchiveCopies : testing::Test {
  void SetUp() override {
    root = fs::canonical(directory.path()).string();
    for (const char* name : {"a.warc", "b.warc"}) {
      archives.push_back(root + "/old/" + name);
      directory.write(std::string("old/") + name, name);
    }
    out = root + "/out";
    fs::create_directories(out + "/batches/001");
    record.batches = {{"001", archives}};
    save_build_record(record, out);
  }

  tests::TempDir directory;
  std::string root;
  std::string out;
  std::vector<std::string> archives;
  BuildRecord record;
};

TEST_F(ArchiveCopies, LinksToArchivesOfABuildAreLeftOut) {
  fs::create_symlink(archives[0], root + "/symbolic.warc");
  fs::create_hard_link(archives[1], root + "/hard.warc");
  directory.write("new.warc", "new");
  std::vector<std::string> given = {archives[0], root + "/symbolic.warc",
                                    root + "/hard.warc", root + "/new.warc",
                                    "http://a.example/a.warc"};
  EXPECT_EQ(leave_out_links(record, given), 2u);
  EXPECT_THAT(given, ElementsAre(archives[0], root + "/new.warc",
                                 "http://a.example/a.warc"));
}

TEST_F(ArchiveCopies, CopiesOfArchivesAreLeftOut) {
  directory.write("copy/a.warc", "a.warc");
  directory.write("copy/b.warc", "B.warc");  // of the same size
  directory.write("copy/new.warc", "new");
  directory.write("copy/again.warc", "new");
  directory.write("copy/empty1.warc", "");
  directory.write("copy/empty2.warc", "");
  const std::string copy = root + "/copy/";
  const std::vector<std::string> given = {
      archives[0],          copy + "a.warc",      copy + "b.warc",
      copy + "new.warc",    copy + "again.warc",  copy + "new.warc",
      copy + "empty1.warc", copy + "empty2.warc", "http://a.example/a.warc"};
  std::vector<std::string> left = given;
  EXPECT_THAT(leave_out_copies(left, record),
              ElementsAre(LeftOutCopy{copy + "a.warc", archives[0]},
                          LeftOutCopy{copy + "again.warc", copy + "new.warc"}));
  EXPECT_THAT(left,
              ElementsAre(archives[0], copy + "b.warc", copy + "new.warc",
                          copy + "new.warc", copy + "empty1.warc",
                          copy + "empty2.warc", "http://a.example/a.warc"));
  add_batch(out, left, record);
  save_build_record(record, out);
  record = load_build_record(out);
  EXPECT_EQ(record.copies.at(copy + "a.warc").of, archives[0]);
  // They are not read again.
  fs::permissions(copy + "a.warc", fs::perms::none);
  left = given;
  EXPECT_THAT(leave_out_copies(left, record),
              ElementsAre(LeftOutCopy{copy + "a.warc", archives[0]},
                          LeftOutCopy{copy + "again.warc", copy + "new.warc"}));
}

TEST_F(ArchiveCopies, ArchivesThatDifferAnywhereAreNone) {
  const std::string bytes(5000, 'a');
  std::vector<std::string> given;
  for (size_t at : {0, 511, 512, 2500, 4487, 4488, 4999}) {
    std::string other = bytes;
    other[at] = 'b';
    given.push_back(directory.write(std::to_string(at) + ".warc", other));
  }
  std::vector<std::string> left = given;
  EXPECT_THAT(leave_out_copies(left, record), IsEmpty());
  EXPECT_EQ(left, given);
}

TEST_F(ArchiveCopies, ACopyThatBecomesAnotherFileIsAdded) {
  const std::string path = directory.write("copy.warc", "a.warc");
  const std::string copy = root + "/copy.warc";
  std::vector<std::string> left = {copy};
  EXPECT_THAT(leave_out_copies(left, record),
              ElementsAre(LeftOutCopy{copy, archives[0]}));
  directory.write("copy.warc", "A.warc");
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::hours(1));
  left = {copy};
  EXPECT_THAT(leave_out_copies(left, record), IsEmpty());
  EXPECT_THAT(left, ElementsAre(copy));
  EXPECT_THAT(record.copies, IsEmpty());
  // And when the archive that it is a copy of is forgotten.
  directory.write("copy.warc", "b.warc");
  EXPECT_THAT(leave_out_copies(left, record),
              ElementsAre(LeftOutCopy{copy, archives[1]}));
  EXPECT_EQ(forget_archives(out, "b.warc", record), 1u);
  left = {copy};
  EXPECT_THAT(leave_out_copies(left, record), IsEmpty());
  EXPECT_THAT(record.copies, IsEmpty());
}

}  // namespace
}  // namespace wax::collection
