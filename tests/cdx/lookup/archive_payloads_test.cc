#include "cdx/lookup/archive_payloads.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

std::string digest_of(std::string_view bytes) {
  warc::Digester digester;
  digester.update(bytes);
  return warc::spelling(digester.finish());
}

std::string response(const std::string& uri, const std::string& date,
                     const std::string& payload,
                     const std::string& stated = "") {
  return tests::warc_record(
      tests::http_response(payload),
      {.uri = uri,
       .date = date,
       .more =
           stated.empty() ? "" : "WARC-Payload-Digest: " + stated + "\r\n"});
}

class ArchivePayloadsTest : public testing::Test {
 protected:
  using Paths = std::vector<std::string>;

  DedupCounts dedup(const Paths& paths, const Paths& outputs,
                    const PayloadRules& rules = {}, uint64_t smallest = 0) {
    PayloadMatches captures(rules, sort_);
    IndexReport report;
    captures.read_archives(paths, paths.size(), {}, problems_, report, {});
    PayloadRemover remover(paths, captures.matches(), sort_, problems_,
                           smallest);
    DedupCounts sum;
    for (size_t i = 0; i < paths.size(); ++i) {
      auto output = io::open_output(outputs[i], true);
      sum += remover.copy(i, output.get());
      output->finish();
    }
    return sum;
  }
  RestoreCounts restore(const Paths& paths, const Paths& outputs,
                        bool all = false) {
    PayloadMatches captures({SamePayload::kDigest, CaptureKind::kRevisit},
                            sort_);
    IndexReport report;
    captures.read_archives(paths, outputs.size(), {}, problems_, report, {});
    const ArchivePaths archives({}, {}, problems_);
    PayloadRestorer restorer(paths, archives, all, captures.matches(),
                             problems_);
    RestoreCounts sum;
    for (size_t i = 0; i < outputs.size(); ++i) {
      auto output = io::open_output(outputs[i], true);
      sum += restorer.copy(i, *output);
      output->finish();
    }
    return sum;
  }

  tests::TempDir folder_;
  tests::Problems problems_;
  lines::SortOptions sort_;
};

const std::string kPage(2000, 'p');

TEST_F(ArchivePayloadsTest, ComeBackByteForByte) {
  std::mt19937 random(5);
  for (int round = 0; round < 20; ++round) {
    Paths paths;
    Paths smaller;
    Paths whole;
    std::vector<std::string> bytes;
    for (int n = 0; n < 3; ++n) {
      std::string plain;
      for (int i = 0; i < 12; ++i) {
        const std::string payload(300 + random() % 3, "abc"[random() % 3]);
        const std::string uri = "http://e.org/" + std::to_string(random() % 3);
        const std::string date =
            "20" + std::to_string(10 + random() % 20) + "-01-01T00:00:00Z";
        plain += response(uri, date, payload,
                          random() % 2 == 0 ? digest_of(payload) : "");
        if (random() % 4 == 0) plain += "junk between records\r\n";
      }
      const std::string name = std::to_string(n) + ".warc";
      paths.push_back(folder_.write(name, plain));
      smaller.push_back(folder_ / ("smaller-" + name));
      whole.push_back(folder_ / ("whole-" + name));
      bytes.push_back(plain);
    }
    problems_.all.clear();
    const DedupCounts made = dedup(paths, smaller);
    EXPECT_GT(made.revisits, 0U);
    EXPECT_LT(made.bytes_out, made.bytes_in);
    const RestoreCounts again = restore(smaller, whole);
    EXPECT_EQ(again.restored, made.revisits);
    EXPECT_EQ(again.not_found, 0U);
    for (size_t n = 0; n < bytes.size(); ++n) {
      ASSERT_EQ(tests::read_file(whole[n]), bytes[n]) << round;
    }
  }
}

TEST_F(ArchivePayloadsTest, NameTheFileOfTheirOriginal) {
  const std::string first =
      response("http://e.org/", "2007-01-01T00:00:00Z", kPage);
  const std::string second =
      response("http://e.org/", "2008-01-01T00:00:00Z", kPage);
  const std::string field = "WARC-Refers-To-Container: file://a 1.warc\r\n";
  const Paths paths = {folder_.write("a 1.warc", first),
                       folder_.write("b.warc", second)};
  const Paths outputs = {folder_ / "1", folder_ / "2"};
  EXPECT_EQ(dedup(paths, outputs).revisits, 1U);
  EXPECT_NE(tests::read_file(outputs[1]).find(field), std::string::npos);
  EXPECT_EQ(restore({outputs[1], outputs[0]}, {folder_ / "3"}).restored, 1U);
  EXPECT_EQ(tests::read_file(folder_ / "3"), second);
  // In its own file.
  EXPECT_EQ(
      dedup({folder_.write("c.warc", first + second)}, {outputs[0]}).revisits,
      1U);
  EXPECT_EQ(tests::read_file(outputs[0]).find("Container"), std::string::npos);
}

TEST_F(ArchivePayloadsTest, StayWhenTheyAreSmall) {
  const std::string both =
      response("http://e.org/", "2007-01-01T00:00:00Z", kPage) +
      response("http://e.org/", "2008-01-01T00:00:00Z", kPage);
  const Paths paths = {folder_.write("a.warc", both)};
  const DedupCounts counts = dedup(paths, {folder_ / "out"}, {}, 3000);
  EXPECT_EQ(counts.revisits, 0U);
  EXPECT_EQ(counts.small, 1U);
  EXPECT_EQ(tests::read_file(folder_ / "out"), both);
  EXPECT_EQ(dedup(paths, {folder_ / "out"}, {}, 2000).revisits, 1U);
}

TEST_F(ArchivePayloadsTest, StayWhenDigestsAreWrong) {
  // The stated digest is that of kPage; one of the payloads is another.
  const std::string digest = digest_of(kPage);
  const std::string other(2000, 'q');
  const std::string first =
      response("http://e.org/", "2007-01-01T00:00:00Z", kPage, digest);
  const std::string wrong =
      response("http://e.org/", "2008-01-01T00:00:00Z", other, digest);
  const std::string path = folder_.write("a.warc", first + wrong);
  DedupCounts counts = dedup({path}, {folder_ / "out"});
  EXPECT_EQ(counts.revisits, 0U);
  EXPECT_EQ(counts.wrong_digest, 1U);
  EXPECT_EQ(tests::read_file(folder_ / "out"), first + wrong);
  EXPECT_EQ(problems_.ids(), std::vector<std::string>{"payload-other-digest"});

  // The original has another payload: its duplicates stay, too.
  const std::string turned =
      response("http://e.org/", "2006-01-01T00:00:00Z", other, digest) + first;
  counts = dedup({folder_.write("b.warc", turned)}, {folder_ / "out"});
  EXPECT_EQ(counts.revisits, 0U);
  EXPECT_EQ(counts.wrong_digest, 1U);
  EXPECT_EQ(tests::read_file(folder_ / "out"), turned);
}

TEST_F(ArchivePayloadsTest, OfDamagedRecordsAreNeitherTakenOutNorUsed) {
  const std::string first = tests::gzip_member(
      response("http://e.org/", "2006-01-01T00:00:00Z", kPage));
  const std::string second = tests::gzip_member(
      response("http://e.org/", "2007-01-01T00:00:00Z", kPage));
  std::string damaged = first;
  damaged[damaged.size() - 6] ^= 1;  // the checksum
  for (const std::string& bytes : {damaged + second, second + damaged}) {
    const std::string path = folder_.write("a.warc.gz", bytes);
    EXPECT_EQ(dedup({path}, {folder_ / "out"}).revisits, 0U);
    EXPECT_EQ(tests::read_file(folder_ / "out"), bytes);
  }
}

TEST_F(ArchivePayloadsTest, ThatAreNotFoundAreLost) {
  const std::string a = folder_.write(
      "a.warc", response("http://e.org/", "2006-01-01T00:00:00Z", kPage));
  const std::string b = folder_.write(
      "b.warc", response("http://e.org/", "2007-01-01T00:00:00Z", kPage));
  const std::string small = folder_ / "small";
  ASSERT_EQ(dedup({a, b}, {folder_ / "a2", small}).revisits, 1U);
  const std::string stored = tests::read_file(small);
  const RestoreCounts counts = restore({small}, {folder_ / "out"});
  EXPECT_EQ(counts.not_found, 1U);
  EXPECT_EQ(tests::read_file(folder_ / "out"), stored);
  EXPECT_EQ(problems_.ids(),
            std::vector<std::string>{"revisit-without-payload"});
  EXPECT_EQ(restore({small, a}, {folder_ / "out"}).restored, 1U);
  EXPECT_EQ(tests::read_file(folder_ / "out"), tests::read_file(b));
}

TEST_F(ArchivePayloadsTest, OfRevisitsOfOtherProgramsComeBackIfAskedFor) {
  const std::string revisit = tests::warc_record(
      "HTTP/1.1 200 OK\r\n\r\n",
      {.type = "revisit",
       .date = "2008-01-01T00:00:00Z",
       .more = "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/"
               "identical-payload-digest\r\nWARC-Payload-Digest: " +
               digest_of(kPage) + "\r\n"});
  const std::string path = folder_.write(
      "a.warc",
      response("http://e.org/", "2006-01-01T00:00:00Z", kPage) + revisit);
  EXPECT_EQ(restore({path}, {folder_ / "out"}).of_others, 1U);
  EXPECT_EQ(tests::read_file(folder_ / "out"), tests::read_file(path));
  EXPECT_EQ(restore({path}, {folder_ / "out"}, true).restored, 1U);
  EXPECT_TRUE(tests::read_file(folder_ / "out")
                  .ends_with("HTTP/1.1 200 OK\r\n\r\n" + kPage + "\r\n\r\n"));
}

TEST(MatchesOfArchives, AreGivenArchiveByArchive) {
  const std::string lines =
      "00000000 00000000000000000001\n00000002 00000000000000000002\n"
      "00000002 00000000000000000003\n";
  MatchesOfArchives matches(lines::lines_of(std::string_view(lines)));
  ASSERT_NE(matches.next(0), nullptr);
  EXPECT_EQ(matches.next(0), nullptr);
  EXPECT_EQ(matches.next(1), nullptr);
  EXPECT_EQ(matches.next(2)->offset, 2U);
  EXPECT_EQ(matches.next(2)->offset, 3U);
  EXPECT_EQ(matches.next(2), nullptr);
}

}  // namespace
}  // namespace wax::cdx
