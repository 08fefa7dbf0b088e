#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "collection/lists/duplicate_lists.h"
#include "collection/segment/segment.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

document::Document capture(const std::string& urlkey, const std::string& digest,
                           const std::string& date) {
  document::Document document;
  document.urlkey = urlkey;
  document.digest = "sha1:" + digest;
  document.date = date + "000000";
  return document;
}

class OriginalsTest : public ::testing::Test {
 protected:
  // The next batch, whose segment has these documents.
  void add(const std::vector<document::Document>& documents) {
    std::string name = std::to_string(record_.batches.size() + 1);
    name.insert(0, 3 - name.size(), '0');
    record_.batches.push_back({name, {}});
    write(name, documents);
  }
  void write(const std::string& name,
             const std::vector<document::Document>& documents) {
    SegmentWriter writer(out_ + "/batches/" + name + "/segment",
                         cdx::UrlKeyKind::kSurt, true);
    for (const document::Document& document : documents) {
      if (document.revisit) {
        writer.add_date(document.urlkey, document.digest, document.date);
      }
      writer.add(document);
    }
    writer.finish("{}\n");
  }
  static document::Document revisit(const std::string& urlkey,
                                    const std::string& digest) {
    document::Document document = capture(urlkey, digest, "20200101");
    document.revisit = true;
    return document;
  }
  RevisitOriginals updated() {
    RevisitOriginals originals(out_, record_, {});
    originals.update();
    return originals;
  }
  // The batches that a batch needs.
  std::string needs(const std::string& name) const {
    std::string text =
        tests::read_file(out_ + "/batches/" + name + "/originals");
    std::string all;
    for (size_t at = 0; (at = text.find("/segment\n", at)) != text.npos;
         at += 9) {
      all += text.substr(at - 3, 3) + ' ';
    }
    return all;
  }

  tests::TempDir folder_;
  std::string out_ = folder_ / "out";
  BuildRecord record_;
};

TEST_F(OriginalsTest, AreTheSegmentsThatRevisitsReferTo) {
  add({capture("com,a)/", "A", "20070101")});
  add({capture("com,b)/", "B", "20070102"), revisit("com,c)/", "C")});
  add({revisit("com,a)/", "A"), revisit("com,x)/", "Z")});
  add({revisit("com,y)/", "B"), revisit("com,c)/", "C")});
  add({capture("com,a)/", "D", "20070105")});
  updated();
  EXPECT_EQ(needs("001"), "");
  EXPECT_EQ(needs("002"), "");
  EXPECT_EQ(needs("003"), "001 ");
  EXPECT_EQ(needs("004"), "002 ");
  EXPECT_EQ(needs("005"), "");
}

TEST_F(OriginalsTest, TheBestCaptureOfADigestIsEnough) {
  document::Document truncated = capture("com,a)/", "A", "20070101");
  truncated.truncated = true;
  add({truncated});
  add({capture("com,b)/", "A", "20070103")});
  add({capture("com,c)/", "A", "20070102")});
  add({revisit("com,d)/", "A")});
  add({revisit("com,b)/", "A")});
  updated();
  EXPECT_EQ(needs("004"), "003 ");
  EXPECT_EQ(needs("005"), "002 ");
}

TEST_F(OriginalsTest, AreFoundInMergedFiles) {
  for (int i = 0; i < 30; ++i) {
    std::string n = std::to_string(100 + i);
    add({capture("com,a)/" + n, "A" + n, "20070101"),
         capture("com,a)/same", "S", "2007" + n + "0")});
    if (i % 7 == 0) updated();
  }
  add({revisit("com,b)/", "A117"), revisit("com,b)/", "S")});
  updated();
  EXPECT_EQ(needs("031"), "001 018 ");
  EXPECT_EQ(std::distance(fs::directory_iterator(out_ + "/digests"), {}), 4);
}

TEST_F(OriginalsTest, ChangeWithTheSegmentsThatAreNeeded) {
  add({capture("com,a)/", "A", "20070101")});
  add({capture("com,b)/", "B", "20070101")});
  add({revisit("com,c)/", "A")});
  std::string state = updated().state(2);
  EXPECT_FALSE(updated().anew());
  EXPECT_EQ(updated().state(2), state);
  write("002", {capture("com,b)/", "A", "20060101")});
  RevisitOriginals changed = updated();
  EXPECT_TRUE(changed.anew());
  EXPECT_NE(changed.state(2), state);
  EXPECT_EQ(needs("003"), "002 ");
}

TEST_F(OriginalsTest, StayWhenTheFolderIsMoved) {
  add({capture("com,a)/", "A", "20070101")});
  add({revisit("com,c)/", "A")});
  std::string state = updated().state(1);
  fs::rename(out_, folder_ / "moved");
  out_ = folder_ / "moved";
  RevisitOriginals moved = updated();
  EXPECT_FALSE(moved.anew());
  EXPECT_EQ(moved.state(1), state);
  EXPECT_THAT(tests::read_file(out_ + "/batches/002/originals"),
              testing::StartsWith(out_));
}

TEST_F(OriginalsTest, StayWhenASegmentIsGone) {
  add({capture("com,a)/", "A", "20070101")});
  add({revisit("com,c)/", "A")});
  updated();
  fs::remove_all(out_ + "/batches/001/segment");
  add({revisit("com,d)/", "A")});
  EXPECT_FALSE(updated().anew());
  EXPECT_EQ(needs("002"), "001 ");
  EXPECT_EQ(needs("003"), "001 ");
}

}  // namespace
}  // namespace wax::collection
