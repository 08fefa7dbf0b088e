#include "crawl/fetch/fetch_archive.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "io/problem.h"
#include "tests/support/temp_dir.h"
#include "warc/reader/record_access.h"

namespace wax::crawl {
namespace {

constexpr std::string_view kHead =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

void fill(io::WireAnswer& answer) {
  answer.request = "GET / HTTP/1.1\r\n\r\n";
  answer.head = kHead;
  answer.body.write("5\r\nhello\r\n0\r\n\r\n");
  answer.status = 200;
  answer.address = "192.0.2.1";
  answer.protocol = "h2";
  answer.tls = "TLSv1.3";
  answer.cipher = "TLS_AES_256_GCM_SHA384";
  answer.begin = 784111777;
}

// Archives of a new folder.
ArchiveOptions options_for(const tests::TempDir& dir) {
  ArchiveOptions options;
  options.folder = dir.path();
  options.info = {{"software", "test"}};
  return options;
}

TEST(FetchArchive, DigestsAreOfTheBodyWithoutChunks) {
  io::WireAnswer answer;
  fill(answer);
  const ReadAnswer read = read_answer(answer);
  EXPECT_EQ(read.payload, 5U);
  // The digest of "hello".
  EXPECT_EQ(read.payload_digest, "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N");
  EXPECT_EQ(answer.body.peek(1).substr(0, 1), "5");
}

TEST(FetchArchive, NamesAreOpenUntilFilesAreWhole) {
  tests::TempDir dir;
  FetchArchive archive(options_for(dir), {}, 0);
  io::WireAnswer answer;
  fill(answer);
  const FetchTask task{"https://a.example/"};
  const WrittenAnswer written =
      archive.write(task, answer, read_answer(answer), std::nullopt);
  EXPECT_TRUE(std::filesystem::exists(dir / (written.file + ".open")));
  EXPECT_EQ(std::filesystem::file_size(dir / (written.file + ".open")),
            written.end);
  archive.finish();
  EXPECT_TRUE(std::filesystem::exists(dir / written.file));
  EXPECT_FALSE(std::filesystem::exists(dir / (written.file + ".open")));
  EXPECT_EQ(archive.files(), 1U);
  EXPECT_EQ(archive.bytes(), written.end);
}

TEST(FetchArchive, RecordsSayHowTheyWereFetched) {
  tests::TempDir dir;
  ArchiveOptions options = options_for(dir);
  options.compression = io::Compression::kNone;
  FetchArchive archive(options, {}, 0);
  io::WireAnswer answer;
  fill(answer);
  const FetchTask task{"https://a.example/", "https://b.example/", "RR"};
  (void)archive.write(task, answer, read_answer(answer), std::nullopt);
  const PastCapture past{{"https://a.example/", "20070531203500"}, "x.warc"};
  const WrittenAnswer written =
      archive.write(task, answer, read_answer(answer), past);
  archive.finish();
  const std::string text = tests::read_file(dir / written.file);
  for (std::string_view line :
       {"WARC-Type: response\r\n", "WARC-IP-Address: 192.0.2.1\r\n",
        "WARC-Date: 1994-11-06T08:49:37Z\r\n", "WARC-Protocol: tls/1.3\r\n",
        "WARC-Cipher-Suite: TLS_AES_256_GCM_SHA384\r\n",
        "5\r\nhello\r\n0\r\n\r\n\r\n\r\n", "via: https://b.example/\r\n",
        "hopsFromSeed: RR\r\n", "WARC-Type: revisit\r\n",
        "WARC-Refers-To-Target-URI: https://a.example/\r\n",
        "WARC-Refers-To-Date: 2007-05-31T20:35:00Z\r\n",
        "WARC-Refers-To-Container: file://x.warc\r\n",
        "revisit/identical-payload-digest\r\n", "software: test\r\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
}

TEST(FetchArchive, AddressesOfNamesAreThereOnce) {
  tests::TempDir dir;
  ArchiveOptions options = options_for(dir);
  options.compression = io::Compression::kNone;
  FetchArchive archive(options, {}, 0);
  io::WireAnswer answer;
  fill(answer);
  std::string file;
  for (const char* url : {"https://a.example/", "https://a.example/b",
                          "http://192.0.2.1/", "http://[::1]/"}) {
    file = archive.write({url}, answer, read_answer(answer), std::nullopt).file;
  }
  answer.address = "2001:db8::1";
  (void)archive.write({"https://b.example/"}, answer, read_answer(answer),
                      std::nullopt);
  archive.finish();
  const std::string text = tests::read_file(dir / file);
  size_t names = 0;
  for (size_t at = 0; (at = text.find("URI: dns:", at)) != text.npos; ++at) {
    ++names;
  }
  EXPECT_EQ(names, 2U);
  for (std::string_view line :
       {"WARC-Target-URI: dns:a.example\r\n", "Content-Type: text/dns\r\n",
        "19941106084937\na.example.\tIN\tA\t192.0.2.1\n",
        "b.example.\tIN\tAAAA\t2001:db8::1\n"}) {
    EXPECT_NE(text.find(line), text.npos) << line;
  }
}

TEST(FetchArchive, RequestsHaveTheConnectionToo) {
  tests::TempDir dir;
  ArchiveOptions options = options_for(dir);
  options.compression = io::Compression::kNone;
  FetchArchive archive(options, {}, 0);
  io::WireAnswer answer;
  fill(answer);
  answer.cipher = "ECDHE-RSA-AES256-GCM-SHA384";
  answer.tls = "TLSv1.2";
  const std::string file = archive
                               .write({"https://a.example/"}, answer,
                                      read_answer(answer), std::nullopt)
                               .file;
  archive.finish();
  const std::string text = tests::read_file(dir / file);
  const std::string fields =
      "WARC-IP-Address: 192.0.2.1\r\nWARC-Protocol: h2\r\n"
      "WARC-Protocol: tls/1.2\r\n"
      "WARC-Cipher-Suite: TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384\r\n";
  const size_t first = text.find(fields);
  ASSERT_NE(first, text.npos);
  EXPECT_NE(text.find(fields, first + 1), text.npos);
}

TEST(FetchArchive, AFileOfAnotherCompressionIsFinished) {
  tests::TempDir dir;
  dir.write("a.warc.zst.open", "what it had");
  ArchiveOptions options = options_for(dir);
  int calls = 0;
  options.before_last_name = [&] { ++calls; };
  FetchArchive archive(options, "a.warc.zst", 11);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(tests::read_file(dir / "a.warc.zst"), "what it had");
  EXPECT_TRUE(archive.file().ends_with(".warc.gz"));
  archive.finish();
  EXPECT_EQ(calls, 2);
}

TEST(FetchArchive, AFileThatHasItsSizeIsFinished) {
  tests::TempDir dir;
  ArchiveOptions options = options_for(dir);
  options.size = 1;
  FetchArchive archive(options, {}, 0);
  io::WireAnswer answer;
  fill(answer);
  for (const char* url : {"http://a.example/", "http://b.example/"}) {
    (void)archive.write({url}, answer, read_answer(answer), std::nullopt);
  }
  archive.finish();
  EXPECT_EQ(archive.files(), 2U);
}

}  // namespace
}  // namespace wax::crawl
