#include "posts/stream/post_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace wax::posts {
namespace {

std::string urls_of(std::string_view text) {
  std::string urls;
  each_url(text, [&](std::string&& url) { urls += url + ' '; });
  return urls;
}

TEST(PostText, UrlsEndBeforePunctuation) {
  EXPECT_EQ(urls_of("see http://e.org/a, or (https://e.org/b)."),
            "http://e.org/a https://e.org/b ");
  EXPECT_EQ(urls_of("www.e.org/x! Xwww.e.org awww.e.org"),
            "http://www.e.org/x ");
  EXPECT_EQ(urls_of("HTTP://E.org/ http://e.org/a_(b) http://e.org/a(b c)"),
            "HTTP://E.org/ http://e.org/a_(b) http://e.org/a ");
  EXPECT_EQ(urls_of("http://e.org/?a=1&b=2… \"http://e.org/q\" http://"),
            "http://e.org/?a=1&b=2 http://e.org/q ");
  EXPECT_EQ(urls_of("no link at all, http:// or httpd"), "");
  EXPECT_EQ(urls_of("FTP://e.org/f, sftp://e.org/"), "FTP://e.org/f ");
}

TEST(PostText, OfHtml) {
  std::string urls;
  std::string text = read_html_post(
      "<p>Hi <a class='u-url mention' href='https://m.example/@a'>@a</a> "
      "<a href='https://e.org/1?a=1&amp;b=2' rel='nofollow'>e.org</a> "
      "<a rel='tag' href='https://m.example/tags/x'>#x</a> &lt;b&gt;</p>",
      [&](std::string&& url) { urls += url + ' '; });
  EXPECT_EQ(urls, "https://e.org/1?a=1&b=2 ");
  EXPECT_EQ(text, "Hi @a e.org #x <b>");
}

TEST(PostText, EscapesAreUndoneOnce) {
  EXPECT_EQ(unescaped_text("&lt;&amp;lt;&gt; &quot; & &am"),
            "<&lt;> &quot; & &am");
  EXPECT_EQ(unescaped_text("plain"), "plain");
}

TEST(PostText, TheFirstNameAfterRtIsTheAuthor) {
  EXPECT_EQ(repeated_author("RT @alice: thanks @bob for the link"), "alice");
  EXPECT_EQ(repeated_author("Nice! rt @ tristanf Zeitgeist"), "tristanf");
  EXPECT_EQ(repeated_author("RT @tristanf"), "tristanf");
  EXPECT_EQ(repeated_author("part of the art @bob"), "");
  EXPECT_EQ(repeated_author("RT nobody"), "");
  EXPECT_EQ(repeated_author("cart @a, RT: @b"), "b");
  EXPECT_EQ(repeated_author("RT"), "");
}

TEST(PostText, HasNoControlCharacters) {
  EXPECT_EQ(plain_text(" a\t\nb\x1B[31m\xC2\x9B"
                       "c\xC2\xA0 "),
            "a b [31m c");
  EXPECT_EQ(plain_text("\xFF"
                       "a</script>"),
            "\xEF\xBF\xBD"
            "a</script>");
}

}  // namespace
}  // namespace wax::posts
