#include "index/writer/merge_plan.h"

#include <gtest/gtest.h>

#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

MergeSource source_of(const IndexDirectory& index, bool all_kept) {
  MergeSource source;
  source.index = &index;
  source.kept.assign(index.documents(), true);
  source.kept[0] = all_kept;
  source.numbers.assign(index.documents(), MergeSource::kDropped);
  return source;
}

void set_numbers(std::vector<MergeSource>& sources,
                 std::vector<uint32_t> numbers) {
  for (MergeSource& source : sources) {
    for (size_t i = 0; i < source.kept.size(); ++i) {
      if (!source.kept[i]) continue;
      source.numbers[i] = numbers.front();
      numbers.erase(numbers.begin());
    }
  }
}

TEST(MergePlanTest, FieldsOfSeveralIndexesGetOneNumber) {
  TempDir folder;
  for (const char* name : {"a", "b"}) {
    IndexWriter writer(folder / name, {});
    if (*name == 'b') writer.add({{"status", "200"}, {"type", "text/html"}});
    writer.add({{"type", "text/html"}, {"title", "heron"}});
    writer.finish();
  }
  IndexDirectory a(folder / "a", nullptr);
  IndexDirectory b(folder / "b", nullptr);
  std::vector<MergeSource> sources = {source_of(a, true), source_of(b, false)};
  set_numbers(sources, {1, 0});
  const std::vector<JoinedDocument> none;
  const MergePlan plan = plan_merge(folder / "to", sources, none);
  EXPECT_EQ(plan.documents, 2U);
  ASSERT_EQ(plan.parts.size(), 2U);
  EXPECT_TRUE(plan.parts[0].all_kept);
  EXPECT_FALSE(plan.parts[1].all_kept);
  for (const MergePart& part : plan.parts) {
    uint32_t own = part.segment->field_number("title");
    EXPECT_EQ(plan.fields.list()[part.fields[own]]->name, "title");
  }
  EXPECT_TRUE(plan.fields.with_positions());
  EXPECT_FALSE(plan.in_order);
  EXPECT_EQ(plan.place(0).part, &plan.parts[1]);
  EXPECT_EQ(plan.place(0).document, 1U);
  EXPECT_EQ(plan.place(1).part, &plan.parts[0]);
  EXPECT_EQ(plan.place(1).document, 0U);
}

TEST(MergePlanTest, AFieldThatIsIndexedInAnotherWayIsRefused) {
  MergedFields fields;
  LuceneField words;
  words.name = "x";
  words.is_indexed = words.has_positions = true;
  EXPECT_EQ(fields.add(words, "a"), 0U);
  EXPECT_EQ(fields.add(words, "b"), 0U);
  words.has_positions = false;
  EXPECT_THROW((void)fields.add(words, "c"), UsageError);
}

TEST(MergePlanTest, JoinedDocumentsAreFoundByTheNumberOfTheOther) {
  const std::vector<JoinedDocument> joined = {{3, 0, 8}, {3, 1, 2}, {5, 1, 4}};
  MergePlan plan;
  plan.joined = &joined;
  ASSERT_EQ(plan.joined_to(3).size(), 2U);
  EXPECT_EQ(plan.joined_to(3)[1].document, 2U);
  EXPECT_EQ(plan.joined_to(5).size(), 1U);
  EXPECT_TRUE(plan.joined_to(4).empty());
}

}  // namespace
}  // namespace wax::index
