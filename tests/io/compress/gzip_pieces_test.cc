#include "io/compress/gzip_pieces.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "io/compress/gzip_format.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

struct Text {
  uint64_t offset;
  std::string text;
  uint64_t stored;
};

// Members of many sizes; some have members inside.
std::vector<Text> members(std::mt19937_64& random, std::string& file) {
  std::vector<Text> all;
  while (file.size() < 3'000'000) {
    const size_t size = random() % 30 == 0 ? 700'000 : random() % 9'000;
    std::string text;
    while (text.size() < size) text += static_cast<char>(random());
    if (random() % 10 == 0) text = gzip_member(text) + gzip_member("inner");
    if (random() % 30 == 0) text.append(3'000'000, 'x');
    const std::string member = gzip_member(text, 1);
    all.push_back({file.size(), std::move(text), member.size()});
    file += member;
  }
  return all;
}

TEST(GzipPieces, HaveMostMembersAndOnlyMembers) {
  const tests::TempDir folder;
  for (unsigned threads : {0U, 1U, 3U}) {
    std::mt19937_64 random(threads + 1);
    std::string file;
    const std::vector<Text> all = members(random, file);
    auto pieces =
        GzipPieces::open(folder.write("x", file), file.size(), threads);
    ASSERT_NE(pieces, nullptr);
    size_t found = 0;
    for (const Text& each : all) {
      if (const auto member = pieces->at(each.offset)) {
        ++found;
        ASSERT_EQ(member->text, each.text);
        EXPECT_EQ(member->stored, each.stored);
      }
      EXPECT_FALSE(pieces->at(each.offset + 1)) << each.offset;
    }
    EXPECT_GT(found, all.size() / 2) << threads;
    EXPECT_FALSE(pieces->at(file.size()));
    EXPECT_FALSE(pieces->at(0));
  }
}

TEST(GzipPieces, PassOverWhatTheirOwnerPassesOver) {
  const tests::TempDir folder;
  std::mt19937_64 random(7);
  std::string file;
  const std::vector<Text> all = members(random, file);
  auto pieces = GzipPieces::open(folder.write("x", file), file.size(), 2);
  ASSERT_NE(pieces, nullptr);
  size_t found = 0;
  for (size_t i = 0; i < all.size(); i += all.size() / 7) {
    if (auto member = pieces->at(all[i].offset)) {
      ++found;
      EXPECT_EQ(member->text, all[i].text);
    }
  }
  EXPECT_GT(found, 2U);
}

TEST(GzipPieces, LackMembersThatAreDamagedOrCut) {
  const tests::TempDir folder;
  const std::string good = gzip_member("good");
  std::string bad_sum = gzip_member("bad");
  bad_sum[bad_sum.size() - 5] ^= 1;
  std::string file = good + bad_sum + good;
  file += good.substr(0, 9);
  auto pieces = GzipPieces::open(folder.write("x", file), file.size(), 1);
  ASSERT_NE(pieces, nullptr);
  EXPECT_TRUE(pieces->at(0));
  EXPECT_FALSE(pieces->at(good.size()));
  EXPECT_FALSE(pieces->at(file.size() - 9));
}

TEST(GzipPieces, AreOfRegularFilesOfOneSize) {
  const tests::TempDir folder;
  const std::string path = folder.write("x", gzip_member("x"));
  EXPECT_EQ(GzipPieces::open(path, 5, 1), nullptr);
  EXPECT_EQ(GzipPieces::open(folder.path(), 4096, 1), nullptr);
  EXPECT_EQ(GzipPieces::open(folder / "none", 0, 1), nullptr);
  auto none = GzipPieces::open(folder.write("y", ""), 0, 1);
  ASSERT_NE(none, nullptr);
  EXPECT_FALSE(none->at(0));
}

}  // namespace
}  // namespace wax::io
