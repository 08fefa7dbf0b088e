// tests/ has the folders and the names of the sources.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/paths.h"
#include "tests/support/rooms.h"

namespace wax::tests {
namespace {

namespace fs = std::filesystem;

TEST(Mirror, EveryFileHasATestOfItsName) {
  const fs::path root = source_path();
  size_t seen = 0;
  std::vector<std::string> folders = {"tools/cli", "tools/collection_cli"};
  for (const auto& [name, room] : rooms()) {
    // These have tests in Python, and transcripts.
    if (name != "python" && name != "tools") folders.push_back(name);
  }
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() != ".cc") continue;
      ++seen;
      fs::path test = "tests" / fs::relative(entry.path(), root);
      test.replace_filename(entry.path().stem().string() + "_test.cc");
      EXPECT_TRUE(fs::exists(root / test)) << test.string() << " is missing";
    }
  }
  EXPECT_GT(seen, 300U);
}

TEST(Mirror, EveryFileOfThePythonPackageHasATestOfItsName) {
  const fs::path root = source_path();
  size_t seen = 0;
  for (const char* folder : {"python", "python/waxwing_warc"}) {
    for (const auto& entry : fs::directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".cc" && extension != ".py") continue;
      if (entry.path().stem().string().starts_with("__")) continue;
      ++seen;
      const std::string name = entry.path().stem().string() + "_test.py";
      EXPECT_TRUE(fs::exists(root / "tests/python" / name))
          << name << " is missing";
    }
  }
  EXPECT_GT(seen, 8U);
}

TEST(Mirror, EveryToolHasATranscriptOfItsName) {
  const fs::path root = source_path();
  size_t seen = 0;
  for (const auto& entry : fs::directory_iterator(root / "tools")) {
    if (entry.path().extension() != ".cc") continue;
    ++seen;
    std::string name = entry.path().stem().string();
    std::replace(name.begin(), name.end(), '_', '-');
    const fs::path transcript =
        root / "tests/tools/transcripts" / (name + ".transcript");
    EXPECT_TRUE(fs::exists(transcript)) << transcript.string();
  }
  EXPECT_GT(seen, 30U);
}

}  // namespace
}  // namespace wax::tests
