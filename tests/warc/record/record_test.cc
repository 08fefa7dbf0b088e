#include "warc/record/record.h"

#include <gtest/gtest.h>

#include "io/error.h"

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

TEST(RecordTypes, AreAllWhenNoneIsNamed) {
  RecordTypes all({});
  EXPECT_TRUE(all.contains(RecordType::kResponse));
  EXPECT_TRUE(all.contains(RecordType::kUnknown));
}

TEST(RecordTypes, AreThoseThatAreNamed) {
  RecordTypes some({"revisit", "filedesc"});
  EXPECT_TRUE(some.contains(RecordType::kRevisit));
  EXPECT_TRUE(some.contains(RecordType::kFiledesc));
  EXPECT_FALSE(some.contains(RecordType::kResponse));
  EXPECT_FALSE(some.contains(RecordType::kUnknown));
}

TEST(RecordTypes, HaveNames) {
  for (const char* word : {"page", "unknown", ""}) {
    EXPECT_THROW(RecordTypes({word}), UsageError) << word;
    EXPECT_THROW(static_cast<void>(named_type(word)), UsageError) << word;
  }
}

}  // namespace

}  // namespace wax::warc
