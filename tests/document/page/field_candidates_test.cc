#include "document/page/field_candidates.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

TEST(FieldCandidates, NamesAreFoundInAnyCase) {
  const FieldName* name = find_meta_name(" OG:Title ");
  ASSERT_NE(name, nullptr);
  EXPECT_EQ(name->field, PageField::kTitle);
  EXPECT_EQ(name->head, &PageHead::og_title);
  EXPECT_EQ(find_meta_name("og:titles"), nullptr);
  EXPECT_EQ(find_meta_name(""), nullptr);
  EXPECT_EQ(find_meta_name(std::string(100, 'a')), nullptr);
  ASSERT_NE(find_item_property("datePublished"), nullptr);
  EXPECT_EQ(find_item_property("datePublished")->field, PageField::kPublished);
  EXPECT_EQ(find_item_property("title"), nullptr);
}

TEST(FieldCandidates, TheLowestRankCountsAndOfItTheFirst) {
  FieldCandidates best;
  best.offer(PageField::kTitle, 2, "third");
  best.offer(PageField::kTitle, 1, " first\n one ");
  best.offer(PageField::kTitle, 1, "second");
  EXPECT_EQ(best.choose(PageField::kTitle), "first one");
  EXPECT_EQ(best.choose(PageField::kSection), "");
}

TEST(FieldCandidates, ListsHaveAllOfTheLowestRankOnce) {
  FieldCandidates best;
  best.offer(PageField::kKeywords, 2, "no");
  for (const char* word : {"a", "b", "a"}) {
    best.offer(PageField::kKeywords, 1, word);
  }
  EXPECT_EQ(best.choose(PageField::kKeywords), "a, b");
}

TEST(FieldCandidates, InTheBodyAllMustAgree) {
  FieldCandidates best;
  best.offer(PageField::kSection, field_rank::kMicrodata, "News");
  best.offer(PageField::kSection, field_rank::kMicrodata, "Sports");
  EXPECT_EQ(best.choose(PageField::kSection), "");
  best.offer(PageField::kPublished, field_rank::kAnyTime, "2016-03-01T10:00");
  best.offer(PageField::kPublished, field_rank::kAnyTime, "2016-03-01");
  EXPECT_EQ(best.choose(PageField::kPublished).substr(0, 10), "2016-03-01");
}

TEST(FieldCandidates, WhatIsNoValueOfItsFieldIsNoCandidate) {
  FieldCandidates best;
  best.offer(PageField::kPublished, 0, "soon");
  best.offer(PageField::kPublished, 1, "1 March 2016");
  EXPECT_EQ(best.choose(PageField::kPublished), "2016-03-01");
  best.offer(PageField::kAuthor, 0, "https://h.example/ann");
  EXPECT_EQ(best.choose(PageField::kAuthor), "");
  best.offer(PageField::kLanguage, 0, "{{lang}}");
  best.offer(PageField::kLanguage, 1, "de_at");
  EXPECT_EQ(best.choose(PageField::kLanguage), "de-AT");
}

TEST(FieldCandidates, TextsAreCut) {
  FieldCandidates best;
  best.offer(PageField::kTitle, 0, std::string(2 * kLongestField, 'x'));
  EXPECT_EQ(best.choose(PageField::kTitle).size(), kLongestField);
}

}  // namespace
}  // namespace wax::document
