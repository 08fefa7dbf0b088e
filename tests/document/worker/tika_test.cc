#include "document/worker/tika.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "io/error.h"
#include "tests/support/http_server.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::document {
namespace {

std::string answer_of(const std::string& status, const std::string& body) {
  return "HTTP/1.1 " + status +
         "\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\nConnection: close\r\n\r\n" + body;
}

std::string server_of(const tests::HttpServer& server) {
  std::string url = server.url();
  return url.substr(0, url.rfind('/') + 1);
}

TEST(Tika, TakesOnlyWhatNothingElseReads) {
  EXPECT_TRUE(is_for_tika("application/msword"));
  EXPECT_TRUE(is_for_tika("application/octet-stream"));
  EXPECT_FALSE(is_for_tika("image/png"));
  EXPECT_FALSE(is_for_tika("text/html"));
}

TEST(Tika, AnAnswerGivesTheFields) {
  DocumentText document = parse_tika_answer(
      R"({"Content-Type":"application/msword; charset=x","dc:title":"A \u00e9",)"
      R"("dc:creator":["Ann \"A\" Lee","Bo"],"xmpTPg:NPages":"3",)"
      R"("dcterms:created":"2008-05-12T07:16:14Z","dc:language":"en","x":[{}],)"
      R"("X-TIKA:content":"\n\n one  two\nthree\ud83d\ude00\n"})");
  EXPECT_EQ(document.type, "application/msword");
  EXPECT_EQ(document.title, "A \xC3\xA9");
  EXPECT_EQ(document.author, "Ann \"A\" Lee");
  EXPECT_EQ(document.published, "2008-05-12T07:16:14Z");
  EXPECT_EQ(document.language, "en");
  EXPECT_EQ(document.pages, 3u);
  EXPECT_THAT(document.content, testing::StartsWith("one two\nthree"));
  EXPECT_EQ(document.no_text, NoText::kNone);
}

TEST(Tika, AnAnswerThatIsNoneIsAReason) {
  EXPECT_EQ(parse_tika_answer("").no_text, NoText::kDamaged);
  EXPECT_EQ(parse_tika_answer(R"({"X-TIKA:content":"cut)").no_text,
            NoText::kDamaged);
  EXPECT_EQ(parse_tika_answer(R"({"X-TIKA:content":"half \ud83d"})").no_text,
            NoText::kDamaged);
  EXPECT_EQ(parse_tika_answer("[]").no_text, NoText::kDamaged);
  EXPECT_EQ(parse_tika_answer("{}").no_text, NoText::kEmpty);
}

TEST(Tika, TheStatusOfTheServerIsAReason) {
  const std::string statuses[] = {"200 OK", "415 x", "422 x", "204 x"};
  tests::HttpServer server([&](uint64_t, size_t number) {
    if (number == 5) return std::string();
    return answer_of(statuses[number - 1],
                     number == 1 ? R"({"X-TIKA:content":"words"})" : "");
  });
  TikaClient client(server_of(server));
  EXPECT_EQ(client.read("x", "http://h/a.doc?b").content, "words");
  for (NoText reason : {NoText::kUnsupported, NoText::kDamaged, NoText::kEmpty,
                        NoText::kCrashed}) {
    EXPECT_EQ(client.read("x", "").no_text, reason);
  }
}

TEST(Tika, WithoutAServerThereIsNoWork) {
  auto before = io::usual_http();
  io::usual_http().retries = 1;
  io::usual_http().pause = std::chrono::milliseconds(1);
  EXPECT_THROW((void)TikaClient("http://127.0.0.1:1").read("x", ""), IoError);
  io::usual_http() = before;
}

TEST(TikaServer, ReadsASheetOfAnOldOfficeProgram) {
  const char* server = std::getenv("WAX_TIKA");
  if (server == nullptr) {
    GTEST_SKIP() << "WAX_TIKA names no running Apache Tika server";
  }
  TikaClient client(server);
  DocumentText sheet = client.read(
      tests::read_file(tests::source_path("tests/data/documents/old.xls")),
      "http://example.org/old.xls");
  EXPECT_EQ(sheet.type, "application/vnd.ms-excel.sheet.2");
  EXPECT_THAT(sheet.content, testing::HasSubstr("Old herons"));
  EXPECT_THAT(sheet.content, testing::HasSubstr("still fly"));
  DocumentText book = client.read(
      tests::read_file(tests::source_path("tests/data/documents/text.odt")),
      "");
  EXPECT_EQ(book.title, "Otters");
  EXPECT_EQ(book.author, "Ann Lee");
  EXPECT_EQ(client
                .read(tests::read_file(tests::source_path(
                          "tests/data/documents/encrypted.pdf")),
                      "")
                .no_text,
            NoText::kDamaged);
  EXPECT_NE(client.read(std::string("\0\1\2", 3), "").no_text, NoText::kNone);
}

}  // namespace
}  // namespace wax::document
