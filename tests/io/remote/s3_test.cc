#include "io/remote/s3.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"
#include "io/remote/http_source.h"
#include "tests/support/http_server.h"

namespace wax::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

AwsSettings with_keys() {
  AwsSettings settings;
  settings.access_key = "AKIA1";
  settings.secret_key = "secret";
  settings.keys_from = "AWS_ACCESS_KEY_ID";
  return settings;
}

TEST(S3Name, HasABucketAndAKey) {
  const S3Name name = s3_name("s3://my-bucket/a b/../c?d#e");
  EXPECT_EQ(name.bucket, "my-bucket");
  EXPECT_EQ(name.key, "a b/../c?d#e");
  EXPECT_EQ(s3_name("s3://my-bucket").key, "");
  EXPECT_EQ(s3_name("s3://my-bucket/").key, "");
  EXPECT_EQ(s3_name("s3://my-bucket//a").key, "/a");
}

TEST(S3Name, RefusesWhatIsNoBucket) {
  for (const char* name :
       {"s3://", "s3:///a", "s3://ab/c", "s3://a@b.c/d",
        "s3://arn:aws:s3:::abc/d", "s3://a b c/d", "s3://evil.example:80/x",
        "http://abc/d", "s3://-abc/d"}) {
    EXPECT_THROW((void)s3_name(name), IoError) << name;
  }
  EXPECT_EQ(s3_name("s3://a_b.c-d/e").bucket, "a_b.c-d");
  const std::string longest(255, 'a');
  EXPECT_EQ(s3_name("s3://" + longest).bucket, longest);
  EXPECT_THROW((void)s3_name("s3://a" + longest), IoError);
}

TEST(S3Request, HasTheBucketInTheHost) {
  AwsSettings settings;
  settings.region = "eu-west-1";
  EXPECT_EQ(s3_request({"abc", "d/e"}, {}, settings).url,
            "https://abc.s3.eu-west-1.amazonaws.com/d/e");
  EXPECT_EQ(s3_request({"a.b", "d"}, {}, settings).url,
            "https://s3.eu-west-1.amazonaws.com/a.b/d");
  settings.region = "cn-north-1";
  EXPECT_EQ(s3_request({"abc", "d"}, {}, settings).url,
            "https://abc.s3.cn-north-1.amazonaws.com.cn/d");
  settings.endpoint = "http://localhost:9";
  EXPECT_EQ(s3_request({"abc", "d"}, {}, settings).url,
            "http://abc.localhost:9/d");
  EXPECT_EQ(s3_request({"a.b", "d"}, {}, settings).url,
            "http://a.b.localhost:9/d");
  settings.path_style = true;
  EXPECT_EQ(s3_request({"abc", "d"}, {}, settings).url,
            "http://localhost:9/abc/d");
  EXPECT_EQ(s3_request({"abc", ""}, {}, settings).url,
            "http://localhost:9/abc");
}

TEST(S3Request, EscapesAllButUnreservedCharacters) {
  AwsSettings settings;
  settings.endpoint = "http://h";
  settings.path_style = true;
  const HttpRequest request = s3_request(
      {"abc", "a b+c%~/\xC3\xA4?&=#"},
      {{"list-type", "2"}, {"prefix", "a/b c"}, {"uploads", ""}}, settings);
  EXPECT_EQ(request.url,
            "http://h/abc/a%20b%2Bc%25~/%C3%A4%3F%26%3D%23"
            "?list-type=2&prefix=a%2Fb%20c&uploads=");
  EXPECT_EQ(request.name, "s3://abc/a b+c%~/\xC3\xA4?&=#");
}

TEST(S3Request, IsSignedWhereThereAreKeys) {
  EXPECT_EQ(s3_request({"abc", "d"}, {}, {}).signature, "");
  AwsSettings settings = with_keys();
  settings.session_token = "tok";
  settings.pays_for_requests = true;
  const HttpRequest request = s3_request({"abc", "d"}, {}, settings);
  EXPECT_EQ(request.signature, "aws:amz:us-east-1:s3");
  EXPECT_EQ(request.access_key, "AKIA1");
  EXPECT_EQ(request.secret_key, "secret");
  EXPECT_THAT(request.head, ElementsAre("x-amz-request-payer: requester",
                                        "x-amz-security-token: tok"));
}

std::string refusal(long status, const std::string& code,
                    const AwsSettings& settings,
                    const std::string& region = {}) {
  return s3_refusal(
      status,
      code.empty() ? ""
                   : "<Error><Code>" + code +
                         "</Code><Message>of\nthe store</Message></Error>",
      [&](const char* name) {
        return std::string(name) == "x-amz-bucket-region" ? region : "";
      },
      settings);
}

TEST(S3Refusal, SaysWhatToDo) {
  const AwsSettings settings = with_keys();
  EXPECT_EQ(refusal(404, "NoSuchKey", settings),
            "there is no such object in the bucket");
  EXPECT_EQ(refusal(404, "NoSuchBucket", settings),
            "there is no bucket of this name");
  EXPECT_EQ(refusal(403, "SignatureDoesNotMatch", settings),
            "the secret key does not belong to the access key AKIA1 "
            "(AWS_ACCESS_KEY_ID)");
  EXPECT_EQ(refusal(403, "InvalidAccessKeyId", settings),
            "the store does not know the access key AKIA1 "
            "(AWS_ACCESS_KEY_ID)");
  EXPECT_THAT(refusal(400, "ExpiredToken", settings), HasSubstr("new keys"));
  EXPECT_THAT(refusal(403, "AccessDenied", settings),
              HasSubstr("AWS_REQUEST_PAYER=requester"));
  EXPECT_THAT(refusal(403, "AccessDenied", {}), HasSubstr("anonymous"));
  EXPECT_THAT(refusal(403, "", {}), HasSubstr("anonymous"));
  for (const char* code : {"InvalidToken", "TokenRefreshRequired"}) {
    EXPECT_THAT(refusal(400, code, settings), HasSubstr(code));
    EXPECT_THAT(refusal(400, code, settings), HasSubstr("new keys"));
  }
  EXPECT_THAT(refusal(403, "RequestTimeTooSkewed", settings),
              HasSubstr("clock of this machine"));
  EXPECT_THAT(refusal(403, "InvalidObjectState", settings),
              HasSubstr("restore it first"));
  EXPECT_THAT(refusal(401, "", settings), HasSubstr("has no right to this"));
  AwsSettings paying = settings;
  paying.pays_for_requests = true;
  EXPECT_THAT(refusal(403, "AllAccessDisabled", paying),
              Not(HasSubstr("AWS_REQUEST_PAYER")));
  for (long status : {401L, 403L}) {
    EXPECT_THAT(refusal(status, "Odd", {}), HasSubstr("anonymous"));
    EXPECT_THAT(refusal(status, "Odd", settings), Not(HasSubstr("anonymous")));
  }
  EXPECT_EQ(refusal(503, "SlowDown", settings),
            "HTTP status 503, SlowDown: of");
  EXPECT_EQ(refusal(418, "", settings), "HTTP status 418");
}

TEST(S3Refusal, NamesTheRegionOfTheBucket) {
  for (long status : {301L, 307L, 400L}) {
    EXPECT_EQ(refusal(status, "", with_keys(), "eu-west-1"),
              "the bucket is in the region eu-west-1, not in us-east-1; set "
              "AWS_REGION=eu-west-1");
  }
  EXPECT_EQ(s3_refusal(
                400,
                "<Error><Code>AuthorizationHeaderMalformed</Code>"
                "<Region>eu-west-2</Region></Error>",
                [](const char*) { return std::string(); }, with_keys()),
            "the bucket is in the region eu-west-2, not in us-east-1; set "
            "AWS_REGION=eu-west-2");
  EXPECT_EQ(refusal(404, "", with_keys(), "eu-west-1"), "HTTP status 404");
  EXPECT_EQ(refusal(400, "", with_keys(), "us-east-1"), "HTTP status 400");
  EXPECT_THAT(refusal(301, "PermanentRedirect", with_keys()),
              HasSubstr("AWS_ENDPOINT_URL"));
}

std::string list(const std::string& inner) {
  return "<ListBucketResult xmlns=\"http://s3/\">" + inner +
         "</ListBucketResult>";
}

std::string entry(const std::string& key, const std::string& size = "5") {
  return "<Contents><ETag>&quot;1&quot;</ETag><Key>" + key + "</Key><Size>" +
         size + "</Size></Contents>";
}

TEST(S3Page, HasObjectsAndTheNextPage) {
  auto page =
      read_s3_page(list("<IsTruncated>true</IsTruncated>" +
                        entry("a/b c+d&amp;") + entry("a/", "0") +
                        "<NextContinuationToken>t</NextContinuationToken>"),
                   {"abc", "a/"});
  ASSERT_TRUE(page);
  ASSERT_EQ(page->objects.size(), 1u);
  EXPECT_EQ(page->objects[0].name, "s3://abc/a/b c+d&");
  EXPECT_EQ(page->objects[0].state, (ObjectState{5, "\"1\""}));
  EXPECT_EQ(page->next, "t");
}

TEST(S3Page, UnescapesKeysWhereTheyAreEscaped) {
  auto page = read_s3_page(
      list("<EncodingType>url</EncodingType>" + entry("a%2Fb+c%2Bd%01")),
      {"abc", ""});
  ASSERT_TRUE(page);
  ASSERT_EQ(page->objects.size(), 1u);
  EXPECT_EQ(page->objects[0].name, "s3://abc/a/b c+d\x01");
  EXPECT_EQ(page->next, "");
}

TEST(S3Page, RefusesWhatIsNone) {
  for (const std::string& xml :
       {std::string(), std::string("<html></html>"), list("<Contents/>"),
        list(entry("b")), list(entry("a/b", "-1")), list(entry("a/b", "x")),
        list(entry("a/b", "x") + entry("a/c")),
        list("<IsTruncated>true</IsTruncated>"),
        list(entry("a/b")).substr(0, 60)}) {
    EXPECT_FALSE(read_s3_page(xml, {"abc", "a/"})) << xml;
  }
}

// A store at another address for the whole process.
class S3Store : public testing::Test {
 protected:
  S3Store() : before_(aws_settings()), http_before_(usual_http()) {
    usual_http().pause = std::chrono::milliseconds(1);
  }
  ~S3Store() override {
    aws_settings() = before_;
    usual_http() = http_before_;
  }

  void use(const tests::HttpServer& server) {
    aws_settings() = with_keys();
    aws_settings().session_token = "tok";
    aws_settings().endpoint = "http://" + server.host();
    aws_settings().path_style = true;
  }

 private:
  AwsSettings before_;
  HttpOptions http_before_;
};

TEST_F(S3Store, GetsSignedRequests) {
  std::string head;
  tests::HttpServer server([&](const std::string& request, const std::string&) {
    head = request;
    return "HTTP/1.1 206 P\r\nETag: \"1\"\r\nContent-Range: bytes 0-4/5\r\n"
           "Content-Length: 5\r\nConnection: close\r\n\r\nbytes";
  });
  use(server);
  auto file = open_http("s3://abc/d/e f", usual_http());
  EXPECT_EQ(read_all(*file, 100), "bytes");
  EXPECT_EQ(file->path(), "s3://abc/d/e f");
  EXPECT_THAT(head, HasSubstr("GET /abc/d/e%20f HTTP/1.1\r\n"));
  EXPECT_THAT(head, HasSubstr("Host: " + server.host() + "\r\n"));
  EXPECT_THAT(head, HasSubstr("Range: bytes=0-\r\n"));
  EXPECT_THAT(head,
              HasSubstr("Authorization: AWS4-HMAC-SHA256 Credential=AKIA1/"));
  EXPECT_THAT(head, HasSubstr("/us-east-1/s3/aws4_request, SignedHeaders=host;"
                              "x-amz-content-sha256;x-amz-date;"
                              "x-amz-security-token"));
  EXPECT_THAT(head, HasSubstr("x-amz-security-token: tok"));
}

TEST_F(S3Store, AsksForNoOtherKeyWhenTheKeyHasDotSegments) {
  std::string head;
  tests::HttpServer server([&](const std::string& request, const std::string&) {
    head = request;
    return "HTTP/1.1 206 P\r\nETag: \"1\"\r\nContent-Range: bytes 0-4/5\r\n"
           "Content-Length: 5\r\nConnection: close\r\n\r\nbytes";
  });
  use(server);
  try {
    auto file = open_http("s3://abc/d/../e", usual_http());
    EXPECT_EQ(read_all(*file, 100), "bytes");
    EXPECT_THAT(head, HasSubstr("GET /abc/d/../e HTTP/1.1\r\n"));
  } catch (const IoError& error) {
    // libcurl 8
    EXPECT_EQ(head, "");
    EXPECT_THAT(error.what(), HasSubstr("s3://abc/d/../e: "));
    EXPECT_THAT(error.what(), HasSubstr("path-as-is"));
  }
}

TEST_F(S3Store, TellsWhyItRefuses) {
  tests::HttpServer server([&](const std::string&, const std::string&) {
    return "HTTP/1.1 404 N\r\nContent-Length: 41\r\nConnection: close\r\n\r\n"
           "<Error><Code>NoSuchBucket</Code> </Error>";
  });
  use(server);
  try {
    (void)open_http("s3://abc/d", usual_http())->peek();
    FAIL();
  } catch (const IoError& error) {
    EXPECT_STREQ(error.what(), "s3://abc/d: there is no bucket of this name");
  }
}

TEST_F(S3Store, ListsPageAfterPage) {
  std::vector<std::string> lines;
  tests::HttpServer server([&](const std::string& request, const std::string&) {
    lines.push_back(request.substr(0, request.find("\r\n")));
    const bool is_first = lines.back().find("token") == std::string::npos;
    if (lines.size() == 2) return std::string();  // a cut connection
    std::string body =
        is_first ? list(
                       "<IsTruncated>true</IsTruncated>"
                       "<NextContinuationToken>/+=</NextContinuationToken>" +
                       entry("d/b"))
                 : list(entry("d/a"));
    return "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
  });
  use(server);
  const std::vector<StoredObject> objects = s3_objects_below("s3://abc/d/");
  ASSERT_EQ(objects.size(), 2u);
  EXPECT_EQ(objects[0].name, "s3://abc/d/a");
  EXPECT_EQ(objects[1].name, "s3://abc/d/b");
  EXPECT_THAT(
      lines,
      ElementsAre(
          "GET /abc?encoding-type=url&list-type=2&prefix=d%2F HTTP/1.1",
          "GET /abc?continuation-token=%2F%2B%3D&encoding-type=url&list-type=2"
          "&prefix=d%2F HTTP/1.1",
          "GET /abc?continuation-token=%2F%2B%3D&encoding-type=url&list-type=2"
          "&prefix=d%2F HTTP/1.1"));
}

TEST_F(S3Store, EndsAListThatHasNoEnd) {
  const std::string body = list(
      "<IsTruncated>true</IsTruncated>"
      "<NextContinuationToken>t</NextContinuationToken>");
  tests::HttpServer server([&](const std::string&, const std::string&) {
    return "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
  });
  use(server);
  EXPECT_THROW((void)s3_objects_below("s3://abc/"), IoError);
}

TEST_F(S3Store, SaysWhyItGivesNoList) {
  std::string answer;
  tests::HttpServer server(
      [&](const std::string&, const std::string&) { return answer; });
  use(server);
  auto what = [] {
    try {
      (void)s3_objects_below("s3://abc/d/");
    } catch (const IoError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  answer =
      tests::http_answer("404 N", "<Error><Code>NoSuchBucket</Code></Error>");
  EXPECT_EQ(what(), "s3://abc/d/: list: there is no bucket of this name");
  answer =
      tests::http_answer("403 N", "<Error><Code>AccessDenied</Code></Error>");
  EXPECT_THAT(what(), HasSubstr("without the right to list a bucket"));
  answer = tests::http_answer("200 OK", "<html></html>");
  EXPECT_EQ(what(), "s3://abc/d/: list: the answer is no list of objects");
}

TEST_F(S3Store, SaysWhetherThereIsAnObject) {
  std::string answer;
  tests::HttpServer server([&](const std::string& request, const std::string&) {
    EXPECT_THAT(request, HasSubstr("Range: bytes=0-0"));
    return "HTTP/1.1 " + answer;
  });
  use(server);
  const auto file = s3_file("s3://abc/d");
  answer =
      "206 P\r\nETag: \"t\"\r\nContent-Range: bytes 0-0/77\r\n"
      "Content-Length: 1\r\n\r\nx";
  EXPECT_EQ(file->state(), (ObjectState{77, "\"t\""}));
  answer = "416 N\r\nETag: \"t\"\r\nContent-Length: 0\r\n\r\n";
  EXPECT_EQ(file->state(), (ObjectState{0, "\"t\""}));
  answer =
      "404 N\r\nContent-Length: 37\r\n\r\n"
      "<Error><Code>NoSuchKey</Code></Error>";
  EXPECT_EQ(file->state(), std::nullopt);
  // Stores that know no ranges of an empty object.
  answer = "200 OK\r\nETag: \"t\"\r\nContent-Length: 0\r\n\r\n";
  EXPECT_EQ(file->state(), (ObjectState{0, "\"t\""}));
  for (const char* other :
       {"403 N\r\nContent-Length: 0\r\n\r\n",
        "404 N\r\nContent-Length: 40\r\n\r\n"
        "<Error><Code>NoSuchBucket</Code></Error>",
        "200 OK\r\nContent-Length: 1\r\n\r\nx",
        "206 P\r\nContent-Length: 1\r\n\r\nx",
        "206 P\r\nContent-Range: bytes 0-0/*\r\nContent-Length: 1\r\n\r\nx"}) {
    answer = other;
    EXPECT_THROW((void)file->state(), IoError) << other;
  }
}

}  // namespace
}  // namespace wax::io
