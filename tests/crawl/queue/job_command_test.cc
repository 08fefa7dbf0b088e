#include "crawl/queue/job_command.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "io/error.h"

namespace wax::crawl {
namespace {

using Words = std::vector<std::string>;
using std::chrono::milliseconds;

CommandEnd run(const Words& words, const std::string& text,
               bool is_list = false) {
  JobCommand command(words, {"id", text, is_list, "", 1}, "");
  auto end = command.wait(milliseconds(20'000));
  EXPECT_TRUE(end);
  return end.value_or(CommandEnd());
}

TEST(JobCommand, GetsTheJobAsAWord) {
  EXPECT_EQ(run({"echo", "-{}-{}", "x"}, "a b").output, "-a b-a b x\n");
  EXPECT_EQ(run({"echo", "x"}, "a b").output, "x a b\n");
  EXPECT_EQ(run({"cat"}, "/dev/null").output, "");
}

TEST(JobCommand, GetsAListAsAFileThatGoes) {
  const CommandEnd end = run({"sh", "-c", "cat {}; echo {}"}, "u1\nu2\n", true);
  EXPECT_TRUE(end.is_success());
  EXPECT_TRUE(end.output.starts_with("u1\nu2\n/")) << end.output;
  const std::string file = end.output.substr(6, end.output.size() - 7);
  EXPECT_FALSE(std::filesystem::exists(file)) << file;
}

TEST(JobCommand, SaysWhyItFailed) {
  CommandEnd end = run({"sh", "-c", "echo a >&2; echo b >&2; exit 3"}, "x");
  EXPECT_FALSE(end.is_success());
  EXPECT_EQ(end.reason(), "exit code 3");
  EXPECT_EQ(end.last_error, "b");
  end = run({"sh", "-c", "kill -9 $$"}, "x");
  EXPECT_EQ(end.reason(), "signal 9 (Killed)");
  EXPECT_THROW(run({"/nonexistent/command"}, "x"), IoError);
}

TEST(JobCommand, KeepsTheBeginningOfItsOutput) {
  const CommandEnd end = run({"sh", "-c", "yes | head -c 200000"}, "x");
  EXPECT_EQ(end.output.size(), JobCommand::kMostOutput);
}

TEST(JobCommand, IsWaitedForAndEnded) {
  JobCommand command({"sleep"}, {"id", "100", false, "", 1}, "");
  EXPECT_FALSE(command.wait(milliseconds(20)));
}

}  // namespace
}  // namespace wax::crawl
