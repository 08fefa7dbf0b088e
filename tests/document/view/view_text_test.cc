#include "document/view/view_text.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

TEST(ViewText, LinesEndByLineFeeds) {
  std::string lines;
  EXPECT_EQ(with_line_feeds("a\r\nb\rc\n\r", lines), "a\nb\nc\n\n");
  const std::string_view page = "a\nb";
  EXPECT_EQ(with_line_feeds(page, lines).data(), page.data());
}

TEST(ViewText, IsEscaped) {
  const ViewBudget budget(0, {});
  std::string out;
  append_view_text(std::string("<a b=\"c\">&'\0d", 14), budget, out);
  EXPECT_EQ(out, "&lt;a b=&quot;c&quot;&gt;&amp;'d");
}

TEST(ViewText, HasALimitAlsoWhenItsEscapesMakeItLonger) {
  const ViewBudget budget(0, {});
  std::string out;
  EXPECT_THROW(append_view_text(std::string(4 << 20, '&'), budget, out),
               ViewTooLarge);
  EXPECT_LT(out.size(), (12U << 20) + 100);
}

TEST(ViewDoctype, KeepsItsQuirks) {
  const ViewBudget budget(0, {});
  HtmlToken token;
  token.text = "html";
  token.has_system = true;
  token.system_id = "a\">b";
  std::string out;
  append_view_doctype(token, budget, out);
  EXPECT_EQ(out, "<!DOCTYPE html SYSTEM \"a&quot;&gt;b\">");
}

}  // namespace
}  // namespace wax::document
