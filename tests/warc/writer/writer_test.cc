#include "warc/writer/writer.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>
#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"
#include "tests/support/trickle_source.h"
#include "warc/reader/reader.h"

namespace wax::warc {
namespace {

using tests::Problems;
using tests::TempDir;
using tests::TrickleSource;

const std::vector<Field> kFields = {
    {"WARC-Type", "resource"},
    {"WARC-Record-ID", "<urn:uuid:00000000-0000-4000-8000-000000000001>"},
    {"WARC-Date", "2008-05-01T12:00:00Z"},
    {"WARC-Target-URI", "http://www.waxwing-valley.example/"},
    {"Content-Type", "text/plain"}};

std::string inflated(std::string_view member) {
  z_stream stream{};
  inflateInit2(&stream, MAX_WBITS + 16);
  std::string out(1 << 20, 0);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(member.data()));
  stream.avail_in = static_cast<uInt>(member.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  EXPECT_EQ(stream.avail_in, 0U);
  out.resize(out.size() - stream.avail_out);
  inflateEnd(&stream);
  return out;
}

constexpr std::string_view kRecord =
    "WARC/1.1\r\n"
    "WARC-Type: resource\r\n"
    "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r\n"
    "WARC-Date: 2008-05-01T12:00:00Z\r\n"
    "WARC-Target-URI: http://www.waxwing-valley.example/\r\n"
    "Content-Type: text/plain\r\n"
    "Content-Length: 7\r\n"
    "\r\n"
    "waxwing\r\n\r\n";

TEST(Writer, WritesFieldsInOrderAndTheBlock) {
  std::string bytes;
  auto output = io::open_memory(bytes);
  WriterOptions options;
  options.compression = io::Compression::kNone;
  Writer writer(*output, options);
  Extent first = writer.write(kFields, "waxwing");
  Extent second = writer.write(kFields, "waxwing");
  EXPECT_EQ(bytes, std::string(kRecord) + std::string(kRecord));
  EXPECT_EQ(first.offset, 0U);
  EXPECT_EQ(first.length, kRecord.size() - 4);
  EXPECT_EQ(second.offset, kRecord.size());
  EXPECT_TRUE(second.seekable);
}

TEST(Writer, EveryRecordIsOneMember) {
  std::string bytes;
  auto output = io::open_memory(bytes);
  WriterOptions options;
  options.offset = 1000;
  Writer writer(*output, options);
  Extent first = writer.write(kFields, "waxwing");
  TrickleSource block("waxwing and more", 2);
  Extent second = writer.write(kFields, block, 7);
  EXPECT_EQ(block.rest(), " and more");
  EXPECT_EQ(first.offset, 1000U);
  EXPECT_EQ(second.offset, first.offset + first.length);
  EXPECT_EQ(first.length + second.length, bytes.size());
  std::string_view all = bytes;
  EXPECT_EQ(inflated(all.substr(0, first.length)), kRecord);
  EXPECT_EQ(inflated(all.substr(first.length)), kRecord);
}

TEST(Writer, RefusesFieldsThatBreakTheHeader) {
  std::string bytes;
  auto output = io::open_memory(bytes);
  Writer writer(*output);
  const std::vector<Field> cases = {{"", "1"},
                                    {"A B", "1"},
                                    {"A:", "1"},
                                    {"A\r\nB", "1"},
                                    {"A", "1\n2"},
                                    {"A", "1\r2"},
                                    {"A", {"1\0002", 3}},
                                    {"content-length", "7"}};
  for (const Field& field : cases) {
    EXPECT_THROW(writer.write({&field, 1}, "x"), UsageError) << field.name;
  }
  EXPECT_TRUE(bytes.empty());
  WriterOptions options;
  options.level = 10;
  EXPECT_THROW(Writer(*output, options), UsageError);
}

TEST(Writer, ABlockThatEndsEarlyIsAnError) {
  std::string bytes;
  auto output = io::open_memory(bytes);
  Writer writer(*output);
  io::MemorySource block("wax");
  EXPECT_THROW(writer.write(kFields, block, 7), FormatError);
}

TEST(Writer, TheReaderReadsWhatWasWritten) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  for (bool gzip : {false, true}) {
    std::string bytes;
    auto output = io::open_memory(bytes);
    WriterOptions options;
    options.compression =
        gzip ? io::Compression::kGzip : io::Compression::kNone;
    Writer writer(*output, options);
    std::vector<std::string> blocks;
    std::vector<Extent> extents;
    for (size_t size : {0, 1, 4, 1000, 70000, 300000, 0, 17}) {
      std::string block(size, 0);
      for (char& c : block) c = static_cast<char>(random() % 64 + 10);
      extents.push_back(writer.write(kFields, block));
      blocks.push_back(std::move(block));
    }
    TempDir dir;
    Problems problems;
    auto reader = open_archive(dir.write("a.warc", bytes), problems);
    Record record;
    for (size_t i = 0; i < blocks.size(); ++i) {
      SCOPED_TRACE(i);
      ASSERT_TRUE(reader->next(record));
      EXPECT_EQ(record.version, "1.1");
      EXPECT_EQ(record.type, RecordType::kResource);
      EXPECT_EQ(record.target_uri, "http://www.waxwing-valley.example/");
      EXPECT_EQ(record.headers.all().size(), kFields.size() + 1);
      EXPECT_EQ(io::read_all(*record.body, UINT64_MAX), blocks[i]);
      Extent extent = reader->finish();
      EXPECT_EQ(extent.offset, extents[i].offset);
      EXPECT_EQ(extent.length, extents[i].length);
      EXPECT_TRUE(reader->intact());
    }
    EXPECT_FALSE(reader->next(record));
    EXPECT_TRUE(problems.all.empty());
  }
}

TEST(Writer, ACopyIsTheSameRecord) {
  std::string bytes;
  auto output = io::open_memory(bytes);
  WriterOptions options;
  options.compression = io::Compression::kNone;
  Writer writer(*output, options);
  size_t end = kRecord.find("\r\n\r\n") + 4;
  io::MemorySource block(kRecord.substr(end));
  writer.copy(kRecord.substr(0, end), block, 7);
  EXPECT_EQ(bytes, kRecord);
}

}  // namespace
}  // namespace wax::warc
