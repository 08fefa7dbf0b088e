#include "answers/shards/shard_facts.h"

#include <gtest/gtest.h>

#include "io/error.h"

namespace wax::answers {
namespace {

TEST(ShardFacts, AreReadAsTheyWereWritten) {
  ShardFacts facts;
  facts.state = "1-2";
  facts.name = "c";
  facts.has_text = true;
  facts.documents = 7;
  EXPECT_EQ(decoded_facts(encoded(facts)), facts);
  facts.pages = 6;
  facts.fields = {{{"views", index::ColumnKind::kInteger}}, {"url", "views"}};
  facts.stored_fields = {"url"};
  facts.stems = {"en"};
  facts.cdx_heads = {" CDX N b a\n\xff"};
  facts.url_key = cdx::UrlKeyKind::kLegacy;
  facts.lost = {"the shard 002 could not be read"};
  EXPECT_EQ(decoded_facts(encoded(facts)), facts);
}

TEST(ShardFacts, OtherBytesAreNone) {
  EXPECT_THROW((void)decoded_facts("ok"), FormatError);
  EXPECT_THROW((void)decoded_facts(""), FormatError);
}

}  // namespace
}  // namespace wax::answers
