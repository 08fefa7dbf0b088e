#include "cdx/files/joined_cdx.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <string>
#include <thread>

#include "io/error.h"
#include "lines/line_error.h"
#include "tests/lines/stream_text.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

const std::string k9 = " CDX N b a m s k r V g\n";
const std::string kNine = "k 20070101000000 u m s d r 1 f\n";
const std::string kSurt = "com,example)/ 20070101000000 {}\n";
const std::string kLegacy = "example.com/ 20070101000000 {}\n";

TEST(JoinedCdx, LooksForTheFirstKeyThatTellsItsKind) {
  tests::TempDir folder;
  std::string dns = "dns:example.com 20070101000000 {}\n";
  auto read = [&](const std::string& first, const std::string& second) {
    JoinedCdx joined({folder.write("a", first), folder.write("b", second)});
    (void)text_of(joined);
  };
  EXPECT_NO_THROW(read(dns + kSurt, dns + kSurt));
  EXPECT_NO_THROW(read(dns, kLegacy));
  EXPECT_THROW(read(dns + kSurt, dns + kLegacy), UsageError);
}

TEST(JoinedCdx, ReadsOneFileAfterAnother) {
  tests::TempDir folder;
  JoinedCdx joined({folder.write("a", k9 + kNine), folder.write("b", ""),
                    folder.write("c", kNine)});
  EXPECT_EQ(joined.header() + "\n", k9);
  EXPECT_EQ(text_of(joined), kNine + kNine);
  EXPECT_EQ(joined.count(), 2U);
}

TEST(JoinedCdx, KnowsTheHeaderOfAllFilesWhenItIsOpened) {
  tests::TempDir folder;
  std::string bare = folder.write("a", kNine);
  JoinedCdx joined({bare, folder.write("b", k9 + kNine)});
  EXPECT_EQ(joined.header() + "\n", k9);
  EXPECT_EQ(text_of(joined), kNine + kNine);
  EXPECT_THROW(JoinedCdx({bare, folder.write("c", " CDX N b a\nk 2007 u\n")}),
               lines::LineError);
  EXPECT_THROW(JoinedCdx({bare, folder.path() + "/none"}), IoError);
}

TEST(JoinedCdx, ReadsPipesOnce) {
  tests::TempDir folder;
  std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe) << k9 + kNine; });
  JoinedCdx joined({folder.write("a", kNine), pipe});
  EXPECT_EQ(joined.header() + "\n", k9);
  EXPECT_EQ(text_of(joined), kNine + kNine);
  writer.join();
}

}  // namespace
}  // namespace wax::cdx
