#include "tools/pipeline/build_record.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "io/error.h"

namespace wax::tools::pipeline {
namespace {

class BuildRecordTest : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  std::string path_ = (std::filesystem::temp_directory_path() /
                       ("wax-record-" + std::to_string(::getpid())))
                          .string();
};

TEST_F(BuildRecordTest, IsEmptyWithoutAFile) {
  EXPECT_TRUE(load_build_record(path_).batches.empty());
}

TEST_F(BuildRecordTest, ComesBackAsItWasSaved) {
  BuildRecord record;
  record.identity = {"--urlkey", "legacy"};
  record.ignore_robots = true;
  record.tika = "http://localhost:9998";
  record.collection = "a \"quoted\" name";
  record.batches = {{"001", {"/a b.warc.gz", "/\xC3\xA9.arc"}}, {"002", {}}};
  record.steps["001/captures"] = {
      "1.0\nwax-warc-indexer", {{"/a", "1 2.3"}}, "4 5.6", 1, {"/a"}};
  save_build_record(record, path_);

  BuildRecord loaded = load_build_record(path_);
  EXPECT_EQ(loaded.identity, record.identity);
  EXPECT_TRUE(loaded.ignore_robots);
  EXPECT_EQ(loaded.tika, record.tika);
  EXPECT_EQ(loaded.collection, record.collection);
  ASSERT_EQ(loaded.batches.size(), 2u);
  EXPECT_EQ(loaded.batches[0].archives, record.batches[0].archives);
  const Ran& ran = loaded.steps.at("001/captures");
  EXPECT_EQ(ran.command, record.steps["001/captures"].command);
  EXPECT_EQ(ran.inputs, record.steps["001/captures"].inputs);
  EXPECT_EQ(ran.output, "4 5.6");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.unread, std::vector<std::string>{"/a"});
}

TEST_F(BuildRecordTest, MayNameOnlyTheKindOfKeys) {
  std::ofstream(path_) << "{\"version\": 1, \"urlkey\": \"legacy\", "
                          "\"collection\": \"\", \"batches\": [], "
                          "\"steps\": {}}";
  EXPECT_EQ(load_build_record(path_).identity,
            (std::vector<std::string>{"--urlkey", "legacy"}));
}

TEST_F(BuildRecordTest, ThrowsAFormatErrorForDamage) {
  for (const char* text : {"", "{", "[]", "{\"version\": 1}",
                           "{\"version\": 2}", "{\"version\": \"1\"}"}) {
    std::ofstream(path_) << text;
    EXPECT_THROW(load_build_record(path_), FormatError) << text;
  }
}

}  // namespace
}  // namespace wax::tools::pipeline
