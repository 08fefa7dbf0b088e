#include "index/store/posting_cursor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "index/store/index_directory.h"
#include "index/writer/index_writer.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

void put_vint(std::vector<uint8_t>& bytes, uint32_t number) {
  for (; number >= 0x80; number >>= 7) {
    bytes.push_back(static_cast<uint8_t>(number | 0x80));
  }
  bytes.push_back(static_cast<uint8_t>(number));
}

TEST(VIntTest, NumbersOfAllLengthsAreReadAndSkipped) {
  std::mt19937 random(1);
  std::vector<uint32_t> numbers;
  std::vector<size_t> begins;
  std::vector<uint8_t> bytes;
  for (int i = 0; i < 5000; ++i) {
    numbers.push_back(static_cast<uint32_t>(random()) >>
                      (i % 3 == 0 ? random() % 32 : 25));
    begins.push_back(bytes.size());
    put_vint(bytes, numbers.back());
  }
  begins.push_back(bytes.size());
  bytes.resize(bytes.size() + 16);
  const uint8_t* at = bytes.data();
  const uint8_t* also = bytes.data();
  const uint8_t* brief = bytes.data();
  for (uint32_t number : numbers) {
    ASSERT_EQ(decode_vint(at), number);
    ASSERT_EQ(decode_long_vint(also), number);
    ASSERT_EQ(at, also);
    ASSERT_EQ(decode_short_vint(brief), number);
    ASSERT_EQ(at, brief);
  }
  for (size_t i = 0; i < numbers.size(); ++i) {
    for (uint32_t count = 1; count < 400 && i + count <= numbers.size();
         count += 1 + count / 4) {
      ASSERT_EQ(skip_vints(bytes.data() + begins[i], count),
                bytes.data() + begins[i + count]);
    }
  }
}

// As the loop does, the fifth byte is the last.
TEST(VIntTest, NumbersThatAreTooLongEnd) {
  const std::vector<uint8_t> bytes(16, 0xFF);
  const uint8_t* at = bytes.data();
  const uint8_t* also = bytes.data();
  EXPECT_EQ(decode_vint(at), decode_long_vint(also));
  EXPECT_EQ(at, also);
}

TEST(PostingCursorTest, SkippingLandsWhereGoingOnLands) {
  for (uint32_t skip_interval : {4U, 16U, 128U}) {
    TempDir folder;
    std::mt19937 random(skip_interval);
    WriterOptions options;
    options.skip_interval = skip_interval;
    IndexWriter writer(folder / "i", options);
    for (int i = 0; i < 20000; ++i) {
      std::string title = "all all";
      if (random() % 3 == 0) title += " third";
      if (random() % 40 == 0) title += " few third";
      writer.add({{"title", title}});
    }
    writer.finish();
    IndexDirectory index(folder / "i", nullptr);
    const LuceneSegment& segment = *index.parts()[0].segment;
    EXPECT_EQ(segment.terms().skip_interval(), skip_interval);
    uint32_t field = segment.field_number("title");
    for (const char* word : {"all", "third", "few"}) {
      TermPlace place = segment.terms().find(field, word);
      std::vector<uint32_t> documents;
      std::vector<std::vector<uint32_t>> positions;
      for (PostingCursor cursor(segment, field, place);
           cursor.document() != kNoDocument; cursor.next()) {
        documents.push_back(cursor.document());
        cursor.append_positions(positions.emplace_back());
        EXPECT_EQ(positions.back().size(), cursor.frequency());
      }
      ASSERT_EQ(documents.size(), place.documents);
      PostingCursor cursor(segment, field, place);
      for (uint32_t target = 0; target < 20000;
           target += 1 + static_cast<uint32_t>(random() % 3000)) {
        cursor.advance(target);
        auto expected =
            std::lower_bound(documents.begin(), documents.end(), target);
        if (expected == documents.end()) {
          EXPECT_EQ(cursor.document(), kNoDocument);
          break;
        }
        ASSERT_EQ(cursor.document(), *expected);
        std::vector<uint32_t> here;
        cursor.append_positions(here);
        EXPECT_EQ(here,
                  positions[static_cast<size_t>(expected - documents.begin())]);
        target = cursor.document();
      }
    }
  }
}

}  // namespace
}  // namespace wax::index
