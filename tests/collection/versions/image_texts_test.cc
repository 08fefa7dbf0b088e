#include <gtest/gtest.h>

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
  EXPECT_EQ(texts.take(0), "");
  EXPECT_EQ(texts.take(1), "A heron\nAt rest");
  EXPECT_EQ(texts.take(2), "A heron\nAt rest");
  EXPECT_EQ(texts.take(3), "");
  EXPECT_EQ(ImageTexts(segments, false, {}).take(1), "");
}

}  // namespace
}  // namespace wax::collection
