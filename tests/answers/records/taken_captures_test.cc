#include "answers/records/taken_captures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "answers/requests/message.h"
#include "tests/serve/small_site.h"

namespace wax::answers {
namespace {

std::vector<std::string> urls_of(TakenCaptures& captures) {
  std::vector<std::string> urls;
  TakenCapture taken;
  while (captures.next(taken)) {
    urls.push_back(taken.capture.date.substr(0, 4) + ' ' + taken.capture.url +
                   ' ' + taken.title);
  }
  return urls;
}

Scope scope_of_first(serve::SmallSite& small) {
  Holdings& holdings = small.holdings();
  Collection& collection = *holdings.collections.all().front();
  return {&holdings, &collection, collection.current()};
}

TEST(TakenCaptures, OfHitsAreAllThatTheCdxFilesHave) {
  serve::SmallSite small;
  SearchRequest request;
  request.text = "grey";
  auto captures = captures_of_hits(scope_of_first(small), request, nullptr);
  EXPECT_THAT(urls_of(*captures),
              testing::ElementsAre("2006 http://www.example.org/0 Heron 0",
                                   "2007 http://www.example.org/0 Heron 0",
                                   "2007 http://www.example.org/0 Heron 0"));
  EXPECT_THAT(captures->missing(), testing::IsEmpty());
}

TEST(TakenCaptures, OfCollapsedHitsAreThoseOfTheBest) {
  serve::SmallSite small(9);
  SearchRequest request;
  request.text = "grey";
  request.set_collapse("site");
  const auto found = found_documents(scope_of_first(small), request);
  uint64_t documents = 0;
  for (uint64_t bits : found.bits) documents += std::popcount(bits);
  EXPECT_EQ(documents, 1u);
}

TEST(TakenCaptures, OfNoUrlAreRefused) {
  serve::SmallSite small;
  EXPECT_THROW(
      (void)captures_of_url(scope_of_first(small), "", {}, {}, nullptr),
      UsageError);
  EXPECT_THROW(
      (void)captures_of_website(scope_of_first(small), "", "2007", nullptr),
      UsageError);
}

}  // namespace
}  // namespace wax::answers
