#include "cdx/dedup/line_judge.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::cdx {
namespace {

TEST(LineJudge, SaysWhatTheRulesSayHoweverOftenItIsAsked) {
  const ImportRules rules;
  LineJudge judge(rules);
  for (int round = 0; round < 2; ++round) {
    for (const char* scheme : {"http:", "https:", "dns:", "whois:"}) {
      for (const char* status : {"200", "404", "301", "-"}) {
        for (const char* mime : {"text/html", "image/png", "-", "text/dns"}) {
          const Verdict expected = rules.judge(
              {CaptureFacts::Record::kUnknown, scheme, status, mime});
          EXPECT_EQ(judge(std::string(scheme) + "//a/", status, mime), expected)
              << scheme << ' ' << status << ' ' << mime;
        }
      }
    }
  }
}

TEST(LineJudge, EscapedSpacesOfATypeAreThoseOfTheRecord) {
  const ImportRules rules;
  LineJudge judge(rules);
  EXPECT_EQ(judge("http://a/", "200", "text/html%20"),
            judge("http://a/", "200", "text/html"));
}

}  // namespace
}  // namespace wax::cdx
