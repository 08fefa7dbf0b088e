#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "io/compress/gzip_format.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

std::string noise(std::mt19937_64& random, size_t size) {
  std::string bytes;
  for (size_t i = 0; i < size; ++i) bytes += static_cast<char>(random());
  return bytes;
}

// What a file unpacks to, read in steps of different sizes.
std::string unpacked(const std::string& path, unsigned jobs,
                     size_t room = kMemberRoom) {
  auto source = gzip_source(open_file(path), jobs, room);
  std::string all;
  size_t step = 1;
  while (true) {
    std::string_view bytes = source->peek(step);
    if (bytes.empty()) return all;
    size_t part = std::min(bytes.size(), 3 * step);
    all += bytes.substr(0, part);
    source->consume(part);
    step = step * 5 % 300'007 + 1;
  }
}

std::string message_of(const std::string& path, unsigned jobs) {
  try {
    (void)unpacked(path, jobs);
  } catch (const FormatError& error) {
    return error.what();
  }
  return "no error";
}

TEST(GzipSource, DecompressesMembersOfAnySizeWithAnyThreads) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    tests::TempDir folder;
    std::string text;
    std::string packed;
    // The first decides which way a file goes.
    size_t first = seed == 1 ? 3'000'000 : 100;
    while (packed.size() < 7'000'000) {
      size_t size = packed.empty()       ? first
                    : random() % 40 == 0 ? 3'000'000
                    : random() % 10 == 0 ? 300'000
                                         : 3'000;
      std::string part = noise(random, size);
      // Gzip in gzip: its members are none of the file's.
      if (random() % 10 == 0) part = gzip_member(part);
      if (random() % 10 == 0) part.append(2'000'000, 'x');
      text += part;
      packed += gzip_member(part, 1);
    }
    packed += std::string(seed * 1000, '\0');
    std::string path = folder.write("x.gz", packed);
    for (unsigned jobs : {1U, 2U, 4U}) EXPECT_EQ(unpacked(path, jobs), text);
    for (size_t room : {20'000U, 200'000U}) {
      EXPECT_EQ(unpacked(path, 1, room), text);
    }
  }
}

TEST(GzipSource, NamesTheOffsetOfDamageWithAnyThreads) {
  std::mt19937_64 random(9);
  tests::TempDir folder;
  std::string packed;
  std::vector<size_t> starts;
  for (int i = 0; i < 300; ++i) {
    starts.push_back(packed.size());
    packed += gzip_member(noise(random, 10'000));
  }
  struct Case {
    std::string bytes;
    std::string says;
  };
  std::string flipped = packed;
  flipped[starts[200] - 6] ^= 1;
  const Case cases[] = {
      {packed.substr(0, starts[299] + 5000), "is truncated"},
      {packed.substr(0, starts[150] + 4), "is truncated"},
      {flipped, "checksum"},
      {packed.substr(0, starts[200]) + "junk",
       "at byte " + std::to_string(starts[200]) +
           ": no gzip member begins here"},
      {packed + std::string(10, '\0') + "junk",
       "no gzip member follows the zeros"},
  };
  for (const Case& c : cases) {
    std::string path = folder.write("x.gz", c.bytes);
    std::string message = message_of(path, 1);
    EXPECT_NE(message.find(c.says), std::string::npos) << message;
    EXPECT_EQ(message_of(path, 3), message);
  }
}

TEST(GzipSource, MayBeDestroyedInTheMiddle) {
  std::mt19937_64 random(3);
  tests::TempDir folder;
  std::string packed;
  for (int i = 0; i < 500; ++i) packed += gzip_member(noise(random, 10'000));
  auto source = gzip_source(open_file(folder.write("x.gz", packed)), 3);
  EXPECT_FALSE(source->peek(100'000).empty());
}

}  // namespace
}  // namespace wax::io
