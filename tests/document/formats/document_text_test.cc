#include "document/formats/document_text.h"

#include <gtest/gtest.h>

#include <string>

#include "text/utf8.h"

namespace wax::document {
namespace {

DocumentText sample_text() {
  DocumentText text;
  text.type = "application/pdf";
  text.title = "T";
  text.author = "A";
  text.published = "2008";
  text.language = "en";
  text.content = "words\nmore";
  text.pages = 300;
  text.truncated = true;
  text.no_text = NoText::kDamaged;
  text.detail = "why";
  text.links = {{"http://x.example/", "x", "nofollow"}};
  return text;
}

TEST(DocumentText, StoredFormIsExact) {
  std::string stored;
  append_document_text(sample_text(), stored);
  DocumentText back;
  ASSERT_TRUE(parse_document_text(stored, back));
  EXPECT_EQ(back, sample_text());
  for (size_t n = 0; n < stored.size(); ++n) {
    // What is cut between two fields has fewer.
    EXPECT_FALSE(parse_document_text(stored.substr(0, n), back) &&
                 back == sample_text())
        << n;
  }
  EXPECT_FALSE(parse_document_text(stored + '\0', back));
}

TEST(DocumentText, IsWellFormedWhateverTheBytesAre) {
  DocumentText odd = sample_text();
  odd.content = "a\xFFz";
  odd.links[0].text = "\xC0";
  std::string stored;
  append_document_text(odd, stored);
  DocumentText back;
  ASSERT_TRUE(parse_document_text(stored, back));
  EXPECT_EQ(back.content, "a\xEF\xBF\xBDz");
  EXPECT_TRUE(text::is_utf8(back.links[0].text));
}

}  // namespace
}  // namespace wax::document
