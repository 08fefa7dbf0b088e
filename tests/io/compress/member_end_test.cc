#include <gtest/gtest.h>

#include <random>
#include <string>

#include "io/compress/gzip_format.h"
#include "io/compress/inflater.h"
#include "tests/support/archives.h"

namespace wax::io {
namespace {

using tests::gzip_member;

// A record, as far as these tests go, begins with "REC".
bool begins(std::string_view in) {
  auto inflater = gzip_inflater();
  inflater->start();
  char out[64];
  Inflater::Step step = inflater->step(in, out, sizeof out);
  return std::string_view(out, step.produced).starts_with("REC");
}

std::string noise(std::mt19937& random, size_t size) {
  std::string bytes(size, '\0');
  for (char& c : bytes) c = static_cast<char>(random());
  return bytes;
}

std::string four_bytes(size_t number) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(number >> (8 * i));
  return bytes;
}

// Where it says that a first member of `size` bytes ends; 0 when it does not.
uint64_t end_of_first(const std::string& file, uint64_t size) {
  auto source = tests::memory_file(file);
  if (!pass_over_gzip_member(*source, 30, size, begins)) return 0;
  return source->offset();
}

TEST(MemberEnd, IsWhereTheSizeAndTheNextRecordMeet) {
  std::mt19937 random(3);
  for (size_t size : {100u, 5000u, 70000u, 300000u, 3000000u}) {
    for (int level : {0, 1, 6}) {
      std::string content = "REC" + noise(random, size);
      std::string first = gzip_member(content, level);
      std::string next = gzip_member("REC next");
      uint64_t all = content.size();
      EXPECT_EQ(end_of_first(first + next, all), first.size()) << size << level;
      EXPECT_EQ(end_of_first(first + next, all + 1), 0u);
      // The size is taken mod 2^32, but a member is no smaller than it says.
      EXPECT_EQ(end_of_first(first + next, all + (uint64_t{1} << 32)),
                first.size());
      EXPECT_EQ(end_of_first(first, all), 0u);
      EXPECT_EQ(end_of_first(first + "junk" + next, all), 0u);
      EXPECT_EQ(end_of_first(first + gzip_member("no record") + next, all), 0u);
      EXPECT_EQ(end_of_first(first + gzip_member("") + next, all), 0u);
    }
  }
}

TEST(MemberEnd, IsWhereTheHeaderSaysWhenThatHolds) {
  std::mt19937 random(4);
  std::string content = "REC" + noise(random, 3000);
  std::string plain = gzip_member(content);
  auto stating = [&](size_t size) {
    std::string first = plain;
    first[3] = 4;
    first.insert(10, std::string("\x0c\0sl\x08\0", 6) + four_bytes(size) +
                         four_bytes(content.size()));
    return first;
  };
  size_t size = plain.size() + 14;
  // With a second boundary of that size, only the header can tell.
  std::string inner = plain + gzip_member("REC");
  EXPECT_EQ(end_of_first(stating(size) + inner, content.size()), size);
  for (size_t wrong : {size_t{0}, size_t{5}, size - 1, size + 1, size + 9000}) {
    EXPECT_EQ(end_of_first(stating(wrong) + inner, content.size()), size);
  }
}

// Members inside a record, the tempting and the chance kind: what is found is
// the end, or nothing.
TEST(MemberEnd, IsNeverInsideWhatIsStored) {
  std::mt19937 random(5);
  int found = 0;
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE(round);
    std::string before = "REC" + noise(random, random() % 150000);
    std::string after = noise(random, random() % 150000);
    std::string bait = gzip_member("REC" + noise(random, random() % 200),
                                   static_cast<int>(random() % 2) * 6);
    size_t size = before.size() + 4 + bait.size() + after.size();
    std::string content =
        before + (round % 4 == 0 ? "oops" : four_bytes(size)) + bait + after;
    if (round % 5 == 4) content += four_bytes(size), size += 4;
    std::string first = gzip_member(content, round % 3 == 0 ? 0 : 6);
    uint64_t end = end_of_first(first + gzip_member("REC next"), size);
    EXPECT_TRUE(end == 0 || end == first.size()) << end;
    found += end != 0;
  }
  EXPECT_EQ(found, 0);
}

TEST(MemberEnd, IsSeldomTakenForStored) {
  std::mt19937 random(6);
  int found = 0;
  for (int round = 0; round < 100; ++round) {
    std::string content = "REC";
    while (content.size() < 100000) {
      content += "word" + std::to_string(random()) + ' ';
    }
    std::string first = gzip_member(content);
    found += end_of_first(first + gzip_member("REC"), content.size()) != 0;
  }
  EXPECT_GE(found, 90);
}

TEST(MemberEnd, StoredBlocksReachOverWhatTheyHold) {
  std::string text(1000, 'a');
  std::string member = gzip_member(text, 0) + gzip_member("");
  size_t data = member.find('a');
  for (size_t at = data; at < data + text.size(); ++at) {
    ASSERT_TRUE(in_stored_block(member, at)) << at;
  }
  EXPECT_FALSE(in_stored_block(member, data + text.size()));
  EXPECT_FALSE(in_stored_block(member, data - 1));
}

}  // namespace
}  // namespace wax::io
