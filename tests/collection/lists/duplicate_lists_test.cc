#include "collection/lists/duplicate_lists.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "collection/record/build_messages.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

class DuplicateListsTest : public testing::Test {
 protected:
  // The versions of the next batch (cdx/dedup/batch_lists.h): one capture.
  void add(const std::string& urlkey, const std::string& date) {
    std::string name = "00" + std::to_string(record_.batches.size() + 1);
    record_.batches.push_back({name, {}});
    fs::create_directories(out_ + "/batches/" + name);
    folder_.write("out/batches/" + name + "/versions",
                  urlkey + " sha1:AB 000000" +
                      std::to_string(record_.batches.size()) + date + '\n');
    folder_.write("out/batches/" + name + "/captures.cdx", "");
  }
  void update() {
    DuplicateLists lists(out_, record_, resources_, messages_);
    lists.update();
  }
  std::string captures_list() const {
    return tests::read_file(out_ + "/captures.list");
  }

  tests::TempDir folder_;
  std::string out_ = folder_ / "out";
  BuildRecord record_;
  Resources resources_;
  NoMessages messages_;
};

TEST_F(DuplicateListsTest, NameTheCapturesOfAllBatches) {
  add("org,a)/", "20200101000000");
  add("org,b)/", "20200101000000");
  update();
  EXPECT_EQ(record_.lists.batches, 2U);
  EXPECT_EQ(captures_list(),
            "batches/001/captures.cdx\nbatches/002/captures.cdx\n");
}

TEST_F(DuplicateListsTest, StayWhenTheVersionsOfABatchAreMissing) {
  add("org,a)/", "20200101000000");
  update();
  add("org,b)/", "20200101000000");
  fs::remove(out_ + "/batches/002/versions");
  update();
  EXPECT_EQ(record_.lists.batches, 1U);
  EXPECT_EQ(captures_list(), "batches/001/captures.cdx\n");
}

TEST_F(DuplicateListsTest, AreMadeAnewWhenAnOldFileChanged) {
  add("org,a)/", "20200101000000");
  update();
  uint64_t anew = record_.lists.anew;
  update();
  EXPECT_EQ(record_.lists.anew, anew);
  folder_.write("out/batches/001/versions", "");
  update();
  EXPECT_EQ(record_.lists.anew, anew + 1);
}

}  // namespace
}  // namespace wax::collection
