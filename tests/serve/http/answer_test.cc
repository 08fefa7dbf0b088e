#include "serve/http/answer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <tuple>

#include "answers/requests/message.h"
#include "io/error.h"
#include "io/lost_files.h"
#include "io/mapped_file.h"
#include "tests/support/temp_dir.h"

namespace wax::serve {
namespace {

std::string all_of(Answer& answer) {
  std::string bytes;
  while (answer.more()) bytes += answer.next();
  return bytes;
}

class TwoPieces final : public answers::BodyStream {
 public:
  bool next(std::string& piece) override {
    if (left_ == 0) return false;
    piece.assign(kPiece, left_-- == 2 ? 'a' : 'b');
    return true;
  }

 private:
  int left_ = 2;
};

answers::Response streamed(const answers::Request&) {
  answers::Response response;
  response.stream = std::make_unique<TwoPieces>();
  return response;
}

TEST(AcceptEncoding, AllowsGzipByNameOrStar) {
  for (const char* value : {"gzip", "br, gzip", "GZIP;q=0.1", "*", "*;q=1"}) {
    EXPECT_TRUE(accepts_gzip(value)) << value;
  }
  for (const char* value : {"", "br", "gzip;q=0", "gzip; q=0.000", "xgzip"}) {
    EXPECT_FALSE(accepts_gzip(value)) << value;
  }
}

TEST(HttpDate, IsThatOfTheRfc) {
  EXPECT_EQ(http_date(784111777), "Sun, 06 Nov 1994 08:49:37 GMT");
}

TEST(Answer, HasAHeadWithLengthAndPolicy) {
  answers::Handler handler = [](const answers::Request&) {
    return answers::sentence(404, "No.");
  };
  Answer answer(handler, {}, {});
  std::string bytes = all_of(answer);
  EXPECT_TRUE(bytes.starts_with("HTTP/1.1 404 Not Found\r\n"));
  EXPECT_NE(bytes.find("\r\nContent-Length: 4\r\n"), std::string::npos);
  EXPECT_NE(bytes.find("\r\nContent-Security-Policy: default-src 'none'"),
            std::string::npos);
  EXPECT_TRUE(bytes.ends_with("\r\n\r\nNo.\n"));
  EXPECT_EQ(answer.body_bytes(), 4U);
  EXPECT_EQ(answer.status(), 404);
}

TEST(Answer, OfHeadHasNoBody) {
  answers::Handler handler = [](const answers::Request&) {
    return answers::sentence(200, "Yes.");
  };
  AnswerSetting setting;
  setting.head_only = true;
  Answer answer(handler, {}, setting);
  EXPECT_TRUE(all_of(answer).ends_with("\r\n\r\n"));
}

TEST(Answer, OfAStreamHasChunksUnlessTheClientKnowsNone) {
  const std::string a(answers::BodyStream::kPiece, 'a');
  const std::string b(answers::BodyStream::kPiece, 'b');
  answers::Handler handler = streamed;
  Answer answer(handler, {}, {});
  std::string bytes = all_of(answer);
  EXPECT_TRUE(bytes.ends_with("\r\n\r\n00010000\r\n" + a + "\r\n00010000\r\n" +
                              b + "\r\n0\r\n\r\n"));
  EXPECT_EQ(answer.body_bytes(), a.size() + b.size());
  EXPECT_TRUE(answer.keep_alive());
  AnswerSetting setting;
  setting.http_1_0 = true;
  Answer old(handler, {}, setting);
  EXPECT_TRUE(all_of(old).ends_with("\r\n\r\n" + a + b));
  EXPECT_FALSE(old.keep_alive());
}

TEST(Answer, OfAFailureTellsTheLogAndNotTheClient) {
  answers::Handler handler = [](const answers::Request&) -> answers::Response {
    throw IoError("/secret/path", "open", 5);
  };
  Answer answer(handler, {}, {});
  std::string bytes = all_of(answer);
  EXPECT_EQ(answer.status(), 500);
  EXPECT_EQ(bytes.find("secret"), std::string::npos);
  EXPECT_NE(answer.failure().find("/secret/path"), std::string::npos);
}

TEST(Answer, ErrorsAboutTheRequestHaveTheirStatus) {
  answers::Handler usage = [](const answers::Request&) -> answers::Response {
    throw UsageError("u");
  };
  answers::Handler missing = [](const answers::Request&) -> answers::Response {
    throw answers::NotFound("m");
  };
  answers::Handler late = [](const answers::Request&) -> answers::Response {
    throw answers::OutOfTime();
  };
  for (auto [handler, status] :
       {std::pair(&usage, 400), std::pair(&missing, 404),
        std::pair(&late, 503)}) {
    Answer answer(*handler, {}, {});
    (void)all_of(answer);
    EXPECT_EQ(answer.status(), status);
    EXPECT_EQ(answer.failure(), "");
  }
}

// One piece, and what is known when it has ended.
class OnePiece final : public answers::BodyStream {
 public:
  bool next(std::string& piece) override {
    if (given_) return false;
    given_ = true;
    piece = "abc";
    return true;
  }
  [[nodiscard]] std::vector<answers::Header> trailers() const override {
    return {{"Why", given_ ? "it\nended" : "it began"}};
  }

 private:
  bool given_ = false;
};

TEST(Answer, FieldsFollowABodyInChunks) {
  answers::Handler handler = [](const answers::Request&) {
    answers::Response response;
    response.stream = std::make_unique<OnePiece>();
    response.trailers = "Why";
    return response;
  };
  auto bytes_of = [&](AnswerSetting setting) {
    Answer answer(handler, answers::Request(), setting);
    std::string bytes;
    while (answer.more()) bytes += answer.next();
    return bytes;
  };
  std::string whole = bytes_of({});
  EXPECT_NE(whole.find("\r\nTrailer: Why\r\n"), std::string::npos) << whole;
  EXPECT_TRUE(
      whole.ends_with("\r\n\r\n00000003\r\nabc\r\n0\r\nWhy: it ended\r\n\r\n"))
      << whole;
  AnswerSetting gzip;
  gzip.accepts_gzip = true;
  EXPECT_TRUE(bytes_of(gzip).ends_with("\r\n0\r\nWhy: it ended\r\n\r\n"));
  AnswerSetting head;
  head.head_only = true;
  EXPECT_TRUE(bytes_of(head).ends_with("\r\n\r\n"));
  EXPECT_EQ(bytes_of(head).find("it ended"), std::string::npos);
  AnswerSetting old;
  old.http_1_0 = true;
  EXPECT_TRUE(bytes_of(old).ends_with("\r\n\r\nabc"));
  EXPECT_EQ(bytes_of(old).find("Trailer"), std::string::npos);
}

// It may be made of zeros. What only reads is asked again.
TEST(Answer, IsNotGivenWhenAnIndexFileWasLostMeanwhile) {
  tests::TempDir folder;
  io::outlive_lost_files();
  for (const auto& [method, status, most] :
       {std::tuple("GET", "200", 2), std::tuple("POST", "500", 1)}) {
    const std::string path = folder.write("f", std::string(100000, 'x'));
    const io::MappedFile file(path, nullptr);
    int calls = 0;
    answers::Handler handler = [&](const answers::Request&) {
      ++calls;
      std::filesystem::resize_file(path, 0);
      return answers::sentence(200, std::string(1, file.bytes()[50000]));
    };
    answers::Request request;
    request.method = method;
    Answer answer(handler, request, {});
    EXPECT_TRUE(all_of(answer).starts_with(std::string("HTTP/1.1 ") + status));
    EXPECT_EQ(calls, most);
    EXPECT_EQ(answer.failure().find("truncated") == std::string::npos,
              calls == 2);
  }
}

}  // namespace
}  // namespace wax::serve
