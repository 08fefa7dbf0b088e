#include "cdx/dedup/import_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "io/error.h"

namespace wax::cdx {
namespace {

using Record = CaptureFacts::Record;
using ::testing::ElementsAre;
using ::testing::Pair;

ImportRules rules_of(const char* status, std::vector<std::string> types = {}) {
  ImportRulesArgs args;
  args.status = status;
  args.types = std::move(types);
  return import_rules(args);
}

TEST(ImportRules, JudgeLinesAndRecords) {
  const struct {
    CaptureFacts facts;
    Verdict verdict;
  } kCases[] = {
      {{Record::kUnknown, "http://a/", "200", "text/html"}, Verdict::kTaken},
      {{Record::kResponse, "http://a/", "200", "text/html"}, Verdict::kTaken},
      {{Record::kUnknown, "HTTPS://a/", "404", "text/html"}, Verdict::kStatus},
      {{Record::kResponse, "https://a/", "404", "text/html"}, Verdict::kStatus},
      {{Record::kOther, "http://a/", "404", "text/html"}, Verdict::kTaken},
      {{Record::kUnknown, "http://a/", "200", "text/css"}, Verdict::kType},
      {{Record::kUnknown, "http://a/", "-", "font/woff"}, Verdict::kType},
      {{Record::kUnknown, "http://a/", "200", "image/png"}, Verdict::kTaken},
      // A response without a status, or a resource.
      {{Record::kUnknown, "http://a/", "-", "text/html"}, Verdict::kUncertain},
      {{Record::kResponse, "http://a/", "", "text/html"}, Verdict::kStatus},
      {{Record::kOther, "http://a/", "", "text/html"}, Verdict::kTaken},
      // The bytes tell.
      {{Record::kUnknown, "http://a/", "200", "unk"}, Verdict::kUncertain},
      {{Record::kUnknown, "http://a/", "200", "-"}, Verdict::kUncertain},
      {{Record::kResponse, "http://a/", "200", ""}, Verdict::kUncertain},
      {{Record::kUnknown, "http://a/", "500", "unk"}, Verdict::kStatus},
      {{Record::kUnknown, "dns:a", "200", "text/dns"}, Verdict::kScheme},
      {{Record::kUnknown, "dns:a", "-", "text/dns"}, Verdict::kUncertain},
      {{Record::kResponse, "dns:a", "", "text/dns"}, Verdict::kScheme},
      {{Record::kOther, "urn:a", "", "text/plain"}, Verdict::kTaken},
      {{Record::kUnknown, "ftp://a/", "226", "text/plain"}, Verdict::kTaken},
      {{Record::kUnknown, "ftp://a/", "-", "text/plain"}, Verdict::kTaken},
      // CDX files without URLs, or with URLs without a scheme.
      {{Record::kUnknown, "-", "200", "text/html"}, Verdict::kTaken},
      {{Record::kUnknown, "example.com", "404", "text/html"}, Verdict::kStatus},
      // Lines without these fields.
      {{Record::kUnknown, "-", "-", "-"}, Verdict::kTaken},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(ImportRules().judge(c.facts), c.verdict)
        << c.facts.url << ' ' << c.facts.status << ' ' << c.facts.type;
  }
}

TEST(ImportRules, StatusesAndTypesCanBeChosen) {
  ImportRules rules = rules_of("200,404", {"Image/*", "text/plain"});
  auto judge = [&](const char* status, const char* type) {
    return rules.judge({Record::kUnknown, "http://a/", status, type});
  };
  EXPECT_EQ(judge("404", "image/png"), Verdict::kTaken);
  EXPECT_EQ(judge("200", "text/plain"), Verdict::kTaken);
  EXPECT_EQ(judge("200", "text/html"), Verdict::kType);
  EXPECT_EQ(judge("201", "text/plain"), Verdict::kStatus);
  EXPECT_EQ(judge("200", "unk"), Verdict::kUncertain);
  rules.all_types = true;
  EXPECT_EQ(judge("200", "x/y"), Verdict::kTaken);
  EXPECT_EQ(judge("200", "unk"), Verdict::kTaken);
}

TEST(ImportRules, StatusesAreRanges) {
  EXPECT_THAT(rules_of("200-299,404").statuses,
              ElementsAre(Pair(200, 299), Pair(404, 404)));
  for (const char* bad : {"", "x", "200-", "-200", "300-200", "200,,", "2 0"}) {
    EXPECT_THROW((void)rules_of(bad), UsageError) << bad;
  }
}

TEST(ImportRules, TheSameRulesHaveOneSpelling) {
  EXPECT_EQ(import_rules({}).spelling(), "status=200-299 types=documents");
  EXPECT_EQ(rules_of("404,200-210,205-299,300").spelling(),
            "status=200-300,404 types=documents");
  EXPECT_EQ(rules_of("200", {"text/plain", "Image/*", "text/plain"}).spelling(),
            "status=200 types=image/*,text/plain");
  EXPECT_EQ(import_rules({"200", {}, true}).spelling(), "status=200 types=all");
}

TEST(ImportRules, AListStatesThem) {
  EXPECT_EQ(import_rules_line("status=200 types=all"),
            "# import status=200 types=all\n");
  EXPECT_EQ(stated_import_rules("# import status=200 types=all"),
            "status=200 types=all");
  for (const char* other : {"", "# import of 2007", "k d 20070101000000"}) {
    EXPECT_EQ(stated_import_rules(other), "") << other;
  }
}

TEST(ImportRules, ToolsGetOptionsThatDifferFromTheDefaults) {
  EXPECT_THAT(tool_options(ImportRulesArgs()), ElementsAre());
  EXPECT_THAT(
      tool_options(ImportRulesArgs{"404", {"a/b", "c/d"}, true}),
      ElementsAre("--status", "404", "--types", "a/b,c/d", "--all-types"));
}

}  // namespace
}  // namespace wax::cdx
