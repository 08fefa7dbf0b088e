#include "cdx/indexer/index_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <random>
#include <thread>

#include "cdx/profile/profile.h"
#include "io/compress/inflater.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

using tests::gzip_member;
using tests::http_response;
using tests::Problems;
using tests::warc_record;

class IndexStreamTest : public testing::Test {
 protected:
  void add(const std::string& name, std::string_view bytes) {
    inputs_.push_back({directory_.write(name, bytes), name});
  }
  // Archives of many sizes, some damaged, some not there.
  void add_many() {
    for (int i = 0; i < 20; ++i) {
      std::string bytes;
      for (int k = 0; k < i * i * 10; ++k) {
        bytes +=
            warc_record(http_response("x"), {.date = k % 7 == 0 ? "never"
                                                                : "2014-01-01T"
                                                                  "00:00:00Z"});
      }
      add("a" + std::to_string(i), bytes);
    }
    inputs_.push_back({directory_ / "missing", "missing"});
    add("junk", "no archive");
    add("last", warc_record(http_response("x")));
  }
  static IndexStreamOptions options() {
    IndexStreamOptions options;
    options.legend.letters = "gVb";
    return options;
  }
  static std::string text_of(lines::LineStream& stream) {
    std::string all;
    std::string_view line;
    while (stream.next(line)) all.append(line).append("\n");
    return all;
  }
  struct PartText {
    std::string text;
    std::vector<std::string> ids;
    IndexReport report;
    PartEnds ends;
  };
  PartText text_of_part(const warc::ArchivePart& part) {
    PartText read;
    Problems problems;
    auto stream = index_part(inputs_[0], part, options(), problems, read.report,
                             read.ends);
    read.text = text_of(*stream);
    read.ids = problems.ids();
    return read;
  }
  std::string text(unsigned jobs, uint64_t part = 100'000) {
    IndexStreamOptions options = this->options();
    options.jobs = jobs;
    options.part = part;
    problems_.all.clear();
    report_ = {};
    return text_of(*index_archives(inputs_, options, problems_, report_));
  }
  // The same of one file, read in parts, of which those are read again as one
  // part that do not follow each other.
  std::string text_of_parts(uint64_t size) {
    std::vector<std::string> ids;
    IndexReport report;
    std::string all;
    auto parts = warc::archive_parts({inputs_[0].path}, size);
    for (size_t i = 0; i < parts.size();) {
      warc::ArchivePart part = parts[i++];
      PartText read = text_of_part(part);
      while (!read.ends.at_end && i < parts.size() &&
             (!read.ends.next ||
              text_of_part(parts[i]).ends.start != read.ends.next)) {
        part.end = parts[i++].end;
        read = text_of_part(part);
      }
      all += read.text;
      ids.insert(ids.end(), read.ids.begin(), read.ids.end());
      report.counts += read.report.counts;
      report.files += read.report.files;
      if (read.ends.at_end) break;
    }
    problems_.all.clear();
    for (std::string& id : ids) {
      problems_.report({Severity::kNote, std::move(id), "", {}, ""});
    }
    report_ = report;
    return all;
  }

  tests::TempDir directory_;
  std::vector<ArchiveInput> inputs_;
  Problems problems_;
  IndexReport report_;
};

TEST_F(IndexStreamTest, IsTheSameForAnyNumberOfJobs) {
  add_many();
  std::string one = text(1);
  std::vector<std::string> ids = problems_.ids();
  EXPECT_EQ(report_.files, 23u);
  EXPECT_EQ(report_.failed_files, 1u);
  EXPECT_EQ(report_.counts.written, 24701u);
  for (unsigned jobs : {2u, 3u, 16u, 100u}) {
    EXPECT_EQ(text(jobs), one) << jobs;
    EXPECT_EQ(problems_.ids(), ids) << jobs;
    EXPECT_EQ(report_.counts.written, 24701u);
  }
}

// The block of the one record has more bytes than anybody reads.
TEST_F(IndexStreamTest, EndsInTheMiddleOfARecord) {
  struct Ended {};
  const uint64_t size = uint64_t{1} << 44;
  for (int i = 0; i < 2; ++i) {
    const std::string name = "large" + std::to_string(i);
    add(name,
        "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/\r\n"
        "WARC-Date: 2014-01-01T00:00:00Z\r\nContent-Length: " +
            std::to_string(size) + "\r\n\r\n");
    std::error_code error;
    std::filesystem::resize_file(inputs_.back().path, size / 1024, error);
    if (error) GTEST_SKIP() << error.message();
  }
  for (unsigned jobs : {1u, 2u}) {
    IndexStreamOptions options;
    options.legend.letters = "gVb";
    options.jobs = jobs;
    options.part = uint64_t{1} << 33;
    int ticks = 0;
    const auto caller = std::this_thread::get_id();
    options.tick = [&] {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      if (++ticks == 2) throw Ended();
    };
    auto stream = index_archives(inputs_, options, problems_, report_);
    std::string_view line;
    EXPECT_THROW((void)stream->next(line), Ended) << jobs;
    EXPECT_EQ(ticks, 2);
  }
}

// How members are made, and what they lie behind.
struct Packing {
  const char* name;
  std::function<std::string(std::string_view bytes)> member;
  std::string front = {};
};

std::string dictionary() {
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://" +
         std::string(200, 'x') + "\r\nContent-Type: application/http";
}

const Packing kPackings[] = {
    {"plain", [](auto bytes) { return std::string(bytes); }},
    {"gzip",
     [](auto bytes) {
       // What cannot be compressed holds its members as they are.
       bool nested = bytes.find("inner") != std::string_view::npos;
       return gzip_member(bytes, nested ? 0 : 6);
     }},
    {"zstd", [](auto bytes) { return tests::zstd_frame(bytes); }},
    {"zstd_bare",
     [](auto bytes) { return tests::zstd_frame(bytes, tests::Frame::kBare); }},
    {"zstd_dictionary",
     [](auto bytes) {
       return tests::zstd_frame(bytes, tests::Frame::kFull, dictionary());
     },
     std::string(io::kDictionaryFrame) +
         tests::skippable_frame(dictionary()).substr(4)},
    {"lz4", [](auto bytes) { return tests::lz4_frame(bytes); }},
    {"lz4_bare",
     [](auto bytes) { return tests::lz4_frame(bytes, tests::Frame::kBare); }},
};

class PartsOfAFile : public IndexStreamTest,
                     public testing::WithParamInterface<Packing> {
 protected:
  // Small records and large, some of them archives themselves, alone in their
  // members or not, over several of them or with empty ones before.
  std::string archive(bool odd_members) {
    const Packing& packing = GetParam();
    bool is_plain = packing.name == std::string_view("plain");
    std::string inner;
    for (int i = 0; i < 5; ++i) {
      std::string record = warc_record(http_response("inner"));
      inner += packing.member(record);
      if (!is_plain) inner += record;
    }
    std::string whole = packing.front;
    for (int i = 0; i < 60; ++i) {
      std::string body = i % 8 == 3 ? inner : std::string(i * 9, 'x');
      for (char& c : body) {
        if (c == 'x') c = static_cast<char>(random_() % 256);
      }
      std::string record = warc_record(http_response(body),
                                       {.type = i % 5 ? "response" : "other"});
      if (odd_members && i % 16 == 12) record += record;
      size_t cut = odd_members && i % 16 == 9 ? record.size() / 2 : 0;
      if (cut > 0) whole += packing.member(record.substr(0, cut));
      whole += packing.member(record.substr(cut));
      if (i % 11 == 7) whole += packing.member("");
      if (i % 13 == 5 && packing.name != std::string_view("gzip") &&
          !is_plain) {
        whole += tests::skippable_frame("nothing");
      }
    }
    return whole;
  }

  void expect_same(const std::string& bytes) {
    inputs_.clear();
    add("damaged", bytes);
    std::string one = text(1);
    auto ids = problems_.ids();
    uint64_t read = report_.counts.read;
    auto skipped = report_.counts.skipped;
    for (unsigned jobs : {2u, 3u}) {
      uint64_t part = 1 + random_() % (random_() % 2 ? 1000 : 10000);
      SCOPED_TRACE("parts of " + std::to_string(part));
      EXPECT_EQ(text(jobs, part), one);
      EXPECT_EQ(problems_.ids(), ids);
      EXPECT_EQ(report_.counts.read, read);
      EXPECT_EQ(report_.counts.skipped, skipped);
      EXPECT_EQ(report_.files, 1u);
      EXPECT_EQ(text_of_parts(part), one);
      EXPECT_EQ(problems_.ids(), ids);
      EXPECT_EQ(report_.counts.read, read);
      EXPECT_EQ(report_.files, 1u);
    }
  }

  std::mt19937 random_{8};
};

#ifdef WAX_WITH_SANITIZERS
constexpr int kRounds = 6;
#else
constexpr int kRounds = 30;
#endif

TEST_P(PartsOfAFile, HaveTheLinesOfTheWholeHoweverDamaged) {
  for (bool odd_members : {false, true}) {
    std::string whole = archive(odd_members);
    for (int round = 0; round < kRounds; ++round) {
      SCOPED_TRACE("round " + std::to_string(round));
      std::string bytes = whole;
      if (round % 3 == 1) bytes[random_() % bytes.size()] ^= 4;
      if (round % 3 == 2)
        bytes.erase(random_() % bytes.size(), random_() % 300);
      expect_same(bytes);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(As, PartsOfAFile, testing::ValuesIn(kPackings),
                         [](const auto& tested) {
                           return std::string(tested.param.name);
                         });

TEST_F(IndexStreamTest, IsTheSameForPartsOfOtherSystemsArchives) {
  auto folder = tests::shared_file("archives");
  if (!folder) GTEST_SKIP() << tests::kNoShared;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    if (entry.path().extension() == ".md") continue;
    SCOPED_TRACE(entry.path().string());
    inputs_ = {{entry.path().string(), "name"}};
    std::string one = text(1);
    auto ids = problems_.ids();
    for (uint64_t part : {entry.file_size() / 40 + 1, entry.file_size() / 3}) {
      EXPECT_EQ(text(2, part), one);
      EXPECT_EQ(problems_.ids(), ids);
      EXPECT_EQ(text_of_parts(part), one);
      EXPECT_EQ(problems_.ids(), ids);
    }
  }
}

TEST_F(IndexStreamTest, RefusesToPairRequestsInAPart) {
  add("one", warc_record(http_response("x")));
  IndexStreamOptions paired = options();
  paired.index.post_append = true;
  PartEnds ends;
  EXPECT_THROW(
      (void)index_part(inputs_[0], {}, paired, problems_, report_, ends),
      UsageError);
}

TEST_F(IndexStreamTest, GoesOnAfterAMissingFile) {
  inputs_.push_back({directory_ / "missing", "missing"});
  add("a", warc_record(http_response("x")));
  EXPECT_EQ(text(1), "a 0 20140103030321\n");
  EXPECT_THAT(problems_.ids(), testing::ElementsAre("unreadable-archive"));
}

TEST_F(IndexStreamTest, EndsAtAMissingFileWhereThatIsWanted) {
  add("a", warc_record(http_response("x")));
  inputs_.push_back({directory_ / "missing", "missing"});
  for (unsigned jobs : {1, 3}) {
    IndexStreamOptions options = this->options();
    options.jobs = jobs;
    options.throws_unreadable = true;
    auto stream = index_archives(inputs_, options, problems_, report_);
    std::string_view line;
    ASSERT_TRUE(stream->next(line));
    EXPECT_EQ(line, "a 0 20140103030321");
    EXPECT_THROW((void)stream->next(line), IoError);
  }
  EXPECT_THAT(problems_.ids(), testing::IsEmpty());
}

TEST_F(IndexStreamTest, ListsTheCapturesOfDamagedRecords) {
  const tests::WarcFields stated{
      .more = "WARC-Payload-Digest: sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A\r\n"};
  std::string whole =
      tests::gzip_member(warc_record(http_response("x"), stated));
  std::string bad_sum = whole;
  bad_sum[bad_sum.size() - 5] ^= 1;
  add("sum", whole + bad_sum + whole);
  add("cut", whole.substr(0, whole.size() - 30));
  IndexStreamOptions options;
  options.legend.letters = "Nbk";
  std::string damaged;
  options.damaged = [&](std::string_view lines) { damaged += lines; };
  for (unsigned jobs : {1U, 2U}) {
    options.jobs = jobs;
    damaged.clear();
    auto stream = index_archives(inputs_, options, problems_, report_);
    std::string_view line;
    int lines = 0;
    while (stream->next(line)) ++lines;
    EXPECT_EQ(lines, 4);
    const std::string what = " org,example)/ 20140103030321\n";
    EXPECT_EQ(damaged,
              "sum " + std::to_string(whole.size()) + what + "cut 0" + what);
  }
}

TEST_F(IndexStreamTest, ListsRevisitsThatNameTheDateOfTheirOriginal) {
  auto revisit = [](const std::string& more) {
    tests::WarcFields fields;
    fields.type = "revisit";
    fields.more = more;
    return warc_record("HTTP/1.1 304 Not Modified\r\n\r\n", fields);
  };
  const std::string date = "WARC-Refers-To-Date: 2013-01-03T03:03:21Z\r\n";
  add("a", revisit(date) +
               revisit(date +
                       "WARC-Refers-To-Target-URI: <http://other.org/a>\r\n") +
               revisit("") +
               revisit(date + "WARC-Payload-Digest: "
                              "sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A\r\n"));
  IndexStreamOptions options;
  options.legend.letters = "Nbk";
  std::string references;
  options.references = [&](std::string_view lines) { references += lines; };
  auto stream = index_archives(inputs_, options, problems_, report_);
  std::string_view line;
  int lines = 0;
  while (stream->next(line)) ++lines;
  EXPECT_EQ(lines, 4);
  EXPECT_EQ(references,
            "org,example)/ 20130103030321 20140103030321\n"
            "org,other)/a 20130103030321 20140103030321\n"
            "org,example)/ 00000000000000 20140103030321\n"
            "org,example)/ 20130103030321 20140103030321 "
            "sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A\n");
}

TEST_F(IndexStreamTest, MayBeDestroyedBeforeItsEnd) {
  add_many();
  IndexStreamOptions options;
  options.jobs = 4;
  auto stream = index_archives(inputs_, options, problems_, report_);
  std::string_view line;
  EXPECT_TRUE(stream->next(line));
}

TEST_F(IndexStreamTest, RefusesALegendThatCannotBeFilled) {
  IndexStreamOptions options;
  options.legend.letters = "Nt";
  EXPECT_THROW((void)index_archives(inputs_, options, problems_, report_),
               UsageError);
}

}  // namespace
}  // namespace wax::cdx
