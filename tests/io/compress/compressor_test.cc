#include "io/compress/compressor.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "io/error.h"

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
                   Compression compression, size_t piece) {
  std::string bytes;
  auto output = open_memory(bytes);
  Compressor compressor(*output, compression);
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
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
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

}  // namespace
}  // namespace wax::io
