#include "index/worker/document_text.h"

#include <gtest/gtest.h>

#include <string>

#include "text/utf8.h"

namespace wax::index {
namespace {

DocumentText sample_text() {
  return {.type = "application/pdf",
          .title = "T",
          .author = "A",
          .published = "2008",
          .language = "en",
          .text = "words\nmore",
          .pages = 300,
          .truncated = true,
          .reason = "text-damaged",
          .detail = "why",
          .links = {{"http://x.example/", "x", "nofollow"}}};
}

TEST(DocumentText, StoredFormIsExact) {
  std::string stored;
  append_document_text(sample_text(), stored);
  DocumentText back;
  ASSERT_TRUE(parse_document_text(stored, back));
  EXPECT_EQ(back, sample_text());
  for (size_t n = 0; n < stored.size(); ++n) {
    EXPECT_FALSE(parse_document_text(stored.substr(0, n), back)) << n;
  }
  EXPECT_FALSE(parse_document_text(stored + '\0', back));
}

TEST(DocumentText, IsWellFormedWhateverTheBytesAre) {
  DocumentText odd = sample_text();
  odd.text = "a\xFFz";
  odd.links[0].text = "\xC0";
  std::string stored;
  append_document_text(odd, stored);
  DocumentText back;
  ASSERT_TRUE(parse_document_text(stored, back));
  EXPECT_EQ(back.text, "a\xEF\xBF\xBDz");
  EXPECT_TRUE(text::is_utf8(back.links[0].text));
}

}  // namespace
}  // namespace wax::index
