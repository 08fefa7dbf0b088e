#include "cdx/lookup/revisit_resolver.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"

namespace wax::cdx {
namespace {

struct Resolved {
  std::string text;
  explicit Resolved(std::string_view lines) {
    CdxLines file("a", lines::lines_of(lines));
    RevisitColumns columns(LineFormat::of(file), file.name());
    RevisitResolver resolver;
    std::string_view line;
    std::string resolved;
    while (file.next(line)) {
      bool good = resolver.resolve(columns, line, resolved);
      text += good ? resolved + '\n' : "bad\n";
    }
  }
};

TEST(RevisitResolver, TakesTheFirstCaptureWithTheDigest) {
  EXPECT_EQ(Resolved("a) 1 u warc/revisit - D - - 5 10 f\n"
                     "a) 2 u text/html 200 D - - 6 20 f\n"
                     "a) 3 u text/plain 200 D - - 7 30 g\n"
                     "a) 4 u warc/revisit - D - - 8 40 g\n"
                     "a) 5 u warc/revisit - E - - 9 50 g\n"
                     "a) 6 u warc/revisit - - - - 9 60 g\n")
                .text,
            "a) 1 u warc/revisit - D - - 5 10 f - - -\n"
            "a) 2 u text/html 200 D - - 6 20 f - - -\n"
            "a) 3 u text/plain 200 D - - 7 30 g - - -\n"
            "a) 4 u text/html 200 D - - 8 40 g 6 20 f\n"
            "a) 5 u warc/revisit - E - - 9 50 g - - -\n"
            "a) 6 u warc/revisit - - - - 9 60 g - - -\n");
}

TEST(RevisitResolver, ComparesDigestsInTheirNormalForm) {
  const std::string digest = "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
  EXPECT_TRUE(Resolved("a) 1 u text/html 200 " + digest +
                       " - - 6 20 f\n"
                       "a) 2 u warc/revisit - sha1:" +
                       digest + " - - 7 30 g\n")
                  .text.ends_with("a) 2 u text/html 200 sha1:" + digest +
                                  " - - 7 30 g 6 20 f\n"));
}

TEST(RevisitResolver, ForgetsTheOldestDigests) {
  std::string lines = " CDX N b m s k V g\n";
  const size_t kOriginals = RevisitResolver::kMostDigests + 1;
  for (size_t i = 0; i < kOriginals; ++i) {
    std::string number = std::to_string(i);
    lines.append("a) 1 text/html 200 D").append(number).append(" 20 f\n");
  }
  std::string resolved = Resolved(lines + "a) 2 warc/revisit - D0 40 g\n" +
                                  "a) 2 warc/revisit - D1 40 g\n")
                             .text;
  EXPECT_TRUE(
      resolved.ends_with("a) 2 warc/revisit - D0 40 g - - -\n"
                         "a) 2 text/html 200 D1 40 g - 20 f\n"));
}

TEST(RevisitResolver, TakesFilesWithoutLength) {
  EXPECT_EQ(Resolved(" CDX N b m s k V g\na) 1 text/html 200 D 20 f\n"
                     "a) 2 warc/revisit - D 40 g\n")
                .text,
            "a) 1 text/html 200 D 20 f - - -\n"
            "a) 2 text/html 200 D 40 g - 20 f\n");
}

TEST(RevisitResolver, AddsMembersToCdxj) {
  EXPECT_EQ(
      Resolved("a) 1 {\"mime\": \"text/html\", \"digest\": \"D\", \"n\": 5, "
               "\"length\": \"6\", \"offset\": 20, \"filename\": \"f\"}\n"
               "a) 2 {\"mime\": \"warc/revisit\", \"digest\": \"D\", "
               "\"filename\": \"a\\\"b\"}\n"
               "a) 3 {}\na) 4 {\"mime\"\n")
          .text,
      "a) 1 {\"mime\": \"text/html\", \"digest\": \"D\", \"n\": 5, \"length\": "
      "\"6\", \"offset\": 20, \"filename\": \"f\", \"orig.length\": \"-\", "
      "\"orig.offset\": \"-\", \"orig.filename\": \"-\"}\n"
      "a) 2 {\"mime\": \"text/html\", \"digest\": \"D\", \"filename\": "
      "\"a\\\"b\", \"orig.length\": \"6\", \"orig.offset\": \"20\", "
      "\"orig.filename\": \"f\"}\n"
      "a) 3 {\"orig.length\": \"-\", \"orig.offset\": \"-\", "
      "\"orig.filename\": \"-\"}\n"
      "bad\n");
}

TEST(RevisitResolver, NeedsDigestAndLocation) {
  EXPECT_THROW(Resolved("a) 1 u text/html 200 D - - 6 20 f - - -\n"),
               UsageError);
  EXPECT_THROW(Resolved(" CDX N b m s\na) 1 text/html 200\n"), UsageError);
}

}  // namespace
}  // namespace wax::cdx
