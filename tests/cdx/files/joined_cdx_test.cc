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

const std::string kJoinedHeader = " CDX N b a m s k r V g\n";
const std::string kJoinedLine = "k 20070101000000 u m s d r 1 f\n";
const std::string kSurtLine = "com,example)/ 20070101000000 {}\n";
const std::string kLegacyLine = "example.com/ 20070101000000 {}\n";

TEST(JoinedCdx, LooksForTheFirstKeyThatTellsItsKind) {
  tests::TempDir folder;
  std::string dns = "dns:example.com 20070101000000 {}\n";
  auto read = [&](const std::string& first, const std::string& second) {
    JoinedCdx joined({folder.write("a", first), folder.write("b", second)});
    (void)text_of(joined);
  };
  EXPECT_NO_THROW(read(dns + kSurtLine, dns + kSurtLine));
  EXPECT_NO_THROW(read(dns, kLegacyLine));
  EXPECT_THROW(read(dns + kSurtLine, dns + kLegacyLine), UsageError);
}

TEST(JoinedCdx, ReadsOneFileAfterAnother) {
  tests::TempDir folder;
  JoinedCdx joined({folder.write("a", kJoinedHeader + kJoinedLine),
                    folder.write("b", ""), folder.write("c", kJoinedLine)});
  EXPECT_EQ(joined.header().top(), kJoinedHeader);
  EXPECT_EQ(text_of(joined), kJoinedLine + kJoinedLine);
  EXPECT_EQ(joined.count(), 2U);
}

TEST(JoinedCdx, KnowsTheHeaderOfAllFilesWhenItIsOpened) {
  tests::TempDir folder;
  std::string bare = folder.write("a", kJoinedLine);
  JoinedCdx joined({bare, folder.write("b", kJoinedHeader + kJoinedLine)});
  EXPECT_EQ(joined.header().top(), kJoinedHeader);
  EXPECT_EQ(text_of(joined), kJoinedLine + kJoinedLine);
  EXPECT_THROW(JoinedCdx({bare, folder.write("c", " CDX N b a\nk 2007 u\n")}),
               lines::LineError);
  EXPECT_THROW(JoinedCdx({bare, folder.path() + "/none"}), IoError);
}

TEST(JoinedCdx, ReadsPipesOnce) {
  tests::TempDir folder;
  std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer(
      [&] { std::ofstream(pipe) << kJoinedHeader + kJoinedLine; });
  JoinedCdx joined({folder.write("a", kJoinedLine), pipe});
  EXPECT_EQ(joined.header().top(), kJoinedHeader);
  EXPECT_EQ(text_of(joined), kJoinedLine + kJoinedLine);
  writer.join();
}

}  // namespace
}  // namespace wax::cdx
