#include "io/inputs/zip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "io/compress/gzip_format.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "tests/support/zip_files.h"

namespace wax::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using tests::memory_file;
using tests::zip_of;

std::string all_of(FileSource& source) { return read_all(source, UINT64_MAX); }

std::string entry_bytes(const std::string& zip, size_t index) {
  auto file = memory_file(zip);
  std::vector<ZipEntry> entries = read_zip_directory(*file);
  auto entry = open_zip_entry(std::move(file), entries.at(index), "z!/e");
  return all_of(*entry);
}

TEST(Zip, HandsOutStoredAndDeflatedFiles) {
  std::string large;
  for (int i = 0; i < 300000; ++i) large += std::to_string(i);
  for (bool zip64 : {false, true}) {
    std::string zip = zip_of({{"archive/", ""},
                              {"archive/a.warc", "stored", false, zip64},
                              {"archive/b.warc", large, true, zip64},
                              {"empty", "", false, zip64}},
                             zip64);
    auto file = memory_file(zip);
    std::vector<ZipEntry> entries = read_zip_directory(*file);
    ASSERT_EQ(entries.size(), 3u);
    EXPECT_EQ(entries[1].name, "archive/b.warc");
    EXPECT_EQ(entries[1].size, large.size());
    EXPECT_EQ(entry_bytes(zip, 0), "stored");
    EXPECT_EQ(entry_bytes(zip, 1), large);
    EXPECT_EQ(entry_bytes(zip, 2), "");
    // Behind bytes that are none of its own, as self-extracting files have.
    if (zip64) continue;
    EXPECT_EQ(entry_bytes("#!/bin/sh\n" + zip, 0), "stored");
  }
}

TEST(Zip, AnEntryThatOverlapsAnotherOneIsRefused) {
  std::string zip = zip_of({{"a", "0123456789"}, {"b", "another"}});
  // The directory's entry of b gets the place and the sizes of a.
  const size_t of_a = zip.find("PK\1\2");
  const size_t of_b = zip.find("PK\1\2", of_a + 1);
  zip.replace(of_b + 16, 12, zip, of_a + 16, 12);
  zip.replace(of_b + 42, 4, zip, of_a + 42, 4);
  auto file = memory_file(zip);
  const std::vector<ZipEntry> entries = read_zip_directory(*file);
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_FALSE(entries[0].overlaps);
  EXPECT_TRUE(entries[1].overlaps);
  EXPECT_EQ(entry_bytes(zip, 0), "0123456789");
  EXPECT_THROW((void)entry_bytes(zip, 1), FormatError);
}

TEST(Zip, AStoredFileSeeksWithinItself) {
  auto file = memory_file(zip_of({{"a", "0123456789"}, {"b", "other"}}));
  auto entries = read_zip_directory(*file);
  auto entry = open_zip_entry(std::move(file), entries[0], "z!/a");
  uint64_t size = 0;
  EXPECT_TRUE(entry->size(size));
  EXPECT_EQ(size, 10u);
  EXPECT_TRUE(entry->seek(7));
  EXPECT_EQ(entry->offset(), 7u);
  EXPECT_EQ(entry->peek(100), "789");
  EXPECT_TRUE(entry->seek(2));
  EXPECT_EQ(entry->peek(1).substr(0, 3), "234");
  EXPECT_TRUE(entry->seek(10));
  EXPECT_EQ(entry->peek(), "");
  EXPECT_FALSE(entry->seek(11));
}

TEST(Zip, ADeflatedFileSeeksForwardAndALittleBack) {
  std::string bytes;
  for (int i = 0; i < 500000; ++i) bytes += std::to_string(i);
  auto file = memory_file(zip_of({{"a", bytes, true}}));
  auto entries = read_zip_directory(*file);
  auto entry = open_zip_entry(std::move(file), entries[0], "z!/a");
  ASSERT_TRUE(entry->seek(2000000));
  EXPECT_EQ(entry->peek(50).substr(0, 50), bytes.substr(2000000, 50));
  ASSERT_TRUE(entry->seek(1999000));
  EXPECT_EQ(entry->peek(50).substr(0, 50), bytes.substr(1999000, 50));
  EXPECT_FALSE(entry->seek(0));
  EXPECT_EQ(entry->offset(), 1999000u);
  EXPECT_EQ(all_of(*entry), bytes.substr(1999000));
}

TEST(Zip, ThrowsForDamagedDataBehindTheGoodBytes) {
  std::string bytes;
  for (int i = 0; i < 500000; ++i) bytes += std::to_string(i);
  std::string zip = zip_of({{"a", bytes, true}});
  std::string wrong_crc = zip;
  for (size_t at : {zip.find("PK\1\2") + 16}) wrong_crc[at] ^= 1;
  std::string damaged = zip;
  for (size_t i = 0; i < 64; ++i) damaged[600000 + i] = '\xff';
  for (const std::string& bad : {wrong_crc, damaged}) {
    auto file = memory_file(bad);
    auto entries = read_zip_directory(*file);
    auto entry = open_zip_entry(std::move(file), entries[0], "z!/a");
    std::string before;
    try {
      for (;;) {
        std::string_view some = entry->peek();
        ASSERT_FALSE(some.empty());
        before += some;
        entry->consume(some.size());
      }
    } catch (const IoError& error) {
      EXPECT_THAT(error.what(), HasSubstr("z!/a"));
    }
    EXPECT_GT(before.size(), 1000u);
  }
}

TEST(Zip, ADeflatedFileOfAnotherSizeThanStatedIsDamaged) {
  std::string good = zip_of({{"a", "0123456789", true}});
  size_t size = good.find("PK\1\2") + 24;
  for (auto [stated, given] : {std::pair{9, 9}, {11, 10}, {1, 1}}) {
    std::string bad = good;
    bad[size] = static_cast<char>(stated);
    auto file = memory_file(bad);
    auto entries = read_zip_directory(*file);
    auto entry = open_zip_entry(std::move(file), entries[0], "z!/a");
    EXPECT_EQ(entry->peek(20).size(), static_cast<size_t>(given));
    entry->consume(static_cast<size_t>(given));
    EXPECT_THROW((void)entry->peek(), IoError) << stated;
  }
}

TEST(Zip, RefusesFilesOfAnotherFormat) {
  std::string good = zip_of({{"a", "0123456789"}});
  size_t directory = good.find("PK\1\2");
  std::string bad_entry = good;
  bad_entry[directory] = 'Q';
  std::string far = good;
  far[good.size() - 6] = '\x7f';  // the directory's offset
  std::string volumes = good;
  volumes[good.size() - 18] = 2;
  for (const std::string& bad :
       {std::string(), std::string("PK\3\4"), good.substr(0, good.size() - 1),
        good.substr(0, directory), bad_entry, far, volumes}) {
    auto file = memory_file(bad);
    EXPECT_THROW((void)read_zip_directory(*file), FormatError);
  }
  auto pipe = memory_file(good, tests::Medium::kPipe);
  EXPECT_THROW((void)read_zip_directory(*pipe), FormatError);
}

TEST(Zip, RefusesEntriesThatItCannotRead) {
  std::string encrypted = zip_of({{"a", "0123456789", false, false, 1}});
  std::string good = zip_of({{"a", "0123456789"}});
  std::string method = good;
  method[good.find("PK\1\2") + 10] = 12;
  std::string local = good;
  local[0] = 'Q';
  std::string long_one = good;
  long_one[good.find("PK\1\2") + 20] = '\x70';
  for (const std::string& bad : {encrypted, method, local, long_one}) {
    EXPECT_THROW((void)entry_bytes(bad, 0), FormatError);
  }
}

TEST(Zip, NoDamagedByteDoesMoreThanThrow) {
  std::string good =
      zip_of({{"a.warc", "0123456789", true}, {"b", "xyz", false, true}}, true);
  for (size_t at = 0; at < good.size(); ++at) {
    for (int change : {1, 0x80, 0xff}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ change);
      for (size_t entry : {0u, 1u}) {
        try {
          EXPECT_LE(entry_bytes(bad, entry).size(), 1000u);
        } catch (const Error&) {
        } catch (const std::out_of_range&) {
        }
      }
    }
  }
}

TEST(Wacz, BecomesTheArchivesInIt) {
  tests::TempDir directory;
  std::string record = tests::warc_record(tests::http_response("x"));
  std::string wacz = directory.write(
      "c.wacz", zip_of({{"datapackage.json", "{}"},
                        {"archive/b.warc", record},
                        {"archive/a.warc.gz", tests::gzip_member(record), true},
                        {"indexes/index.cdx.gz", "no"}}));
  tests::Problems problems;
  std::vector<std::string> inputs = expand_inputs({directory.path()}, problems);
  EXPECT_THAT(inputs, ElementsAre(wacz + "!/archive/b.warc",
                                  wacz + "!/archive/a.warc.gz"));
  EXPECT_EQ(read_all(*open_input(inputs[0]), UINT64_MAX), record);
  EXPECT_EQ(read_all(*gzip_source(open_input(inputs[1]), 1), UINT64_MAX),
            record);
  EXPECT_THAT(problems.ids(), ElementsAre());
  EXPECT_EQ(base_name(inputs[1]), "a.warc.gz");
  EXPECT_THROW((void)open_input(wacz + "!/archive/c.warc"), IoError);
}

TEST(Wacz, IsReportedWhenItHoldsNoArchiveOrIsDamaged) {
  tests::TempDir directory;
  std::string none = directory.write("none.wacz", zip_of({{"a.txt", "x"}}));
  std::string cut =
      directory.write("cut.wacz", zip_of({{"a.warc", "x"}}).substr(0, 60));
  tests::Problems problems;
  EXPECT_THAT(expand_inputs({none, cut, "other"}, problems),
              ElementsAre("other"));
  EXPECT_THAT(problems.ids(), ElementsAre("not-an-archive", "bad-zip"));
  EXPECT_EQ(problems.all[1].file, cut);
}

}  // namespace
}  // namespace wax::io
