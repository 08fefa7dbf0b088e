#include "document/formats/compound_file.h"

#include <gtest/gtest.h>

#include <string>

#include "document/formats/document_builder.h"
#include "tests/document/formats/compound_files.h"

namespace wax::document {
namespace {

TEST(CompoundFile, GivesSmallAndLargeStreamsOfTheRoot) {
  const std::string large(100'000, 'l');
  const std::string bytes =
      compound_file({{"small", "abc"}, {"large", large}, {"other", "def"}});
  CompoundFile file(bytes);
  EXPECT_EQ(file.read("small"), "abc");
  EXPECT_EQ(file.read("large"), large);
  EXPECT_EQ(file.read("other"), "def");
  EXPECT_TRUE(file.has("other"));
  EXPECT_FALSE(file.has("none"));
  EXPECT_EQ(file.read("none"), "");
  EXPECT_FALSE(file.damaged());
}

TEST(CompoundFile, AChainThatRunsInACircleEnds) {
  std::string bytes = compound_file({{"large", std::string(8192, 'l')}});
  // The chains begin in the last sector; the second sector leads to the first.
  bytes.replace(bytes.size() - 512 + 4, 4, little(0, 4));
  CompoundFile file(bytes);
  EXPECT_EQ(file.read("large").size(), 1024u);
  bytes.replace(bytes.size() - 512 + 4, 4, little(0xFFFFFFFE, 4));
  CompoundFile cut(bytes);
  EXPECT_EQ(cut.read("large").size(), 1024u);
  EXPECT_TRUE(cut.damaged());
}

TEST(CompoundFile, LengthsBeyondTheFileAreThatOfTheFile) {
  const std::string whole = compound_file(
      {{"large", std::string(8192, 'l')}, {"small", std::string(200, 's')}});
  for (uint32_t length : {0x7FFFFFFFu, 0xFFFFFFFFu}) {
    std::string bytes = whole;
    for (size_t at = bytes.find(little(8192, 8)); at != std::string::npos;
         at = bytes.find(little(8192, 8))) {
      bytes.replace(at, 4, little(length, 4));
    }
    CompoundFile file(bytes);
    EXPECT_LE(file.read("large").size(), bytes.size());
    EXPECT_EQ(file.read("small"), std::string(200, 's'));
  }
}

TEST(CompoundFile, WhatIsNoneIsDamaged) {
  const std::string whole = compound_file({{"small", "abc"}});
  for (size_t size : {0u, 8u, 511u, 512u}) {
    EXPECT_THROW(CompoundFile(whole.substr(0, size)), Unreadable) << size;
  }
  std::string other = whole;
  other[0x1E] = 31;
  EXPECT_THROW(CompoundFile{other}, Unreadable);
}

TEST(CompoundFile, NumbersBeyondTheEndAreZero) {
  EXPECT_EQ(u16_at("\x01\x02", 0), 0x0201);
  EXPECT_EQ(u16_at("\x01\x02", 1), 0);
  EXPECT_EQ(u16_at("\x01\x02", SIZE_MAX), 0);
  EXPECT_EQ(u32_at("\x01\x02\x03\xFF", 0), 0xFF030201);
  EXPECT_EQ(u32_at("\x01\x02\x03", 0), 0u);
}

TEST(CompoundFile, LettersAreUtf16OrWindows1252) {
  EXPECT_EQ(from_utf16(utf16(u"é\U0001F9A9")), "é🦩");
  EXPECT_EQ(from_utf16(little(0xD800, 2)), "\xEF\xBF\xBD");
  EXPECT_EQ(from_windows_1252("\x80\xE9"), "€é");
}

}  // namespace
}  // namespace wax::document
