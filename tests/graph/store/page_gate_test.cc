#include "graph/store/page_gate.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace wax::graph {
namespace {

bool shows(const std::string& rule, const Page& page) {
  auto rules = std::make_shared<collection::AccessRules>("20260101");
  rules->add_lines(rule, "rules");
  return PageGate(rules, cdx::UrlKeyKind::kSurt).shows(page);
}

Page page_of(const std::string& key) {
  Page page;
  page.key = key;
  return page;
}

TEST(PageGate, ShowsAPageOfWhichAllCapturesAreShown) {
  Page page = page_of("org,a)/");
  page.captures.push_back({20070101000000, digest_number("sha1:X")});
  page.captures.push_back({20080101000000, digest_number("sha1:Y")});
  EXPECT_TRUE(shows("", page));
  EXPECT_TRUE(shows("block host b.org", page));
  EXPECT_TRUE(shows("block all captured 2009", page));
  EXPECT_FALSE(shows("block host a.org", page));
  EXPECT_FALSE(shows("block all captured 2008", page));
}

TEST(PageGate, KnowsDigestsByTheirNumbers) {
  const std::string digest = "AAAABBBBCCCCDDDDEEEEFFFFGGGGHHHH";
  for (const std::string begin : {"", "sha1:"}) {
    Page page = page_of("org,a)/");
    page.captures.push_back({20070101000000, digest_number(begin + digest)});
    EXPECT_FALSE(shows("block digest " + digest, page)) << begin;
    EXPECT_FALSE(shows("block digest sha1:" + digest, page)) << begin;
    EXPECT_TRUE(shows("block digest B" + digest.substr(1), page)) << begin;
  }
}

TEST(PageGate, APageThatIsOnlyLinkedHasNoDateOfCapture) {
  EXPECT_TRUE(shows("block all captured 2008", page_of("org,a)/")));
  EXPECT_FALSE(shows("block host a.org", page_of("org,a)/")));
}

TEST(PageGate, ACaptureWithoutDateMayBeOfAnyTime) {
  Page page = page_of("org,a)/");
  page.captures.push_back({0, digest_number("sha1:X")});
  EXPECT_FALSE(shows("block all captured 2008", page));
}

}  // namespace
}  // namespace wax::graph
