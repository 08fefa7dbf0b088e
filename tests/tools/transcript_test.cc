// Runs tests/tools/transcripts/*.transcript and man/examples/*.transcript, each
// in an empty folder, with $DATA as tests/data and $EXAMPLES as examples/. With
// WAX_UPDATE_TRANSCRIPTS set, steps that differ are rewritten from reality.
#include "tools/cli/transcript.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"
#include "tests/tools/transcript_text.h"

namespace wax::tests {
namespace {

namespace fs = std::filesystem;
using tools::cli::TranscriptStep;

std::vector<std::string> transcripts() {
  std::vector<std::string> paths;
  for (const char* folder : {"tests/tools/transcripts", "man/examples"}) {
    std::error_code missing;
    for (const auto& entry :
         fs::directory_iterator(source_path(folder), missing)) {
      if (entry.path().extension() == ".transcript") {
        paths.push_back(std::string(folder) + "/" +
                        entry.path().filename().string());
      }
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string listed(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "    |" + line + "\n";
  return text;
}

class Transcript : public testing::TestWithParam<std::string> {};

TEST_P(Transcript, Holds) {
  std::string path = source_path(GetParam());
  std::vector<TranscriptStep> steps =
      tools::cli::parse_transcript(read_file(path));
  ASSERT_FALSE(steps.empty()) << path << " has no commands";

  TempDir directory;
  CommandSetting setting{directory.path(),
                         {{"DATA", source_path("tests/data")},
                          {"EXAMPLES", source_path("examples")}}};
  bool update = getenv("WAX_UPDATE_TRANSCRIPTS") != nullptr;
  bool updated = false;
  for (TranscriptStep& step : steps) {
    CommandResult result = run_command(step.command, setting);
    bool out = lines_match(step.out, result.out);
    bool err = lines_match(step.err, result.err);
    if (out && err && result.code == step.code) continue;
    if (update) {
      if (!out) step.out = tools::cli::lines_of(result.out);
      if (!err) step.err = tools::cli::lines_of(result.err);
      step.code = result.code;
      updated = true;
      continue;
    }
    std::string text = GetParam() + ": $ " + step.command + "\n";
    if (!out) {
      text += "  stdout expected:\n" + listed(step.out) +
              "  stdout received:\n" + listed(tools::cli::lines_of(result.out));
    }
    if (!err) {
      text += "  stderr expected:\n" + listed(step.err) +
              "  stderr received:\n" + listed(tools::cli::lines_of(result.err));
    }
    text += "  exit code expected " + std::to_string(step.code) +
            ", received " + std::to_string(result.code) + "\n";
    ADD_FAILURE() << text;
  }
  if (updated) std::ofstream(path) << format_transcript(steps);
}

std::string transcript_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = (info.param.starts_with("man/") ? "man_" : "") +
                     fs::path(info.param).stem().string();
  std::replace_if(
      name.begin(), name.end(),
      [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Transcript);
INSTANTIATE_TEST_SUITE_P(Of, Transcript, testing::ValuesIn(transcripts()),
                         transcript_name);

}  // namespace
}  // namespace wax::tests
