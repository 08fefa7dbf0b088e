#include "document/formats/old_office.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/document/formats/compound_files.h"
#include "tests/document/formats/documents.h"

namespace wax::document {
namespace {

TEST(OldOffice, FilesOfEachProgramHaveTheirText) {
  EXPECT_EQ(read_named("old.doc").content, "Old herons fly far.\nЦапля");
  EXPECT_EQ(read_named("workbook.xls").content, "One\nЦапля\n2.5\nTwo\nhidden");
  EXPECT_EQ(read_named("old.ppt").content, "Old herons\nЦапля");
}

TEST(OldOffice, OtherCompoundFilesAreNotRead) {
  EXPECT_EQ(read_bytes(compound_file({{"Contents", "x"}})).no_text,
            NoText::kUnsupported);
  EXPECT_EQ(read_bytes(compound_file({{"EncryptedPackage", "x"}})).no_text,
            NoText::kEncrypted);
  EXPECT_EQ(read_bytes("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1").no_text,
            NoText::kDamaged);
}

TEST(OldOffice, ACutFileIsDamagedOrHasItsText) {
  Streams streams = word_streams({{std::string(20'000, 'x') + "\r"}});
  const std::string whole = compound_file(streams);
  for (size_t tenth = 0; tenth < 10; ++tenth) {
    const DocumentText word =
        read_bytes(whole.substr(0, whole.size() * tenth / 10));
    EXPECT_NE(word.no_text, NoText::kNone) << tenth;
  }
}

}  // namespace
}  // namespace wax::document
