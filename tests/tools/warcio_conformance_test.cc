// Listing and extracting as warcio does.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/command.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"
#include "text/json_tree.h"
#include "text/number.h"

namespace wax::tests {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// Puts the archives of a case into the folder, by the names that it uses.
bool lay_out(const json& input, const TempDir& directory) {
  for (const json& file : input.is_array() ? input : json::array({input})) {
    auto path =
        shared_file("archives/" + file.at("archive").get<std::string>());
    if (!path) return false;
    fs::path name = fs::path(file.at("path").get<std::string>()).filename();
    fs::create_symlink(fs::absolute(*path), directory / name.string());
  }
  return true;
}

template <typename Check>
void for_each_case(const char* name, Check check) {
  auto path = shared_file("cases/" + std::string(name));
  if (!path) GTEST_SKIP() << kNoShared;
  std::ifstream lines(*path);
  size_t cases = 0;
  for (std::string line; std::getline(lines, line); ++cases) {
    json row = text::parse_json(line);
    SCOPED_TRACE(row.at("id").get<std::string>());
    TempDir directory;
    ASSERT_TRUE(lay_out(row.at("input"), directory)) << kNoShared;
    std::string words;
    const json& args = row.at("args");
    for (size_t i = 1; i < args.size(); ++i) {
      std::string word = args[i];
      if (word.starts_with('@')) word.erase(0, 1);
      // Two options have other names here.
      if (word == "-f") word = "--fields";
      if (word == "--headers") word = "--record-headers";
      words += " " + shell_word(word);
    }
    check(row, words, directory.path());
  }
  EXPECT_GT(cases, 0u);
}

TEST(WarcioConformance, Index) {
  for_each_case(
      "warcio_index.jsonl", [](const json& row, const std::string& words,
                               const std::string& directory) {
        std::string expected;
        for (const json& line : row.at("expected")) {
          expected += line.get<std::string>() + "\n";
        }
        CommandResult result =
            run_command("wax-warc-ls -q --json" + words, {directory, {}});
        EXPECT_EQ(result.out, expected);
        EXPECT_EQ(result.err, "");
      });
}

TEST(WarcioConformance, Extract) {
  for_each_case(
      "warcio_extract.jsonl", [](const json& row, const std::string& words,
                                 const std::string& directory) {
        CommandResult result =
            run_command("wax-warc-extract -q" + words, {directory, {}});
        EXPECT_EQ(text::to_hex(result.out),
                  row.at("expected_hex").get<std::string>());
        EXPECT_EQ(result.code, 0);
      });
}

}  // namespace
}  // namespace wax::tests
