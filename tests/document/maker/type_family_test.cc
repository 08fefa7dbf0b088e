#include "document/maker/type_family.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace wax::document {
namespace {

TEST(TypeFamilyTest, TypesOfOneKindHaveOneFamily) {
  EXPECT_EQ(type_family("text/html"), "html");
  EXPECT_EQ(type_family("application/xhtml+xml"), "html");
  EXPECT_EQ(type_family("application/pdf"), "pdf");
  EXPECT_EQ(type_family("image/png"), "image");
  EXPECT_EQ(type_family("text/plain"), "text");
  EXPECT_EQ(type_family("application/vnd.ms-excel"), "office");
  EXPECT_EQ(type_family("application/vnd.oasis.opendocument.text"), "office");
  EXPECT_EQ(type_family("audio/ogg"), "audio");
  EXPECT_EQ(type_family("video/mp4"), "video");
  EXPECT_EQ(type_family("application/zip"), "");
  EXPECT_EQ(type_family("application/pdfx"), "");
  EXPECT_EQ(type_family(""), "");
}

}  // namespace
}  // namespace wax::document
