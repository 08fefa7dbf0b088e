#include <gtest/gtest.h>

#include <string>

#include "document/html/html_tokenizer.h"

namespace wax::document {
namespace {

// The first token of a page, and how much of the page is behind it.
std::string doctype_of(std::string_view page) {
  NodeArena arena;
  HtmlTokenizer tokenizer(page, arena);
  HtmlToken token;
  EXPECT_TRUE(tokenizer.next(token));
  EXPECT_EQ(token.kind, HtmlToken::Kind::kDoctype);
  std::string out(token.text);
  if (token.has_public) out.append(" P:").append(token.public_id);
  if (token.has_system) out.append(" S:").append(token.system_id);
  if (token.force_quirks) out += " quirks";
  if (tokenizer.next(token) && token.kind == HtmlToken::Kind::kText) {
    out.append(" | ").append(token.text);
  }
  return out;
}

TEST(HtmlDoctype, HasANameAndIdentifiers) {
  EXPECT_EQ(doctype_of("<!DOCTYPE Html>"), "html");
  EXPECT_EQ(doctype_of("<!doctype html PUBLIC \"p\" 's'>"), "html P:p S:s");
  EXPECT_EQ(doctype_of("<!doctype html PUBLIC 'p'>a"), "html P:p | a");
  EXPECT_EQ(doctype_of("<!doctype html SYSTEM 's' x>a"), "html S:s | a");
}

TEST(HtmlDoctype, ThatDoesNotEndWellMeansQuirks) {
  EXPECT_EQ(doctype_of("<!doctype>"), " quirks");
  EXPECT_EQ(doctype_of("<!doctype html x>a"), "html quirks | a");
  EXPECT_EQ(doctype_of("<!doctype html PUBLIC>a"), "html quirks | a");
  EXPECT_EQ(doctype_of("<!doctype html PUBLIC p>a"), "html quirks | a");
  EXPECT_EQ(doctype_of("<!doctype html PUBLIC 'p>a'>"),
            "html P:p quirks | a'>");
  EXPECT_EQ(doctype_of("<!doctype html PUBLIC 'p' x>a"), "html P:p quirks | a");
  EXPECT_EQ(doctype_of("<!doctype html SYSTEM 's"), "html S:s quirks");
  EXPECT_EQ(doctype_of("<!doctype html SYSTEM 's' x"), "html S:s");
  EXPECT_EQ(doctype_of("<!doctype html PUBLIC 'p'"), "html P:p quirks");
}

}  // namespace
}  // namespace wax::document
