#include "io/new_directory.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>

#include "io/error.h"
#include "tests/support/refused_call.h"

namespace wax::io {
namespace {

namespace fs = std::filesystem;

const DirectoryKind kAny = {"a thing", [](const std::string&) { return true; },
                            [](const std::string&) { return std::string(); }};

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
    NewDirectory directory(path_, false, kAny, {});
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
    NewDirectory directory(path_, true, kAny, {});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(
        std::string(error.what()).find("process " + std::to_string(first)),
        std::string::npos)
        << error.what();
  }
  { NewDirectory other(home_ + "/other", false, kAny, {}); }
  ASSERT_EQ(::write(done[1], &byte, 1), 1);
  int status = 1;
  ::waitpid(first, &status, 0);
  EXPECT_EQ(status, 0);
  // What a killed process left behind does not count.
  fs::create_directories(path_ + ".part-1");
  NewDirectory again(path_, true, kAny, {});
  EXPECT_TRUE(fs::exists(path_));
  for (int fd : {ready[0], ready[1], done[0], done[1]}) ::close(fd);
}

TEST_F(NewDirectoryTest, AppearsWithFinish) {
  NewDirectory directory(path_ + "/", false, kAny, {});
  put(directory.part() + "/a", "one");
  EXPECT_FALSE(fs::exists(path_));
  directory.finish();
  EXPECT_EQ(get(path_ + "/a"), "one");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(NewDirectoryTest, LeavesNothingWithoutFinish) {
  {
    NewDirectory directory(path_, false, kAny, {});
    put(directory.part() + "/a", "one");
  }
  EXPECT_EQ(entries(), 0u);
}

TEST_F(NewDirectoryTest, RefusesAnExistingNameUnlessForced) {
  fs::create_directory(path_);
  put(path_ + "/old", "old");
  EXPECT_THROW(NewDirectory(path_, false, kAny, {}), UsageError);
  {
    NewDirectory directory(path_, true, kAny, {});
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
  EXPECT_THROW(NewDirectory(path_, true, kAny, {}), UsageError);
  EXPECT_EQ(get(path_), "a file");
}

TEST_F(NewDirectoryTest, NeverReplacesALink) {
  fs::create_directory(home_ + "/real");
  fs::create_directory_symlink("real", path_);
  EXPECT_THROW(NewDirectory(path_, true, kAny, {}), IoError);
  EXPECT_TRUE(fs::is_symlink(path_));
}

// What is said of `path`; empty: it may be replaced.
std::string refusal(const std::string& path, bool force,
                    const DirectoryKind& kind,
                    const std::vector<std::string>& inputs = {}) {
  try {
    check_replaceable(path, force, kind, inputs);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST_F(NewDirectoryTest, ReplacesOnlyDirectoriesOfItsKind) {
  const DirectoryKind kind = {
      "a shelf",
      [](const std::string& path) { return fs::exists(path + "/mark"); },
      [](const std::string& path) {
        return path.ends_with("mark") ? std::string() : path;
      }};
  EXPECT_EQ(refusal(path_, false, kind), "");
  fs::create_directory(path_);
  EXPECT_EQ(refusal(path_, true, kind), "");
  put(path_ + "/a.warc", "");
  for (const char* mark : {"", "/mark"}) {
    if (*mark != '\0') put(path_ + mark, "");
    EXPECT_EQ(refusal(path_, true, kind),
              path_ +
                  ": holds a.warc, which is not part of a shelf, so it is "
                  "not replaced");
    EXPECT_EQ(refusal(path_, false, kind),
              path_ +
                  ": already exists, and holds a.warc, which is not part "
                  "of a shelf; give another name");
  }
  EXPECT_EQ(refusal(path_, true, {kind.name, kind.has_mark, kAny.foreign}), "");
  fs::remove(path_ + "/mark");
  EXPECT_EQ(refusal(path_, true, {kind.name, kind.has_mark, kAny.foreign}),
            path_ + ": is not a shelf, so it is not replaced");
  fs::rename(path_ + "/a.warc", path_ + "/mark");
  EXPECT_EQ(refusal(path_, true, kind), "");
  EXPECT_EQ(refusal(path_, false, kind),
            path_ + ": already exists; --force replaces it");
}

TEST_F(NewDirectoryTest, WhatDoesNotBelongThereIsNamedFromTheDirectoryOn) {
  const DirectoryKind kind = {
      "a shelf", [](const std::string&) { return true; },
      [](const std::string& path) { return path + "/deep/a.warc"; }};
  fs::create_directories(path_ + "/box");
  for (const char* slash : {"", "/"}) {
    EXPECT_EQ(refusal(path_ + slash, true, kind),
              path_ + slash +
                  ": holds box/deep/a.warc, which is not part of a shelf, so "
                  "it is not replaced");
  }
}

TEST(WholeName, EndsBeforeTheMarkOfAPart) {
  for (const char* part : {".part-17", ".part-lock", ".part-before", ""}) {
    EXPECT_EQ(whole_name(std::string("main") + part), "main");
  }
  for (const char* other : {"a.part-one", "a.part-", "a.part-1.gz", "part-1"}) {
    EXPECT_EQ(whole_name(other), other);
  }
}

TEST_F(NewDirectoryTest, InputsAreNeverReplaced) {
  fs::create_directories(path_ + "/deep");
  put(path_ + "/deep/a.warc", "");
  put(home_ + "/outside", "");
  fs::create_symlink(path_ + "/deep/a.warc", home_ + "/link");
  fs::create_directory_symlink(path_, home_ + "/linked");
  fs::create_symlink(home_ + "/outside", path_ + "/inside");
  const std::string holds[] = {path_ + "/deep/a.warc",
                               path_ + "/deep/a.warc!/entry",
                               path_ + "/deep",
                               path_ + "/not-there",
                               path_ + "/deep/../inside",
                               home_ + "/link",
                               home_ + "/linked/deep/a.warc"};
  for (const std::string& input : holds) {
    EXPECT_EQ(refusal(path_, true, kAny, {home_ + "/outside", input}),
              path_ + ": holds the input " + input + ", so it is not replaced");
  }
  for (const std::string& input : {path_, path_ + "/", home_ + "/linked"}) {
    EXPECT_NE(refusal(path_, true, kAny, {input}), "") << input;
  }
  EXPECT_EQ(refusal(path_, true, kAny, {home_}),
            path_ + ": lies in the input " + home_ + ", so it is not replaced");
  const std::string apart[] = {"-", "http://localhost" + path_, "no-such-file",
                               home_ + "/outside", home_ + "/made.cdx"};
  for (const std::string& input : apart) {
    EXPECT_EQ(refusal(path_, true, kAny, {input}), "") << input;
  }
}

TEST_F(NewDirectoryTest, ANameTakenMeanwhileIsNotReplacedUnasked) {
  NewDirectory directory(path_, false, kAny, {});
  fs::create_directory(path_);
  put(path_ + "/other", "other");
  EXPECT_THROW(directory.finish(), IoError);
  EXPECT_EQ(get(path_ + "/other"), "other");
}

TEST_F(NewDirectoryTest, IsReplacedWhereNamesCannotBeExchanged) {
  for (int code : {EINVAL, ENOSYS, EOPNOTSUPP, EPERM}) {
    fs::create_directories(path_);
    put(path_ + "/old", "old");
    if (!tests::with_refused_call(tests::Call::kRenameWithFlags, code, [&] {
          NewDirectory directory(path_, true, kAny, {});
          put(directory.part() + "/new", "new");
          directory.finish();
        })) {
      GTEST_SKIP() << "no filters of calls";
    }
    EXPECT_EQ(get(path_ + "/new"), "new");
    EXPECT_FALSE(fs::exists(path_ + "/old"));
    EXPECT_EQ(entries(), 1U);
  }
}

TEST_F(NewDirectoryTest, StaysTheOldOneWhenNamesCannotBeChanged) {
  fs::create_directories(path_);
  put(path_ + "/old", "old");
  for (tests::Call call : {tests::Call::kRename, tests::Call::kMakeFolder}) {
    try {
      if (!tests::with_refused_call(call, EIO, [&] {
            NewDirectory(path_, true, kAny, {}).finish();
          })) {
        GTEST_SKIP() << "no filters of calls";
      }
      ADD_FAILURE() << "nothing was thrown";
    } catch (const IoError& error) {
      EXPECT_EQ(error.code(), EIO);
    }
    EXPECT_EQ(get(path_ + "/old"), "old");
    EXPECT_EQ(entries(), 1U);
  }
}

TEST_F(NewDirectoryTest, TheNameOfAKilledProcessIsGivenBackOrIsGone) {
  const std::string before = path_ + ".part-before";
  EXPECT_FALSE(restore_directory(path_));
  fs::create_directories(before);
  put(before + "/old", "old");
  EXPECT_TRUE(restore_directory(path_));
  EXPECT_EQ(get(path_ + "/old"), "old");
  EXPECT_FALSE(fs::exists(before));
  fs::create_directories(before);
  put(before + "/older", "older");
  EXPECT_FALSE(restore_directory(path_));
  EXPECT_EQ(get(path_ + "/old"), "old");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(NewDirectoryTest, TheNameIsGivenBackWhereRenamesHaveNoFlags) {
  const std::string before = path_ + ".part-before";
  fs::create_directories(before);
  put(before + "/old", "old");
  bool is_back = false;
  if (!tests::with_refused_call(tests::Call::kRenameWithFlags, EINVAL, [&] {
        is_back = restore_directory(path_);
      })) {
    GTEST_SKIP() << "no filters of calls";
  }
  EXPECT_TRUE(is_back);
  EXPECT_EQ(get(path_ + "/old"), "old");
}

TEST_F(NewDirectoryTest, TheOldOneIsKeptUnderAnotherName) {
  const std::string kept = home_ + "/kept";
  for (const char* now : {"first", "second", "third"}) {
    const std::string part = path_ + ".part-1";
    fs::create_directories(part);
    put(part + "/now", now);
    move_directory(part, path_, true, kept);
    EXPECT_EQ(get(path_ + "/now"), now);
  }
  EXPECT_EQ(get(kept + "/now"), "second");
  EXPECT_EQ(entries(), 2U);
}

TEST_F(NewDirectoryTest, AMissingParentIsMade) {
  NewDirectory directory(home_ + "/no/such", false, kAny, {});
  directory.finish();
  EXPECT_TRUE(fs::is_directory(home_ + "/no/such"));
}

TEST_F(NewDirectoryTest, AParentThatIsAFileIsAnError) {
  put(path_, "a file");
  EXPECT_THROW(NewDirectory(path_ + "/such", false, kAny, {}), IoError);
}

}  // namespace
}  // namespace wax::io
