#include <gtest/gtest.h>

#include <string>

#include "document/formats/old_office.h"
#include "tests/document/formats/compound_files.h"

namespace wax::document {
namespace {

// A set of properties, each with its number.
std::string summary(
    const std::vector<std::pair<uint32_t, std::string>>& properties) {
  std::string places;
  std::string values;
  for (const auto& [number, value] : properties) {
    places += little(number, 4) +
              little(8 + 8 * properties.size() + values.size(), 4);
    values += value;
  }
  std::string head(0x2C, '\0');
  return head + little(0x30, 4) + little(0, 4) + little(properties.size(), 4) +
         places + values;
}

DocumentText summary_of(const std::string& stream) {
  const std::string bytes = compound_file({{"\5SummaryInformation", stream}});
  CompoundFile file(bytes);
  DocumentText document;
  read_summary(file, document);
  return document;
}

std::string bytes_of(const std::string& text) {
  return little(0x1E, 4) + little(text.size() + 1, 4) + text + '\0';
}

TEST(OldSummary, GivesTitleAuthorDateAndPages) {
  const DocumentText document = summary_of(summary(
      {{2, bytes_of("\xCC\xE8\xF0")},
       {1, little(2, 4) + little(1251, 4)},
       {4, little(0x1F, 4) + little(4, 4) + utf16(u"Ann") + little(0, 2)},
       {12, little(0x40, 4) + little(128'555'049'740'000'000, 8)},
       {14, little(3, 4) + little(7, 4)}}));
  EXPECT_EQ(document.title, "Мир");
  EXPECT_EQ(document.author, "Ann");
  EXPECT_EQ(document.published, "2008-05-17T13:36:14Z");
  EXPECT_EQ(document.pages, 7u);
}

TEST(OldSummary, DamagedOnesGiveWhatIsThere) {
  EXPECT_EQ(summary_of("").title, "");
  std::string cut = summary({{2, bytes_of("title")}, {4, bytes_of("name")}});
  cut.resize(cut.size() - 3);
  EXPECT_EQ(summary_of(cut).title, "title");
  std::string wrong = summary({{12, little(0x40, 4) + little(600, 8)},
                               {2, little(0x1E, 4) + little(0x7FFFFFFF, 4)}});
  wrong.replace(0x34, 4, little(0x7FFFFFFF, 4));
  EXPECT_EQ(summary_of(wrong).title, "");
  EXPECT_EQ(summary_of(wrong).published, "");
}

}  // namespace
}  // namespace wax::document
