#include "serve/api/entity_tags.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {
namespace {

// Of a million bytes 'a'.
constexpr const char* kTagOfMillion =
    "\"cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0\"";

std::string wait_for_strong_tag(EntityTags& tags, const PublishedFile& file) {
  for (;;) {
    std::string tag = tags.of(file);
    if (!tag.starts_with("W/")) return tag;
    std::this_thread::yield();
  }
}

TEST(EntityTags, OfASmallFileIsItsSha256AtOnce) {
  tests::TempDir folder;
  PublishedFile file(folder.write("a", std::string(1'000'000, 'a')));
  EntityTags tags;
  EXPECT_EQ(tags.of(file), kTagOfMillion);
}

TEST(EntityTags, OfALargeFileIsWeakUntilItWasRead) {
  tests::TempDir folder;
  std::string bytes(EntityTags::kMostAtOnce + 1, 'a');
  PublishedFile file(folder.write("a", bytes));
  PublishedFile same(folder / "a");
  PublishedFile other(folder.write("b", bytes));
  EXPECT_EQ(EntityTags().of(file, "\"stated\""), "\"stated\"");
  EntityTags tags;
  std::string weak = tags.of(file);
  EXPECT_TRUE(weak.starts_with("W/\"")) << weak;
  EXPECT_NE(tags.of(other), weak);
  std::string strong = wait_for_strong_tag(tags, file);
  EXPECT_EQ(strong.size(), 66U);
  EXPECT_EQ(tags.of(same), strong);
  EXPECT_EQ(wait_for_strong_tag(tags, other), strong);
}

TEST(EntityTags, ManyThreadsShareTheReadingOfAFile) {
  tests::TempDir folder;
  PublishedFile file(folder.write("a", std::string(32 << 20, 'a')));
  EntityTags tags;
  std::vector<std::string> strong(8);
  std::vector<std::thread> threads;
  for (std::string& tag : strong) {
    threads.emplace_back([&] { tag = wait_for_strong_tag(tags, file); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& tag : strong) EXPECT_EQ(tag, strong[0]);
}

TEST(EntityTags, AnotherStateOfAFileHasAnotherTag) {
  tests::TempDir folder;
  std::string bytes(EntityTags::kMostAtOnce + 1, 'a');
  PublishedFile before(folder.write("a", bytes));
  EntityTags tags;
  std::string tag = wait_for_strong_tag(tags, before);
  bytes.back() = 'b';
  std::filesystem::rename(folder.write("next", bytes), folder / "a");
  PublishedFile after(folder / "a");
  EXPECT_TRUE(before.is_unchanged());
  EXPECT_NE(wait_for_strong_tag(tags, after), tag);
  EXPECT_EQ(tags.of(before), tag);
}

TEST(EntityTags, AFileThatIsGoneKeepsItsWeakTag) {
  tests::TempDir folder;
  PublishedFile file(
      folder.write("a", std::string(EntityTags::kMostAtOnce + 1, 'a')));
  std::filesystem::remove(folder / "a");
  EntityTags tags;
  std::string weak = tags.of(file);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(tags.of(file), weak);
}

// Nobody waits for a large file when the server ends.
TEST(EntityTags, EndWhileAFileIsRead) {
  tests::TempDir folder;
  std::string path = folder.write("a", "");
  std::filesystem::resize_file(path, uint64_t{1} << 40);  // sparse
  PublishedFile file(path);
  EntityTags tags;
  EXPECT_TRUE(tags.of(file).starts_with("W/"));
}

TEST(PublishedFile, FollowsNoLinkAndThrowsBehindItsEnd) {
  tests::TempDir folder;
  std::filesystem::create_symlink(folder.write("a", "abc"), folder / "link");
  EXPECT_FALSE(PublishedFile(folder / "link").is_file());
  EXPECT_FALSE(PublishedFile(folder / "nothing").is_file());
  EXPECT_FALSE(PublishedFile(folder.path()).is_file());
  PublishedFile file(folder / "a");
  ASSERT_TRUE(file.is_file());
  EXPECT_EQ(file.size(), 3U);
  std::string bytes = "x";
  file.read(1, 2, bytes);
  EXPECT_EQ(bytes, "xbc");
  EXPECT_THROW(file.read(3, 1, bytes), Error);
}

}  // namespace
}  // namespace wax::serve
