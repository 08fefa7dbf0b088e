#include "document/formats/attached.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

std::string attached(std::string_view bytes, std::string_view type,
                     std::string_view name) {
  DocumentText document;
  DocumentBuilder builder(document, 1000);
  builder.text("before");
  read_attached(bytes, type, type, name, 1, builder);
  builder.text("after");
  return document.content;
}

TEST(Attached, FilesAreReadByTheirBytesAndTypes) {
  EXPECT_EQ(attached("{\\rtf1 words}", "", "a.rtf"),
            "before\na.rtf\nwords\nafter");
  EXPECT_EQ(attached("<p>one<p>two", "text/html", "a"),
            "before\na\none\ntwo\nafter");
  EXPECT_EQ(attached("plain\nlines", "application/octet-stream", "a.txt"),
            "before\na.txt\nplain\nlines\nafter");
  EXPECT_EQ(attached("\1\2\3", "application/octet-stream", "a.bin"),
            "before\na.bin\nafter");
  EXPECT_EQ(attached("bytes", "image/png", "a.png"), "before\na.png\nafter");
}

}  // namespace
}  // namespace wax::document
