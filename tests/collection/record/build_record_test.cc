#include "collection/record/build_record.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

StepRecord ran_with(const std::string& command) {
  StepRecord ran;
  ran.command = command;
  return ran;
}

class BuildRecordTest : public ::testing::Test {
 protected:
  tests::TempDir folder_;
  std::string out_ = folder_.path();
  std::string path_ = folder_ / "build.json";
  std::string steps_ = folder_ / "build.steps";
};

TEST_F(BuildRecordTest, IsEmptyWithoutAFile) {
  EXPECT_TRUE(load_build_record(out_).batches.empty());
}

TEST_F(BuildRecordTest, ComesBackAsItWasSaved) {
  BuildRecord record;
  record.identity = {"--urlkey", "legacy"};
  record.ignore_robots = true;
  record.stem = "de,en";
  record.tika = "http://localhost:9998";
  record.collection = "a \"quoted\" name";
  record.batches = {{"001", {"/a b.warc.gz", "/\xC3\xA9.arc"}}, {"002", {}}};
  const StepRecord saved = {
      "1.0\nwax-warc-indexer", {{"/a", "1 2.3"}}, "4 5.6", 1, {"/a"}};
  record.steps.set("001/captures", saved);
  record.merged = {{0, 2}};
  record.shard_documents = 77;
  record.lists = {2, "state", 3, {{0, 1}, {1, 1}}};
  record.originals = {1, "other", 0, {{0, 1}}};
  save_build_record(record, out_);
  save_step(record, "001/captures", out_);

  BuildRecord loaded = load_build_record(out_);
  EXPECT_EQ(loaded.identity, record.identity);
  EXPECT_TRUE(loaded.ignore_robots);
  EXPECT_EQ(loaded.stem, "de,en");
  EXPECT_EQ(loaded.tika, record.tika);
  EXPECT_EQ(loaded.collection, record.collection);
  ASSERT_EQ(loaded.merged.size(), 1u);
  EXPECT_EQ(loaded.merged[0].count, 2u);
  EXPECT_EQ(loaded.shard_documents, 77u);
  EXPECT_EQ(loaded.lists.batches, 2u);
  EXPECT_EQ(loaded.lists.state, "state");
  EXPECT_EQ(loaded.lists.anew, 3u);
  EXPECT_EQ(loaded.lists.files.size(), 2u);
  EXPECT_EQ(loaded.originals.state, "other");
  ASSERT_EQ(loaded.batches.size(), 2u);
  EXPECT_EQ(loaded.batches[0].archives, record.batches[0].archives);
  const StepRecord& ran = *loaded.steps.find("001/captures");
  EXPECT_EQ(ran.command, saved.command);
  EXPECT_EQ(ran.inputs, saved.inputs);
  EXPECT_EQ(ran.output, "4 5.6");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.unread, std::vector<std::string>{"/a"});
}

TEST_F(BuildRecordTest, PathsMayHaveAnyBytes) {
  const std::string odd = "/caf\xE9 \xC3\xA9\xC3\n\"\\u0000.arc.gz\xFF";
  BuildRecord record;
  record.batches = {{"001", {odd, "/a"}}};
  record.steps.set("001/captures",
                   {"1.0\n" + odd, {{odd, "1 2.3"}}, "4", 1, {odd}});
  save_build_record(record, out_);
  save_step(record, "001/captures", out_);
  BuildRecord loaded = load_build_record(out_);
  EXPECT_EQ(loaded.batches[0].archives, record.batches[0].archives);
  const StepRecord* step = loaded.steps.find("001/captures");
  ASSERT_NE(step, nullptr);
  EXPECT_EQ(step->command, "1.0\n" + odd);
  EXPECT_EQ(step->inputs, (std::map<std::string, std::string>{{odd, "1 2.3"}}));
  EXPECT_EQ(step->unread, std::vector<std::string>{odd});
}

TEST_F(BuildRecordTest, HasWhatWasSavedLastOfAStep) {
  BuildRecord record;
  save_build_record(record, out_);
  for (int i = 0; i < 300; ++i) {
    record.steps.set("a", ran_with(std::to_string(i)));
    save_step(record, "a", out_);
  }
  record.steps.set("b", ran_with("b"));
  save_step(record, "b", out_);
  uint64_t long_file = std::filesystem::file_size(steps_);
  for (int i = 0; i < 2; ++i) {
    BuildRecord loaded = load_build_record(out_);
    EXPECT_EQ(loaded.steps.find("a")->command, "299");
    EXPECT_EQ(loaded.steps.find("b")->command, "b");
    EXPECT_EQ(loaded.steps.size(), 2u);
    shorten_steps(loaded.steps, out_);
  }
  EXPECT_LT(std::filesystem::file_size(steps_), long_file / 100);
}

TEST_F(BuildRecordTest, ALineThatWasNotWrittenWholeIsNoStep) {
  BuildRecord record;
  save_build_record(record, out_);
  record.steps.set("a", ran_with("1"));
  save_step(record, "a", out_);
  std::ofstream(steps_, std::ios::app) << "b {\"comm";
  EXPECT_EQ(load_build_record(out_).steps.size(), 1u);
  record.steps.set("c", ran_with("2"));
  save_step(record, "c", out_);
  BuildRecord loaded = load_build_record(out_);
  EXPECT_EQ(loaded.steps.size(), 2u);
  EXPECT_EQ(loaded.steps.find("c")->command, "2");
}

TEST_F(BuildRecordTest, MayNameOnlyTheKindOfKeys) {
  std::ofstream(path_) << "{\"version\": 1, \"urlkey\": \"legacy\", "
                          "\"collection\": \"\", \"batches\": [], "
                          "\"steps\": {}}";
  EXPECT_EQ(load_build_record(out_).identity,
            (std::vector<std::string>{"--urlkey", "legacy"}));
}

TEST_F(BuildRecordTest, ThrowsAFormatErrorForDamage) {
  for (const char* text : {"", "{", "[]", "{\"version\": 1}",
                           "{\"version\": 2}", "{\"version\": \"1\"}"}) {
    std::ofstream(path_) << text;
    EXPECT_THROW((void)load_build_record(out_), FormatError) << text;
  }
  save_build_record({}, out_);
  std::ofstream(steps_) << "{}\n";
  EXPECT_THROW((void)load_build_record(out_), FormatError);
  // A step is read when it is asked for.
  std::ofstream(steps_) << "a {\"command\": 1}\n";
  BuildRecord loaded = load_build_record(out_);
  EXPECT_EQ(loaded.steps.find("b"), nullptr);
  EXPECT_THROW((void)loaded.steps.find("a"), FormatError);
}

}  // namespace
}  // namespace wax::collection
