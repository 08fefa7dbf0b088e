#include "io/new_directory.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "io/error.h"

namespace wax::io {
namespace {

namespace fs = std::filesystem;

class NewDirectoryTest : public testing::Test {
 protected:
  NewDirectoryTest() { fs::create_directories(home_); }
  ~NewDirectoryTest() override { fs::remove_all(home_); }

  static void put(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
  }
  static std::string get(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  size_t entries() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(home_), {}));
  }

  const std::string home_ =
      testing::TempDir() + "new_directory_" + std::to_string(::getpid());
  const std::string path_ = home_ + "/made";
};

TEST_F(NewDirectoryTest, TheSecondWriterIsToldWhoTheFirstIs) {
  int ready[2];
  int done[2];
  ASSERT_EQ(::pipe(ready), 0);
  ASSERT_EQ(::pipe(done), 0);
  pid_t first = ::fork();
  if (first == 0) {
    NewDirectory directory(path_, false);
    char byte = 1;
    if (::write(ready[1], &byte, 1) != 1 || ::read(done[0], &byte, 1) != 1) {
      ::_exit(1);
    }
    directory.finish();
    ::_exit(0);
  }
  char byte;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  try {
    NewDirectory directory(path_, true);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(
        std::string(error.what()).find("process " + std::to_string(first)),
        std::string::npos)
        << error.what();
  }
  { NewDirectory other(home_ + "/other", false); }
  ASSERT_EQ(::write(done[1], &byte, 1), 1);
  int status = 1;
  ::waitpid(first, &status, 0);
  EXPECT_EQ(status, 0);
  // What a killed process left behind does not count.
  fs::create_directories(path_ + ".part-1");
  NewDirectory again(path_, true);
  EXPECT_TRUE(fs::exists(path_));
  for (int fd : {ready[0], ready[1], done[0], done[1]}) ::close(fd);
}

TEST_F(NewDirectoryTest, AppearsWithFinish) {
  NewDirectory directory(path_ + "/", false);
  put(directory.part() + "/a", "one");
  EXPECT_FALSE(fs::exists(path_));
  directory.finish();
  EXPECT_EQ(get(path_ + "/a"), "one");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(NewDirectoryTest, LeavesNothingWithoutFinish) {
  {
    NewDirectory directory(path_, false);
    put(directory.part() + "/a", "one");
  }
  EXPECT_EQ(entries(), 0u);
}

TEST_F(NewDirectoryTest, RefusesAnExistingNameUnlessForced) {
  fs::create_directory(path_);
  put(path_ + "/old", "old");
  EXPECT_THROW(NewDirectory(path_, false), UsageError);
  {
    NewDirectory directory(path_, true);
    put(directory.part() + "/new", "new");
    EXPECT_EQ(get(path_ + "/old"), "old");
    directory.finish();
  }
  EXPECT_EQ(get(path_ + "/new"), "new");
  EXPECT_FALSE(fs::exists(path_ + "/old"));
  EXPECT_EQ(entries(), 1u);
}

TEST_F(NewDirectoryTest, NeverReplacesAFile) {
  put(path_, "a file");
  EXPECT_THROW(NewDirectory(path_, true), IoError);
  EXPECT_EQ(get(path_), "a file");
}

TEST_F(NewDirectoryTest, ANameTakenMeanwhileIsNotReplacedUnasked) {
  NewDirectory directory(path_, false);
  fs::create_directory(path_);
  put(path_ + "/other", "other");
  EXPECT_THROW(directory.finish(), IoError);
  EXPECT_EQ(get(path_ + "/other"), "other");
}

TEST_F(NewDirectoryTest, AMissingParentIsMade) {
  NewDirectory directory(home_ + "/no/such", false);
  directory.finish();
  EXPECT_TRUE(fs::is_directory(home_ + "/no/such"));
}

TEST_F(NewDirectoryTest, AParentThatIsAFileIsAnError) {
  put(path_, "a file");
  EXPECT_THROW(NewDirectory(path_ + "/such", false), IoError);
}

}  // namespace
}  // namespace wax::io
