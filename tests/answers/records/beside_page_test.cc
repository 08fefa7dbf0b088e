#include "answers/records/beside_page.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/serve/small_site.h"
#include "tests/support/allocations.h"
#include "tests/support/temp_dir.h"

namespace wax::answers {
namespace {

TEST(BesidePage, IsNothingWithoutSuchRecords) {
  serve::SmallSite small;
  const UrlHistory history = url_history(small.scope(), "http://example.org/0");
  EXPECT_FALSE(picture_of_page(small.scope(), history, Picture::kSmall));
  EXPECT_FALSE(asked_urls(small.scope(), history));
}

TEST(BesidePage, ManyPicturesDoNotListTheCapturesAgain) {
  constexpr size_t kPictures = 200;
  const std::string urn = "urn:view:http://example.com/p";
  std::string lines;
  for (size_t i = 0; i < kPictures; ++i) {
    const size_t date = 20260101000000 + i % 60 + i / 60 * 100;
    lines += urn + ' ' + std::to_string(date) + ' ' + urn +
             " image/png - - - - 1 0 a.warc\n";
  }
  const tests::TempDir folder;
  Holdings holdings;
  holdings.collections.add(std::make_unique<Collection>(
      "c", CollectionFiles{"", {folder.write("a.cdx", lines)}}, nullptr));
  const Scope scope = scope_of(holdings, Request());
  UrlHistory history;
  history.url = "http://example.com/p";
  ListedCapture listed;
  listed.capture.date = "20260101000000";
  history.captures = {listed};
  auto find = [&] {
    const uint64_t before = tests::allocations();
    const auto picture =
        picture_of_page(scope, history, Picture::kLarge, "20260101000000");
    EXPECT_TRUE(picture && picture->date == "20260101000319");
    return tests::allocations() - before;
  };
  (void)find();  // opens the files
  const uint64_t of_one = find();
  listed.capture.date = "20270101000000";
  history.captures.insert(history.captures.end(), 1000, listed);
  EXPECT_LT(find(), of_one + kPictures / 2);
}

}  // namespace
}  // namespace wax::answers
