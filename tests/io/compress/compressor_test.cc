#include "io/compress/compressor.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "io/compress/inflater.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/seed.h"

namespace wax::io {
namespace {

// The members of `bytes`, unpacked one by one.
std::vector<std::string> gzip_members(std::string_view bytes) {
  std::vector<std::string> members;
  while (!bytes.empty()) {
    z_stream stream{};
    inflateInit2(&stream, MAX_WBITS + 16);
    std::string out(1 << 20, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    bytes.remove_prefix(stream.total_in);
    inflateEnd(&stream);
    members.push_back(std::move(out));
  }
  return members;
}

std::vector<std::string> zstd_frames(std::string_view bytes) {
  std::vector<std::string> frames;
  while (!bytes.empty()) {
    size_t size = ZSTD_findFrameCompressedSize(bytes.data(), bytes.size());
    EXPECT_FALSE(ZSTD_isError(size));
    if (ZSTD_isError(size)) break;
    auto content = ZSTD_getFrameContentSize(bytes.data(), size);
    EXPECT_NE(content, ZSTD_CONTENTSIZE_UNKNOWN);
    std::string out(content, '\0');
    EXPECT_EQ(ZSTD_decompress(out.data(), out.size(), bytes.data(), size),
              content);
    bytes.remove_prefix(size);
    frames.push_back(std::move(out));
  }
  return frames;
}

std::vector<std::string> random_members(std::mt19937& random) {
  std::vector<std::string> members;
  for (size_t size : {0, 1, 5, 1000, 70000, 400000, 0, 12}) {
    std::string member(size, '\0');
    std::generate(member.begin(), member.end(),
                  [&] { return static_cast<char>(random() % 60); });
    members.push_back(std::move(member));
  }
  return members;
}

std::string packed(const std::vector<std::string>& members,
                   Compression compression, size_t piece,
                   bool at_once = false) {
  std::string bytes;
  auto output = open_memory(bytes);
  Compressor compressor(*output, compression);
  if (at_once) compressor.make_at_once();
  for (const std::string& member : members) {
    compressor.start_member(member.size());
    for (size_t at = 0; at < member.size(); at += piece) {
      compressor.write(std::string_view(member).substr(at, piece));
    }
    compressor.end_member();
    EXPECT_EQ(compressor.written(), bytes.size());
  }
  return bytes;
}

TEST(Compressor, WritesMembersThatDecompressToTheSameBytes) {
  const unsigned seed = tests::seed_of_test();
  std::mt19937 random(seed);
  std::vector<std::string> members = random_members(random);
  for (size_t piece : {size_t{1000}, size_t{1} << 20}) {
    EXPECT_EQ(gzip_members(packed(members, Compression::kGzip, piece)),
              members);
    EXPECT_EQ(zstd_frames(packed(members, Compression::kZstd, piece)), members);
  }
  std::string joined;
  for (const std::string& member : members) joined += member;
  EXPECT_EQ(packed(members, Compression::kNone, 777), joined);
}

TEST(Compressor, MakesMembersAtOnce) {
  std::mt19937 random(tests::seed_of_test());
  std::vector<std::string> members = random_members(random);
  members.emplace_back((size_t{1} << 20), 'a');
  const std::string bytes = packed(members, Compression::kGzip, 1000, true);
  EXPECT_EQ(gzip_members(bytes), members);
  EXPECT_NE(bytes, packed(members, Compression::kGzip, 1000));
  // A longer one comes as it is written.
  members = {std::string((size_t{1} << 20) + 1, 'a')};
  EXPECT_EQ(packed(members, Compression::kGzip, 1000, true),
            packed(members, Compression::kGzip, 1000));
}

TEST(Compressor, WritesTheSameMembersForTheSameBytes) {
  std::mt19937 random(7);
  std::vector<std::string> members = random_members(random);
  for (Compression compression : {Compression::kGzip, Compression::kZstd}) {
    EXPECT_EQ(packed(members, compression, 4096),
              packed(members, compression, 4096));
  }
}

TEST(Compressor, RefusesLevelsThatDoNotExist) {
  std::string bytes;
  auto output = open_memory(bytes);
  for (int level : {-1, 10}) {
    EXPECT_THROW(Compressor(*output, Compression::kGzip, level), UsageError)
        << level;
  }
  for (int level : {-1, 20}) {
    EXPECT_THROW(Compressor(*output, Compression::kZstd, level), UsageError)
        << level;
  }
  Compressor(*output, Compression::kGzip, 9);
  Compressor(*output, Compression::kZstd, 19);
}

TEST(Compression, HasAFileSuffix) {
  EXPECT_EQ(file_suffix(Compression::kNone), "");
  EXPECT_EQ(file_suffix(Compression::kGzip), ".gz");
  EXPECT_EQ(file_suffix(Compression::kZstd), ".zst");
}

TEST(ZstdDictionary, IsTrainedAndReadBackFromItsFrame) {
  std::string samples;
  std::vector<size_t> sizes;
  for (int i = 0; i < 2000; ++i) {
    std::string sample = tests::warc_record(
        tests::http_response("page " + std::to_string(i * 7919)));
    samples += sample;
    sizes.push_back(sample.size());
  }
  std::string dictionary = train_dictionary(samples, sizes);
  ASSERT_FALSE(dictionary.empty());
  std::string frame = dictionary_frame(dictionary);
  EXPECT_TRUE(frame.starts_with(kDictionaryFrame));
  EXPECT_EQ(skippable_frame(frame), frame.size());
  EXPECT_EQ(zstd_dictionary(frame), dictionary);

  // A frame made with it is smaller, and read with it.
  std::string_view sample = std::string_view(samples).substr(0, sizes[0]);
  std::string out;
  auto output = open_memory(out);
  Compressor compressor(*output, Compression::kZstd, 0, dictionary);
  for (int i = 0; i < 2; ++i) {
    compressor.start_member(sample.size());
    compressor.write(sample);
    compressor.end_member();
  }
  EXPECT_EQ(out.substr(0, out.size() / 2), out.substr(out.size() / 2));
  EXPECT_LT(out.size() / 2, tests::zstd_frame(sample).size() / 2);
  auto inflater = zstd_inflater(dictionary);
  inflater->start();
  std::string back(sample.size() + 10, '\0');
  auto step = inflater->step(out, back.data(), back.size());
  EXPECT_EQ(back.substr(0, step.produced), sample);
}

TEST(ZstdDictionary, TooFewSamplesGiveNone) {
  std::vector<size_t> sizes = {3};
  EXPECT_EQ(train_dictionary("abc", sizes), "");
  EXPECT_EQ(train_dictionary("", {}), "");
}

// Members of all sizes, each in pieces.
std::string packed(Compression compression, size_t jobs) {
  std::string out;
  auto output = open_memory(out);
  CompressionPool pool(*output, compression, 0, {}, jobs);
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    size_t size = i % 100 == 50 ? 2000000 : random() % 20000;
    std::string member(size, '\0');
    for (char& c : member) c = static_cast<char>('a' + random() % 7);
    pool.start_member(size);
    pool.write(std::string_view(member).substr(0, size / 3));
    pool.write(std::string_view(member).substr(size / 3));
    pool.end_member();
  }
  pool.finish();
  EXPECT_EQ(pool.written(), out.size());
  return out;
}

std::string packed_alone(Compression compression) {
  std::string out;
  auto output = open_memory(out);
  Compressor compressor(*output, compression);
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    size_t size = i % 100 == 50 ? 2000000 : random() % 20000;
    std::string member(size, '\0');
    for (char& c : member) c = static_cast<char>('a' + random() % 7);
    compressor.start_member(size);
    compressor.write(member);
    compressor.end_member();
  }
  return out;
}

TEST(CompressionPool, WritesTheSameBytesAsACompressor) {
  for (Compression compression :
       {Compression::kNone, Compression::kGzip, Compression::kZstd}) {
    std::string alone = packed_alone(compression);
    for (size_t jobs : {1, 2, 5}) {
      EXPECT_TRUE(packed(compression, jobs) == alone)
          << file_suffix(compression) << " with " << jobs;
    }
  }
}

TEST(CompressionPool, EndsItsThreadsWithoutFinish) {
  std::string out;
  auto output = open_memory(out);
  CompressionPool pool(*output, Compression::kGzip, 0, {}, 4);
  for (int i = 0; i < 50; ++i) {
    pool.start_member(100000);
    pool.write(std::string(100000, 'x'));
    pool.end_member();
  }
}

TEST(CompressionPool, ThrowsForAFullDisk) {
  class Full final : public Output {
    void write(std::string_view) override { throw IoError("x", "write", 28); }
    void flush() override {}
    void finish() override {}
  } full;
  CompressionPool pool(full, Compression::kGzip, 0, {}, 2);
  pool.start_member(3);
  pool.write("abc");
  pool.end_member();
  EXPECT_THROW(pool.finish(), IoError);
}

TEST(CompressionPool, RefusesALevelThatDoesNotExist) {
  std::string out;
  auto output = open_memory(out);
  EXPECT_THROW(CompressionPool(*output, Compression::kGzip, 10, {}, 2),
               UsageError);
}

}  // namespace

}  // namespace wax::io
