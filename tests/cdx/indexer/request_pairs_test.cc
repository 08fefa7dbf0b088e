#include "cdx/indexer/request_pairs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wax::cdx {
namespace {

enum class Kind { kRequest, kAnswer, kOther };

// The record that one belongs to, by its id; empty for none.
std::string add(RequestPairs& pairs, Kind kind, const std::string& id,
                const std::string& concurrent_to,
                const std::string& url = "http://a/") {
  PairedRecord* record = pairs.room();
  if (record == nullptr) return "no room";
  record->clear();
  record->is_request = kind == Kind::kRequest;
  record->is_answer = kind == Kind::kAnswer;
  record->capture.record_id = id;
  record->capture.url = url;
  if (!concurrent_to.empty()) record->concurrent_to = {"other", concurrent_to};
  PairedRecord* found = pairs.add();
  if (found == nullptr) return "";
  EXPECT_TRUE(found->paired && record->paired);
  return found->capture.record_id;
}

TEST(RequestPairs, AreFoundByTheIdInEitherRecord) {
  RequestPairs pairs(8);
  EXPECT_EQ(add(pairs, Kind::kRequest, "q1", ""), "");
  EXPECT_EQ(add(pairs, Kind::kAnswer, "a1", "q1"), "q1");
  EXPECT_EQ(add(pairs, Kind::kAnswer, "a2", ""), "");
  EXPECT_EQ(add(pairs, Kind::kRequest, "q2", "a2"), "a2");
}

TEST(RequestPairs, AreARequestAndAResponseOfTheSameUrl) {
  RequestPairs pairs(8);
  EXPECT_EQ(add(pairs, Kind::kRequest, "q1", ""), "");
  EXPECT_EQ(add(pairs, Kind::kRequest, "q2", "q1"), "");
  EXPECT_EQ(add(pairs, Kind::kOther, "o", "q1"), "");
  EXPECT_EQ(add(pairs, Kind::kAnswer, "a", "q1", "http://b/"), "");
  EXPECT_EQ(add(pairs, Kind::kAnswer, "a", "nobody"), "");
}

TEST(RequestPairs, AreTheNearestTwoRecords) {
  RequestPairs pairs(8);
  EXPECT_EQ(add(pairs, Kind::kRequest, "q", ""), "");
  EXPECT_EQ(add(pairs, Kind::kRequest, "q", ""), "");
  EXPECT_EQ(add(pairs, Kind::kAnswer, "a1", "q"), "q");
  EXPECT_FALSE(pairs.take()->paired);
  EXPECT_TRUE(pairs.take()->paired);
  EXPECT_EQ(add(pairs, Kind::kAnswer, "a2", "q"), "");
}

// All are given back in their order, and the last that was taken stays.
TEST(RequestPairs, AreKeptInAWindow) {
  RequestPairs pairs(4);
  EXPECT_EQ(pairs.take(), nullptr);
  int added = 0;
  int taken = 0;
  for (int round = 0; round < 20; ++round) {
    while (add(pairs, Kind::kOther, std::to_string(added), "") != "no room") {
      ++added;
    }
    EXPECT_EQ(added - taken, 3);
    PairedRecord* oldest = pairs.take();
    ASSERT_NE(oldest, nullptr);
    add(pairs, Kind::kOther, std::to_string(added++), "");
    EXPECT_EQ(oldest->capture.record_id, std::to_string(taken++));
  }
}

}  // namespace
}  // namespace wax::cdx
