#include "warc/writer/segments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/record/digest.h"
#include "warc/writer/recompress.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string sha1(std::string_view bytes) {
  Digester digester;
  digester.update(bytes);
  return spelling(digester.finish());
}

constexpr const char* kOrigin = "<urn:uuid:1>";

std::string first(const std::string& block, const std::string& more = "") {
  tests::WarcFields fields;
  fields.more = "WARC-Record-ID: <urn:uuid:1>\r\nWARC-Segment-Number: 1\r\n" +
                ("WARC-Block-Digest: " + sha1(block) + "\r\n" + more);
  return tests::warc_record(block, fields);
}

std::string later(int number, const std::string& block,
                  const std::string& more = "") {
  tests::WarcFields fields;
  fields.type = "continuation";
  fields.more = "WARC-Record-ID: <urn:uuid:of-" + std::to_string(number) +
                ">\r\nWARC-Segment-Number: " + std::to_string(number) +
                "\r\nWARC-Segment-Origin-ID: " + kOrigin + "\r\n" + more;
  return tests::warc_record(block, fields);
}

std::string total(uint64_t length) {
  return "WARC-Segment-Total-Length: " + std::to_string(length) + "\r\n";
}

class Segments : public testing::Test {
 protected:
  // The archives, each recompressed with the segments of all.
  std::vector<std::string> joined(const std::vector<std::string>& archives) {
    std::vector<std::string> paths;
    for (const std::string& bytes : archives) {
      paths.push_back(folder_.write("a" + std::to_string(paths.size()), bytes));
    }
    SegmentedRecords segments(paths);
    for (size_t i = 0; i < paths.size(); ++i) segments.read(i, {});
    problems_.all.clear();
    segments.match(problems_);
    RecompressOptions options;
    options.compression = io::Compression::kNone;
    options.segments = &segments;
    counts_ = {};
    std::vector<std::string> results;
    for (const std::string& path : paths) {
      auto output = io::open_memory(results.emplace_back());
      counts_ += recompress(path, "new", *output, options, problems_);
    }
    return results;
  }
  // Why these archives stay as they are.
  std::string fault(const std::vector<std::string>& archives) {
    EXPECT_EQ(joined(archives), archives);
    EXPECT_EQ(counts_.joined + counts_.later_segments, 0u);
    EXPECT_THAT(problems_.ids(), ElementsAre("warc-incomplete-segments"));
    return problems_.all.empty() ? "" : problems_.all[0].text;
  }

  tests::TempDir folder_;
  tests::Problems problems_;
  RecompressCounts counts_;
  const std::string block_ = tests::http_response("a page in three parts");
  const std::string one_ = block_.substr(0, block_.size() - 10);
  const std::string two_ = block_.substr(block_.size() - 10, 4);
  const std::string three_ = block_.substr(block_.size() - 6);
  const std::string end_ = total(block_.size());
};

TEST_F(Segments, MakeOneRecordInThePlaceOfTheFirst) {
  const std::string other = tests::warc_record("other");
  tests::WarcFields whole;
  whole.more =
      "WARC-Record-ID: <urn:uuid:1>\r\nWARC-Block-Digest: " + sha1(block_) +
      "\r\nWARC-Payload-Digest: " + sha1("a page in three parts") + "\r\n";
  const std::string expected = tests::warc_record(block_, whole);
  const std::string of_all =
      "WARC-Payload-Digest: " + sha1("a page in three parts") + "\r\n";
  EXPECT_THAT(joined({other + first(one_, of_all), later(2, two_),
                      later(3, three_, end_) + other}),
              ElementsAre(other + expected, "", other));
  EXPECT_THAT(problems_.all, IsEmpty());
  EXPECT_EQ(counts_.read, 5u);
  EXPECT_EQ(counts_.written, 3u);
  EXPECT_EQ(counts_.joined, 1u);
  EXPECT_EQ(counts_.later_segments, 2u);
  // A digest of the payload in the first segment alone becomes that of all.
  const std::string of_first =
      "WARC-Payload-Digest: " + sha1("a page in t") + "\r\n";
  EXPECT_THAT(
      joined({later(3, three_, end_) + later(2, two_) + first(one_, of_first)}),
      ElementsAre(expected));
}

TEST_F(Segments, SayHowTheRecordWasTruncated) {
  const std::string cut = "WARC-Truncated: length\r\n";
  EXPECT_THAT(joined({first(one_) + later(2, two_ + three_, end_ + cut)})[0],
              HasSubstr(cut));
  EXPECT_THAT(joined({first(one_, cut) + later(2, two_ + three_, end_)})[0],
              Not(HasSubstr(cut)));
}

TEST_F(Segments, StayAsTheyAreWhenOneIsMissing) {
  EXPECT_THAT(fault({first(one_), later(3, three_, end_)}),
              HasSubstr("segment 2 of <urn:uuid:1> is missing"));
  EXPECT_THAT(fault({later(2, two_), later(3, three_, end_)}),
              HasSubstr("segment 1 of <urn:uuid:1> is missing"));
  EXPECT_THAT(fault({first(one_), later(2, two_)}),
              HasSubstr("the last segment of <urn:uuid:1>"));
  EXPECT_THAT(fault({first(one_)}), HasSubstr("the last segment"));
}

TEST_F(Segments, StayAsTheyAreWhenTheyContradictEachOther) {
  EXPECT_THAT(fault({first(one_), later(2, two_), later(2, two_),
                     later(3, three_, end_)}),
              HasSubstr("segment 2 of <urn:uuid:1> is there twice"));
  EXPECT_THAT(fault({first(one_), later(2, two_), later(3, three_, total(9))}),
              HasSubstr("bytes, not 9"));
  const std::string wrong = "WARC-Block-Digest: " + sha1("else") + "\r\n";
  EXPECT_THAT(
      fault({first(one_), later(2, two_, wrong), later(3, three_, end_)}),
      HasSubstr("segment 2 of <urn:uuid:1> cannot be used: its block has "
                "another digest"));
  EXPECT_THAT(fault({first(one_), later(1, two_ + three_, end_)}),
              HasSubstr("its WARC-Segment-Number is wrong"));
}

TEST_F(Segments, StayAsTheyAreInAMemberOfSeveralRecords) {
  const std::string other = tests::warc_record("other");
  std::vector<std::string> archives = {
      first(one_), tests::gzip_member(other + later(2, two_ + three_, end_))};
  EXPECT_THAT(joined(archives),
              ElementsAre(archives[0], other + later(2, two_ + three_, end_)));
  EXPECT_EQ(problems_.ids().front(), "warc-incomplete-segments");
}

TEST_F(Segments, OfAnArchiveThatChangesAreAnError) {
  const std::string path = folder_.write("a", first(one_));
  const std::string second = folder_.write("b", later(2, two_ + three_, end_));
  SegmentedRecords segments({path, second});
  segments.read(0, {});
  segments.read(1, {});
  segments.match(problems_);
  folder_.write("b", "");
  RecompressOptions options;
  options.segments = &segments;
  std::string out;
  auto output = io::open_memory(out);
  EXPECT_THROW((void)recompress(path, "new", *output, options, problems_),
               IoError);
}

}  // namespace
}  // namespace wax::warc
