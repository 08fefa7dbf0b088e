#include "collection/import/rendered_pages.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/record/digest.h"

namespace wax::collection {
namespace {

std::string text_record(const std::string& url, const std::string& date,
                        const std::string& text) {
  tests::WarcFields fields;
  fields.type = "resource";
  fields.uri = url;
  fields.date = date;
  fields.content_type = "text/plain";
  return tests::warc_record(text, fields);
}

document::Document page_at(const std::string& date) {
  document::Document page;
  page.url = "http://a.example/";
  page.urlkey = "example,a)/";
  page.date = date;
  page.type = "text/html";
  warc::Digester digester;
  digester.update("same");
  page.digest = warc::spelling(digester.finish());
  return page;
}

std::string page_record(const std::string& date, const std::string& body) {
  tests::WarcFields fields;
  fields.uri = "http://a.example/";
  fields.date = date;
  return tests::warc_record(
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body, fields);
}

TEST(RenderedPages, HaveTheTextsOfTheirVisit) {
  const tests::TempDir folder;
  const std::string url = "urn:text:http://a.example/#part";
  const std::string path = folder.write(
      "a.warc", text_record(url, "2026-01-01T00:10:00Z", "second") +
                    text_record(url, "2026-01-01T00:00:08Z", "first") +
                    text_record(url, "2026-01-01T12:00:00Z", "noon") +
                    text_record(url, "2027-01-01T12:00:00Z", "year") +
                    page_record("2026-01-01T00:00:00Z", "same") +
                    page_record("2026-01-01T00:00:10Z", "same") +
                    page_record("2026-01-01T11:59:58Z", "same") +
                    text_record("urn:view:http://a.example/",
                                "2026-01-01T00:00:08Z", "no text"));
  tests::Problems problems;
  RenderedPages rendered({path}, {}, problems);
  const std::pair<const char*, const char*> kPages[] = {
      {"20260101000000", "first"},
      {"20260101000010", "second"},
      {"20260101115958", "noon"},
      {"20260101120000", ""}};
  for (const auto& [date, content] : kPages) {
    document::Document page = page_at(date);
    rendered.complete(page);
    EXPECT_EQ(page.content, content) << date;
  }
  document::Document image = page_at("20260101000000");
  image.type = "image/png";
  rendered.complete(image);
  EXPECT_EQ(image.content, "");
  document::Document closed = page_at("20260101000000");
  closed.noindex = true;
  rendered.complete(closed);
  EXPECT_EQ(closed.content, "");
}

}  // namespace
}  // namespace wax::collection
