#include "io/output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>

#include "io/error.h"
#include "io/patched_output.h"
#include "tests/support/refused_call.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

size_t files_in(const std::string& folder) {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator(folder)) {
    ++count;
  }
  return count;
}

TEST(Output, AFileAppearsWithFinish) {
  tests::TempDir folder;
  std::string path = folder / "out";
  auto output = open_output(path, false);
  output->write("some ");
  output->write(std::string(1'000'000, 'x'));
  output->write(" end");
  output->flush();
  EXPECT_FALSE(std::filesystem::exists(path));
  output->finish();
  EXPECT_EQ(tests::read_file(path),
            "some " + std::string(1'000'000, 'x') + " end");
  output.reset();
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(Output, BytesOfANewFileCanBeWrittenAgain) {
  tests::TempDir folder;
  const std::string path = folder / "out";
  auto output = open_output(path, false);
  output->write("some bytes");
  EXPECT_TRUE(patch_output(*output, 5, "B"));
  output->write(" more");
  output->finish();
  EXPECT_EQ(tests::read_file(path), "some Bytes more");
  std::string memory;
  auto kept = open_memory(memory);
  kept->write("some bytes");
  EXPECT_TRUE(patch_output(*kept, 0, "So"));
  EXPECT_EQ(memory, "Some bytes");
  auto device = open_output("/dev/null", false);
  EXPECT_FALSE(patch_output(*device, 0, "x"));
}

TEST(Output, WithoutFinishNothingIsLeft) {
  tests::TempDir folder;
  std::string path = folder.write("out", "old");
  {
    auto output = open_output(path, true);
    output->write("new");
    output->flush();
  }
  EXPECT_EQ(tests::read_file(path), "old");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(Output, AnExistingFileIsReplacedWhenForcedOnly) {
  tests::TempDir folder;
  std::string path = folder.write("out", "old");
  EXPECT_THROW(static_cast<void>(open_output(path, false)), UsageError);
  auto output = open_output(path, true);
  output->write("new");
  output->finish();
  EXPECT_EQ(tests::read_file(path), "new");
}

TEST(Output, ThrowsForAPathThatCannotBeAFile) {
  tests::TempDir folder;
  for (bool force : {false, true}) {
    EXPECT_THROW(static_cast<void>(open_output(folder.path(), force)), IoError);
    EXPECT_THROW(static_cast<void>(open_output(folder / "no/out", force)),
                 IoError);
  }
}

TEST(Output, AFullDiskIsAnError) {
  auto output = open_output("/dev/full", false);
  output->write("a");
  try {
    output->finish();
    FAIL();
  } catch (const IoError& error) {
    EXPECT_EQ(error.code(), ENOSPC);
  }
}

TEST(Output, ThrowsClosedPipeWhenTheReaderHasGone) {
  tests::TempDir folder;
  std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  auto output = open_output(path, false);
  output->write("to be read");
  output->flush();
  char buffer[20];
  EXPECT_EQ(::read(reader, buffer, sizeof buffer), 10);
  ::close(reader);
  auto before = std::signal(SIGPIPE, SIG_IGN);
  output->write("to nobody");
  EXPECT_THROW(output->flush(), ClosedPipe);
  std::signal(SIGPIPE, before);
}

// What `work` throws when `call` fails with EIO; 0 where calls cannot fail.
int code_of_refused(tests::Call call, const std::function<void()>& work) {
  try {
    if (!tests::with_refused_call(call, EIO, work)) return 0;
  } catch (const IoError& error) {
    return error.code();
  }
  ADD_FAILURE() << "nothing was thrown";
  return 0;
}

TEST(Output, AFileThatDoesNotReachTheDiskIsAnErrorAndLeavesTheOldOne) {
  tests::TempDir folder;
  const std::string path = folder.write("out", "old");
  for (tests::Call call : {tests::Call::kSync, tests::Call::kRename,
                           tests::Call::kTruncate, tests::Call::kWriteAt}) {
    const int code = code_of_refused(call, [&] {
      auto output = open_output(path, true);
      output->write("new");
      (void)patch_output(*output, 0, "N");
      output->finish();
    });
    if (code == 0) GTEST_SKIP() << "no filters of calls";
    EXPECT_EQ(code, EIO);
    EXPECT_EQ(tests::read_file(path), "old");
    EXPECT_EQ(files_in(folder.path()), 1U);
  }
}

TEST(Output, WhatIsAppendedButDoesNotReachTheDiskIsAnError) {
  tests::TempDir folder;
  const std::string path = folder.write("out", "old");
  const int code = code_of_refused(tests::Call::kSync, [&] {
    auto output = open_appending_output(path);
    output->write("new");
    output->finish();
  });
  if (code == 0) GTEST_SKIP() << "no filters of calls";
  EXPECT_EQ(code, EIO);
}

TEST(Output, WhatIsAppendedComesAfterTheBytesOfAFile) {
  tests::TempDir home;
  const std::string path = home / "problems";
  for (const char* line : {"one\n", "two\n"}) {
    auto output = open_appending_output(path);
    output->write(line);
    output->finish();
  }
  EXPECT_EQ(tests::read_file(path), "one\ntwo\n");
  auto first = open_appending_output(path);
  auto second = open_appending_output(path);
  first->write("three\n");
  second->write("four\n");
  first->finish();
  second->finish();
  EXPECT_EQ(tests::read_file(path), "one\ntwo\nthree\nfour\n");
  EXPECT_THROW((void)open_appending_output(home / "none/problems"), IoError);
}

TEST(Output, MemoryKeepsTheBytes) {
  std::string bytes = "before ";
  auto output = open_memory(bytes);
  output->write("and ");
  output->write("after");
  output->finish();
  EXPECT_EQ(bytes, "before and after");
}

TEST(ChangingOutput, LeavesAFileAloneThatHasTheSameBytes) {
  tests::TempDir folder;
  auto write = [&](std::string_view first, std::string_view second) {
    auto output = open_changing_output(folder / "file");
    output->write(first);
    output->write(second);
    output->finish();
    return std::filesystem::last_write_time(folder / "file");
  };
  auto before = write("ab", "cd");
  EXPECT_EQ(tests::read_file(folder / "file"), "abcd");
  EXPECT_EQ(write("a", "bcd"), before);
  for (const char* other : {"abc", "abcde", "abcx", ""}) {
    write("ab", "cd");
    write(other, "");
    EXPECT_EQ(tests::read_file(folder / "file"), other);
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()),
                          std::filesystem::directory_iterator()),
            1);
}

}  // namespace

}  // namespace wax::io
