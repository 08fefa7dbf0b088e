#include "collection/access/derived.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace wax::collection {
namespace {

const std::string kPageDigest = "sha1:" + std::string(32, 'A');

DerivedGate gate_of(const std::string& rules,
                    cdx::UrlKeyKind kind = cdx::UrlKeyKind::kSurt) {
  auto all = std::make_shared<AccessRules>("20260101");
  all->add_lines(rules, "rules");
  return {std::move(all), kind};
}

TEST(DerivedGate, ShowsWhatCapturesThatSearchesShowSay) {
  const std::string source =
      print_source("example,private)/p", kPageDigest, "20200101000000",
                   "http://private.example/p");
  EXPECT_TRUE(gate_of("").shows_source(source));
  EXPECT_TRUE(gate_of("block host other.example\n").shows_source(source));
  EXPECT_TRUE(gate_of("block all captured 2019\n").shows_source(source));
  for (const char* rule :
       {"block host private.example", "hide host private.example",
        "exclude-from-search host private.example",
        "page http://private.example/p", "url http://private.example/",
        "block all captured 2020", "date 202001"}) {
    EXPECT_FALSE(gate_of(rule).shows_source(source)) << rule;
  }
  EXPECT_FALSE(gate_of("block url http://a.example/?z=1")
                   .shows_source("example,a)/?a=2&z=1 - - "
                                 "http://a.example/?z=1&a=2"));
  EXPECT_FALSE(gate_of("block digest " + kPageDigest).shows_source(source));
  EXPECT_FALSE(gate_of("block host private.example", cdx::UrlKeyKind::kLegacy)
                   .shows_source("private.example/p - - -"));
}

TEST(DerivedGate, ShowsNothingThatItCannotDecide) {
  DerivedGate gate = gate_of("block host private.example captured 2020\n");
  EXPECT_FALSE(
      gate.shows_source(print_source("example,private)/", "", "", "")));
  EXPECT_FALSE(gate.shows_url("http://private.example/"));
  EXPECT_TRUE(gate.shows_url("http://other.example/"));
  for (const char* odd : {"", "a", "a b c", " a b c"}) {
    EXPECT_FALSE(gate.shows_source(odd)) << odd;
  }
}

TEST(Source, IsReadAsItWasPrinted) {
  const std::string text =
      print_source("example,a)/", "A", "20200101000000", "http://a.example/ x");
  const auto source = parse_source(text);
  ASSERT_TRUE(source.has_value());
  EXPECT_EQ(source->urlkey, "example,a)/");
  EXPECT_EQ(source->digest, "A");
  EXPECT_EQ(source->date, "20200101000000");
  EXPECT_EQ(source->url, "http://a.example/ x");
  EXPECT_EQ(parse_source("a b c -")->url, "");
  EXPECT_FALSE(parse_source("a b c").has_value());
}

TEST(DerivedGate, ShowsAllWithoutRules) {
  DerivedGate gate(nullptr, cdx::UrlKeyKind::kSurt);
  EXPECT_TRUE(gate.shows_url("http://a.example/"));
  EXPECT_TRUE(gate.shows({"example,a)/", ""}, ""));
  EXPECT_TRUE(gate.shows_source("example,a)/ - - -"));
}

}  // namespace
}  // namespace wax::collection
