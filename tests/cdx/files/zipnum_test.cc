#include "cdx/files/zipnum.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cdx/files/searchable.h"
#include "io/error.h"
#include "tests/lines/stream_text.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

using tests::TempDir;
using Lines = std::vector<std::string>;

// Two blocks whose text ends without a line end, as those of pywb do.
struct Sample {
  TempDir folder;
  std::string index;

  explicit Sample(bool locations = true) {
    std::string first =
        tests::gzip_member(" CDX N b a\na) 1 x\na) 2 x\nb) 1 x");
    std::string second = tests::gzip_member("b) 2 x\nc) 1 x");
    folder.write("deep.gz", first + second);
    std::string size = std::to_string(first.size());
    index = folder.write("a.idx", "a) 1\tp\t0\t" + size + "\t1\nb) 2\tp\t" +
                                      size + '\t' +
                                      std::to_string(second.size()) + "\t2\n");
    if (locations) folder.write("a.loc", "q\tnone\np\tnone\tdeep.gz\n");
  }
};

TEST(ZipNum, FindsLinesAcrossBlocks) {
  Sample sample;
  auto file = open_searchable(sample.index);
  auto lines = [&](const char* first, const char* end) {
    return all_lines(*file->lines({first, end}));
  };
  EXPECT_EQ(lines("b)", "b)!"), (Lines{"b) 1 x", "b) 2 x"}));
  EXPECT_EQ(lines("a) 2", "a)!"), Lines{"a) 2 x"});
  EXPECT_EQ(lines("a", "z"),
            (Lines{"a) 1 x", "a) 2 x", "b) 1 x", "b) 2 x", "c) 1 x"}));
  EXPECT_EQ(lines("c) 2", "z"), Lines{});
  EXPECT_EQ(lines("A", "B"), Lines{});
  EXPECT_EQ(file->head(), " CDX N b a\na) 1 x\n");
}

TEST(ZipNum, ShowsTheBlocksOfARange) {
  Sample sample;
  auto file = open_searchable(sample.folder.path());
  EXPECT_EQ(all_lines(*file->blocks({"b)", "b)!"})).size(), 2U);
  EXPECT_EQ(all_lines(*file->blocks({"x", "y"})).size(), 1U);
  EXPECT_EQ(all_lines(*file->blocks({"A", "B"})).size(), 0U);
}

TEST(ZipNum, GivesAllLines) {
  Sample sample;
  auto zipnum = open_zipnum(sample.index);
  EXPECT_EQ(all_lines(*zipnum->all()).size(), 6U);
}

TEST(ZipNum, FindsAPartByItsNameAlone) {
  TempDir folder;
  std::string block = tests::gzip_member("a) 1 x\na) 2 x\n");
  folder.write("index.cdxj.gz", block);
  std::string index = folder.write(
      "index.idx",
      "!meta 0 {\"format\": \"cdxj-gzip-1.0\", \"filename\": "
      "\"some/where/index.cdxj.gz\"}\na) 1 {\"offset\": 0, \"length\": " +
          std::to_string(block.size()) + "}\n");
  EXPECT_EQ(all_lines(*open_zipnum(index)->all()).size(), 2U);
}

TEST(ZipNum, NamesAPartThatIsNotThere) {
  Sample sample(false);
  auto file = open_searchable(sample.index);
  try {
    (void)all_lines(*file->lines({"a", "z"}));
    FAIL();
  } catch (const IoError& error) {
    EXPECT_EQ(error.what(),
              sample.folder / "p" + ": open: No such file or directory");
  }
}

TEST(ZipNum, SurvivesEveryDamage) {
  Sample sample;
  std::string bytes = tests::read_file(sample.folder / "deep.gz");
  std::string index = tests::read_file(sample.index);
  size_t errors = 0;
  auto read_all = [&] {
    try {
      auto file = open_searchable(sample.index);
      (void)all_lines(*file->lines({"a", "z"}));
      (void)file->head();
    } catch (const Error&) {
      ++errors;
    }
  };
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
    sample.folder.write("deep.gz", damaged);
    read_all();
    sample.folder.write("deep.gz", bytes.substr(0, i));
    read_all();
  }
  EXPECT_GT(errors, bytes.size());
  sample.folder.write("deep.gz", bytes);
  for (size_t i = 0; i < index.size(); ++i) {
    std::string damaged = index;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x11);
    sample.folder.write("a.idx", damaged);
    read_all();
  }
}

TEST(ZipNum, AFlippedBitOfAKeyNeverHidesALine) {
  Sample sample;
  const std::string index = tests::read_file(sample.index);
  const Lines keys = {"a) 1", "a) 2", "b) 1", "b) 2", "c) 1"};
  for (size_t i = 0; i < index.size(); ++i) {
    // Two lines that are joined are no index.
    if (index[i] == '\n') continue;
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = index;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      sample.folder.write("a.idx", damaged);
      for (const std::string& key : keys) {
        for (bool backwards : {false, true}) {
          try {
            auto file = open_searchable(sample.index);
            SearchRange range{key + " ", key + "!"};
            auto lines =
                backwards ? file->lines_backwards(range) : file->lines(range);
            EXPECT_EQ(all_lines(*lines), Lines{key + " x"})
                << i << " " << bit << " " << damaged;
          } catch (const Error&) {
          }
        }
      }
    }
  }
}

TEST(OpenZipNum, RefusesOtherFiles) {
  TempDir folder;
  EXPECT_THROW((void)open_zipnum(folder.write("a.cdx", "a) 1 x\n")),
               UsageError);
  EXPECT_THROW((void)open_zipnum(folder.path()), UsageError);
}

}  // namespace
}  // namespace wax::cdx
