#include "answers/shown/page_changes.h"

#include <gtest/gtest.h>

#include <string>

#include "answers/requests/message.h"
#include "tests/serve/small_site.h"

namespace wax::answers {
namespace {

const std::string kFirst(32, 'A');
const std::string kSecond = "sha1:" + std::string(32, 'C');

TEST(PageChanges, NamesWordsThatWereRemovedAndAdded) {
  serve::SmallSite small;
  PageChanges answer =
      page_changes(small.scope(), "http://example.org/0", kFirst, kSecond);
  EXPECT_EQ(answer.from.dates.front(), "20060101000000");
  EXPECT_EQ(answer.to.dates.front(), "20080302000000");
  std::string removed;
  std::string added;
  for (const text::WordChange& change : answer.changes) {
    if (change.kind == text::WordChange::Kind::kRemoved) removed += change.text;
    if (change.kind == text::WordChange::Kind::kAdded) added += change.text;
  }
  EXPECT_EQ(removed, " grey heron");
  EXPECT_EQ(added, " <b>brown</b> bird");
}

TEST(PageChanges, OfTheSameTextAreNone) {
  serve::SmallSite small;
  EXPECT_TRUE(
      page_changes(small.scope(), "http://example.org/0", kFirst, kFirst)
          .changes.empty());
}

TEST(PageChanges, AnUnknownVersionIsNotFound) {
  serve::SmallSite small;
  EXPECT_THROW(
      (void)page_changes(small.scope(), "http://example.org/0", "X", kSecond),
      NotFound);
}

}  // namespace
}  // namespace wax::answers
