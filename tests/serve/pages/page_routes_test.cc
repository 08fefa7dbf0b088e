// What browsers get: well-formed pages in which archived texts are only text.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "answers/requests/escape.h"
#include "document/html/html_tree.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

// Checks that each start tag of the page has its end tag, in order, and that a
// browser builds these elements and no others.
void expect_well_formed(const std::string& page, const std::string& target) {
  const std::set<std::string> void_elements = {
      "meta", "link", "img", "input", "rect", "path", "polyline"};
  std::vector<std::string> open;
  size_t elements = 0;
  for (size_t at = page.find('<'); at != std::string::npos;
       at = page.find('<', at + 1)) {
    if (page.compare(at, 2, "<!") == 0) continue;
    bool closes = page[at + 1] == '/';
    size_t from = at + (closes ? 2 : 1);
    size_t to = page.find_first_of(" />", from);
    std::string name = page.substr(from, to - from);
    if (closes) {
      ASSERT_FALSE(open.empty()) << target;
      ASSERT_EQ(open.back(), name) << target << " at " << at << ": "
                                   << page.substr(at < 80 ? 0 : at - 80, 160);
      open.pop_back();
    } else {
      ++elements;
      if (!void_elements.contains(name)) open.push_back(name);
    }
  }
  EXPECT_TRUE(open.empty()) << target;

  document::HtmlTree tree;
  tree.parse(page, {});
  size_t built = 0;
  for (const document::Node* node = tree.root(); node != nullptr;
       node = document::next_in_order(node, tree.root())) {
    if (node->kind != document::NodeKind::kElement) continue;
    ++built;
    if (node->text == "script") {
      EXPECT_EQ(node->attribute("src")->value, "/script.js") << target;
      EXPECT_EQ(node->first_child, nullptr) << target;
    }
    EXPECT_NE(node->text, "style") << target;
    for (const document::NodeAttribute& attribute : node->attributes()) {
      EXPECT_FALSE(attribute.name.starts_with("on")) << target;
      EXPECT_NE(attribute.name, "style") << target;
      if (attribute.name == "href" || attribute.name == "src") {
        EXPECT_TRUE(attribute.value.starts_with("/") ||
                    attribute.value.starts_with("#") ||
                    attribute.value.starts_with("http://wayback.example/"))
            << target << ": " << attribute.value;
      }
    }
  }
  EXPECT_EQ(built, elements) << target;
}

std::vector<std::string> targets() {
  std::string hostile = answers::url_part(kHostile);
  std::vector<std::string> all = {
      "/",
      "/search?query=heron",
      "/search?query=heron&start=2&count=2",
      "/search?query=heron&start=50",
      "/search?query=heron&site=example.org&from=2006&to=2007",
      "/search?query=nothing+whatever",
      "/search?query=her",
      "/search?query=" + hostile,
      "/search?query=heron&site=" + hostile,
      "/search?query=heron&in=small",
      "/search?query=%28heron",
      "/search?query=title%3A",
      "/search?query=%FF%00%01",
      "/search?query=heron&from=" + hostile,
      "/search?query=heron&count=1001",
      "/url?url=http%3A%2F%2Fwww.example.org%2F0",
      "/url?url=http%3A%2F%2Fwww.example.org%2F1",
      "/url?url=http%3A%2F%2Fevil.example%2F%3Cb%3E",
      "/url?url=http%3A%2F%2Fnot.example%2F",
      "/url?url=" + hostile,
      "/search?query=heron&sort=newest&collapse=none",
      "/search?query=heron&sort=" + hostile,
      "/search?query=heron&collapse=" + hostile,
      "/search?query=heorn",
      "/url/changes?url=http%3A%2F%2Fwww.example.org%2F0&from=" +
          std::string(32, 'A') + "&to=" + std::string(32, 'C'),
      "/search?query=heron&collapse=site",
      "/search?query=heron&collapse=similar",
      "/url/capture?url=http%3A%2F%2Fwww.example.org%2F0&date=2007",
      "/url/capture?url=http%3A%2F%2Fevil.example%2F%3Cb%3E&date=2007",
      "/url/capture?url=http%3A%2F%2Fnot.example%2F",
      "/url/capture?url=" + hostile + "&date=" + hostile,
      "/url/similar?url=http%3A%2F%2Fwww.example.org%2F0",
      "/url/similar?url=" + hostile,
      "/trends",
      "/trends?query=heron&query=" + hostile + "&query=%28x&period=month",
      "/trends?query=heron&query=river&share=1",
      "/collection",
      "/api",
  };
  return all;
}

TEST(PageRoutes, AreWellFormedAndKeepArchivedTextsAsText) {
  SmallSite small;
  for (const char* replay : {"", "http://wayback.example/"}) {
    small.holdings().replay = replay;
    TestServer server(small.router());
    for (const std::string& target : targets()) {
      tests::HttpAnswer answer = server.get(target);
      EXPECT_TRUE(answer.status == 200 || answer.status == 400 ||
                  answer.status == 404)
          << target << ' ' << answer.status;
      EXPECT_EQ(answer.header("content-type"), "text/html; charset=utf-8")
          << target;
      std::string policy = answer.header("content-security-policy");
      EXPECT_TRUE(
          policy.starts_with("default-src 'none'; script-src 'self'; "
                             "style-src 'self'"))
          << target;
      EXPECT_EQ(policy.find("unsafe"), std::string::npos);
      expect_well_formed(answer.body, target);
    }
  }
}

TEST(PageRoutes, AnUnknownCollectionIsNotFound) {
  SmallSite small;
  TestServer server(small.router());
  EXPECT_EQ(server.get("/?in=other").status, 404);
}

}  // namespace
}  // namespace wax::serve
