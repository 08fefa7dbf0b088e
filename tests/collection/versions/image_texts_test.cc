#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "collection/segment/segment.h"
#include "collection/versions/document_fields.h"
#include "tests/support/segments.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

TEST(ImageTexts, AreWhatPagesOfAllSegmentsSayOnceForEachImage) {
  tests::TempDir folder;
  document::Document image;
  image.urlkey = "org,example)/heron.png";
  image.digest = "sha1:A";
  image.date = "20070101000000";
  image.type = "image/png";
  document::Document page = image;
  page.urlkey = "org,example)/";
  page.type = "text/html";
  const std::string shown = "http://example.org/heron.png";
  page.images = {{shown, "A\theron", ""}, {shown, "A heron", "At rest"}};
  std::vector<std::string> segments;
  for (const document::Document& document : {page, image, image}) {
    segments.push_back(tests::write_segment(
        folder / std::to_string(segments.size()), {document}));
  }
  ImageTexts texts(segments, true, {});
  EXPECT_EQ(texts.take(0).text, "");
  const ImageText said = texts.take(1);
  EXPECT_EQ(said.text, "A heron\nAt rest");
  EXPECT_EQ(
      said.said_by,
      (std::vector<std::string>{"org,example)/ sha1:A 20070101000000 -"}));
  EXPECT_EQ(texts.take(2).text, "A heron\nAt rest");
  EXPECT_EQ(texts.take(3).text, "");
  EXPECT_EQ(ImageTexts(segments, false, {}).take(1).text, "");
}

TEST(ImageTexts, OfSeveralPagesNameOneForEachText) {
  tests::TempDir folder;
  document::Document image;
  image.urlkey = "org,example)/heron.png";
  image.digest = "sha1:A";
  image.date = "20070101000000";
  image.type = "image/png";
  std::vector<std::string> segments = {
      tests::write_segment(folder / "image", {image})};
  auto add = [&](const std::string& key,
                 const std::vector<document::Image>& images) {
    document::Document page = image;
    page.urlkey = key;
    page.type = "text/html";
    page.images = images;
    segments.push_back(
        tests::write_segment(folder / std::to_string(segments.size()), {page}));
  };
  const std::string shown = "http://example.org/heron.png";
  add("org,b)/", {{shown, "Heron", ""}});
  add("org,c)/", {{shown, "Heron", "Crane"}});
  add("org,d)/", {{"http://example.org/other.png", "Stork", ""}});
  add("org,e)/" + std::string(9000, 'e'), {{shown, "Long", ""}});
  const ImageText said = ImageTexts(segments, true, {}).take(0);
  EXPECT_EQ(said.text, "Crane\nHeron");
  EXPECT_EQ(said.said_by,
            (std::vector<std::string>{"org,c)/ sha1:A 20070101000000 -",
                                      "org,b)/ sha1:A 20070101000000 -"}));
}

}  // namespace
}  // namespace wax::collection
