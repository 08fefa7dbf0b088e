#include "collection/versions/rendered_texts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "collection/segment/page_text.h"
#include "collection/versions/segment_versions.h"
#include "tests/collection/versions/made_segments.h"
#include "tests/support/segments.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

document::Document shell_page(const std::string& name,
                              const std::string& digest,
                              const std::string& date) {
  document::Document page = test_page(name, digest, date);
  page.content.clear();
  return page;
}

document::Document rendered_of(const std::string& name, const std::string& date,
                               const std::string& text,
                               const std::string& kind = "urn:text:") {
  document::Document rendered;
  rendered.url = kind + "http://example.org/" + name;
  rendered.urlkey = rendered.url;
  rendered.digest = "sha1:T" + date;
  rendered.date = date;
  rendered.type = "text/plain";
  rendered.content = text;
  return rendered;
}

// "URL: content|" of each version that is a page.
std::string pages_of(const std::vector<std::string>& segments) {
  SegmentVersions versions(segments, {}, {});
  std::string found;
  for (SegmentVersion version; versions.next(version);) {
    const document::Document& made = version.document;
    if (made.type != "text/html") continue;
    found += made.url.substr(19) + ' ' + made.date.substr(0, 4) + ": " +
             made.content + '|';
  }
  return found;
}

TEST(RenderedTexts, BelongToTheCaptureBeforeThem) {
  const tests::TempDir folder;
  const std::vector<std::string> segments = {
      tests::write_segment(folder / "1",
                           {rendered_of("a", "20200101000008", "first"),
                            shell_page("b", "sha1:B", "20200101000000"),
                            rendered_of("a", "20200301000000", "second")}),
      tests::write_segment(folder / "2",
                           {shell_page("a", "sha1:A", "20200101000000"),
                            shell_page("a", "sha1:C", "20200301000002"),
                            rendered_of("z", "20200301000000", "nowhere")})};
  EXPECT_EQ(pages_of(segments), "b 2020: |a 2020: first|a 2020: second|");
}

TEST(RenderedTexts, BeforeAllCapturesBelongToTheFirst) {
  const tests::TempDir folder;
  const std::vector<std::string> segments = {tests::write_segment(
      folder / "1", {shell_page("a", "sha1:A", "20200101000000"),
                     shell_page("a", "sha1:B", "20210101000000"),
                     rendered_of("a", "20191231000000", "early")})};
  EXPECT_EQ(pages_of(segments), "a 2020: early|a 2021: |");
}

TEST(RenderedTexts, OfAllCapturesOfAVersionAreItsTextInOrderOfDates) {
  const tests::TempDir folder;
  const std::vector<std::string> segments = {
      tests::write_segment(folder / "1",
                           {rendered_of("a", "20210101000001", "later"),
                            rendered_of("a", "20200101000001", "first")}),
      tests::write_segment(folder / "2",
                           {shell_page("a", "-", "20190101000000"),
                            shell_page("a", "sha1:A", "20200101000000")},
                           {shell_page("a", "sha1:A", "20210101000000")})};
  SegmentVersions versions(segments, {}, {});
  std::vector<std::string> said_by;
  std::string content;
  for (SegmentVersion version; versions.next(version);) {
    if (version.document.digest != "sha1:A") continue;
    content = version.document.content;
    said_by = version.said_by;
    EXPECT_EQ(version.text_used, document::TextUsed::kRendered);
  }
  EXPECT_EQ(content, "first\nlater");
  const std::string url = "http://example.org/a";
  EXPECT_EQ(said_by,
            (std::vector<std::string>{
                "org,example)/a sha1:A 20200101000000 " + url,
                "org,example)/a sha1:A 20210101000000 " + url,
                "urn:text:" + url + " sha1:T20200101000001 20200101000001 " +
                    "urn:text:" + url,
                "urn:text:" + url + " sha1:T20210101000001 20210101000001 " +
                    "urn:text:" + url}));
}

TEST(RenderedTexts, AfterARevisitBelongToThePageThatItRepeats) {
  const tests::TempDir folder;
  document::Document not_modified =
      shell_page("a", "sha1:EMPTY", "20210101000000");
  not_modified.date_only = true;
  const std::vector<std::string> segments = {tests::write_segment(
      folder / "1",
      {shell_page("a", "sha1:A", "20200101000000"),
       rendered_of("a", "20210101000004", "after 304"),
       shell_page("b", "sha1:B", "20200101000000"),
       shell_page("b", "sha1:C", "20200201000000"),
       rendered_of("b", "20210101000004", "after revisit"),
       rendered_of("b", "20230101000004", "of no capture")},
      {not_modified, shell_page("b", "sha1:B", "20210101000000")})};
  EXPECT_EQ(pages_of(segments),
            "a 2020: after 304|b 2020: after revisit|b 2020: |");
  SegmentVersions versions(segments, {}, {});
  for (SegmentVersion version; versions.next(version);) continue;
  EXPECT_EQ(versions.texts_without_page(), 1U);
}

TEST(RenderedTexts, OfPageLinesGiveTitlesAndAreNoDocuments) {
  const tests::TempDir folder;
  document::Document line =
      rendered_of("a", "20200101000000", "listed", std::string(kPageLine));
  line.title = "Title";
  const std::vector<std::string> segments = {tests::write_segment(
      folder / "1", {shell_page("a", "sha1:A", "20200101000000"), line,
                     rendered_of("z", "20200101000000", "nowhere")})};
  SegmentVersions versions(segments, {}, {});
  SegmentVersion version;
  ASSERT_TRUE(versions.next(version));
  EXPECT_EQ(version.document.title, "Title");
  EXPECT_EQ(version.document.content, "listed");
  ASSERT_TRUE(versions.next(version));
  EXPECT_EQ(version.document.content, "nowhere");
  EXPECT_FALSE(versions.next(version));
  EXPECT_EQ(versions.captures().captures, 2U);
  EXPECT_EQ(versions.rendered_texts(), 2U);
  EXPECT_EQ(versions.texts_without_page(), 1U);
}

TEST(RenderedTexts, AreNotReadWithoutAny) {
  const std::vector<std::string> missing = {"/nonexistent"};
  const bool none = false;
  RenderedTexts texts(missing, 1, none, {});
  texts.add("org,example)/ sha1:A\t", 0);
  EXPECT_TRUE(texts.take(0).empty());
  EXPECT_EQ(texts.texts(), 0U);
}

}  // namespace
}  // namespace wax::collection
