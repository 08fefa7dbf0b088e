#include <gtest/gtest.h>

#include "tests/cdx/index_text.h"

namespace wax::cdx {
namespace {

using tests::http_response;
using tests::warc_record;

std::string line(std::string bytes) {
  IndexOptions options;
  options.profile = profile("nutchwax");
  std::string text =
      cdx_text(std::move(bytes), options, options.profile->legend());
  if (!text.empty()) text.pop_back();
  return text;
}

TEST(NutchwaxProfile, WritesTheHostInTheThirdColumn) {
  EXPECT_EQ(line(warc_record(http_response("x"),
                             {.uri = "http://www.Example.org/A?b",
                              .more = "WARC-Payload-Digest: sha1:ABC\r\n"})),
            "example.org/a?b 20140103030321 www.Example.org text/html 200 ABC "
            "- 0 a.warc");
}

TEST(NutchwaxProfile, WritesOnlyTheDigestOfARevisit) {
  EXPECT_EQ(line(warc_record("", {.type = "revisit",
                                  .more = "WARC-Payload-Digest: "
                                          "sha1:ABC\r\n"})),
            "example.org/ 20140103030321 example.org - - ABC - - -");
}

TEST(NutchwaxProfile, WritesTheRedirectOfAResponse) {
  std::string text =
      line(warc_record("HTTP/1.1 302 Found\r\nLocation: ../b?c\r\n\r\n",
                       {.uri = "http://e.org/x/y",
                        .more = "WARC-Payload-Digest: sha1:ABC\r\n"}));
  EXPECT_EQ(text,
            "e.org/x/y 20140103030321 e.org - 302 ABC http://e.org/b?c 0 "
            "a.warc");
}

TEST(NutchwaxProfile, ReadsNoMetaRefresh) {
  EXPECT_NE(line(warc_record(http_response("<meta http-equiv=refresh "
                                           "content=\"0; url=/a\">"),
                             {.more = "WARC-Payload-Digest: sha1:A\r\n"}))
                .find(" 200 A - 0 "),
            std::string::npos);
}

TEST(NutchwaxProfile, IndexesResponsesAndRevisitsOnly) {
  for (const char* type :
       {"resource", "metadata", "request", "conversion", "warcinfo"}) {
    EXPECT_EQ(line(warc_record("a", {.type = type})), "") << type;
  }
}

}  // namespace
}  // namespace wax::cdx
