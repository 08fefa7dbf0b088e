#include "collection/archives/known_files.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "collection/layout.h"
#include "collection/record/step.h"
#include "io/crc32.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

// A build of two archives beside it, in the folder `old`.
struct KnownFilesOfABuild : testing::Test {
  void SetUp() override {
    root = fs::canonical(directory.path()).string();
    directory.write("old/a.warc", "first");
    directory.write("old/b.warc", "second");
    directory.write("old/out/batches/001/segment/documents", "documents");
    directory.write("old/out/shards/001/main/index", "index");
    archives = {root + "/old/a.warc", root + "/old/b.warc"};
    record.batches = {{"001", archives}};
    StepRecord ran;
    ran.command = "read";
    for (const auto& archive : archives) ran.inputs[archive] = stamp(archive);
    record.steps.set("001/captures", ran);
    record.steps.set("001/import", ran);
    save_build_record(record, root + "/old/out");
    KnownFiles(root + "/old/out").remember(record);
  }

  // cp -r gives all files new times.
  void copy_to(const std::string& name) {
    fs::copy(root + "/old", root + '/' + name, fs::copy_options::recursive);
    for (const auto& entry :
         fs::recursive_directory_iterator(root + '/' + name)) {
      age(entry.path());
    }
  }
  static void age(const std::string& path) {
    fs::last_write_time(path,
                        fs::last_write_time(path) + std::chrono::seconds(9));
  }

  tests::TempDir directory;
  std::string root;
  std::vector<std::string> archives;
  BuildRecord record;
};

TEST_F(KnownFilesOfABuild, ACopyGetsItsTimesBack) {
  const std::string segment = root + "/old/out/batches/001/segment";
  const std::string was = stamp(segment);
  const std::string folder = folder_stamp(segment);
  EXPECT_FALSE(KnownFiles(root + "/old/out").is_copied());
  copy_to("new");
  const std::string copy = root + "/new/out/batches/001/segment";
  ASSERT_NE(stamp(copy), was);
  KnownFiles files(root + "/new/out");
  EXPECT_TRUE(files.is_copied());
  EXPECT_EQ(files.give_times_back(), 2u);
  EXPECT_EQ(stamp(copy), was);
  EXPECT_EQ(folder_stamp(copy), folder);
  EXPECT_FALSE(KnownFiles(root + "/new/out").is_copied()) << "done once";
}

TEST_F(KnownFilesOfABuild, OtherBytesOfTheSameSizeAreChanged) {
  copy_to("new");
  directory.write("new/out/batches/001/segment/documents", "Documents");
  age(root + "/new/out/batches/001/segment/documents");
  EXPECT_EQ(KnownFiles(root + "/new/out").give_times_back(), 1u);
  EXPECT_NE(stamp(root + "/new/out/batches/001/segment"),
            stamp(root + "/old/out/batches/001/segment"));
}

TEST_F(KnownFilesOfABuild, AnArchiveWithAnotherTimeIsKnownByItsBytes) {
  const std::string out = root + "/old/out";
  age(archives[0]);
  directory.write("old/b.warc", "SECOND");
  age(archives[1]);
  EXPECT_EQ(KnownFiles(out).know_copied_archives(record), 1u);
  const BuildRecord saved = load_build_record(out);
  for (const char* step : {"001/captures", "001/import"}) {
    const StepRecord& ran = *saved.steps.find(step);
    EXPECT_EQ(ran.inputs.at(archives[0]), stamp(archives[0]));
    EXPECT_NE(ran.inputs.at(archives[1]), stamp(archives[1]));
  }
}

TEST_F(KnownFilesOfABuild, ArchivesAreFoundBesideTheirBuild) {
  copy_to("new");
  EXPECT_TRUE(KnownFiles(root + "/new/out").moves_with_out(record).empty())
      << "nothing is missing";
  fs::rename(root + "/old", root + "/gone");
  directory.write("new/b.warc", "SECOND");
  const auto moves = KnownFiles(root + "/new/out").moves_with_out(record);
  ASSERT_EQ(moves.size(), 1u);
  EXPECT_EQ(moves[0].from, archives[0]);
  EXPECT_EQ(moves[0].to, root + "/new/a.warc");
  follow_archives(root + "/new/out", moves, record);
  EXPECT_EQ(record.steps.find("001/import")->inputs.at(root + "/new/a.warc"),
            stamp(root + "/new/a.warc"));
}

TEST_F(KnownFilesOfABuild, AFolderThatWasMovedWithOutIsBesideIt) {
  directory.write("old/ranks/rank.csv", "1");
  fs::rename(root + "/old", root + "/new");
  const KnownFiles known(root + "/new/out");
  EXPECT_EQ(known.place_now(root + "/old/ranks"), root + "/new/ranks");
  for (const std::string& path :
       {std::string(), root + "/new/ranks", root + "/old/none",
        std::string("http://a.example/ranks")}) {
    EXPECT_EQ(known.place_now(path), path);
  }
}

TEST_F(KnownFilesOfABuild, ACopyOfAnArchiveIsFollowedByItsNameAndBytes) {
  directory.write("new/a.warc", "first");
  age(root + "/new/a.warc");
  fs::remove(archives[0]);
  const auto moves =
      find_moves(root + "/old/out", record, {root + "/new/a.warc"}, "/none");
  ASSERT_EQ(moves.size(), 1u);
  EXPECT_EQ(moves[0].to, root + "/new/a.warc");
}

// A file with other bytes than the sums say shows that it was not read.
TEST_F(KnownFilesOfABuild, ArchivesThatStepsHaveSummedAreNotRead) {
  const std::string out = root + "/old/out";
  fs::remove(out + "/build.files");
  const std::string sum = std::to_string(io::crc32("FIRST"));
  directory.write("old/out/batch-001.captures.sums",
                  "0 5 " + sum + ' ' + archives[0] + '\n');
  KnownFiles(out).remember(record);
  EXPECT_FALSE(KnownFiles(out).has_same_bytes(archives[0], stamp(archives[0]),
                                              archives[0]));
  EXPECT_TRUE(KnownFiles(out).has_same_bytes(archives[1], stamp(archives[1]),
                                             archives[1]));
  const std::string was = stamp(archives[0]);
  directory.write("new/a.warc", "FIRST");
  EXPECT_TRUE(
      KnownFiles(out).has_same_bytes(archives[0], was, root + "/new/a.warc"));
}

TEST_F(KnownFilesOfABuild, BytesThatNoStepHasReadAreNotCompared) {
  const std::string out = root + "/old/out";
  fs::remove(out + "/build.files");
  auto sum = [](std::string_view bytes) {
    return ' ' + std::to_string(io::crc32(bytes)) + ' ';
  };
  directory.write("old/out/batch-001.captures.sums",
                  "0 1" + sum("s") + archives[1] + '\n');
  directory.write("old/out/batch-001.import.sums",
                  "4 6" + sum("nd") + archives[1] + '\n');
  KnownFiles(out).remember(record);
  const std::string was = stamp(archives[1]);
  for (const auto& [bytes, is_same] :
       {std::pair("second", true), std::pair("s---nd", true),
        std::pair("-econd", false), std::pair("secon-", false),
        std::pair("secondd", false)}) {
    directory.write("new/b.warc", bytes);
    EXPECT_EQ(
        KnownFiles(out).has_same_bytes(archives[1], was, root + "/new/b.warc"),
        is_same)
        << bytes;
  }
}

// A stopped import does not say what it read before.
TEST_F(KnownFilesOfABuild, WithoutAllSumsAnArchiveIsReadWhole) {
  const std::string out = root + "/old/out";
  fs::remove(out + "/build.files");
  directory.write("old/out/batch-001.captures.sums",
                  "0 1 1 " + archives[1] + '\n');
  KnownFiles(out).remember(record);
  EXPECT_TRUE(KnownFiles(out).has_same_bytes(archives[1], stamp(archives[1]),
                                             archives[1]));
}

TEST_F(KnownFilesOfABuild, ADamagedListKnowsNothing) {
  const std::string out = root + "/old/out";
  const std::string sound = tests::read_file(out + "/build.files");
  EXPECT_FALSE(KnownFiles(out).is_damaged());
  auto expect_damaged = [&](const std::string& text) {
    directory.write("old/out/build.files", text);
    const KnownFiles known(out);
    EXPECT_TRUE(known.is_damaged()) << text;
    EXPECT_FALSE(known.is_copied()) << text;
    EXPECT_EQ(known.know_copied_archives(record), 0u) << text;
    EXPECT_EQ(known.give_times_back(), 0u) << text;
  };
  for (const char* text : {"wax-build-files-1", "\n\n- -\nx y z",
                           "wax-build-files-1 1.2 /out\n5 1.2 1"}) {
    expect_damaged(text);
  }
  for (size_t size = 0; size < sound.size(); ++size) {
    expect_damaged(sound.substr(0, size));
  }
  for (size_t i = 0; i < sound.size(); ++i) {
    if (i == sound.find('\n')) continue;  // then it is one without a sum
    std::string changed = sound;
    changed[i] = changed[i] == '1' ? '2' : '1';
    if (changed != sound) expect_damaged(changed);
  }
  KnownFiles(out).remember(record);
  EXPECT_FALSE(KnownFiles(out).is_damaged());
}

// Without the sum: as former versions wrote it.
TEST_F(KnownFilesOfABuild, AListWithoutSumIsRead) {
  const std::string path = root + "/old/out/build.files";
  std::string text = tests::read_file(path);
  const size_t sum = text.find('\n') + 1;
  ASSERT_EQ(text.substr(sum, 4), "sum ");
  text.erase(sum, text.find('\n', sum) + 1 - sum);
  directory.write("old/out/build.files", text);
  age(archives[0]);
  EXPECT_FALSE(KnownFiles(root + "/old/out").is_damaged());
  EXPECT_EQ(KnownFiles(root + "/old/out").know_copied_archives(record), 1u);
}

}  // namespace
}  // namespace wax::collection
