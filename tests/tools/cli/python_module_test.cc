#include "tools/cli/python_module.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <string>

#include "io/byte_source.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::tools::cli {
namespace {

std::string content(const std::string& path) {
  return io::read_all(*io::open_file(path), 1 << 20);
}

// A shell script stands for the interpreter: "-c", the program, the folder of
// the package, the modules that are needed and the module are its first words.
class PythonModules : public testing::Test {
 protected:
  PythonModules() { before_ = ::signal(SIGPIPE, SIG_IGN); }
  ~PythonModules() override {
    ::signal(SIGPIPE, before_);
    ::unsetenv("WAXWING_PYTHON");
  }

  std::unique_ptr<PythonModule> run(const std::string& script) {
    const std::string path =
        directory_.write("python", "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    ::setenv("WAXWING_PYTHON", path.c_str(), 1);
    return std::make_unique<PythonModule>(
        "waxwing_warc.parquet", "pyarrow", "--format parquet",
        std::vector<std::string>{directory_ / "out"});
  }
  // Reads all, and publishes it when that is confirmed.
  static constexpr const char* kCopy =
      "printf 1 >&3; cat >\"$6.part\"; echo \"$4 $5 $7 $8\" >\"$6.words\"; "
      "if [ \"$(cat <&3)\" = 1 ]; then mv \"$6.part\" \"$6\"; "
      "else echo no >\"$6.no\"; fi";

  tests::TempDir directory_;
  void (*before_)(int) = nullptr;
};

TEST_F(PythonModules, ReadWhatIsWritten) {
  auto module = run(kCopy);
  std::string all;
  for (int i = 0; i < 50'000; ++i) {
    const std::string line = std::to_string(i) + "\n";
    module->write(line);
    all += line;
  }
  module->finish();
  EXPECT_EQ(content(directory_ / "out"), all);
  EXPECT_EQ(content(directory_ / "out.words"),
            "pyarrow waxwing_warc.parquet --confirm-fd 3\n");
}

TEST_F(PythonModules, WithoutFinishNothingIsPublished) {
  auto module = run(kCopy);
  module->write("a\n");
  module.reset();
  EXPECT_FALSE(std::filesystem::exists(directory_ / "out"));
  EXPECT_EQ(content(directory_ / "out.no"), "no\n");
}

TEST_F(PythonModules, ThatAreMissingAreNamedAtOnce) {
  try {
    (void)run("exit 3");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_TRUE(std::string(error.what())
                    .starts_with("--format parquet needs the Python packages "
                                 "waxwing_warc and pyarrow, which "))
        << error.what();
  }
}

TEST_F(PythonModules, AnEarlyEndEndsTheWriting) {
  EXPECT_THROW((void)run("exit 2"), Error);
  auto module = run("printf 1 >&3; exit 2");
  const std::string line(1000, 'x');
  auto write_much = [&] {
    for (int i = 0; i < 10'000; ++i) module->write(line);
  };
  EXPECT_THROW(write_much(), Error);
  module = run("printf 1 >&3; cat >/dev/null; exit 2");
  EXPECT_THROW(module->finish(), Error);
}

TEST_F(PythonModules, NeedAnInterpreter) {
  EXPECT_THROW((void)run("exit 0"), UsageError);
  ::setenv("WAXWING_PYTHON", (directory_ / "none").c_str(), 1);
  EXPECT_THROW(PythonModule("m", "n", "p", {}), UsageError);
}

}  // namespace
}  // namespace wax::tools::cli
