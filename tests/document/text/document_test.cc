#include "document/text/document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/document/sample_document.h"

namespace wax::document {
namespace {

std::string stored_form(const Document& document) {
  std::string stored;
  append_document(document, document_fields(), stored);
  return stored;
}

TEST(Document, StoredFormsGiveAllFieldsBack) {
  for (uint64_t n : {0, 1, 123456}) {
    Document document = sample_document(n);
    std::string links;
    append_document(document, link_fields(), links);
    Document back = sample_document(7);
    ASSERT_TRUE(parse_document(stored_form(document),
                               StoredFields(document_fields()), back));
    EXPECT_EQ(back.links, sample_document(7).links);
    ASSERT_TRUE(parse_document(links, StoredFields(link_fields()), back));
    std::string images;
    append_document(document, image_fields(), images);
    ASSERT_TRUE(parse_document(images, StoredFields(image_fields()), back));
    EXPECT_EQ(back, document);
  }
  EXPECT_EQ(stored_form(Document()), "");
}

TEST(Document, ACutStoredFormIsNoDocumentOrHasFewerFields) {
  Document document = sample_document(123456);
  std::string stored = stored_form(document);
  StoredFields fields{document_fields()};
  Document back;
  for (size_t n = 0; n < stored.size(); ++n) {
    if (!parse_document(stored.substr(0, n), fields, back)) continue;
    EXPECT_EQ(stored_form(back), stored.substr(0, n));
  }
  EXPECT_FALSE(parse_document(stored + '\0', fields, back));
}

TEST(Document, NoBytesCrashTheParser) {
  std::mt19937 random(20081);
  for (auto fields : {document_fields(), link_fields(), image_fields()}) {
    std::string stored;
    append_document(sample_document(1), fields, stored);
    Document document;
    for (int i = 0; i < 20000; ++i) {
      std::string bytes = stored;
      for (int k = 0; k < 3; ++k) {
        bytes[random() % bytes.size()] = static_cast<char>(random());
      }
      (void)parse_document(bytes, StoredFields(fields), document);
    }
  }
}

TEST(Document, UnknownFieldsArePassedOver) {
  Document document;
  document.url = "http://example.org/";
  document.title = "Herons";
  std::string names;
  for (const DocumentField& field : document_fields()) {
    names += names.empty() ? "" : " ";
    names += field.name == "title" ? "of_tomorrow" : field.name;
  }
  Document back;
  ASSERT_TRUE(parse_document(stored_form(document),
                             StoredFields(document_fields(), names), back));
  EXPECT_EQ(back.url, document.url);
  EXPECT_EQ(back.title, "");
}

TEST(Document, FieldsAreFoundByNameWhateverTheirNumbers) {
  using namespace std::string_view_literals;
  Document back;
  ASSERT_TRUE(parse_document(
      "\0\6Herons\1\1u"sv, StoredFields(document_fields(), "title url"), back));
  EXPECT_EQ(back.title, "Herons");
  EXPECT_EQ(back.url, "u");
  EXPECT_FALSE(parse_document(
      "\2\1u"sv, StoredFields(document_fields(), "title url"), back));
}

TEST(Document, MainTextIsItsRangesAndWhatIsNotSeen) {
  Document document;
  EXPECT_EQ(main_text(document), "");
  document.content = "Menu\nHerons fish\nFooter";
  document.main = {{5, 16}};
  EXPECT_EQ(main_text(document), "Herons fish");
  document.main_unseen = "at dawn";
  EXPECT_EQ(main_text(document), "Herons fish\nat dawn");
  document.main.clear();
  EXPECT_EQ(main_text(document), "at dawn");
}

TEST(Document, EveryFieldIsOneRow) {
  // A field that has no row, or two, is not given back as it was.
  std::vector<std::string_view> names;
  for (auto fields : {document_fields(), link_fields(), image_fields()}) {
    for (const DocumentField& field : fields) names.push_back(field.name);
  }
  std::vector<std::string_view> once = names;
  std::ranges::sort(once);
  EXPECT_EQ(std::ranges::adjacent_find(once), once.end());
  EXPECT_EQ(names.size(), 46u) << "Document has another number of fields";
}

TEST(Document, FieldsOfTheBodyAreClearedAndSwapped) {
  const Document sample = sample_document(5);
  Document cleared = sample;
  clear_body(cleared);
  EXPECT_EQ(cleared.url, sample.url);
  EXPECT_EQ(cleared.digest, sample.digest);
  EXPECT_EQ(cleared.status, sample.status);
  EXPECT_EQ(cleared.type, sample.type);
  std::string left;
  append_document(cleared, body_fields(), left);
  EXPECT_EQ(left, "");
  Document other = sample_document(6);
  const Document before = other;
  swap_body(cleared, other);
  EXPECT_EQ(cleared.content, before.content);
  EXPECT_EQ(cleared.main, before.main);
  EXPECT_EQ(cleared.links, before.links);
  EXPECT_EQ(cleared.url, sample.url);
  EXPECT_EQ(other.url, before.url);
  EXPECT_EQ(other.content, "");
}

TEST(Document, RangesThatRunBackAreNoDocument) {
  using namespace std::string_view_literals;
  const StoredFields fields(document_fields(), "main_ranges content");
  Document document;
  ASSERT_TRUE(parse_document("\0\4\1\2\3\4"sv, fields, document));
  EXPECT_EQ(document.main, (std::vector<text::TextRange>{{1, 3}, {6, 10}}));
  EXPECT_FALSE(parse_document("\0\3\1\2\3"sv, fields, document));
  EXPECT_FALSE(parse_document("\0\1\1"sv, fields, document));
  EXPECT_FALSE(parse_document("\0\0"sv, fields, document));
}

TEST(Document, PrintedMainIsText) {
  Document document;
  document.content = "Menu\nHerons";
  document.main = {{5, 11}};
  std::string json;
  append_json(document, printed_fields(), json);
  EXPECT_EQ(json, R"({"main":"Herons","text":"Menu\nHerons"})");
  json.clear();
  append_json(document, document_fields(), json);
  EXPECT_EQ(json, R"({"main_ranges":[[5,11]],"content":"Menu\nHerons"})");
}

TEST(Document, JsonHasTheFieldsThatAreNotEmpty) {
  Document document;
  document.url = "http://example.org/";
  document.status = 200;
  document.noindex = true;
  document.content = "Herons\nand \"egrets\"";
  document.links = {{"http://x.example/", "X"}, {"http://y.example/", ""}};
  document.images = {{"http://x.example/a.png", "heron", "in flight"}};
  std::string json;
  append_json(document, document_fields(), json);
  EXPECT_EQ(json, R"({"url":"http://example.org/","status":200,"noindex":true,)"
                  R"("content":"Herons\nand \"egrets\""})");
  json.clear();
  append_json(document, link_fields(), json);
  EXPECT_EQ(json, R"({"links":[{"url":"http://x.example/","text":"X"},)"
                  R"({"url":"http://y.example/"}]})");
  json.clear();
  append_json(document, image_fields(), json);
  EXPECT_EQ(json, R"({"images":[{"url":"http://x.example/a.png","alt":"heron",)"
                  R"("caption":"in flight"}]})");
}

}  // namespace
}  // namespace wax::document
