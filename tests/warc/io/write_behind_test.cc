#include "warc/io/write_behind.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <random>
#include <string>

#include "tests/support/temp_dir.h"
#include "warc/io/error.h"

namespace wax::io {
namespace {

TEST(WriteBehind, HandsOnAllBytesInOrder) {
  std::mt19937_64 random(3);
  std::string got;
  std::string expected;
  auto output = write_behind(open_memory(got));
  for (int i = 0; i < 200; ++i) {
    std::string bytes(random() % (i % 10 == 0 ? 700'000 : 3000),
                      static_cast<char>('a' + i % 26));
    output->write(bytes);
    expected += bytes;
    if (i % 50 == 0) {
      output->flush();
      EXPECT_EQ(got, expected);
    }
  }
  output->finish();
  EXPECT_EQ(got, expected);
}

TEST(WriteBehind, AFullDiskIsAnErrorOfALaterCall) {
  auto output = write_behind(open_output("/dev/full", false));
  try {
    output->write(std::string(1'000'000, 'x'));
    output->finish();
    FAIL() << "no error";
  } catch (const IoError& error) {
    EXPECT_NE(std::string(error.what()).find("/dev/full"), std::string::npos);
  }
}

TEST(WriteBehind, WithoutFinishAFileDoesNotAppear) {
  tests::TempDir folder;
  std::string path = folder.write("out", "old");
  {
    auto output = write_behind(open_output(path, true));
    output->write(std::string(1'000'000, 'x'));
  }
  EXPECT_EQ(tests::read_file(path), "old");
  auto output = write_behind(open_output(path, true));
  output->write("new");
  output->finish();
  EXPECT_EQ(tests::read_file(path), "new");
}

}  // namespace
}  // namespace wax::io
