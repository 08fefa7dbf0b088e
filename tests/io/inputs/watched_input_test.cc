#include "io/inputs/watched_input.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <thread>

#include "io/error.h"
#include "tests/support/refused_call.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

struct Ended {};

TEST(WatchedInput, GivesTheSameBytesAndIsWatchedOnceInSomeMiB) {
  const tests::TempDir directory;
  std::string bytes(20 << 20, 'x');
  bytes.back() = 'y';
  const std::string path = directory.write("file", bytes);
  int calls = 0;
  auto source = open_watched(path, [&] { ++calls; });
  uint64_t size = 0;
  EXPECT_TRUE(source->size(size));
  EXPECT_EQ(size, bytes.size());
  EXPECT_EQ(read_all(*source, UINT64_MAX), bytes);
  EXPECT_GE(calls, 4);
  EXPECT_LE(calls, 5);
  ASSERT_TRUE(source->seek(bytes.size() - 1));
  EXPECT_EQ(source->peek(1), "y");
  EXPECT_EQ(source->path(), path);
}

TEST(WatchedInput, EndsWithWhatTheWatchThrows) {
  const tests::TempDir directory;
  auto source = open_watched(directory.write("file", std::string(9 << 20, 'x')),
                             [] { throw Ended(); });
  std::string out(9 << 20, '\0');
  EXPECT_THROW((void)source->read_into(out.data(), out.size()), Ended);
}

TEST(WatchedInput, EndsWhilePipesAreWaitedFor) {
  const tests::TempDir directory;
  const std::string path = directory / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  int calls = 0;
  auto watch = [&] {
    if (++calls == 3) throw Ended();
  };
  // Without a writer, and with one that is silent.
  auto source = open_watched(path, watch);
  EXPECT_THROW((void)source->peek(1), Ended);
  EXPECT_EQ(calls, 3);
  const int writer = open(path.c_str(), O_WRONLY);
  ASSERT_GE(writer, 0);
  calls = 0;
  EXPECT_THROW((void)source->peek(1), Ended);
  ASSERT_EQ(write(writer, "wax", 3), 3);
  close(writer);
  EXPECT_EQ(read_all(*source, UINT64_MAX), "wax");
}

TEST(WatchedInput, WaitsForPipesToTheirEnd) {
  const tests::TempDir directory;
  const std::string path = directory / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  auto source = open_watched(path, [] {});
  std::thread writer([&] {
    const int fd = open(path.c_str(), O_WRONLY);
    for (int i = 0; i < 3; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(150));
      EXPECT_EQ(write(fd, "wax", 3), 3);
    }
    close(fd);
  });
  EXPECT_EQ(read_all(*source, UINT64_MAX), "waxwaxwax");
  writer.join();
}

TEST(WatchedInput, ThrowsForFilesThatAreMissing) {
  EXPECT_THROW((void)open_watched("/nowhere/file", [] {}), IoError);
}

TEST(WatchedInput, CountsWhatIsPassedOverForwards) {
  const tests::TempDir directory;
  int calls = 0;
  auto source = open_watched(directory.write("file", std::string(9 << 20, 'x')),
                             [&] { ++calls; });
  ASSERT_TRUE(source->seek(5 << 20));
  EXPECT_EQ(calls, 1);
  ASSERT_TRUE(source->seek(0));
  EXPECT_EQ(calls, 1);
  std::string out(20 << 20, ' ');
  EXPECT_EQ(source->read_into(out.data(), out.size()), 9U << 20);
}

TEST(WatchedInput, PipesHaveNoSizeAndGoNowhereElse) {
  const tests::TempDir directory;
  const std::string path = directory / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  auto source = open_watched(path, [] {});
  const int writer = open(path.c_str(), O_WRONLY);
  ASSERT_EQ(write(writer, "wax", 3), 3);
  uint64_t size = 0;
  EXPECT_FALSE(source->size(size));
  EXPECT_FALSE(source->seeks_back());
  EXPECT_EQ(source->peek(3), "wax");
  EXPECT_TRUE(source->seek(1));
  EXPECT_EQ(source->peek(2), "ax");
  EXPECT_FALSE(source->seek(100));
  close(writer);
}

TEST(WatchedInput, StandardInputMayBeAPipeAndStaysOpen) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const int before = dup(STDIN_FILENO);
  ASSERT_EQ(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
  ASSERT_EQ(write(ends[1], "wax", 3), 3);
  close(ends[1]);
  close(ends[0]);
  {
    auto source = open_watched("-", [] {});
    EXPECT_EQ(source->path(), "<stdin>");
    EXPECT_EQ(read_all(*source, UINT64_MAX), "wax");
  }
  EXPECT_NE(fcntl(STDIN_FILENO, F_GETFD), -1);
  if (before >= 0) {
    dup2(before, STDIN_FILENO);
    close(before);
  }
}

TEST(WatchedInput, EndsWhenAPipeCannotBeRead) {
  const tests::TempDir directory;
  const std::string path = directory / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  auto source = open_watched(path, [] {});
  const int writer = open(path.c_str(), O_WRONLY);
  ASSERT_EQ(write(writer, "wax", 3), 3);
  bool can = false;
  for (auto call : {tests::Call::kPoll, tests::Call::kRead}) {
    can = tests::with_refused_call(
        call, EIO, [&] { EXPECT_THROW((void)source->peek(1), IoError); });
  }
  EXPECT_EQ(source->peek(1), "wax");
  close(writer);
  // A socket has a name, but is not opened by it.
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = directory / "socket";
  ASSERT_LT(name.size(), sizeof address.sun_path);
  name.copy(address.sun_path, name.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address),
            0);
  EXPECT_THROW((void)open_watched(name, [] {}), IoError);
  close(socket);
  if (!can) GTEST_SKIP() << "no filters of calls";
}

}  // namespace
}  // namespace wax::io
