#include "index/text/text_builder.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::index {
namespace {

TEST(TextBuilder, PiecesBecomeWordsAndBlocks) {
  std::string out;
  TextBuilder text(out);
  text.space();
  text.append(" a", false, false);
  text.append("b ", false, false);
  text.append("c", false, false);
  text.space();
  text.line();
  text.space();
  text.append("d\ne", false, false);
  text.append("\r\nf", false, true);
  text.line();
  EXPECT_EQ(out, "ab c\nd e\nf");
}

TEST(TextBuilder, ReferencesAreResolvedOnRequest) {
  std::string out;
  TextBuilder text(out);
  text.append("&lt;&nbsp;&#32;x ", true, false);
  text.append("&lt;", false, false);
  EXPECT_EQ(out, "< x &lt;");
}

}  // namespace
}  // namespace wax::index
