#include "document/view/html_view.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

HtmlView view_of(std::string_view page, bool is_nested = false) {
  HtmlViewOptions options;
  options.url = "http://a.example/dir/page.html";
  options.is_nested = is_nested;
  return html_view(page, options, [](std::string_view url, ViewPart part) {
    if (url.find("gone") != url.npos) return std::string();
    const char* names[] = {"P:", "F:", "S:", "M:", "D:"};
    return names[static_cast<size_t>(part)] + std::string(url);
  });
}

TEST(HtmlView, ReplacesTheUrlsOfAttributes) {
  const std::pair<const char*, const char*> cases[] = {
      {"<a href=x.html>",
       "<a href=\"P:http://a.example/dir/x.html\" target=\"_top\">"},
      {"<A HREF='x.html' TARGET=main>",
       "<a href=\"P:http://a.example/dir/x.html\" target=\"_top\">"},
      {"<a href='javascript:go()'>x</a>", "<a target=\"_top\">x</a>"},
      {"<img src=/i.gif alt='a &amp; b'>",
       "<img src=\"M:http://a.example/i.gif\" alt=\"a &amp; b\">"},
      {"<body background=bg.gif bgcolor=white onload='x()'>",
       "<body background=\"M:http://a.example/dir/bg.gif\" bgcolor=\"white\">"},
      {"<td style='background:url(t.gif)'>",
       "<td "
       "style=\"background:url(&quot;M:http://a.example/dir/t.gif&quot;)\">"},
      {"<link rel=stylesheet href=a.css>",
       "<link rel=\"stylesheet\" href=\"S:http://a.example/dir/a.css\">"},
      {"<link rel='shortcut icon' href=/f.ico>",
       "<link rel=\"shortcut icon\" href=\"M:http://a.example/f.ico\">"},
      {"<link rel=preload href=x>", ""},
      {"<frameset rows='10,*'><frame src=top.html name=top></frameset>",
       "<frameset rows=\"10,*\"><frame "
       "src=\"F:http://a.example/dir/top.html\" name=\"top\"></frameset>"},
      {"<img srcset='a.png 1x,b.png 2x, gone.png 3x'>",
       "<img srcset=\"M:http://a.example/dir/a.png 1x, "
       "M:http://a.example/dir/b.png 2x\" "
       "data-missing=\"http://a.example/dir/gone.png\">"},
      {"<svg><image xlink:href='i.svg'/></svg>",
       "<svg><image xlink:href=\"M:http://a.example/dir/i.svg\"/></svg>"},
      {"<form action=/search><input type=image src=go.gif></form>",
       "<form target=\"_top\"><input type=\"image\" "
       "src=\"M:http://a.example/dir/go.gif\"></form>"},
      {"<meta http-equiv=refresh content='5; URL=next.html'>",
       "<meta http-equiv=\"refresh\" content=\"5; "
       "url=F:http://a.example/dir/next.html\">"},
  };
  for (const auto& [page, expected] : cases) {
    const std::string html = view_of(page).html;
    EXPECT_EQ(html.substr(0, html.find("<style>[data-missing]")), expected)
        << page;
  }
}

TEST(HtmlView, ARefreshWithoutDelayLeadsToAnotherPage) {
  const std::pair<std::string, std::string> cases[] = {
      {"0; url=next.html", "http://a.example/dir/next.html"},
      {"1.5;URL='/'", "http://a.example/"},
      {"5; url=next.html", ""},
      {"0; url=page.html#top", ""},
      {"0", ""},
      {"0; url=gone.html", ""},
  };
  for (const auto& [content, expected] : cases) {
    EXPECT_EQ(view_of("<meta http-equiv=refresh content=\"" + content + "\">")
                  .leads_to,
              expected)
        << content;
  }
  EXPECT_EQ(
      view_of("<meta http-equiv=refresh content='5;url=b'>").leads_later_to,
      "http://a.example/dir/b");
  HtmlViewOptions options;
  options.url = "http://a.example/";
  options.refresh = "0;url=b";
  const HtmlView by_header = html_view(
      "x", options,
      [](std::string_view url, ViewPart) { return std::string(url); });
  EXPECT_EQ(by_header.leads_to, "http://a.example/b");
  EXPECT_EQ(by_header.html, "x");
  EXPECT_EQ(view_of("<noscript><meta http-equiv=refresh content='0;url=n'>"
                    "</noscript>")
                .leads_to,
            "");
}

TEST(HtmlView, NoScriptStays) {
  const std::pair<const char*, const char*> cases[] = {
      {"a<script>document.write('<b>')</script>b", "ab"},
      {"<SCRIPT SRC=x.js></SCRIPT>b", "b"},
      {"<svg><script>x</script><script href=x /></svg>b", "<svg></svg>b"},
      {"<img src=x onerror=alert(1) OnLoad=y>",
       "<img src=\"M:http://a.example/dir/x\">"},
      {"<iframe srcdoc='<script>x</script>y'></iframe>",
       "<iframe srcdoc=\"y\"></iframe>"},
      {"<meta http-equiv=set-cookie content=a=b><meta charset=gbk>", ""},
      {"<!--[if IE]><script>x</script><![endif]-->b", "b"},
      {"<noscript><img src=n.gif></noscript>",
       "<noscript><img src=\"M:http://a.example/dir/n.gif\"></noscript>"},
  };
  for (const auto& [page, expected] : cases) {
    const std::string html = view_of(page).html;
    EXPECT_EQ(html.substr(0, html.find("<style>[data-missing]")), expected)
        << page;
  }
}

TEST(HtmlView, APageWrittenInAFrameIsRewritten) {
  EXPECT_EQ(
      view_of("<iframe srcdoc='<a href=x target=b><img src=i.gif>'>").html,
      "<iframe srcdoc=\"&lt;a "
      "href=&quot;F:http://a.example/dir/x&quot; "
      "target=&quot;b&quot;&gt;&lt;img "
      "src=&quot;M:http://a.example/dir/i.gif&quot;&gt;\">");
  const HtmlView view =
      view_of("<iframe srcdoc='<img src=gone.gif><img src=i.gif>'>");
  EXPECT_EQ(view.parts, 2U);
  EXPECT_EQ(view.missing, 1U);
  // Pages in pages in pages end.
  std::string page = "z<img src=gone.gif>";
  for (int i = 0; i < 9; ++i) {
    std::string escaped;
    for (char c : page) {
      escaped += c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
    }
    page = "<iframe srcdoc=\"" + escaped + "\">";
  }
  EXPECT_EQ(view_of(page).parts, 0U);
}

TEST(HtmlView, ElementsOfXhtmlMayBeEmpty) {
  HtmlViewOptions options;
  options.url = "http://a.example/";
  options.is_xml = true;
  const HtmlView view = html_view(
      "<title/><script src='a.js'/><style><![CDATA[ a{b:url(i)} ]]></style>"
      "<p/>x<br/><iframe src='f'/>y<svg><title/></svg>",
      options, [](std::string_view url, ViewPart) { return std::string(url); });
  EXPECT_EQ(view.html,
            "<title/></title><style> a{b:url(\"http://a.example/i\")} </style>"
            "<p/></p>x<br/><iframe src=\"http://a.example/f\"/></iframe>y"
            "<svg><title/></svg>");
}

TEST(HtmlView, PlugInsKeepTheirPlace) {
  const std::string here = "http://a.example/dir/";
  const std::pair<std::string, std::string> cases[] = {
      {"<embed src=x.swf width=9 type=application/x-shockwave-flash>",
       "<img src=\"data:,\" width=\"9\" data-missing=\"" + here + "x.swf\">"},
      {"<embed>", ""},
      {"<object data=x.swf height=8 onclick=x>text</object>",
       "<object height=\"8\" data-missing=\"" + here + "x.swf\">text</object>"},
      {"<applet code=x.class width=9>old</applet>",
       "<object width=\"9\" data-missing=\"" + here + "x.class\">old</object>"},
      // Of ActiveX, with one for other browsers in it.
      {"<object classid=clsid:d data=x.swf width=9><param name=movie "
       "value=x.swf><embed src=x.swf></object>",
       "<object width=\"9\"><img src=\"data:,\" data-missing=\"" + here +
           "x.swf\"></object>"},
      // Shown without a plug-in.
      {"<object data=x.svg type=image/svg+xml width=9>text</object>",
       "<img src=\"M:" + here +
           "x.svg\" width=\"9\"><object hidden>text</object>"},
      {"<object data=i.PNG?1>text</object>",
       "<img src=\"M:" + here + "i.PNG?1\"><object hidden>text</object>"},
      {"<object data=gone.png>text</object>",
       "<object data-missing=\"" + here + "gone.png\">text</object>"},
      {"<embed src=i.gif>", "<img src=\"M:" + here + "i.gif\">"},
      {"<object data=p.html type=text/html>text</object>",
       "<iframe src=\"F:" + here +
           "p.html\"></iframe><object hidden>text</object>"},
  };
  for (const auto& [page, expected] : cases) {
    const std::string html = view_of(page).html;
    EXPECT_EQ(html.substr(0, html.find("<style>[data-missing]")), expected)
        << page;
  }
  const HtmlView view = view_of("<embed src=x.swf><object data=y></object>");
  EXPECT_EQ(view.parts, 2U);
  EXPECT_EQ(view.missing, 2U);
}

TEST(HtmlView, WhatIsNoMarkupStaysSo) {
  const std::pair<const char*, const char*> cases[] = {
      {"<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN' "
       "'http://www.w3.org/TR/html4/strict.dtd'>",
       "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" "
       "\"http://www.w3.org/TR/html4/strict.dtd\">"},
      {"<title>a <b> &lt; c</title>", "<title>a &lt;b&gt; &lt; c</title>"},
      {"<textarea><img src=x></textarea>",
       "<textarea>&lt;img src=x&gt;</textarea>"},
      {"<style>b{c:url(i.gif)} b>i{}</style>",
       "<style>b{c:url(\"M:http://a.example/dir/i.gif\")} b>i{}</style>"},
      {"<xmp><b></xmp>", "<xmp><b></xmp>"},
      {"1 < 2 &amp; 3", "1 &lt; 2 &amp; 3"},
      {"<p>un<i>closed<table><tr>x", "<p>un<i>closed<table><tr>x"},
      {"a\r\nb\rc", "a\nb\nc"},
  };
  for (const auto& [page, expected] : cases) {
    EXPECT_EQ(view_of(page).html, expected) << page;
  }
}

TEST(HtmlView, TheFirstBaseCounts) {
  EXPECT_EQ(view_of("<base href='http://b.example/x/'><base href='/no/'>"
                    "<img src=i.gif>")
                .html,
            "<img src=\"M:http://b.example/x/i.gif\">");
}

TEST(HtmlView, LinksOfFramesStayInThem) {
  EXPECT_EQ(view_of("<base target=main><a href=x>a</a>", true).html,
            "<a href=\"F:http://a.example/dir/x\" target=\"main\">a</a>");
  EXPECT_EQ(view_of("<a href=x>a</a>", true).html,
            "<a href=\"F:http://a.example/dir/x\">a</a>");
  EXPECT_EQ(view_of("<a href=x target=_top>a</a>", true).html,
            "<a href=\"P:http://a.example/dir/x\" target=\"_top\">a</a>");
}

TEST(HtmlView, MissingPartsAreMarkedAndCounted) {
  HtmlView view = view_of(
      "<img src=gone.gif><img src=here.gif><a href=gone.html>x</a>"
      "<object data=x.swf></object>");
  EXPECT_EQ(view.parts, 3U);
  EXPECT_EQ(view.missing, 2U);
  EXPECT_EQ(view.html.find("<img src=\"data:,\" "
                           "data-missing=\"http://a.example/dir/gone.gif\">"),
            0U)
      << view.html;
}

}  // namespace
}  // namespace wax::document
