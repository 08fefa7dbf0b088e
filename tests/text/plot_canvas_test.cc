#include "text/plot_canvas.h"

#include <gtest/gtest.h>

namespace wax::text {
namespace {

TEST(PlotCanvas, IsADocumentOfWhatWasDrawn) {
  std::string out;
  PlotCanvas canvas("a<b", out);
  canvas.dot(1, 2, 3, "#111", "x&y");
  canvas.curve("1,2 3,4", "#222");
  canvas.line(1, 2, 3, 4, "#333");
  canvas.label(5, 6, "end", "<7>");
  canvas.finish();
  EXPECT_TRUE(out.starts_with("<svg ") && out.ends_with("</svg>\n"));
  for (const char* part :
       {"font-size=\"16\">a&lt;b</text>",
        R"(<circle cx="1.0" cy="2.0" r="3.0" fill="#111"><title>x&amp;y</)",
        R"(<polyline points="1,2 3,4" fill="none" stroke="#222"/>)",
        R"(<line x1="1.0" x2="3.0" y1="2.0" y2="4.0" stroke="#333"/>)",
        R"(<text x="5.0" y="6.0" text-anchor="end">&lt;7&gt;</text>)"}) {
    EXPECT_NE(out.find(part), std::string::npos) << part << '\n' << out;
  }
}

}  // namespace
}  // namespace wax::text
