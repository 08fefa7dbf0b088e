#include "tools/cli/terminal_output.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace wax::tools::cli {
namespace {

// The same however the text comes in pieces.
TEST(TerminalOutput, TextDoesNotSteerATerminal) {
  const std::string text =
      "a\tb\n\x1b[31mred\r\n\u202Eturned\u2066\u009B \u00E9 \u201Cquoted\u201D "
      "end\xE2\x80";
  const std::string expected =
      "a\tb\n\\x1b[31mred\\x0d\n\\xe2\\x80\\xaeturned\\xe2\\x81\\xa6\\xc2\\x9b "
      "\u00E9 \u201Cquoted\u201D end\xE2\x80";
  for (size_t piece = 1; piece <= text.size(); ++piece) {
    std::string shown;
    auto output = terminal_output(io::open_memory(shown));
    for (std::string_view rest = text; !rest.empty();) {
      output->write(rest.substr(0, piece));
      output->flush();
      rest.remove_prefix(std::min(piece, rest.size()));
    }
    output->finish();
    EXPECT_EQ(shown, expected) << piece;
  }
}

}  // namespace
}  // namespace wax::tools::cli
