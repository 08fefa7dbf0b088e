#include "cdx/filter/expression_set.h"

#include <gtest/gtest.h>
#include <re2/re2.h>

#include <algorithm>
#include <random>

#include "io/error.h"

namespace wax::cdx {
namespace {

TEST(ExpressionSet, FindsPlainAndOtherExpressions) {
  ExpressionSet set;
  EXPECT_TRUE(set.empty());
  for (const char* expression :
       {"host-1.*page-[0-9]+x", "host-1.*other", "(?i)LOGIN", "a.b"}) {
    set.add(expression);
  }
  set.finish();
  EXPECT_FALSE(set.empty());
  const std::pair<const char*, bool> kCases[] = {
      {"http://host-1/page-7x", true},  {"http://host-1/page-x", false},
      {"http://host-2/page-7x", false}, {"http://host-1/page-/other", true},
      {"other host-1", false},          {"http://x/Login", true},
      {"http://x/a/b", true},           {"", false}};
  for (int round = 0; round < 2; ++round) {
    for (const auto& [text, expected] : kCases) {
      EXPECT_EQ(set.any(text), expected) << text;
    }
  }
}

TEST(ExpressionSet, RefusesInvalidExpressions) {
  ExpressionSet set;
  for (const char* bad : {"(", "a**", "[z-a]", "text(?<"}) {
    EXPECT_THROW(set.add(bad), UsageError) << bad;
  }
}

TEST(ExpressionSet, AgreesWithTryingEachExpression) {
  const unsigned seed = 17;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  RE2::Options options(RE2::Quiet);
  options.set_encoding(RE2::Options::EncodingLatin1);
  const std::string_view kPieces[] = {
      "page", "shop/",     "abcd",   "xy",   ".*",   "[a-d]+", "[0-9]",
      "\\d*", "(ab|shop)", "b?",     "\\.",  "(?i)", "^",      "$",
      "|",    "x{2}",      "page-1", "ABCD", ".",    "[^/]*",  "\xe9"};
  const std::string_view kWords[] = {"page", "shop/",  "abcd", "xy",  "ab",
                                     "1",    "page-1", "ABCD", ".",   "b",
                                     "xx",   "Page",   "/",    "\xe9"};
  auto draw = [&](const auto& from, size_t most) {
    std::string text;
    for (size_t n = 1 + random() % most; n > 0; --n) {
      text += from[random() % std::size(from)];
    }
    return text;
  };
  int matched = 0;
  for (int round = 0; round < 300; ++round) {
    ExpressionSet set;
    std::vector<std::unique_ptr<RE2>> each;
    for (size_t n = random() % 8; n > 0; --n) {
      std::string expression = (n % 3 == 0 ? "(?i)" : "") + draw(kPieces, 5);
      auto compiled = std::make_unique<RE2>(expression, options);
      if (compiled->ok()) {
        set.add(expression);
        each.push_back(std::move(compiled));
      } else {
        EXPECT_THROW(set.add(expression), UsageError) << expression;
      }
    }
    set.finish();
    EXPECT_EQ(set.empty(), each.empty());
    for (int i = 0; i < 100; ++i) {
      std::string text = draw(kWords, 8);
      bool expected = std::any_of(each.begin(), each.end(), [&](auto& one) {
        return RE2::PartialMatch(text, *one);
      });
      matched += expected;
      ASSERT_EQ(set.any(text), expected) << text;
    }
  }
  EXPECT_GT(matched, 1000);
}

}  // namespace
}  // namespace wax::cdx
