#include "index/store/term_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "index/store/index_directory.h"
#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

class TermReaderTest : public testing::Test {
 protected:
  // So many documents with a term of each field.
  void write(uint32_t documents) {
    std::mt19937 random(5);
    IndexWriter writer(folder_ / "i", {});
    for (uint32_t i = 0; i < documents; ++i) {
      std::string host = host_of(random() % 5000);
      std::string type = "t" + std::to_string(random() % 40);
      ++expected_[{"host", host}];
      ++expected_[{"type", type}];
      writer.add({{"host", host}, {"type", type}});
    }
    writer.finish();
    index_ = std::make_unique<IndexDirectory>(
        folder_ / "i",
        std::make_shared<Manifest>(read_manifest(folder_ / "i")));
  }
  // Some have more bytes than others, up to 200 and more.
  static std::string host_of(uint64_t number) {
    std::string host = "h" + std::to_string(number);
    if (number % 7 == 0) host.append(number % 220, 'x');
    return host;
  }
  [[nodiscard]] const LuceneSegment& segment() const {
    return *index_->parts().front().segment;
  }
  [[nodiscard]] std::string field(const TermWalk& walk) const {
    return segment().fields()[walk.field()].name;
  }

  tests::TempDir folder_;
  // Documents by field and term.
  std::map<std::pair<std::string, std::string>, uint32_t> expected_;
  std::unique_ptr<IndexDirectory> index_;
};

TEST_F(TermReaderTest, AWalkGivesAllTermsInOrder) {
  write(8000);
  auto next = expected_.begin();
  for (TermWalk walk = segment().terms().all(); !walk.ended(); walk.next()) {
    if (field(walk) != "host" && field(walk) != "type") continue;
    ASSERT_NE(next, expected_.end());
    EXPECT_EQ(field(walk), next->first.first);
    EXPECT_EQ(walk.term(), next->first.second);
    EXPECT_EQ(walk.place().documents, next->second);
    ++next;
  }
  EXPECT_EQ(next, expected_.end());
}

TEST_F(TermReaderTest, ATermIsFoundOrTheOneBehindIt) {
  write(8000);
  std::mt19937 random(9);
  const TermReader& terms = segment().terms();
  for (int i = 0; i < 3000; ++i) {
    std::pair<std::string, std::string> wanted = {
        i % 3 == 0 ? "type" : "host",
        i % 3 == 0 ? "t" + std::to_string(random() % 7000)
                   : host_of(random() % 7000)};
    if (i % 7 == 0) wanted.second.pop_back();
    uint32_t number = segment().field_number(wanted.first);
    auto found = expected_.find(wanted);
    EXPECT_EQ(terms.find(number, wanted.second).documents,
              found == expected_.end() ? 0 : found->second)
        << wanted.second;
    TermWalk walk = terms.from(number, wanted.second);
    auto behind = expected_.lower_bound(wanted);
    if (behind == expected_.end() || behind->first.first != wanted.first) {
      EXPECT_TRUE(walk.ended() || field(walk) != wanted.first);
      continue;
    }
    ASSERT_FALSE(walk.ended());
    EXPECT_EQ(field(walk), wanted.first);
    EXPECT_EQ(walk.term(), behind->first.second);
  }
}

TEST_F(TermReaderTest, AnIndexWithoutDocumentsHasNoTerms) {
  write(0);
  if (index_->parts().empty()) return;
  EXPECT_TRUE(segment().terms().all().ended());
}

}  // namespace
}  // namespace wax::index
