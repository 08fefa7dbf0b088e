#include "cdx/indexer/html_meta.h"

#include <gtest/gtest.h>

#include <random>

#include "io/byte_source.h"
#include "warc/http/block_head.h"

namespace wax::cdx {
namespace {

std::string letters_of(const HtmlMeta& meta) {
  std::string text;
  if (meta.noarchive) text += 'A';
  if (meta.nofollow) text += 'F';
  if (meta.noindex) text += 'I';
  return text;
}

std::string letters(std::string_view html) {
  HtmlMeta meta;
  scan_html_meta(html, meta);
  return letters_of(meta);
}

std::string refresh(std::string_view html) {
  HtmlMeta meta;
  scan_html_meta(html, meta);
  return meta.refresh;
}

TEST(HtmlMeta, ReadsRobotsHoweverTheyAreWritten) {
  EXPECT_EQ(letters("<meta name=\"robots\" content=\"noindex, nofollow\">"),
            "FI");
  EXPECT_EQ(letters("<META content=NOINDEX name=ROBOTS>"), "I");
  EXPECT_EQ(letters("<meta\nname='robots'\tcontent='noarchive' />"), "A");
  EXPECT_EQ(letters("<meta name=robots content=noindex>"
                    "<meta name=robots content=nofollow>"),
            "FI");
  EXPECT_EQ(letters("<meta content=\"a > b\" name=x><meta name=robots "
                    "content=noindex>"),
            "I");
  EXPECT_EQ(letters("<meta name=robots content=none>"), "FI");
  EXPECT_EQ(letters("<meta name=robots content=\"index,follow\">"), "");
  EXPECT_EQ(letters("<meta name=description content=noindex>"), "");
  EXPECT_EQ(letters("</head><meta name=robots content=noindex>"), "");
  EXPECT_EQ(letters("<header></header><meta name=robots content=noindex>"),
            "I");
  EXPECT_EQ(letters("<meta name=robots content=noindex content=nofollow>"),
            "I");
  EXPECT_EQ(letters("<metadata name=robots content=noindex>"), "");
}

TEST(HtmlMeta, SkipsCommentsScriptsAndStyles) {
  const std::string tag = "<meta name=robots content=noindex>";
  EXPECT_EQ(letters("<!-- " + tag + " -->"), "");
  EXPECT_EQ(letters("<!-- --><b>" + tag), "I");
  EXPECT_EQ(letters("<script>'" + tag + "'</script>"), "");
  EXPECT_EQ(letters("<SCRIPT type=x>a</b</SCRIPT>" + tag), "I");
  EXPECT_EQ(letters("<style>" + tag + "</style>"), "");
  EXPECT_EQ(letters("<script>" + tag), "");
}

// Each is read once, from front to back, or this would not end.
TEST(HtmlMeta, ReadsUnclosedElementsInLinearTime) {
  for (const char* unit :
       {"<", "<meta ", "<meta a=\"", "<meta a='\"", "<!--", "<script", "</",
        "<script></", "<meta name=robots content=\"", "<meta =", "\"<meta a",
        "<sCrIpT></ScRiPt", "<!-- --", "<meta / "}) {
    std::string page;
    while (page.size() < 2 * 1024 * 1024) page += unit;
    EXPECT_EQ(letters(page), "") << unit;
    EXPECT_EQ(refresh(page), "") << unit;
  }
}

TEST(HtmlMeta, ScansAnyMixture) {
  std::mt19937 random(1);
  const std::string_view parts[] = {"<meta ",
                                    "name=",
                                    "robots",
                                    "content=",
                                    "noindex",
                                    "\"",
                                    "'",
                                    ">",
                                    "<!--",
                                    "-->",
                                    " ",
                                    "<script>",
                                    "</script>",
                                    "=",
                                    "/",
                                    "</head>",
                                    "http-equiv=refresh",
                                    "0;url=x",
                                    ",",
                                    "nofollow",
                                    "\n",
                                    "<style>",
                                    "<"};
  for (int round = 0; round < 20000; ++round) {
    std::string page;
    for (size_t n = random() % 24; n > 0; --n) {
      page += parts[random() % std::size(parts)];
    }
    HtmlMeta meta;
    scan_html_meta(page, meta);
    EXPECT_TRUE(!meta.noindex || page.find("noindex") != std::string::npos);
    EXPECT_FALSE(meta.noarchive);
    EXPECT_NE(page.find(meta.refresh), std::string::npos) << page;
    // What stands before is said, whatever follows.
    HtmlMeta more;
    scan_html_meta("<meta name=robots content=noarchive>" + page, more);
    EXPECT_TRUE(more.noarchive) << page;
    EXPECT_EQ(more.nofollow, meta.nofollow) << page;
    EXPECT_EQ(more.refresh, meta.refresh) << page;
  }
}

TEST(HtmlMeta, ReadsTheUrlOfARefresh) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"5; url=/a", "/a"},
      {"0;URL='b c'", "b c"},
      {"0;url = \"b\" c", "b"},
      {"0, /a ", "/a"},
      {"0; http://e.org/", "http://e.org/"},
      {"0;'a", "a"},
      {"0;url", "url"},
      {"0;urls=a", "urls=a"},
      {"5", ""},
      {"url=a", ""},
      {"0;url=", ""},
      {"0;''", ""},
      {"0;", ""},
      {"", ""},
  };
  for (const auto& [content, url] : cases) {
    EXPECT_EQ(refresh_url(content), url) << content;
  }
}

TEST(HtmlMeta, TakesTheFirstRefreshOfThePage) {
  EXPECT_EQ(refresh("<meta http-equiv=Refresh content=\"5; url=/a\">"), "/a");
  EXPECT_EQ(refresh("<meta http-equiv=refresh content=5>"), "");
  EXPECT_EQ(refresh("</HEAD ><meta http-equiv=refresh content=\"0;url=1\">"),
            "1");
  EXPECT_EQ(refresh("<meta http-equiv=refresh content=\"0;url=1\">"
                    "<meta http-equiv=refresh content=\"0;url=2\">"),
            "1");
}

TEST(HtmlMeta, ReadsPagesThatAreCut) {
  const std::string whole =
      "<meta name=\"robots\" content='noindex'><!-- x --><script>a</script>"
      "<meta http-equiv=refresh content=\"0; url='a'\">";
  for (size_t size = 0; size <= whole.size(); ++size) {
    (void)letters(std::string_view(whole).substr(0, size));
  }
  EXPECT_EQ(letters("<meta name=robots content=\"noindex"), "I");
  EXPECT_EQ(letters(std::string(100000, '<')), "");
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "<meta a=\"<meta ";
  EXPECT_EQ(letters(many), "");
}

std::string directives(std::string_view value) {
  HtmlMeta meta;
  add_robots_directives(value, meta);
  return letters_of(meta);
}

TEST(RobotsDirectives, AreWholeWords) {
  EXPECT_EQ(directives("nofollow , NoIndex"), "FI");
  EXPECT_EQ(directives("noarchive noindex"), "AI");
  EXPECT_EQ(directives("NONE"), "FI");
  EXPECT_EQ(directives("noindexing, nonef"), "");
  EXPECT_EQ(directives("index,follow,all"), "");
  EXPECT_EQ(directives(", ,"), "");
  EXPECT_EQ(directives(""), "");
}

TEST(RobotsDirectives, AreNotTheValuesOfOthers) {
  EXPECT_EQ(directives("max-image-preview:none"), "");
  EXPECT_EQ(directives("Max-Image-Preview: none, nofollow"), "F");
  EXPECT_EQ(directives("max-snippet:-1, max-video-preview : 0, noindex"), "I");
  EXPECT_EQ(directives("unavailable_after: 2020-01-01, noindex"), "I");
  EXPECT_EQ(directives("unavailable_after: Wed, 25 Jun 2010 15:00:00 GMT, "
                       "noarchive"),
            "A");
}

TEST(RobotsDirectives, ForOneRobotAreNotForAll) {
  EXPECT_EQ(directives("otherbot: noindex, noindex"), "");
  EXPECT_EQ(directives("noarchive, otherbot: noindex"), "A");
}

TEST(RobotsHeaders, AddUp) {
  warc::BlockHead head;
  io::MemorySource block(
      "HTTP/1.1 200 OK\r\nX-Robots-Tag: otherbot: noindex\r\n"
      "x-robots-tag: noarchive\r\nX-ROBOTS-TAG: max-snippet:0, "
      "nofollow\r\n\r\n");
  head.read(block);
  HtmlMeta meta;
  add_robots_headers(head.headers(), meta);
  EXPECT_EQ(letters_of(meta), "AF");
}

}  // namespace
}  // namespace wax::cdx
