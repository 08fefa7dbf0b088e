#include "cdx/request/request_encoder.h"

#include <gtest/gtest.h>

namespace wax::cdx {
namespace {

constexpr char kForm[] = "application/x-www-form-urlencoded";

std::string query(std::string_view content_type, std::string_view body,
                  std::string_view method = "POST") {
  return request_body_query(method, content_type, std::to_string(body.size()),
                            body);
}

TEST(RequestQuery, DecodesForms) {
  EXPECT_EQ(query(kForm, "foo=bar&dir=%2Fbaz&e=+"), "foo=bar&dir=/baz&e= ");
  EXPECT_EQ(query("application/x-www-form-urlencoded; charset=UTF-8", "a=b"),
            "a=b");
  EXPECT_EQ(query(kForm, "x=%2&y=%zz&z=%"), "x=%2&y=%zz&z=%");
  EXPECT_EQ(query(kForm, "a=\xe9"), "__wb_post_data=YT3p");
  EXPECT_EQ(query(kForm, "a=%E9&%c3%a9=%E2%98"),
            "a=\xef\xbf\xbd&\xc3\xa9=\xef\xbf\xbd");
}

TEST(RequestQuery, FlattensJson) {
  EXPECT_EQ(query("application/json", R"({"a": [1, 2]})"), "a=1&a.2_=2");
  EXPECT_EQ(query("application/json", "not json"), "");
  EXPECT_EQ(query("text/plain;charset=utf-8", R"({"a": 1})"), "a=1");
  EXPECT_EQ(query("text/plain", "not json"), "__wb_post_data=bm90IGpzb24=");
  EXPECT_EQ(query("application/json", "{\"a\":1}\n{\"b\":2}"), "a=1&b=2");
  EXPECT_EQ(query("text/plain", "1\n2"), "__wb_post_data=MQoy");
}

TEST(RequestQuery, ShowsFlashRequests) {
  EXPECT_EQ(query("application/x-amf", std::string("\0\0\0\0\0\0", 6)),
            "request=%3CEnvelope%3E%5B%5D%3C%2FEnvelope%3E");
  EXPECT_EQ(query("application/x-amf", "damaged"), "");
}

TEST(RequestQuery, ReadsMultipartFields) {
  const std::string body =
      "--XX\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\nv1 &=\r\n"
      "--XX\r\nContent-Disposition: form-data; name=f; filename=\"x.txt\"\r\n"
      "Content-Type: text/plain\r\n\r\nfile\r\ndata\r\n--XX--\r\n";
  EXPECT_EQ(query("multipart/form-data; boundary=XX", body),
            "q=v1+%26%3D&f=file%0D%0Adata");
  EXPECT_EQ(query("multipart/form-data; boundary=\"XX\"", body),
            "q=v1+%26%3D&f=file%0D%0Adata");
  EXPECT_EQ(query("multipart/form-data; boundary=YY", body), "");
  EXPECT_EQ(query("multipart/form-data", "a=b"), "__wb_post_data=YT1i");
  for (size_t size = 1; size < body.size(); ++size) {
    (void)query("multipart/form-data; boundary=XX", body.substr(0, size));
  }
}

TEST(RequestQuery, ReadsMultipartFieldsThatAreCutOrNotUtf8) {
  auto field = [](std::string parameters, std::string rest) {
    return query("multipart/form-data; boundary=XX",
                 "--XX\r\nContent-Disposition: form-data; name=a" + parameters +
                     "\r\n\r\n" + rest);
  };
  EXPECT_EQ(field("", "b\r\n"), "a=b");
  EXPECT_EQ(field("", "b"), "a=b");
  EXPECT_EQ(field("", "\xff\r\n--XX--"), "a=%EF%BF%BD");
  EXPECT_EQ(field("; filename=f", "\xff\r\n--XX--"), "a=%FF");
}

TEST(RequestQuery, ReadsPartsByLines) {
  auto parts = [](std::string type, std::string body) {
    return query("multipart/form-data; " + type, body);
  };
  const std::string name = "Content-Disposition: form-data; name=a";
  const std::string field = name + "\r\n\r\n";
  const std::pair<const char*, std::string> bodies[] = {
      {"a=b", "--X\n" + name + "\n\nb\n--X--\n"},
      {"a=b%0D%0A", "--X\r\n" + field + "b\r\n\r\n--X--"},
      {"a=b%0D%0A--Xnot", "--X\r\n" + field + "b\r\n--Xnot\r\n--X--"},
      {"a=b&a=c", "before\r\n--X \r\n" + field + "b\r\n--X\t\r\n" + field +
                      "c\r\n--X--\r\n--X\r\n" + field + "behind"},
      {"None=b", "--X\r\nX-Y: z\r\n\r\nb\r\n--X--"},
      {"a=", "--X\r\n" + name},
      {"", "--Y\r\n" + field + "b\r\n--Y--"},
  };
  for (const auto& [fields, body] : bodies) {
    EXPECT_EQ(parts("boundary=X", body), fields) << body;
  }
  const std::string body = "--X y\r\n" + field + "b\r\n--X y--";
  for (const char* type :
       {"boundary=X y", "BOUNDARY = \"X y\" ; a=b",
        "a=\";boundary=Z\"; boundary=X y", "boundary=Z; boundary=X y"}) {
    EXPECT_EQ(parts(type, body), "a=b") << type;
  }
  for (const char* type : {"a=b", "boundary=", "boundary=\xe9"}) {
    EXPECT_TRUE(parts(type, body).starts_with("__wb_post_data=")) << type;
  }
  EXPECT_EQ(parts("boundary=X",
                  "--X\r\nContent-Disposition: form-data; "
                  "name=\"a\\\"b\\\\c;d\"\r\n\r\ne\r\n--X--"),
            "a%22b%5Cc%3Bd=e");
}

TEST(RequestQuery, WritesOtherBodiesInBase64) {
  EXPECT_EQ(query("application/octet-stream", "\x01\x02\x03\x04\x05\x06"),
            "__wb_post_data=AQIDBAUG");
  EXPECT_EQ(query("", "a"), "__wb_post_data=YQ==");
  EXPECT_EQ(query("text/xml", "<a/>"), "__wb_post_data=PGEvPg==");
}

TEST(RequestQuery, EndsAtTheStatedLength) {
  EXPECT_EQ(request_body_query("POST", kForm, "7", "foo=bar&x"), "foo=bar");
  EXPECT_EQ(request_body_query("POST", kForm, "99", "foo=bar"), "foo=bar");
  for (const char* length : {"0", "", "abc", "-1", "7x"}) {
    EXPECT_EQ(request_body_query("POST", kForm, length, "foo=bar"), "")
        << length;
  }
}

TEST(RequestQuery, IsEmptyForAMissingBody) {
  EXPECT_EQ(request_body_query("POST", "a/b", "5", ""), "__wb_post_data=");
  EXPECT_EQ(request_body_query("POST", kForm, "5", ""), "");
  EXPECT_EQ(request_body_query("POST", "application/json", "5", ""), "");
  EXPECT_EQ(request_body_query("POST", "a/b", "0", ""), "");
}

TEST(RequestQuery, IsCutAt4096Bytes) {
  EXPECT_EQ(query(kForm, std::string(10000, 'x')).size(), 4096u);
  EXPECT_EQ(query("a/b", std::string(10000, 'x')).size(), 4096u);
}

TEST(RequestQuery, IsCutBetweenCharacters) {
  std::string letters;
  for (int n = 0; n < 5000; ++n) letters += "\xe2\x82\xac";
  EXPECT_EQ(query(kForm, letters), letters.substr(0, 3 * 4096));
}

TEST(RequestQuery, ReadsBodiesOfManyMegabytes) {
  const std::string filler(5'000'000, 'x');
  const std::string json = R"({"a": 1, "b": ")" + filler + R"("})";
  EXPECT_TRUE(query("application/json", json).starts_with("a=1&b=xxx"));
  EXPECT_EQ(query("application/json", json + '}'), "");
  EXPECT_TRUE(query(kForm, "a=1&b=" + filler).starts_with("a=1&b=xxx"));
  EXPECT_TRUE(query(kForm, filler + '\xff').starts_with("__wb_post_data="));
}

TEST(RequestQuery, IsEmptyForMethodsOtherThanPostAndPut) {
  EXPECT_EQ(query(kForm, "a=b", "put"), "a=b");
  EXPECT_EQ(query(kForm, "a=b", "PATCH"), "");
  EXPECT_EQ(query(kForm, "a=b", "GET"), "");
}

TEST(RequestUrl, AppendsMethodAndQuery) {
  auto url = [](std::string_view base, std::string_view method,
                std::string_view text) {
    std::string out;
    append_request_url(base, method, text, out);
    return out;
  };
  EXPECT_EQ(url("http://e/", "POST", "a=b"), "http://e/?__wb_method=POST&a=b");
  EXPECT_EQ(url("http://e/?x", "put", "a=b"),
            "http://e/?x&__wb_method=PUT&a=b");
  EXPECT_EQ(url("http://e/", "OPTIONS", ""), "http://e/?__wb_method=OPTIONS");
  EXPECT_EQ(url("http://e/", "GET", "a=b"), "http://e/");
}

}  // namespace
}  // namespace wax::cdx
