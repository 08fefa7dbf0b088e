#include "warc/extract/extractor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::http_response;
using tests::warc_record;

const std::string kFirst =
    warc_record(http_response("one"), {.uri = "http://a/1"});
const std::string kSecond = warc_record(
    "two",
    {.type = "metadata", .uri = "http://a/2", .content_type = "text/plain"});

struct ExtractorTest : testing::Test {
  Extractor to_text(ExtractOptions options) {
    return {std::move(options), io::open_memory(text), problems};
  }
  tests::TempDir home;
  std::string archive = home.write("a.warc", kFirst + kSecond);
  std::string text;
  tests::Problems problems;
};

TEST_F(ExtractorTest, TakesRecordsByOffset) {
  Extractor extractor = to_text({.part = Part::kBody});
  extractor.extract(archive, kFirst.size());
  extractor.extract(archive, 0);
  extractor.finish();
  EXPECT_EQ(text, "twoone");
  EXPECT_EQ(extractor.extracted(), 2u);
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST_F(ExtractorTest, TakesRecordsByUrl) {
  Extractor extractor = to_text({.part = Part::kBody});
  extractor.scan(archive,
                 [](std::string_view url) { return url.ends_with('2'); });
  extractor.finish();
  EXPECT_EQ(text, "two");
}

TEST_F(ExtractorTest, TheMissingPayloadOfARevisitIsLost) {
  const std::string revisit = warc_record(
      "HTTP/1.1 200 OK\r\n\r\n", {.type = "revisit", .uri = "http://a/1"});
  const std::string path = home.write("r.warc", kFirst + revisit);
  auto every = [](std::string_view) { return true; };
  for (Part part : {Part::kPayload, Part::kEntity, Part::kBody}) {
    text.clear();
    problems.all.clear();
    Extractor extractor = to_text({.part = part});
    extractor.scan(path, every);
    extractor.finish();
    EXPECT_EQ(text, "one");
    EXPECT_EQ(extractor.extracted(), 1u);
    ASSERT_THAT(problems.ids(), ElementsAre("revisit-without-payload"));
    EXPECT_EQ(problems.all[0].severity, Severity::kLost);
    EXPECT_EQ(problems.all[0].offset, kFirst.size());
  }
  std::map<std::string, std::string> files;
  Extractor extractor(
      {.part = Part::kPayload},
      [&](const std::string& name) { return io::open_memory(files[name]); },
      problems);
  extractor.scan(path, every);
  extractor.finish();
  EXPECT_THAT(files, ElementsAre(testing::Pair("r.warc-0-1", "one")));
  Extractor heads = to_text({.part = Part::kHeaders});
  heads.extract(path, kFirst.size());
  EXPECT_EQ(heads.extracted(), 1u);
}

TEST_F(ExtractorTest, AnEmptyPayloadIsAFile) {
  const std::string path = home.write(
      "e.warc", warc_record(http_response(""), {.uri = "http://a/"}));
  std::map<std::string, std::string> files;
  Extractor extractor(
      {.part = Part::kPayload},
      [&](const std::string& name) { return io::open_memory(files[name]); },
      problems);
  extractor.extract(path, 0);
  EXPECT_EQ(extractor.extracted(), 1u);
  EXPECT_EQ(files.size(), 1u);
  EXPECT_THAT(problems.ids(), IsEmpty());
}

TEST_F(ExtractorTest, TakesTheWantedTypesOnly) {
  Extractor extractor =
      to_text({.part = Part::kBody, .types = RecordTypes({"response"})});
  extractor.extract(archive, 0);
  extractor.extract(archive, kFirst.size());
  extractor.scan(archive, [](std::string_view) { return true; });
  extractor.finish();
  EXPECT_EQ(text, "oneone");
}

TEST_F(ExtractorTest, TakesTheBytesOfTheFile) {
  Extractor extractor = to_text({.raw = true});
  extractor.extract(archive, kFirst.size());
  extractor.finish();
  EXPECT_EQ(text, kSecond);
}

TEST_F(ExtractorTest, WritesEachToAFileOfItsOwn) {
  std::map<std::string, std::string> files;
  Extractor extractor(
      {.part = Part::kBody},
      [&](const std::string& name) { return io::open_memory(files[name]); },
      problems);
  extractor.scan(archive, [](std::string_view) { return true; });
  extractor.finish();
  std::map<std::string, std::string> expected = {
      {"a.warc-0-1", "one"},
      {"a.warc-" + std::to_string(kFirst.size()) + "-2", "two"}};
  EXPECT_EQ(files, expected);
}

TEST_F(ExtractorTest, GoesOnAfterAnUnreadableArchive) {
  Extractor extractor = to_text({.part = Part::kBody});
  extractor.extract(home / "none", 0);
  extractor.extract(archive, 1);
  extractor.extract(archive, 0);
  extractor.finish();
  EXPECT_EQ(text, "one");
  EXPECT_THAT(problems.ids(),
              ElementsAre("unreadable-archive", "no-record-at-offset"));
}

TEST_F(ExtractorTest, AnUnwritableOutputIsAnError) {
  struct Full final : io::Output {
    void write(std::string_view) override { throw IoError("x", "full"); }
    void flush() override {}
    void finish() override {}
  };
  Extractor extractor({}, std::make_unique<Full>(), problems);
  EXPECT_THROW(extractor.extract(archive, 0), Error);
  EXPECT_THAT(problems.ids(), IsEmpty());
}

}  // namespace
}  // namespace wax::warc
