#include "warc/writer/record_replacer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/reader/reader.h"

namespace wax::warc {
namespace {

const std::string kBlock =
    tests::http_response("a page of some length that says nothing at all");

std::vector<Extent> extents_of(const std::string& path) {
  tests::Problems problems;
  auto reader = open_archive(path, problems);
  std::vector<Extent> extents;
  for (Record record; reader->next(record);) {
    extents.push_back(reader->finish());
  }
  return extents;
}

NewRecord new_record(const std::string& block) {
  NewRecord record;
  record.header = "WARC/1.1\r\nWARC-Type: metadata\r\nContent-Length: " +
                  std::to_string(block.size()) + "\r\n\r\n";
  record.block.write(block);
  return record;
}

// The file with its second record replaced by one of this block.
std::string replaced(const std::string& path, const std::string& block,
                     bool smaller, Replaced answer) {
  std::string bytes;
  auto output = io::open_memory(bytes);
  NewRecord record = new_record(block);
  RecordReplacer replacer(path, output.get());
  EXPECT_EQ(replacer.replace(extents_of(path)[1], record, smaller), answer);
  replacer.finish();
  EXPECT_EQ(replacer.bytes_out(), bytes.size());
  RecordReplacer counting(path, nullptr);
  record = new_record(block);
  EXPECT_EQ(counting.replace(extents_of(path)[1], record, smaller), answer);
  counting.finish();
  EXPECT_EQ(counting.bytes_out(), bytes.size());
  EXPECT_EQ(counting.bytes_in(), replacer.bytes_in());
  return bytes;
}

TEST(RecordReplacer, KeepsAllOtherBytes) {
  tests::TempDir folder;
  const std::string record = tests::warc_record(kBlock);
  const std::string member = tests::gzip_member(record);
  const std::string text = new_record("new").header + "new";
  const std::string path = folder.write("a.warc", record + record + record);
  EXPECT_EQ(replaced(path, "new", true, Replaced::kYes),
            record + text + "\r\n\r\n" + record);
  const std::string gzipped =
      replaced(folder.write("a.warc.gz", member + member + member), "new", true,
               Replaced::kYes);
  EXPECT_TRUE(gzipped.starts_with(member));
  EXPECT_TRUE(gzipped.ends_with(member));
  EXPECT_EQ(extents_of(folder.write("b.warc.gz", gzipped)).size(), 3U);
  const std::string frame = tests::zstd_frame(record);
  const std::string zstd =
      replaced(folder.write("a.warc.zst", frame + frame + frame), "new", true,
               Replaced::kYes);
  EXPECT_TRUE(zstd.starts_with(frame));
  EXPECT_TRUE(zstd.ends_with(frame));
  EXPECT_EQ(extents_of(folder.write("b.warc.zst", zstd)).size(), 3U);
}

TEST(RecordReplacer, KeepsWhatIsNotSmaller) {
  tests::TempDir folder;
  const std::string record = tests::warc_record(kBlock);
  const std::string path = folder.write("a.warc", record + record);
  const std::string large(10'000, 'x');
  EXPECT_EQ(replaced(path, large, true, Replaced::kNotSmaller),
            record + record);
  EXPECT_GT(replaced(path, large, false, Replaced::kYes).size(),
            record.size() + large.size());
}

TEST(RecordReplacer, KeepsRecordsThatAreNotAlone) {
  tests::TempDir folder;
  const std::string record = tests::warc_record(kBlock);
  const std::string member = tests::gzip_member(record + record);
  EXPECT_EQ(replaced(folder.write("a.warc.gz", member), "new", true,
                     Replaced::kNotAlone),
            member);
  const std::string frame = tests::lz4_frame(record);
  EXPECT_EQ(replaced(folder.write("a.warc.lz4", frame + frame), "new", true,
                     Replaced::kNotAlone),
            frame + frame);
}

}  // namespace
}  // namespace wax::warc
