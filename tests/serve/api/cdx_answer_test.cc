#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "serve/api/cdx_query.h"
#include "tests/serve/small_site.h"

namespace wax::serve {
namespace {

std::string answered(SmallSite& small, std::string_view parameters) {
  answers::Request request;
  request.parameters = answers::Parameters(parameters);
  try {
    answers::Response response = answer_cdx_query(
        small.holdings(), nullptr,
        read_cdx_query(request.parameters, CdxDialect::kPywb), request);
    std::string body = response.body;
    for (std::string piece;
         response.stream != nullptr && response.stream->next(piece);) {
      body += piece;
      piece.clear();
    }
    return body;
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(CdxAnswer, HasTheCapturesOfAUrl) {
  SmallSite small;
  EXPECT_EQ(answered(small, "url=example.org/0&fl=timestamp&limit=2"),
            "20060101000000\n20070301000000\n");
}

TEST(CdxAnswer, APartEndsWithTheKeyOfTheNext) {
  SmallSite small;
  std::string part = answered(
      small, "url=example.org/0&fl=timestamp&limit=3&showResumeKey=true");
  size_t key = part.rfind('\n', part.size() - 2) + 1;
  EXPECT_EQ(part.substr(0, key),
            "20060101000000\n20070301000000\n20070302000000\n\n");
  EXPECT_EQ(answered(small, "url=example.org/0&fl=timestamp&resumeKey=" +
                                part.substr(key, part.size() - key - 1)),
            "20080302000000\n");
}

// Errors of look-ups name options and files, which clients do not know.
TEST(CdxAnswer, FaultsNameParametersAndNoFiles) {
  SmallSite small;
  EXPECT_EQ(answered(small, "url=a&from=May"),
            "from: 'May' is not a date of 4 to 14 digits");
  std::string text = answered(small, "url=a&fl=nothing");
  EXPECT_TRUE(text.starts_with("the collection has no field 'nothing'"))
      << text;
  EXPECT_EQ(text.find('/'), std::string::npos);
}

TEST(CdxAnswer, CountsPages) {
  SmallSite small;
  EXPECT_EQ(answered(small, "url=example.org/0&showNumPages=true"),
            "{\"pages\": 1, \"pageSize\": 10, \"blocks\": 1}\n");
}

// Where no captures are read, too.
TEST(CdxAnswer, CountingPagesRefusesWrongValues) {
  SmallSite small;
  for (const char* wrong :
       {"to=x", "closest=x", "fl=x", "collapse=x:y", "filter=~url:("}) {
    const std::string query = "url=example.org/0&" + std::string(wrong);
    EXPECT_EQ(answered(small, query + "&showNumPages=true"),
              answered(small, query))
        << wrong;
  }
}

}  // namespace
}  // namespace wax::serve
