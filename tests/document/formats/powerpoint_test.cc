#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/document/formats/compound_files.h"
#include "tests/document/formats/documents.h"

namespace wax::document {
namespace {

std::string chars(const std::u16string& text) {
  return slide_record(0x0FA0, 0, utf16(text));
}

// A presentation of parts that are numbered from 1 on; the first one is the
// document.
Streams presentation(const std::vector<std::string>& parts,
                     uint32_t token = 0xE391C05F) {
  std::string stream;
  std::string places = little(1 | parts.size() << 20, 4);
  for (const std::string& part : parts) {
    places += little(stream.size(), 4);
    stream += part;
  }
  const size_t directory = stream.size();
  stream += slide_record(0x1772, 0, places);
  const size_t save = stream.size();
  stream += slide_record(
      0x0FF5, 0,
      little(0, 12) + little(directory, 4) + little(1, 4) + little(0, 8));
  return {{"PowerPoint Document", stream},
          {"Current User",
           little(0, 8) + little(20, 4) + little(token, 4) + little(save, 4)}};
}

std::string slide_list(uint16_t instance, const std::string& body) {
  return slide_record(0x0FF0, instance, body, true);
}
std::string persist(uint32_t number) {
  return slide_record(0x03F3, 0, little(number, 4) + little(0, 16));
}
std::string in_box(const std::string& text) {
  return slide_record(0x040C, 0, slide_record(0xF00D, 0, text, true), true);
}

DocumentText read_slides(const Streams& streams) {
  return read_bytes(compound_file(streams));
}

TEST(PowerPoint, SlidesAreInTheirOrderThenNotes) {
  const std::string link =
      slide_record(0x0FD7, 0,
                   slide_record(0x0FBA, 0, utf16(u"name")) +
                       slide_record(0x0FBA, 1, utf16(u"http://example.org/x")),
                   true);
  const DocumentText slides = read_slides(presentation(
      {slide_record(
           0x03E8, 0,
           link + slide_list(1, persist(5)) +
               slide_list(0, persist(3) + chars(u"Заголовок") + persist(2)) +
               slide_list(2, persist(4)),
           true),
       slide_record(0x03EE, 0,
                    in_box(slide_record(0x0FA8, 0, "caf\xE9\rline\vtwo")),
                    true),
       slide_record(0x03EE, 0, in_box(chars(u"first")), true),
       slide_record(0x03F0, 0, in_box(chars(u"a note")), true),
       slide_record(0x03F8, 0, in_box(chars(u"Click to edit")), true)}));
  EXPECT_EQ(slides.type, "application/vnd.ms-powerpoint");
  EXPECT_EQ(slides.pages, 2u);
  EXPECT_EQ(slides.content, "Заголовок\nfirst\ncafé\nline\ntwo\na note");
  ASSERT_EQ(slides.links.size(), 1u);
  EXPECT_EQ(slides.links[0].url, "http://example.org/x");
  EXPECT_EQ(slides.links[0].text, "name");
  EXPECT_EQ(slides.no_text, NoText::kNone);
}

TEST(PowerPoint, CommentsAreRead) {
  const std::string comment =
      slide_record(0x2EE0, 0,
                   slide_record(0x0FBA, 0, utf16(u"Ann")) +
                       slide_record(0x0FBA, 1, utf16(u"a comment")),
                   true);
  EXPECT_EQ(
      read_slides(presentation(
                      {slide_record(0x03E8, 0, slide_list(0, persist(2)), true),
                       slide_record(0x03EE, 0, slide_record(0x138B, 0, comment),
                                    true)}))
          .content,
      "a comment");
}

TEST(PowerPoint, WhatIsNotReadHasAReason) {
  const std::vector<std::string> parts = {
      slide_record(0x03E8, 0, slide_list(0, persist(2)), true),
      slide_record(0x03EE, 0, in_box(chars(u"text")), true)};
  EXPECT_EQ(read_slides(presentation(parts, 0xF3D1C4DF)).no_text,
            NoText::kEncrypted);
  Streams lost = presentation(parts);
  lost.pop_back();
  const DocumentText slides = read_slides(lost);
  EXPECT_EQ(slides.no_text, NoText::kDamaged);
  EXPECT_EQ(slides.content, "text");
}

TEST(PowerPoint, PartsThatHoldEachOtherEnd) {
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep = slide_record(0x0FA1, 0, deep, true);
  EXPECT_EQ(
      read_slides(presentation({slide_record(0x03E8, 0, deep, true)})).no_text,
      NoText::kEmpty);
  // Each slide begins within the one before.
  std::string list;
  std::vector<std::string> parts = {""};
  for (uint32_t i = 2; i < 1000; ++i) list += persist(i);
  parts[0] = slide_record(0x03E8, 0, slide_list(0, list), true);
  std::string slide = slide_record(0x03EE, 0, chars(u"x"), true);
  for (int i = 0; i < 997; ++i) slide = slide_record(0x03EE, 0, slide, true);
  Streams streams = presentation({parts[0], slide});
  std::string& stream = streams[0].second;
  const size_t save = stream.size();
  std::string places = little(1 | 1000u << 20, 4) + little(0, 4);
  for (size_t i = 0; i < 999; ++i) places += little(parts[0].size() + 8 * i, 4);
  stream += slide_record(0x1772, 0, places);
  stream += slide_record(
      0x0FF5, 0, little(0, 12) + little(save, 4) + little(1, 4) + little(0, 8));
  streams[1].second.replace(16, 4, little(save + 8 + places.size(), 4));
  EXPECT_EQ(read_slides(streams).no_text, NoText::kDamaged);
}

}  // namespace
}  // namespace wax::document
