#include "io/remote/s3_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "io/error.h"
#include "io/remote/aws_settings.h"
#include "io/remote/http_source.h"
#include "tests/support/http_server.h"

namespace wax::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr size_t kMiB = 1 << 20;

std::string s3_error(const std::string& code) {
  return "<Error><Code>" + code + "</Code></Error>";
}

// A store that knows one object.
class S3OutputTest : public testing::Test {
 protected:
  S3OutputTest()
      : server_([this](const std::string& head, const std::string& body) {
          return serve(head, body);
        }),
        before_(aws_settings()),
        http_before_(usual_http()) {
    AwsSettings settings;
    settings.endpoint = "http://" + server_.host();
    settings.path_style = true;
    aws_settings() = settings;
    usual_http().pause = std::chrono::milliseconds(1);
  }
  ~S3OutputTest() override {
    aws_settings() = before_;
    usual_http() = http_before_;
  }

  std::string serve(const std::string& head, const std::string& body) {
    const std::string line = head.substr(0, head.find(" HTTP/"));
    requests_.push_back(line);
    auto failure = failures_.find(requests_.size());
    if (failure != failures_.end() && failure->second == "lost before") {
      return {};
    }
    std::string given = carry_out(line, body);
    if (failure == failures_.end()) return given;
    return failure->second == "lost after" ? "" : failure->second;
  }

  std::string carry_out(const std::string& line, const std::string& body) {
    if (line.starts_with("GET ")) {
      if (object_.empty())
        return tests::http_answer("404 No", s3_error("NoSuchKey"));
      return tests::http_answer("206 P", "x",
                                "ETag: " + tag_ +
                                    "\r\nContent-Range: bytes 0-0/" +
                                    std::to_string(object_.size()) + "\r\n");
    }
    if (line.find("uploads=") != line.npos) {
      return tests::http_answer(
          "200 OK",
          "<InitiateMultipartUploadResult><UploadId>u/1</UploadId>"
          "</InitiateMultipartUploadResult>");
    }
    if (line.find("partNumber=") != line.npos) {
      const size_t at = line.find("partNumber=") + 11;
      const std::string number = line.substr(at, line.find('&') - at);
      parts_[std::stoul(number)] = body;
      const std::string tag =
          tag_of_part_.empty() ? "\"p" + number + '"' : tag_of_part_;
      return tests::http_answer("200 OK", "", "ETag: " + tag + "\r\n");
    }
    if (line.starts_with("PUT ")) {
      object_ = body;
      return tests::http_answer("200 OK", "", "ETag: \"1\"\r\n");
    }
    if (line.starts_with("DELETE ")) {
      parts_.clear();
      return tests::http_answer("204 No Content", "");
    }
    if (parts_.empty())
      return tests::http_answer("404 No", s3_error("NoSuchUpload"));
    list_ = body;
    for (const auto& [number, part] : parts_) object_ += part;
    tag_ = "\"abc-" + std::to_string(parts_.size()) + "\"";
    parts_.clear();
    return tests::http_answer("200 OK",
                              "\n <CompleteMultipartUploadResult>"
                              "</CompleteMultipartUploadResult>");
  }

  std::string object_;
  std::string tag_ = "\"1\"";
  std::string tag_of_part_;  // empty: one with its number
  std::map<size_t, std::string> parts_;
  std::string list_;
  std::vector<std::string> requests_;
  // By the number of a request: what is answered in place of the answer.
  std::map<size_t, std::string> failures_;
  tests::HttpServer server_;

 private:
  AwsSettings before_;
  HttpOptions http_before_;
};

std::string bytes_of(size_t size) {
  std::string bytes;
  while (bytes.size() < size) bytes += std::to_string(bytes.size()) + ",";
  bytes.resize(size);
  return bytes;
}

TEST_F(S3OutputTest, WritesASmallObjectByOneRequest) {
  auto output = open_s3_output("s3://abc/d e", false);
  output->write("by");
  output->flush();
  output->write("tes");
  EXPECT_EQ(object_, "");
  output->finish();
  output.reset();
  EXPECT_EQ(object_, "bytes");
  EXPECT_THAT(requests_, ElementsAre("GET /abc/d%20e", "PUT /abc/d%20e"));
}

TEST_F(S3OutputTest, WritesALargeOneInPieces) {
  const std::string bytes = bytes_of(40 * kMiB);
  auto output = open_s3_output("s3://abc/d", true);
  for (size_t at = 0; at < bytes.size(); at += 3'000'000) {
    output->write(std::string_view(bytes).substr(at, 3'000'000));
  }
  EXPECT_EQ(object_, "");
  output->finish();
  output.reset();
  EXPECT_TRUE(object_ == bytes);
  EXPECT_THAT(requests_, ElementsAre("POST /abc/d?uploads=",
                                     "PUT /abc/d?partNumber=1&uploadId=u%2F1",
                                     "PUT /abc/d?partNumber=2&uploadId=u%2F1",
                                     "PUT /abc/d?partNumber=3&uploadId=u%2F1",
                                     "POST /abc/d?uploadId=u%2F1"));
  EXPECT_THAT(list_, HasSubstr("<Part><PartNumber>3</PartNumber>"
                               "<ETag>&quot;p3&quot;</ETag></Part>"));
}

TEST_F(S3OutputTest, LeavesNothingWithoutFinish) {
  {
    auto output = open_s3_output("s3://abc/d", false);
    output->write(bytes_of(20 * kMiB));
    EXPECT_EQ(parts_.size(), 1u);
  }
  EXPECT_EQ(object_, "");
  EXPECT_THAT(parts_, IsEmpty());
  EXPECT_EQ(requests_.back(), "DELETE /abc/d?uploadId=u%2F1");
}

TEST_F(S3OutputTest, RefusesAnObjectThatExists) {
  object_ = "old";
  EXPECT_THROW((void)open_s3_output("s3://abc/d", false), UsageError);
  auto output = open_s3_output("s3://abc/d", true);
  output->write("new");
  output->finish();
  EXPECT_EQ(object_, "new");
}

TEST_F(S3OutputTest, SendsAgainWhatWasLost) {
  const std::string bytes = bytes_of(20 * kMiB);
  for (const char* failure : {"lost before", "lost after"}) {
    for (size_t number = 1; number <= 4; ++number) {
      object_.clear();
      requests_.clear();
      failures_ = {{number, failure}};
      auto output = open_s3_output("s3://abc/d", true);
      output->write(bytes);
      output->finish();
      output.reset();
      EXPECT_TRUE(object_ == bytes) << failure << number;
      EXPECT_THAT(requests_.back(), Not(StartsWith("DELETE")));
    }
  }
}

TEST_F(S3OutputTest, AnErrorAfterAGoodStatusIsAnError) {
  failures_ = {{4, tests::http_answer("200 OK", s3_error("InternalError"))}};
  auto output = open_s3_output("s3://abc/d", true);
  output->write(bytes_of(20 * kMiB));
  try {
    output->finish();
    FAIL();
  } catch (const IoError& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("s3://abc/d: complete the upload"));
    EXPECT_THAT(failure.what(), HasSubstr("InternalError"));
  }
}

TEST_F(S3OutputTest, TellsWhichStepWasRefused) {
  const std::string forbidden =
      tests::http_answer("403 Forbidden", s3_error("AccessDenied"));
  const std::tuple<size_t, size_t, std::string, const char*> cases[] = {
      {5, 1, forbidden, "write: access denied"},
      {20 * kMiB, 1, forbidden, "begin an upload: access denied"},
      {20 * kMiB, 1, tests::http_answer("200 OK", "<a></a>"),
       "begin an upload: HTTP status 200"},
      {20 * kMiB, 1, tests::http_answer("200 OK", "<a>"),
       "begin an upload: HTTP status 200"},
      {20 * kMiB, 2, forbidden, "write: access denied"},
      {20 * kMiB, 2, tests::http_answer("200 OK"), "write: HTTP status 200"},
      {20 * kMiB, 4, forbidden, "complete the upload: access denied"},
      {20 * kMiB, 4, tests::http_answer("404 No", s3_error("NoSuchUpload")),
       "complete the upload: HTTP status 404, NoSuchUpload"},
      {20 * kMiB, 4, tests::http_answer("200 OK", "<a>"),
       "complete the upload: HTTP status 200"}};
  for (const auto& [size, request, answer, told] : cases) {
    object_.clear();
    requests_.clear();
    failures_ = {{request, answer}};
    try {
      auto output = open_s3_output("s3://abc/d", true);
      output->write(bytes_of(size));
      output->finish();
      ADD_FAILURE() << told;
    } catch (const IoError& error) {
      EXPECT_THAT(error.what(), HasSubstr(told));
    }
  }
}

TEST_F(S3OutputTest, MayEndWithAWholePieceAndHasItsTagsEscaped) {
  tag_of_part_ = "\"<&>\"";
  auto output = open_s3_output("s3://abc/d", true);
  output->write(bytes_of(16 * kMiB));
  output->finish();
  EXPECT_EQ(object_.size(), 16 * kMiB);
  EXPECT_THAT(list_, HasSubstr("<ETag>&quot;&lt;&amp;>&quot;</ETag>"));
}

TEST_F(S3OutputTest, AnObjectOfAnotherSizeIsNotItsOwn) {
  // The answer to the request that is repeated says that it was done.
  failures_ = {{4, "lost before"},
               {5, tests::http_answer("404 No", s3_error("NoSuchUpload"))}};
  object_ = "of another";
  auto output = open_s3_output("s3://abc/d", true);
  output->write(bytes_of(20 * kMiB));
  EXPECT_THROW(output->finish(), IoError);
}

}  // namespace
}  // namespace wax::io
