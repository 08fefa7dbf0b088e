#include "warc/reader/member_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

#include "tests/support/archives.h"
#include "tests/warc/seen.h"

namespace wax::warc {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using tests::arc_filedesc;
using tests::arc_record;
using tests::Frame;
using tests::gzip_member;
using tests::http_response;
using tests::lz4_frame;
using tests::Medium;
using tests::memory_file;
using tests::Problems;
using tests::skippable_frame;
using tests::warc_record;
using tests::zstd_frame;

// An archive whose records and their places are known.
struct Fixture {
  std::string bytes;
  struct Part {
    std::string uri;
    std::string block;
    size_t begin;
    size_t end;
  };
  std::vector<Part> parts;
  size_t front = 0;  // bytes that all of it depends on

  void add(std::string uri, std::string block, const std::string& stored) {
    parts.push_back({std::move(uri), std::move(block), bytes.size(),
                     bytes.size() + stored.size()});
    bytes += stored;
  }
};

enum class Storage {
  kPlain,
  kGzip,
  kZstd,
  kBareZstd,
  kZstdDictionary,
  kLz4,
  kBareLz4
};

const std::string kDictionary =
    "WARC/1.0\r\nWARC-Type: response\r\nHTTP/1.1 200 OK\r\nContent-Type: ";

std::string as_stored(std::string_view bytes, Storage storage) {
  switch (storage) {
    case Storage::kPlain:
      return std::string(bytes);
    case Storage::kGzip:
      return gzip_member(bytes);
    case Storage::kZstd:
      return zstd_frame(bytes);
    case Storage::kBareZstd:
      return zstd_frame(bytes, Frame::kBare);
    case Storage::kZstdDictionary:
      return zstd_frame(bytes, Frame::kFull, kDictionary);
    case Storage::kLz4:
      return lz4_frame(bytes);
    case Storage::kBareLz4:
      return lz4_frame(bytes, Frame::kBare);
  }
  return {};
}

Fixture fixture(Format format, Storage storage) {
  Fixture made;
  if (storage == Storage::kZstdDictionary) {
    made.bytes = skippable_frame(zstd_frame(kDictionary), 13);
    made.front = made.bytes.size();
  }
  std::mt19937 random(7);
  for (int i = 0; i < 6; ++i) {
    std::string uri = "http://example.org/" + std::to_string(i);
    std::string body;
    for (int k = 0; k < 40 * i; ++k) {
      body += static_cast<char>(random() % (i % 2 ? 256 : 20) + 1);
    }
    std::string block = http_response(body);
    std::string stored = format == Format::kWarc
                             ? warc_record(block, {.uri = uri})
                             : arc_record(block, uri);
    made.add(uri, block, as_stored(stored, storage));
  }
  return made;
}

struct Kind {
  std::string name;
  Format format;
  Storage storage;
};

class Damage : public testing::TestWithParam<Kind> {
 protected:
  Fixture whole_ = fixture(GetParam().format, GetParam().storage);

  size_t anywhere(std::mt19937& random) const {
    return whole_.front + random() % (whole_.bytes.size() - whole_.front);
  }
};

bool same(const Seen& seen, const Fixture::Part& part) {
  return seen.uri == part.uri && seen.block == part.block;
}

TEST_P(Damage, ACutLosesNothingBeforeIt) {
  for (size_t size = whole_.front + 1; size < whole_.bytes.size(); ++size) {
    SCOPED_TRACE("cut at " + std::to_string(size));
    Problems problems;
    auto records = read(whole_.bytes.substr(0, size), problems);
    size_t kept = 0;
    while (whole_.parts[kept].end <= size) ++kept;
    const auto& cut = whole_.parts[kept];
    ASSERT_GE(records.size(), kept);
    for (size_t i = 0; i < kept; ++i) {
      EXPECT_TRUE(same(records[i], whole_.parts[i])) << i;
      EXPECT_TRUE(records[i].intact) << i;
    }
    ASSERT_LE(records.size(), kept + 1);
    bool all_there =
        records.size() == kept + 1 && records[kept].block == cut.block;
    if (records.size() == kept + 1) {
      EXPECT_TRUE(cut.block.starts_with(records[kept].block));
      auto ids = problems.ids();
      std::erase(ids, "warc-bad-separator");
      EXPECT_EQ(records[kept].intact, all_there && ids.empty());
    }
    if (size > cut.begin && !all_there) {
      EXPECT_THAT(problems.ids(), Not(IsEmpty()));
    }
  }
}

TEST_P(Damage, AFlippedByteLosesOneRecordAtMost) {
  std::mt19937 random(20071001);
  for (int round = 0; round < 4000; ++round) {
    size_t at = anywhere(random);
    auto bit = static_cast<char>(1 << random() % 8);
    std::string bytes = whole_.bytes;
    bytes[at] = static_cast<char>(bytes[at] ^ bit);
    SCOPED_TRACE("byte " + std::to_string(at) + " ^ " + std::to_string(bit));
    Problems problems;
    auto records = read(bytes, problems);
    size_t hit = 0;
    while (whole_.parts[hit].end <= at) ++hit;
    ASSERT_GE(records.size(), hit);
    for (size_t i = 0; i < hit; ++i) {
      EXPECT_TRUE(same(records[i], whole_.parts[i])) << i;
      EXPECT_TRUE(records[i].intact) << i;
    }
    size_t after = whole_.parts.size() - hit - 1;
    ASSERT_GE(records.size(), hit + after);
    for (size_t i = 0; i < after; ++i) {
      size_t from_end = i + 1;
      EXPECT_TRUE(same(records[records.size() - from_end],
                       whole_.parts[whole_.parts.size() - from_end]))
          << "from the end " << from_end;
    }
    bool lost = records.size() < whole_.parts.size();
    bool cut =
        !lost && records[hit].block.size() < whole_.parts[hit].block.size();
    if (lost || cut) {
      EXPECT_THAT(problems.ids(), Not(IsEmpty()));
    }
  }
}

TEST_P(Damage, AMissingStretchIsNamedAndPassedOver) {
  std::mt19937 random(42);
  for (int round = 0; round < 1000; ++round) {
    size_t begin = std::max<size_t>(1, anywhere(random));
    size_t size = 1 + random() % 300;
    std::string bytes = whole_.bytes;
    bytes.erase(begin, size);
    SCOPED_TRACE("from " + std::to_string(begin) + ", " + std::to_string(size));
    Problems problems;
    auto records = read(bytes, problems);
    std::set<std::string> uris;
    for (const Seen& seen : records) uris.insert(seen.uri + seen.block);
    for (const auto& part : whole_.parts) {
      bool hit = part.begin <= begin + size && begin <= part.end;
      if (!hit) {
        EXPECT_THAT(uris, Contains(part.uri + part.block));
      }
    }
  }
}

TEST_P(Damage, APipeLosesWhatItsNextRecordHid) {
  std::mt19937 random(11);
  for (int round = 0; round < 1000; ++round) {
    size_t at = anywhere(random);
    std::string bytes = whole_.bytes;
    bytes[at] = static_cast<char>(random());
    Problems problems;
    auto records = read(bytes, problems, Medium::kPipe);
    for (size_t i = 0; i < records.size() && whole_.parts[i].end <= at; ++i) {
      EXPECT_TRUE(same(records[i], whole_.parts[i])) << i;
    }
    if (records.size() < whole_.parts.size()) {
      EXPECT_THAT(problems.ids(), Not(IsEmpty()));
    }
  }
}

struct Odd {
  std::string name;
  std::string bytes;
  std::vector<std::string> blocks;
  std::vector<std::string> problems;
};

class OddArchive : public testing::TestWithParam<Odd> {};

TEST_P(OddArchive, IsReadAndNamed) {
  for (Medium medium : {Medium::kFile, Medium::kPipe}) {
    Problems problems;
    std::vector<std::string> blocks;
    for (const Seen& seen : read(GetParam().bytes, problems, medium)) {
      blocks.push_back(seen.block);
    }
    EXPECT_EQ(blocks, GetParam().blocks);
    EXPECT_EQ(problems.ids(), GetParam().problems);
  }
}

std::string replaced(std::string text, std::string_view from,
                     std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

std::vector<Odd> odd_archives() {
  using namespace std::string_literals;
  const std::string one = warc_record("one");
  const std::string two = warc_record("two");
  const std::string arc = arc_record("one");
  const std::string kMark = "\xef\xbb\xbf";
  const std::string trunk = one.substr(0, one.size() - 4);
  std::string bad_sum = gzip_member(one);
  bad_sum[bad_sum.size() - 8] =
      static_cast<char>(bad_sum[bad_sum.size() - 8] ^ 1);
  std::string extra = gzip_member(one);
  extra[3] = 4;
  extra.insert(10, "\x08\0sl\x04\0\x01\x02\x03\x04"s);
  std::string named = gzip_member(one);
  named[3] = 8 | 16;
  named.insert(10, "a.warc\0a comment\0"s);
  const std::string both = one + two;
  const std::string archive =
      warc_record(both + both, {.content_type = "application/warc"});
  return {
      {"BareLineFeeds", replaced(both, "\r\n", "\n"), {"one", "two"}, {}},
      {"TwoCarriageReturns",
       replaced(both, "\r\n", "\r\r\n"),
       {"one", "two"},
       {}},
      {"NoLineEndsBehindBlocks",
       trunk + two,
       {"one", "two"},
       {"warc-bad-separator"}},
      {"ManyBlankLines",
       one + "\r\n\r\n\n\n" + two,
       {"one", "two"},
       {"warc-bad-separator"}},
      {"BlankLinesInFront", "\r\n\r\n" + both, {"one", "two"}, {}},
      {"WarcAndArc", one + arc, {"one", "one"}, {}},
      {"OtherVersions",
       warc_record("a", {.version = "0.17"}) +
           warc_record("b", {.version = "0.18"}) +
           warc_record("c", {.version = "1.1"}),
       {"a", "b", "c"},
       {}},
      {"NoContentLength",
       replaced(one, "Content-Length: 3\r\n", "") + two,
       {"one\r\n\r\n", "two"},
       {"warc-no-length"}},
      {"LengthIsNoNumber",
       replaced(one, "Length: 3", "Length: x") + two,
       {"one\r\n\r\n", "two"},
       {"warc-bad-length"}},
      {"NoLengthInAMember",
       gzip_member(one) +
           gzip_member(replaced(two, "Content-Length: 3\r\n", "")) +
           gzip_member(one),
       {"one", "two\r\n\r\n", "one"},
       {"warc-no-length"}},
      {"NoLengthInAFrame",
       zstd_frame(replaced(two, "Content-Length: 3\r\n", "")) + zstd_frame(one),
       {"two\r\n\r\n", "one"},
       {"warc-no-length"}},
      {"NoLengthInOneMember",
       gzip_member(one + replaced(two, "Content-Length: 3\r\n", "") + one),
       {"one", "two\r\n\r\n", "one"},
       {"gzip-not-per-record", "warc-no-length"}},
      {"NoLengthAndNoBlock",
       replaced(trunk.substr(0, trunk.size() - 3), "Content-Length: 3\r\n",
                "") +
           two,
       {"", "two"},
       {"warc-no-length"}},
      {"NoLengthAtTheEnd",
       one + replaced(two, "Content-Length: 3\r\n", ""),
       {"one", "two\r\n\r\n"},
       {"warc-no-length"}},
      {"LengthIsNegative",
       gzip_member(replaced(one, "Length: 3", "Length: -3")) + gzip_member(two),
       {"one\r\n\r\n", "two"},
       {"warc-bad-length"}},
      {"LengthIsTheGreatest",
       replaced(one, "Length: 3", "Length: 18446744073709551615") + two,
       {"one\r\n\r\n", "two"},
       {"warc-bad-length"}},
      {"LengthOneTooGreat",
       replaced(one, "Length: 3", "Length: 4") + two,
       {"one\r", "two"},
       {"warc-bad-length"}},
      {"LengthTwoTooGreat",
       replaced(one, "Length: 3", "Length: 5") + two,
       {"one\r\n", "two"},
       {"warc-bad-separator"}},
      {"LengthThreeTooGreat",
       gzip_member(replaced(one, "Length: 3", "Length: 6")) + gzip_member(two),
       {"one\r\n\r", "two"},
       {"warc-bad-length"}},
      {"LengthFourTooGreat",
       gzip_member(replaced(one, "Length: 3", "Length: 7")) + gzip_member(two),
       {"one\r\n\r\n", "two"},
       {"warc-bad-separator"}},
      {"LengthHidesLineEnds",
       gzip_member(warc_record("one\r\n") + two),
       {"one\r\n", "two"},
       {"gzip-not-per-record"}},
      {"LengthSwallowsARecordInOneMember",
       gzip_member(replaced(one, "Length: 3", "Length: 60") + two + one),
       {"one\r\n\r\n", "two", "one"},
       {"warc-bad-length", "gzip-not-per-record"}},
      {"LengthSwallowsTheRestOfOneMember",
       gzip_member(replaced(one, "Length: 3", "Length: 60000") + two + one),
       {"one\r\n\r\n", "two", "one"},
       {"warc-bad-length", "gzip-not-per-record"}},
      {"ArcLengthSwallowsARecord",
       gzip_member(replaced(arc, " 3\n", " 30\n") + arc),
       {"one\n", "one"},
       {"arc-bad-length", "gzip-not-per-record"}},
      {"AnArchiveInAnArchive", archive + two, {both + both, "two"}, {}},
      {"AnArchiveInAMember",
       gzip_member(archive + two),
       {both + both, "two"},
       {"gzip-not-per-record"}},
      {"AnArchiveCutShort",
       archive.substr(0, archive.size() - one.size()),
       {(both + both).substr(0, 2 * both.size() - one.size() + 4)},
       {"warc-truncated-record"}},
      {"LengthTooSmall",
       replaced(one, "Length: 3", "Length: 1") + two,
       {"o", "two"},
       {"warc-bad-length"}},
      {"Junk",
       one + "some junk\r\n" + two,
       {"one", "two"},
       {"junk-between-records"}},
      {"JunkInFront",
       "some junk\r\n" + both,
       {"one", "two"},
       {"junk-between-records"}},
      {"AByteOrderMarkBetween",
       one + kMark + two,
       {"one", "two"},
       {"junk-between-records"}},
      {"AByteOrderMarkBetweenArcs",
       arc + kMark + arc,
       {"one", "one"},
       {"junk-between-records"}},
      {"AByteOrderMarkInEachMember",
       gzip_member(kMark + one) + gzip_member(kMark + two),
       {"one", "two"},
       {"junk-between-records", "junk-between-records"}},
      {"AByteOrderMarkBetweenInOneMember",
       gzip_member(one + kMark + two),
       {"one", "two"},
       {"junk-between-records", "gzip-not-per-record"}},
      {"SpaceWhereABlockGoesOn",
       replaced(warc_record("one\t"), "Length: 4", "Length: 3") + two,
       {"one", "two"},
       {"warc-bad-length"}},
      {"HeaderCutOff",
       both.substr(0, one.size() + 30),
       {"one"},
       {"warc-truncated-record"}},
      {"ExtraField", extra + gzip_member(two), {"one", "two"}, {}},
      {"NameAndComment", named + gzip_member(two), {"one", "two"}, {}},
      {"EmptyMembers",
       gzip_member("") + gzip_member(one) + gzip_member("") + gzip_member(two) +
           gzip_member(""),
       {"one", "two"},
       {}},
      {"PlainBetweenMembers",
       gzip_member(one) + two + one + gzip_member(two),
       {"one", "two", "one", "two"},
       {}},
      {"PlainBetweenFrames",
       zstd_frame(one) + two + zstd_frame(one),
       {"one", "two", "one"},
       {}},
      {"PlainArcBehindMembers",
       gzip_member(arc) + arc + arc,
       {"one", "one", "one"},
       {}},
      {"PlainAndCutShort",
       gzip_member(one) + two.substr(0, two.size() - 5),
       {"one", "tw"},
       {"warc-bad-length"}},
      {"PlainAndTooLong",
       gzip_member(one) + replaced(two, "Length: 3", "Length: 300") +
           gzip_member(one),
       {"one", "two\r\n\r\n", "one"},
       {"warc-bad-length"}},
      {"TrailingZeros",
       gzip_member(one) + std::string(600, '\0'),
       {"one"},
       {"gzip-trailing-junk"}},
      {"TrailingJunk",
       gzip_member(one) + "junk",
       {"one"},
       {"gzip-trailing-junk"}},
      {"JunkBetweenMembers",
       gzip_member(one) + "junk" + gzip_member(two),
       {"one", "two"},
       {"junk-between-records"}},
      {"BadChecksum",
       bad_sum + gzip_member(two),
       {"one", "two"},
       {"gzip-bad-checksum"}},
      {"OneMember",
       gzip_member(both + one),
       {"one", "two", "one"},
       {"gzip-not-per-record"}},
      {"MembersCutAnywhere",
       gzip_member(both.substr(0, 50)) + gzip_member(both.substr(50, 160)) +
           gzip_member(both.substr(210, 20)) + gzip_member(both.substr(230)),
       {"one", "two"},
       {"gzip-record-in-parts", "gzip-not-per-record"}},
      {"FramesCutInARecord",
       zstd_frame(one.substr(0, 50)) + zstd_frame(one.substr(50)) +
           zstd_frame(two.substr(0, 9)) + skippable_frame("x") +
           zstd_frame(two.substr(9)) + skippable_frame("seek table"),
       {"one", "two"},
       {}},
      {"MembersCutInARecord",
       gzip_member(one.substr(0, 50)) + gzip_member(one.substr(50)) +
           gzip_member(two),
       {"one", "two"},
       {"gzip-record-in-parts"}},
      {"LengthTooGreatInAMember",
       gzip_member(replaced(one, "Length: 3", "Length: 9999")) +
           gzip_member(two),
       {"one\r\n\r\n", "two"},
       {"warc-bad-length"}},
      {"JunkBehindABlockInAMember",
       gzip_member(one + "junk") + gzip_member(two),
       {"one", "two"},
       {"warc-bad-length"}},
      {"ArcWithoutFiledesc", arc + arc, {"one", "one"}, {}},
      {"ArcWithoutNewlines",
       arc.substr(0, arc.size() - 1) + arc,
       {"one", "one"},
       {}},
      {"ArcNegativeLength",
       "http://a.org/ 1.2.3.4 20010101000000 text/html -1\n" + arc,
       {"", "one"},
       {"arc-negative-length"}},
      {"ArcLengthIsNoNumber",
       "http://a.org/ 1.2.3.4 20010101000000 text/html abc\n" + arc,
       {"", "one"},
       {"arc-bad-length"}},
      {"ArcLengthTooSmall",
       replaced(arc, " 3\n", " 1\n") + arc,
       {"o", "one"},
       {"arc-bad-length"}},
      {"AFiledescWithoutLength",
       "filedesc://x.arc 0.0.0.0 20010101000000 text/plain -1\n1 0 X\nURL\n\n" +
           arc,
       {"1 0 X\nURL\n", "one"},
       {}},
      {"Zstd", zstd_frame(one) + zstd_frame(two), {"one", "two"}, {}},
      {"Lz4", lz4_frame(one) + lz4_frame(two), {"one", "two"}, {}},
      {"SkippableFrames",
       skippable_frame("x") + skippable_frame("") + zstd_frame(one) +
           skippable_frame(std::string(9000, 'x'), 3) + zstd_frame(two) +
           skippable_frame("y"),
       {"one", "two"},
       {}},
      {"ZstdOneFrame",
       zstd_frame(both),
       {"one", "two"},
       {"gzip-not-per-record"}},
      {"ZstdJunk",
       zstd_frame(one) + "junk" + zstd_frame(two),
       {"one", "two"},
       {"junk-between-records"}},
      {"ADictionaryAsItIs",
       skippable_frame(kDictionary, 13) +
           zstd_frame(one, Frame::kFull, kDictionary),
       {"one"},
       {}},
      {"ADamagedDictionary",
       skippable_frame(zstd_frame(kDictionary).substr(0, 30), 13) +
           zstd_frame(two),
       {"two"},
       {"zstd-bad-dictionary"}},
      {"BadLz4", "\x04\x22\x4d\x18 and so on", {}, {"gzip-bad-member"}},
      {"Html",
       "<!doctype html>\n<p>http://a.org/ is no record\n",
       {},
       {"not-an-archive"}},
  };
}

std::vector<std::string> archives_to_cut() {
  std::string warc;
  std::string arc = arc_filedesc("cut.arc");
  int n = 0;
  for (const char* block :
       {"one", "", "line ends\r\n\r\n", "\r\n", "\n\n\n\n\n", "WARC", "last"}) {
    std::string uri = "http://a.org/http://b.org/" + std::to_string(n++);
    warc += warc_record(block, {.uri = uri});
    arc += arc_record(block, uri);
  }
  arc += arc_record("a.org. IN A", "dns:a.org");
  std::string bare;
  for (const char* block : {"one", "", "\n\n", "last"}) {
    bare += replaced(warc_record(block), "\r\n", "\n");
  }
  return {warc, bare, arc};
}

// The bytes in members that end at `cuts`, which are sorted.
std::string cut_into_members(std::string_view bytes,
                             const std::vector<size_t>& cuts,
                             std::string (*compress)(std::string_view)) {
  std::string made;
  size_t from = 0;
  for (size_t cut : cuts) {
    made += compress(bytes.substr(from, cut - from));
    from = cut;
  }
  return made += compress(bytes.substr(from));
}

void expect_same(const std::vector<Seen>& whole, const std::string& cut) {
  for (Medium medium : {Medium::kFile, Medium::kPipe}) {
    Problems problems;
    auto records = read(cut, problems, medium);
    ASSERT_EQ(records.size(), whole.size());
    for (size_t i = 0; i < whole.size(); ++i) {
      EXPECT_EQ(records[i].uri, whole[i].uri);
      EXPECT_EQ(records[i].block, whole[i].block);
      EXPECT_TRUE(records[i].intact);
    }
    for (const std::string& id : problems.ids()) {
      EXPECT_THAT(
          id, testing::AnyOf("gzip-not-per-record", "gzip-record-in-parts"));
    }
  }
}

TEST(MemberReader, ReadsMembersThatAreCutAnywhere) {
  std::string (*const gzip)(std::string_view) = [](std::string_view bytes) {
    return gzip_member(bytes);
  };
  std::string (*const zstd)(std::string_view) = [](std::string_view bytes) {
    return zstd_frame(bytes);
  };
  std::mt19937 random(1993);
  for (const std::string& bytes : archives_to_cut()) {
    Problems none;
    auto whole = read(bytes, none);
    ASSERT_THAT(none.ids(), IsEmpty());
    for (size_t cut = 1; cut < bytes.size(); ++cut) {
      SCOPED_TRACE("cut at " + std::to_string(cut) + " before " +
                   bytes.substr(cut, 20));
      expect_same(whole, cut_into_members(bytes, {cut}, gzip));
    }
    for (int round = 0; round < 300; ++round) {
      std::vector<size_t> cuts(2 + random() % 30);
      for (size_t& cut : cuts) cut = random() % bytes.size();
      std::sort(cuts.begin(), cuts.end());
      SCOPED_TRACE("round " + std::to_string(round));
      expect_same(whole,
                  cut_into_members(bytes, cuts, round % 4 ? gzip : zstd));
    }
  }
}

// A pipe cannot go back to what a length has swallowed.
TEST(MemberReader, FindsWhatALengthHasSwallowedInAPipe) {
  std::mt19937 random(5);
  std::string noise;
  for (int i = 0; i < 3'000'000; ++i) noise += static_cast<char>(random());
  for (size_t size : {10, 100'000, 3'000'000}) {
    for (const char* length : {"500", "150000", "2999999", "4000000000"}) {
      std::string bytes =
          warc_record("one") + warc_record(noise.substr(0, size)) +
          warc_record("two") + warc_record(noise) + warc_record("three");
      std::string stated = "Content-Length: " + std::to_string(size);
      if (std::stoull(length) <= size) continue;
      bytes.replace(bytes.find(stated + "\r\n"), stated.size(),
                    "Content-Length: " + std::string(length));
      for (Medium medium : {Medium::kFile, Medium::kPipe}) {
        Problems problems;
        auto records = read(bytes, problems, medium);
        SCOPED_TRACE(std::to_string(size) + " said to be " + length);
        ASSERT_EQ(records.size(), 5u);
        EXPECT_EQ(records[2].block, "two");
        EXPECT_EQ(records[3].block, noise);
        EXPECT_THAT(problems.ids(), ElementsAre("warc-bad-length"));
      }
    }
  }
}

// What a text says of headers is no record, if the length is true.
TEST(MemberReader, BelievesATrueLength) {
  std::string spec = "Examples.\r\n\r\n" + warc_record("one") +
                     warc_record("two") + "\r\n\r\n";
  for (const std::string& front :
       {std::string(), std::string(2'000'000, 'x')}) {
    std::string bytes = warc_record(front + spec) + warc_record("last");
    for (const std::string& stored : {bytes, gzip_member(bytes)}) {
      Problems problems;
      auto records = read(stored, problems, Medium::kPipe);
      ASSERT_EQ(records.size(), 2u);
      EXPECT_EQ(records[0].block, front + spec);
      EXPECT_THAT(
          problems.ids(),
          testing::AnyOf(IsEmpty(), ElementsAre("gzip-not-per-record")));
    }
  }
}

TEST(MemberReader, CountsTheLastLineOfAVersionBlock) {
  std::string line = "filedesc://x.arc 0.0.0.0 20010101000000 text/plain ";
  for (std::string end : {"\n", "\r\n"}) {
    std::string block = "1 0 X" + end + "URL IP-address";
    size_t header = line.size() + 3;
    std::string rest = end + "\n" + arc_record("one");
    Problems problems;
    auto shorter = read(
        line + std::to_string(block.size()) + "\n" + block + rest, problems);
    auto whole = read(
        line + std::to_string(block.size() + end.size()) + "\n" + block + rest,
        problems);
    ASSERT_EQ(shorter.size(), 2u);
    EXPECT_EQ(shorter[0].extent.length, header + block.size() + end.size());
    EXPECT_EQ(shorter[0].extent.length, whole[0].extent.length);
    EXPECT_EQ(shorter[1].extent.offset, whole[1].extent.offset);
  }
}

// Fewer bytes than line ends that should be there.
TEST(MemberReader, TakesAFewBytesBehindTheLastRecordForJunk) {
  for (size_t size = 1; size <= 5; ++size) {
    Problems problems;
    std::string record = warc_record("block");
    record.resize(record.size() - 4);
    EXPECT_EQ(read(record + std::string(size, 'x'), problems).size(), 1u);
    EXPECT_THAT(problems.ids(), Not(IsEmpty())) << size;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, OddArchive, testing::ValuesIn(odd_archives()),
                         [](const auto& kind) { return kind.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Kinds, Damage,
    testing::Values(Kind{"PlainWarc", Format::kWarc, Storage::kPlain},
                    Kind{"GzipWarc", Format::kWarc, Storage::kGzip},
                    Kind{"ZstdWarc", Format::kWarc, Storage::kZstd},
                    Kind{"BareZstdWarc", Format::kWarc, Storage::kBareZstd},
                    Kind{"DictionaryWarc", Format::kWarc,
                         Storage::kZstdDictionary},
                    Kind{"Lz4Warc", Format::kWarc, Storage::kLz4},
                    Kind{"BareLz4Warc", Format::kWarc, Storage::kBareLz4},
                    Kind{"PlainArc", Format::kArc, Storage::kPlain},
                    Kind{"GzipArc", Format::kArc, Storage::kGzip},
                    Kind{"ZstdArc", Format::kArc, Storage::kZstd}),
    [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace wax::warc
