#include "crawl/check/page_needs.h"

#include <gtest/gtest.h>

namespace wax::crawl {
namespace {

std::string needs_of(std::string_view html) {
  document::HtmlTree tree;
  tree.parse(html);
  std::string found;
  for (const Need& need : page_needs(tree, "http://a.example/b/c")) {
    found += name(need.part);
    for (const std::string& url : need.urls) found += ' ' + url;
    found += '|';
  }
  return found;
}

TEST(PageNeeds, AreImagesStylesScriptsAndFrames) {
  const std::string b = "http://a.example/b/";
  const std::pair<const char*, std::string> kPages[] = {
      {"<img src=x.png srcset='y.png 2x'><img src=x.png>",
       "image " + b + "x.png " + b + "y.png|"},
      {"<img src='data:image/gif,x' data-src=y.png>", ""},
      {"<link rel=StyleSheet href=s.css><link rel=icon href=i.ico>"
       "<link rel='alternate stylesheet' href=t.css>",
       "style " + b + "s.css|"},
      {"<script src=//c.example/s.js></script><script>x</script>",
       "script http://c.example/s.js|"},
      {"<iframe src=f.html#part></iframe><iframe src=about:blank></iframe>",
       "frame " + b + "f.html|"},
      {"<video poster=p.png><source src=a.mp4><source src=a.webm></video>"
       "<audio src=s.mp3></audio><video src=blob:x></video>",
       "image " + b + "p.png|media " + b + "a.mp4 " + b + "a.webm|media " + b +
           "s.mp3|"},
      {"<frameset><frame src=f></frameset>", "frame " + b + "f|"},
      {"<base href='/z/'><body background=x.png><noscript><img src=n.png>"
       "</noscript>",
       "image http://a.example/z/x.png|"}};
  for (const auto& [html, needs] : kPages) {
    EXPECT_EQ(needs_of(html), needs) << html;
  }
}

TEST(PageNeeds, AreWhatABrowserAskedFor) {
  document::PageInfo info;
  info.asked = {{"http://a.example/s", 200, "stylesheet", ""},
                {"http://a.example/x", 0, "xhr", "net::ERR_FAILED"},
                {"http://b.example/", 0, "", "net::ERR_BLOCKED_BY_CLIENT"},
                {"http://a.example/p?__wb_method=POST", 200, "xhr", ""},
                {"data:x", 200, "image", ""}};
  const std::vector<Need> needs = asked_needs(info);
  ASSERT_EQ(needs.size(), 2U);
  EXPECT_EQ(needs[0].part, Part::kStyle);
  EXPECT_EQ(needs[1].part, Part::kOther);
  EXPECT_EQ(needs[1].urls.front(), "http://a.example/x");
}

}  // namespace
}  // namespace wax::crawl
