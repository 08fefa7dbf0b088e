#include "warc/record/record.h"

#include <gtest/gtest.h>

namespace wax::warc {
namespace {

TEST(RecordType, IsReadWithoutRegardToCase) {
  EXPECT_EQ(record_type("response"), RecordType::kResponse);
  EXPECT_EQ(record_type("RevisiT"), RecordType::kRevisit);
  EXPECT_EQ(record_type("x-own"), RecordType::kUnknown);
  EXPECT_EQ(record_type(""), RecordType::kUnknown);
}

TEST(RecordType, HasAName) {
  EXPECT_EQ(name(RecordType::kConversion), "conversion");
  EXPECT_EQ(name(RecordType::kUnknown), "unknown");
}

}  // namespace
}  // namespace wax::warc
