#include "crawl/check/page_look.h"

#include <gtest/gtest.h>

#include <string>

#include "document/content/page_reader.h"
#include "document/text/simhash.h"

namespace wax::crawl {
namespace {

PageLook look_of_html(const std::string& html,
                      const std::string& url = "http://a.example/p") {
  document::HtmlTree tree;
  tree.parse(html);
  document::Document page;
  page.url = url;
  document::read_page(tree, {page.url, {}}, page);
  page.words = document::count_words(page.content);
  return look_of(page, tree);
}

std::string words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "word" + std::to_string(i) + ' ';
  return text;
}

TEST(PageLook, IsThatOfWhatAServerShowsInsteadOfAPage) {
  using enum PageLook;
  const std::string form = "<form><input type=password></form>";
  const std::string consent =
      "<p>We use cookies and ask for your consent to go on.<p>Accept all";
  const std::pair<std::string, PageLook> kPages[] = {
      {"<title>404 Not Found</title>", kNotFound},
      {"<title>Seite nicht gefunden | Amt</title>" + words(80), kNotFound},
      {"<h1>That page can\u2019t be found</h1>" + words(40), kNotFound},
      {"<p>This page does not exist", kNotFound},
      {"<title>404 - a history of errors</title>" + words(300), kPage},
      {"<title>Room 404, a novel of the sea and its many towns</title>" +
           words(80),
       kPage},
      {"<title>Lost</title>" + words(80) + " was not found there", kPage},
      {form + words(30), kLogin},
      {form + words(250), kPage},
      {words(30) + " log in", kPage},
      {consent, kCookieWall},
      {consent + "<p>" + words(60), kPage},
      {words(20), kPage},
      {"", kPage}};
  for (const auto& [html, look] : kPages) {
    EXPECT_EQ(look_of_html(html), look) << html;
  }
  std::string marks;
  for (int i = 0; i < 1'000'000; ++i) marks += "\u2019";
  EXPECT_EQ(look_of_html("<title>" + marks + " not found</title>" + marks),
            kPage);
  EXPECT_EQ(look_of_html("<title>Not found</title>" + marks), kNotFound);
  EXPECT_EQ(look_of_html(form, "http://a.example/login?x"), kPage);
  EXPECT_EQ(look_of_html(consent, "http://a.example/cookies"), kPage);
}

TEST(PageLook, OfARedirectIsThatOfItsTarget) {
  using enum PageLook;
  const std::tuple<const char*, const char*, PageLook> kRedirects[] = {
      {"http://a/p", "http://a/login?next=/p", kLogin},
      {"http://a/p", "http://sso.a/cas/login", kLogin},
      {"http://a/login", "http://a/auth/login", kPage},
      {"http://a/p", "http://a/404.html", kNotFound},
      {"http://a/p", "https://consent.a/m?continue=x", kCookieWall},
      {"http://a/p", "http://a/blogging/authors", kPage}};
  for (const auto& [url, target, look] : kRedirects) {
    EXPECT_EQ(look_of_redirect(url, target), look) << target;
  }
}

}  // namespace
}  // namespace wax::crawl
