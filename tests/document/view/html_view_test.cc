#include "document/view/html_view.h"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "document/html/html_tree.h"

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

TEST(HtmlView, ImagesThatScriptsLoadLateAreShown) {
  const std::string late =
      "<img src=\"M:http://a.example/dir/a.jpg\" data-late=\"\"";
  const std::string style =
      "<style>img[data-late]{opacity:1!important;"
      "visibility:visible!important}</style>";
  EXPECT_EQ(view_of("<img src='data:image/gif;base64,R0' data-src=a.jpg>").html,
            late + " data-src=\"a.jpg\">" + style);
  EXPECT_EQ(view_of("<img data-lazy-src=a.jpg srcset=s.gif "
                    "data-srcset='b.jpg 2x, gone.jpg 3x'>")
                .html.substr(0, late.size() + 44),
            late + " srcset=\"M:http://a.example/dir/b.jpg 2x\" da");
  // A placeholder may be a file that is there, too.
  for (const char* name :
       {"data-src", "data-original", "data-lazy", "data-original-src",
        "data-actualsrc", "data-echo"}) {
    EXPECT_EQ(
        view_of("<img src=blank.gif " + std::string(name) + "=a.jpg>").html,
        late + ' ' + name + "=\"a.jpg\">" + style);
  }
  EXPECT_NE(view_of("<img data-original=a.jpg data-lazy-srcset='b.jpg 2x'>")
                .html.find(" srcset=\"M:http://a.example/dir/b.jpg 2x\""),
            std::string::npos);
  // What is not there, or no URL, leaves the image as it is.
  for (const char* value : {"gone.jpg", "{a: 1}", ""}) {
    EXPECT_EQ(view_of("<img src=x.gif data-src='" + std::string(value) + "'>")
                  .html.find(late),
              std::string::npos)
        << value;
  }
  // Their copies for browsers without scripts are not shown twice.
  EXPECT_EQ(
      view_of("<img data-src=a.jpg><noscript><img src=a.jpg></noscript>").html,
      late + " data-src=\"a.jpg\"><noscript></noscript>" + style);
  EXPECT_NE(view_of("<noscript><img src=a.jpg></noscript>").html.find("<img"),
            std::string::npos);
  EXPECT_EQ(view_of("<img src=x data-late=y>").html.find("data-late"),
            std::string::npos);
}

TEST(HtmlView, SaysWhatAReaderSees) {
  const HtmlView view = view_of(
      "<title> The\n page &amp; </title><style>p{}</style><p> Some  text "
      "<svg><title>no</title></svg><script>a()</script><script src=b.js>"
      "</script><noscript>Turn on JavaScript</noscript>");
  EXPECT_EQ(view.title, "The page &");
  EXPECT_EQ(view.scripts, 2U);
  EXPECT_LT(view.text_bytes, 15U);
  EXPECT_GE(view.text_bytes, 9U);
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
      {"<link rel='icon preconnect dns-prefetch' href=x>",
       "<link rel=\"icon\" href=\"M:http://a.example/dir/x\">"},
      {"<frameset rows='10,*'><frame src=top.html name=top></frameset>",
       "<frameset rows=\"10,*\"><frame "
       "src=\"F:http://a.example/dir/top.html\" name=\"top\"></frameset>"},
      {"<img srcset='a.png 1x,b.png 2x, gone.png 3x'>",
       "<img srcset=\"M:http://a.example/dir/a.png 1x, "
       "M:http://a.example/dir/b.png 2x\" "
       "data-missing=\"http://a.example/dir/gone.png\">"},
      {"<svg><image xlink:href='i.svg'/></svg>",
       "<svg><image xlink:href=\"M:http://a.example/dir/i.svg\"/></svg>"},
      {"<svg><set attributeName=' xlink:href ' to=x /></svg>",
       "<svg><set to=\"x\"/></svg>"},
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
      {"<xmp><b></xmp>", "<pre>&lt;b&gt;</pre>"},
      {"<plaintext><b></plaintext>", "<pre>&lt;b&gt;&lt;/plaintext&gt;"},
      {"<noembed><b></noembed><noframes>x</noframes><iframe>y</iframe>",
       "<noembed></noembed><noframes></noframes><iframe></iframe>"},
      {"<style><!-- a{} --></style>", "<style>  a{} --></style>"},
      {"<style>@media (1px<=width){}</style>",
       "<style>@media (1px<=width){}</style>"},
      {"<svg><style><![CDATA[a>b{}]]></style></svg>",
       "<svg><style>a>b{}</style></svg>"},
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

// What browsers read in a view that is not of the view: links, frames and hints
// that lead to the page's own addresses.
std::string outside_of(const std::string& html, bool is_nested = false) {
  HtmlTree tree;
  tree.parse(html);
  std::string outside;
  for (const Node* node = tree.root(); node != nullptr;
       node = next_in_order(node, tree.root())) {
    if (node->kind != NodeKind::kElement) continue;
    for (const NodeAttribute& attribute : node->attributes()) {
      const std::string value(attribute.value);
      if (attribute.name == "srcdoc") {
        outside += outside_of(value, true);
      } else if (value.find("out.test") != value.npos &&
                 value.find(":http://") != 1) {
        outside.append(node->text).append(" ").append(value).append(";");
      } else if (attribute.name == "rel" && value.find("pre") != value.npos) {
        outside.append(value).append(";");
      }
    }
  }
  if (!is_nested && html.find("<script") != html.npos) outside += "script;";
  return outside;
}

constexpr const char* kMarkup =
    "<p><a href='http://out.test/'>x</a><link rel=preconnect "
    "href='http://out.test/'><iframe src='http://out.test/f'></iframe>"
    "<script>x</script>";

TEST(HtmlView, NoMarkupOfAPageGetsThrough) {
  const std::string markup = kMarkup;
  const std::string pages[] = {
      markup,
      "<style></st/**/yle>" + markup,
      "<style></st/**//**/yle>" + markup,
      "<style><//**/style>" + markup,
      "<style>a{b:'</st/**/yle>" + markup,
      "<style><<!--/style>" + markup,
      "<style>\\</st/**/yle>" + markup,
      "<style><</style>" + markup,
      "<svg><style>" + markup + "</style></svg>",
      "<svg><style><![CDATA[</style>" + markup + "]]></style></svg>",
      "<svg><style><![CDATA[" + markup + "]]></style></svg>",
      "<svg><style>/*]]>*/</st/**/yle>" + markup + "</style></svg>",
      "<math><style>" + markup + "</style></math>",
      "<math><xmp>" + markup + "</xmp></math>",
      "<svg><xmp>" + markup + "</xmp></svg>",
      "<svg><noembed>" + markup + "</noembed></svg>",
      "<svg><noframes>" + markup + "</noframes></svg>",
      "<svg><iframe>" + markup + "</iframe></svg>",
      "<svg><plaintext>" + markup,
      "<svg><title>" + markup + "</title></svg>",
      "<svg><textarea>" + markup + "</textarea></svg>",
      "<svg><script>" + markup + "</script></svg>",
      "<svg><desc><style>" + markup + "</style></desc></svg>",
      "<math><mtext><style></st/**/yle>" + markup,
      "<math><annotation-xml encoding=text/html><style>" + markup,
      "<noscript><style></noscript>" + markup + "</style>",
      "<select><style></st/**/yle>" + markup,
      "<template><style></st/**/yle>" + markup,
      "<iframe srcdoc=\"<style></st/**/yle>" + markup + "\"></iframe>",
      "<iframe srcdoc=\"<svg><style>" + markup + "\"></iframe>",
      "<iframe srcdoc=\"<a&#13;href='http://out.test/'>x</a>\"></iframe>",
      "<a<a href='http://out.test/'>x</a>",
      "<b <a='' href='http://out.test/'>x</b>",
  };
  for (const std::string& page : pages) {
    for (bool is_xml : {false, true}) {
      HtmlViewOptions options;
      options.url = "http://a.example/";
      options.is_xml = is_xml;
      const HtmlView view =
          html_view(page, options, [](std::string_view url, ViewPart) {
            return "V:" + std::string(url);
          });
      EXPECT_EQ(outside_of(view.html), "") << page << '\n' << view.html;
    }
  }
}

// Wrappers around wrappers, closed or not, and words cut by what is dropped.
TEST(HtmlView, NoNestingLetsMarkupThrough) {
  const std::vector<std::string> pieces = {"<svg>",
                                           "</svg>",
                                           "<math>",
                                           "</math>",
                                           "<style>",
                                           "</style>",
                                           "</st/**/yle>",
                                           "<title>",
                                           "</title>",
                                           "<xmp>",
                                           "</xmp>",
                                           "<noembed>",
                                           "</noembed>",
                                           "<iframe>",
                                           "</iframe>",
                                           "<textarea>",
                                           "</textarea>",
                                           "<p>",
                                           "<![CDATA[",
                                           "]]>",
                                           "<!--",
                                           "-->",
                                           "<foreignObject>",
                                           "</foreignObject>",
                                           "<mtext>",
                                           "<desc>",
                                           "<noscript>",
                                           "</noscript>",
                                           "<table>",
                                           "<select>",
                                           "<template>",
                                           "</template>",
                                           "<plaintext>",
                                           "<script>",
                                           "</script>",
                                           "<noframes>",
                                           "</noframes>",
                                           "'",
                                           "\"",
                                           "/*",
                                           "*/",
                                           "\\",
                                           "<",
                                           "</",
                                           "<style/>",
                                           "<svg/>",
                                           "<script/>",
                                           "<frameset>"};
  std::mt19937 random(11);
  for (int round = 0; round < 5'000; ++round) {
    std::string page;
    for (size_t i = 1 + random() % 8; i > 0; --i) {
      page += pieces[random() % pieces.size()];
    }
    page += kMarkup;
    HtmlViewOptions options;
    options.url = "http://a.example/";
    options.is_xml = random() % 2 == 0;
    const HtmlView view = html_view(
        page, options,
        [](std::string_view url, ViewPart) { return "V:" + std::string(url); });
    ASSERT_EQ(outside_of(view.html), "") << page << '\n' << view.html;
  }
}

std::string times(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

std::string base_of(size_t size) {
  return "<base href='/" + std::string(size, 'a') + "/'>";
}

HtmlView view_at(const std::string& url, const std::string& page) {
  HtmlViewOptions options;
  options.url = url;
  return html_view(page, options, [](std::string_view one, ViewPart) {
    return "V:" + std::string(one);
  });
}

TEST(HtmlView, ManyReferencesToALongUrlAreTooLarge) {
  const std::string url = "http://a.example/" + std::string(20'000, 'u') + '/';
  std::string set = "<img srcset='";
  for (int i = 0; i < 8'000; ++i) set += 'i' + std::to_string(i) + " 1x,";
  set += "'>";
  const std::string escaped(7'000, '&');
  const std::string pages[] = {
      times(8'000, "<a href=x>y</a>"),
      times(8'000, "<img src=x>"),
      set,
      times(8'000, "<iframe src=x></iframe>"),
      "<style>" + times(8'000, "a{b:url(x)}") + "</style>",
      "<p style='" + times(8'000, "b:url(x);") + "'>",
      "<iframe srcdoc='" + times(8'000, "<a href=x>y</a>") + "'>",
      times(4'000, "<meta http-equiv=refresh content='9;url=x'>"),
      "<base href='/" + escaped + "/'>" + times(8'000, "<a href=x>y</a>"),
  };
  for (const std::string& page : pages) {
    EXPECT_THROW((void)view_at(url, page), ViewTooLarge) << page.substr(0, 60);
  }
  // Short URLs may be many.
  EXPECT_GT(view_at("http://a.example/", times(80'000, "<a href=x>y</a>"))
                .html.size(),
            3'999'999U);
}

TEST(HtmlView, ALongBaseIsIgnored) {
  const std::string link = "<a href=x>y</a>";
  for (size_t size : {9'000, 60'000, 100'000}) {
    EXPECT_EQ(view_at("http://a.example/", base_of(size) + link).html,
              "<a href=\"V:http://a.example/x\" target=\"_top\">y</a>");
  }
  EXPECT_NE(
      view_at("http://a.example/", base_of(8'000) + link).html.find("/aaaa"),
      std::string::npos);
}

TEST(HtmlView, EndsWhenItIsTold) {
  HtmlViewOptions options;
  options.url = "http://a.example/";
  int calls = 0;
  options.keep_on = [&calls] {
    if (++calls == 3) throw std::runtime_error("over");
  };
  // By tokens, and by references within one.
  for (const std::string& page :
       {times(200, "<b>x</b>"), "<img srcset='" + times(200, "i 1x,") + "'>"}) {
    calls = 0;
    EXPECT_THROW((void)html_view(page, options,
                                 [](std::string_view url, ViewPart) {
                                   return std::string(url);
                                 }),
                 std::runtime_error);
    EXPECT_EQ(calls, 3);
  }
}

}  // namespace
}  // namespace wax::document
