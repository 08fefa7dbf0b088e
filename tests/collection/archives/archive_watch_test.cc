#include "collection/archives/archive_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unlisted.h"

namespace wax::collection {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

std::string archive_of(const std::string& text) {
  return tests::gzip_member(tests::warc_record(tests::http_response(text)));
}

class ArchiveWatchTest : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& bytes) {
    return directory_.write(name, bytes);
  }
  // At that second after the beginning.
  ArchiveWatch::Look at(int second, const std::vector<std::string>& archives) {
    return watch_.look(archives, begin_ + seconds(second));
  }

  tests::TempDir directory_;
  ArchiveWatch watch_{seconds(60)};
  ArchiveWatch::Clock::time_point begin_ = ArchiveWatch::Clock::now();
};

TEST_F(ArchiveWatchTest, TakesWhatIsWholeAndQuietOnce) {
  const std::string a = write("a.warc.gz", archive_of("one"));
  ArchiveWatch::Look look = at(0, {a});
  EXPECT_THAT(look.ready, IsEmpty());
  EXPECT_EQ(look.waiting, 1u);
  EXPECT_THAT(at(59, {a}).ready, IsEmpty());
  EXPECT_THAT(at(60, {a}).ready, ElementsAre(a));
  EXPECT_THAT(at(61, {a}).ready, ElementsAre(a)) << "until it is built";
  watch_.settle_look();
  look = at(200, {a});
  EXPECT_FALSE(look.changed);
  EXPECT_EQ(look.waiting, 0u);
}

TEST_F(ArchiveWatchTest, AFolderThatCannotBeListedIsReadyOnce) {
  const tests::UnlistedFolder folder(directory_.path(),
                                     directory_ / "lost+found");
  const std::string path = directory_ / "lost+found";
  EXPECT_TRUE(at(0, {path}).ready.empty());
  ArchiveWatch::Look look = at(60, {path});
  EXPECT_THAT(look.ready, ElementsAre(path));
  EXPECT_THAT(look.incomplete, IsEmpty());
  EXPECT_FALSE(watch_.waits(path));
  watch_.settle_look();
  EXPECT_FALSE(at(200, {path}).changed);
}

TEST_F(ArchiveWatchTest, TellsWhatWaits) {
  const std::string a = write("a.warc.gz", archive_of("one"));
  const std::string b = write("b.warc.gz", archive_of("two"));
  watch_.settle({b});
  (void)at(0, {a, b});
  EXPECT_TRUE(watch_.waits(a));
  EXPECT_FALSE(watch_.waits(b)) << "built as it is";
  (void)at(60, {a, b});
  EXPECT_FALSE(watch_.waits(a)) << "ready";
  watch_.settle_look();
  EXPECT_FALSE(watch_.waits(a));
  EXPECT_TRUE(watch_.waits("/never/seen"));
}

TEST_F(ArchiveWatchTest, WaitsForWhatGrowsAndForAMissingEnd) {
  const std::string whole = archive_of("one") + archive_of("two");
  const std::string a = write("a.warc.gz", whole.substr(0, whole.size() - 10));
  EXPECT_THAT(at(0, {a}).incomplete, IsEmpty());
  ArchiveWatch::Look look = at(70, {a});
  EXPECT_THAT(look.incomplete, ElementsAre(a));
  EXPECT_EQ(look.waiting, 1u);
  EXPECT_THAT(at(80, {a}).incomplete, IsEmpty()) << "told once";
  write("a.warc.gz", whole);
  EXPECT_THAT(at(90, {a}).ready, IsEmpty());
  EXPECT_THAT(at(149, {a}).ready, IsEmpty());
  EXPECT_THAT(at(150, {a}).ready, ElementsAre(a));
}

TEST_F(ArchiveWatchTest, TakesWhatStaysWithoutAnEndInTheEnd) {
  const std::string a = write("a.warc.gz", archive_of("one").substr(0, 50));
  const std::string empty = write("empty.warc.gz", "");
  EXPECT_EQ(at(0, {a, empty}).waiting, 2u);
  EXPECT_EQ(at(599, {a, empty}).waiting, 2u);
  EXPECT_THAT(at(600, {a, empty}).ready, ElementsAre(a, empty));
}

TEST_F(ArchiveWatchTest, ForgetsNamesThatWereOnlyForWriting) {
  const std::string open = write("a.warc.gz.open", archive_of("one"));
  const std::string a = directory_ / "a.warc.gz";
  EXPECT_EQ(at(0, {open}).waiting, 1u);
  std::filesystem::rename(open, a);
  EXPECT_EQ(at(30, {a}).waiting, 1u);
  EXPECT_THAT(at(89, {a}).ready, IsEmpty());
  EXPECT_THAT(at(90, {a}).ready, ElementsAre(a));
}

TEST_F(ArchiveWatchTest, NoticesThatKnownArchivesChangeAndGo) {
  const std::string a = write("a.warc.gz", archive_of("one"));
  const std::string b = write("b.warc.gz", archive_of("two"));
  const std::string elsewhere = write("c.warc.gz", archive_of("three"));
  watch_.settle({a, b, elsewhere});
  EXPECT_FALSE(at(0, {a, b}).changed);
  write("a.warc.gz", archive_of("one") + archive_of("more"));
  write("c.warc.gz", archive_of("three") + archive_of("more"));
  std::filesystem::remove(b);
  EXPECT_EQ(at(10, {a}).waiting, 3u);
  ArchiveWatch::Look look = at(70, {a});
  EXPECT_TRUE(look.changed);
  EXPECT_THAT(look.ready, ElementsAre(a)) << "others have no folder here";
  watch_.settle_look();
  EXPECT_FALSE(at(700, {a}).changed);
}

}  // namespace
}  // namespace wax::collection
