#include "document/view/css_view.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace wax::document {
namespace {

std::string viewed(std::string_view css) {
  std::string out;
  append_css_view(
      css, "http://a.example/css/main.css",
      [](std::string_view url, ViewPart part) {
        if (url.ends_with("/gone.gif")) return std::string();
        return (part == ViewPart::kStyle ? "S:" : "M:") + std::string(url);
      },
      out);
  return out;
}

TEST(CssView, ReplacesUrls) {
  const std::pair<const char*, const char*> cases[] = {
      {"a{background:url(i.gif)}",
       "a{background:url(\"M:http://a.example/css/i.gif\")}"},
      {"a{background: URL( '../i.gif' ) no-repeat}",
       "a{background: url(\"M:http://a.example/i.gif\") no-repeat}"},
      {"a{background:url(\"i.gif\"), url(j.gif)}",
       "a{background:url(\"M:http://a.example/css/i.gif\"), "
       "url(\"M:http://a.example/css/j.gif\")}"},
      {"@import 'x.css';", "@import url(\"S:http://a.example/css/x.css\");"},
      {"@import url(x.css) screen; b{c:url(i.gif)}",
       "@import url(\"S:http://a.example/css/x.css\") screen; "
       "b{c:url(\"M:http://a.example/css/i.gif\")}"},
      {"@IMPORT \"x.css\"", "@IMPORT url(\"S:http://a.example/css/x.css\")"},
      {"a{b:u\\72l(i.gif)}", "a{b:url(\"M:http://a.example/css/i.gif\")}"},
      {"a{b:url(i\\2e gif)}", "a{b:url(\"M:http://a.example/css/i.gif\")}"},
      {"a{b:url(gone.gif)}", "a{b:url(\"data:,\")}"},
      {"a{b:url(javascript:x)}", "a{b:url(\"data:,\")}"},
      {"a{b:url(#mark)}", "a{b:url(\"#mark\")}"},
      {"@charset \"utf-8\"; a{content:'url(x)'}",
       "@charset \"utf-8\"; a{content:'url(x)'}"},
      {"/* url(x) */a{}", "a{}"},
      {"a{} /* x */ b{}", "a{}  b{}"},
      {"ur/**/l(x)", "ur/**/l(x)"},
      {"</st/* x *//**/yle>", "</st/**/yle>"},
      {"myurl(x)", "myurl(x)"},
      {"a{b:image-set(\"i.gif\" 1x, url(j.gif) 2x type('image/gif')) 'x'}",
       "a{b:image-set(url(\"M:http://a.example/css/i.gif\") 1x, "
       "url(\"M:http://a.example/css/j.gif\") 2x type('image/gif')) 'x'}"},
      {"@namespace s url(http://n.example/); a{b:url(i.gif)}",
       "@namespace s url(http://n.example/); "
       "a{b:url(\"M:http://a.example/css/i.gif\")}"},
      {"a{b:url()} c{d:url('')}", "a{b:url(\"data:,\")} c{d:url(\"data:,\")}"},
      {"a{b:url(x", "a{b:url(\"M:http://a.example/css/x\")"},
      {"a{b:\"x", "a{b:\"x"},
      {"a{b:url(\"</style>\")}",
       "a{b:url(\"M:http://a.example/css/\\3c /style\\3e \")}"},
      {"", ""},
  };
  for (const auto& [css, expected] : cases) EXPECT_EQ(viewed(css), expected);
}

TEST(StyleText, HasNoMarkup) {
  const std::pair<const char*, const char*> cases[] = {
      {"a>b{} @media (1px<=w) and (w< 9px){}",
       "a>b{} @media (1px<=w) and (w< 9px){}"},
      {"@media (1px<w){}", "@media (1px< w){}"},
      {"<!-- a{} -->", "  a{} -->"},
      {"a{b:'<i>\\'</b>'}</style>", "a{b:'\\3c i>\\'\\3c /b>'}< /style>"},
      {"\\</style>", "\\< /style>"},
      {"<<!--/style>", "< /style>"},
      {"a<", "a< "},
      {"<![CDATA[", "< ![CDATA["},
      {"", ""},
  };
  for (const auto& [css, expected] : cases) {
    std::string out;
    append_style_text(css, out);
    EXPECT_EQ(out, expected);
  }
}

// Whatever the bytes are, a URL that the view did not give is not in a url().
TEST(CssView, AnyBytesEnd) {
  std::mt19937 random(7);
  constexpr std::string_view kPieces[] = {"url(", ")",        "\"",  "'",
                                          "\\",   "@import ", "/*",  "*/",
                                          "x",    " ",        "\\2", ";"};
  for (int round = 0; round < 20'000; ++round) {
    std::string css;
    for (size_t i = random() % 12; i > 0; --i) {
      css += kPieces[random() % std::size(kPieces)];
    }
    (void)viewed(css);
  }
}

}  // namespace
}  // namespace wax::document
