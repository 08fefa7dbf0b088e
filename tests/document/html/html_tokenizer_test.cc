#include "document/html/html_tokenizer.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

using State = HtmlTokenizer::State;

// Tokens in a row: texts in quotes, tags with their attributes, comments.
std::string tokens_of(std::string_view page, State state = State::kData,
                      std::string_view element = {}, bool cdata = false) {
  NodeArena arena;
  HtmlTokenizer tokenizer(page, arena);
  tokenizer.set_state(state, element);
  tokenizer.allow_cdata(cdata);
  std::string out;
  for (HtmlToken token; tokenizer.next(token);) {
    if (!out.empty()) out += ' ';
    switch (token.kind) {
      case HtmlToken::Kind::kText:
        out.append("\"").append(token.text).append("\"");
        break;
      case HtmlToken::Kind::kStartTag:
        out.append("<").append(token.text);
        for (const NodeAttribute& attribute : token.attributes) {
          out.append(" ").append(attribute.name).append("=");
          out.append(attribute.value);
        }
        out += token.self_closing ? "/>" : ">";
        break;
      case HtmlToken::Kind::kEndTag:
        out.append("</").append(token.text).append(">");
        break;
      case HtmlToken::Kind::kComment:
        out.append("!").append(token.text);
        break;
      case HtmlToken::Kind::kDoctype:
      case HtmlToken::Kind::kEndOfPage:
        break;
    }
  }
  return out;
}

TEST(HtmlTokenizer, TextsAndTags) {
  EXPECT_EQ(tokens_of("a<b>c</B >d<br/>"), "\"a\" <b> \"c\" </b> \"d\" <br/>");
  EXPECT_EQ(tokens_of("a < b <3 </ c><d"), "\"a < b <3 \" ! c");
  EXPECT_EQ(tokens_of("a&amp;&#65;&ltb&bogus;"), "\"a&A<b&bogus;\"");
  EXPECT_EQ(tokens_of(""), "");
}

TEST(HtmlTokenizer, Attributes) {
  EXPECT_EQ(tokens_of("<a b=1 C='2 &amp;' d=\"3\" e f=x/g h=&copy=>"),
            "<a b=1 c=2 & d=3 e= f=x/g h=&copy=>");
  EXPECT_EQ(tokens_of("<a b=1 b=2>"), "<a b=1>");
  EXPECT_EQ(tokens_of("<a =b '\"<c>"), "<a =b= '\"<c=>");
  EXPECT_EQ(tokens_of("<a b='>"), "");
}

TEST(HtmlTokenizer, Comments) {
  EXPECT_EQ(tokens_of("<!--a--><!--b--!><!-->c<!--->d<!--e"),
            "!a !b ! \"c\" ! \"d\" !e");
  EXPECT_EQ(tokens_of("<!x><?y></ z>"), "!x !?y ! z");
  EXPECT_EQ(tokens_of("<!--a--b--->"), "!a--b-");
}

TEST(HtmlTokenizer, StatesOfElementsWithoutMarkup) {
  EXPECT_EQ(tokens_of("a<b>&lt;</title>c", State::kRcdata, "title"),
            "\"a<b><\" </title> \"c\"");
  EXPECT_EQ(tokens_of("a&lt;</style>c", State::kRawtext, "style"),
            "\"a&lt;\" </style> \"c\"");
  EXPECT_EQ(
      tokens_of("<!--<script></script>--></script>c", State::kScript, "script"),
      "\"<!--<script></script>-->\" </script> \"c\"");
  EXPECT_EQ(tokens_of("a</plaintext>", State::kPlaintext, "plaintext"),
            "\"a</plaintext>\"");
}

TEST(HtmlTokenizer, CdataIsTextOnlyWhereItIsAllowed) {
  EXPECT_EQ(tokens_of("<![CDATA[a<b]]>c", State::kData, {}, true),
            "\"a<b\" \"c\"");
  EXPECT_EQ(tokens_of("<![CDATA[a]]>c"), "![CDATA[a]] \"c\"");
}

}  // namespace
}  // namespace wax::document
