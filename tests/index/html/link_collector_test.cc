#include "index/html/link_collector.h"

#include <gtest/gtest.h>

#include "index/text/url_reference.h"

namespace wax::index {
namespace {

constexpr const char* kPage = "http://example.org/dir/page";

TEST(LinkCollector, ResolvesReferences) {
  const struct {
    const char* reference;
    const char* url;  // empty: no link
  } kCases[] = {
      {"x", "http://example.org/dir/x"},
      {"/a?b=1&amp;c=2", "http://example.org/a?b=1&c=2"},
      {"http://b.example/#top", "http://b.example/"},
      {"", "http://example.org/dir/page"},
      {"#top", ""},
      {"mailto:a@b", ""},
      {"javascript:x()", ""},
      {"http://", ""},
  };
  for (const auto& c : kCases) {
    PageText text;
    LinkCollector links(kPage, text);
    EXPECT_EQ(links.add(c.reference, {}), *c.url != '\0') << c.reference;
    std::string found;
    for (const Link& link : text.links) found += link.url;
    EXPECT_EQ(found, c.url) << c.reference;
    EXPECT_EQ(text.links_dropped, 0u);
  }
}

TEST(LinkCollector, TakesTheFirstBaseThatIsAUrl) {
  PageText text;
  LinkCollector links(kPage, text);
  links.set_base("mailto:a@b");
  links.set_base("/up/");
  links.set_base("http://no.example/");
  links.add("x", {});
  EXPECT_EQ(text.links.at(0).url, "http://example.org/up/x");
}

TEST(LinkCollector, WritesAlternativeTextsWithoutCharacterReferences) {
  PageText text;
  LinkCollector links(kPage, text);
  links.add("x", " A  &lt; ");
  EXPECT_EQ(text.links.at(0).text, "A <");
}

TEST(LinkCollector, TakesTheTextOfAnAnchorFromTheContent) {
  PageText text;
  LinkCollector links(kPage, text);
  text.content = "before ";
  links.close_anchor();
  links.open_anchor("x", text.content.size());
  text.content += "the anchor";
  links.close_anchor();
  text.content += " after";
  links.close_anchor();
  ASSERT_EQ(text.links.size(), 1u);
  EXPECT_EQ(text.links[0].text, "the anchor");
}

TEST(LinkCollector, OpensNoAnchorWithoutALink) {
  PageText text;
  LinkCollector links(kPage, text);
  links.open_anchor("mailto:a@b", 0);
  text.content = "mail";
  links.close_anchor();
  EXPECT_TRUE(text.links.empty());
}

TEST(LinkCollector, CutsTextsBetweenCharacters) {
  PageText text;
  LinkCollector links(kPage, text);
  std::string longest(kLongestAnchor - 1, 'a');
  links.add("x", longest + "\xC3\xA9");
  EXPECT_EQ(text.links.at(0).text, longest);
}

TEST(LinkCollector, CountsUrlsThatAreTooLong) {
  PageText text;
  LinkCollector links(kPage, text);
  EXPECT_FALSE(links.add("/" + std::string(kLongestUrl, 'x'), {}));
  EXPECT_TRUE(text.links.empty());
  EXPECT_EQ(text.links_dropped, 1u);
}

TEST(LinkCollector, CountsLinksBeyondTheMost) {
  PageText text;
  LinkCollector links("http://e.org/", text);
  for (size_t n = 0; n < kMostLinks; ++n) EXPECT_TRUE(links.add("x", {}));
  EXPECT_FALSE(links.add("x", {}));
  EXPECT_EQ(text.links.size(), kMostLinks);
  EXPECT_EQ(text.links_dropped, 1u);
}

TEST(LinkCollector, BoundsTheBytesOfLinksOnALongBase) {
  PageText text;
  LinkCollector links(kPage, text);
  links.set_base("http://b.example/" + std::string(3000, 'b') + "/");
  for (int n = 0; n < 100'000; ++n) links.add("x", {});
  size_t bytes = 0;
  for (const Link& link : text.links) bytes += link.url.size();
  EXPECT_LE(bytes, kMostLinkBytes);
  EXPECT_EQ(text.links.size() + text.links_dropped, 100'000u);
}

}  // namespace
}  // namespace wax::index
