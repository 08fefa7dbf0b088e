#include "cdx/filter/expression_set.h"

#include <gtest/gtest.h>
#include <re2/re2.h>

#include <algorithm>
#include <random>

#include "cdx/url/url.h"
#include "io/error.h"
#include "text/ascii.h"

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

using Texts = std::vector<std::string>;

TEST(RequiredText, IsInEveryMatch) {
  const std::pair<const char*, Texts> kCases[] = {
      {R"(example\.com/a)", {"example.com/a"}},
      {"^https?://ads", {"http", "://ads"}},
      {"page-[0-9]+/print$", {"page-", "/print"}},
      {"longer+text", {"longer", "text"}},
      {"longerx*text", {"longer", "text"}},
      {"longerx{2,3}text", {"longer", "text"}},
      {"login(a|b|)?shop", {"login", "shop"}},
      {"(?:inner-text|x)outer", {"outer"}},
      {"one-way|two-way", {}},
      {R"(\bword\b\d\d\w)", {"word"}},
      {"abc.abc", {}},
      {"[]", {}},
      {"caf\xe9.html", {"caf\xe9", "html"}},
  };
  for (const auto& [expression, expected] : kCases) {
    auto texts = required_texts(expression, 4);
    ASSERT_TRUE(texts || expected.empty()) << expression;
    if (!texts) continue;
    EXPECT_EQ(texts->texts, expected) << expression;
    EXPECT_FALSE(texts->any_case);
  }
}

TEST(RequiredText, MayIgnoreCase) {
  auto texts = required_texts(
      "(?i)LogIn[0-9]\xc9"
      "page",
      4);
  ASSERT_TRUE(texts);
  EXPECT_TRUE(texts->any_case);
  EXPECT_EQ(texts->texts, (Texts{"login", "page"}));
}

TEST(RequiredText, IsNotSearchedInUnusualExpressions) {
  for (const char* odd : {"(",           ")",
                          "a**",         "*a",
                          "^*",          "[b-a]",
                          "[[:alpha:]]", "text(?i)",
                          "(?i",         "(?i)*",
                          "(?s)text",    "a{",
                          "a{3,2}",      "a{1001}",
                          "(a{10}){10}", "text\\",
                          "\\Qtext",     "\\pN",
                          "\\1",         "\\_",
                          "x]",          "(?P<name>text)",
                          "[a-\\d]",     "a b",
                          "\xc3\\\xa9"}) {
    EXPECT_FALSE(required_texts(odd, 4)) << odd;
  }
  EXPECT_FALSE(required_texts(std::string(1001, 'a'), 4));
  EXPECT_FALSE(required_texts(std::string(100, '('), 4));
}

TEST(RequiredText, IsFoundOnlyInExpressionsThatRe2Accepts) {
  const unsigned seed = 5;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  RE2::Options options(RE2::Quiet);
  options.set_encoding(RE2::Options::EncodingLatin1);
  const std::string_view kBytes = "aab.[]()|*+?{}^$\\-1,2dwQb_:/\xe9";
  auto draw = [&](std::string_view bytes, size_t most) {
    std::string text(random() % most, ' ');
    for (char& c : text) c = bytes[random() % bytes.size()];
    return text;
  };
  int plain = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string expression = (i % 4 == 0 ? "(?i)" : "") + draw(kBytes, 12);
    auto texts = required_texts(expression, 1);
    if (!texts) continue;
    ++plain;
    RE2 compiled(expression, options);
    ASSERT_TRUE(compiled.ok()) << expression << ": " << compiled.error();
    for (int n = 0; n < 20; ++n) {
      std::string text = draw("aabAB1d-/\xe9\xc9_", 10);
      if (!RE2::PartialMatch(text, compiled)) continue;
      if (texts->any_case) text::lower_case(text);
      for (const std::string& required : texts->texts) {
        ASSERT_NE(text.find(required), std::string::npos)
            << expression << " in " << text;
      }
    }
  }
  EXPECT_GT(plain, 10000);
}

}  // namespace

}  // namespace wax::cdx
