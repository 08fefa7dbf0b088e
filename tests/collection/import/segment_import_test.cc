#include "collection/import/segment_import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/collection/segment_folder.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using tests::http_response;
using tests::warc_record;
using tests::WarcFields;

// Ends an import where it reports a problem.
class EndsAtAProblem final : public ProblemSink {
 public:
  void report(Problem problem) override {
    throw std::runtime_error(problem.id);
  }
};

class SegmentImportTest : public testing::Test {
 protected:
  SegmentImportTest() {
    import_.output = home_ / "segment";
    import_.rules = "rules";
    import_.part = 1;
  }

  void add_archive(const std::string& name, const std::string& page,
                   const std::string& end = "") {
    WarcFields fields;
    fields.uri = "http://example.org/" + name;
    archives_.push_back(
        {home_.write(name, warc_record(http_response(page), fields) + end),
         "books"});
  }

  ImportStats run() {
    return import_segment(archives_, import_, options_, problems_,
                          [&](uint64_t done) { done_.push_back(done); });
  }

  [[nodiscard]] std::vector<std::string> parts() const {
    std::vector<std::string> names;
    if (!fs::exists(unfinished())) return names;
    for (const auto& entry : fs::directory_iterator(unfinished())) {
      if (entry.is_directory()) {
        names.push_back(entry.path().filename().string().substr(0, 2));
      }
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  [[nodiscard]] std::string unfinished() const {
    return import_.output + ".unfinished";
  }

  tests::TempDir home_;
  std::vector<ListedArchive> archives_;
  SegmentImport import_;
  ImportOptions options_;
  tests::Problems problems_;
  std::vector<uint64_t> done_;
};

TEST_F(SegmentImportTest, AnImportThatWasEndedKeepsTheArchivesThatWereDone) {
  add_archive("a", "herons");
  add_archive("b", "egrets");
  add_archive("c", "storks", "odd bytes");
  add_archive("d", "cranes");
  EndsAtAProblem end;
  EXPECT_THROW((void)import_segment(archives_, import_, options_, end),
               std::runtime_error);
  EXPECT_FALSE(fs::exists(import_.output));
  EXPECT_THAT(parts(), ElementsAre("1-", "2-"));

  // With the same size and time, it would be read if it were read again.
  fs::path first(archives_[0].path);
  auto time = fs::last_write_time(first);
  std::string bytes = tests::read_file(first);
  bytes.replace(bytes.find("herons"), 6, "XXXXXX");
  home_.write("a", bytes);
  fs::last_write_time(first, time);
  EXPECT_EQ(run().imported, 4u);
  EXPECT_EQ(done_.front(), fs::file_size(first));
  EXPECT_FALSE(fs::exists(unfinished()));
  SegmentReader segment(import_.output);
  document::Document document;
  segment.read(0, document);
  EXPECT_EQ(document.content, "herons");

  bytes.replace(bytes.find("XXXXXX"), 6, "herons");
  home_.write("a", bytes);
  import_.output = home_ / "at once";
  (void)run();
  EXPECT_EQ(files_of(home_ / "segment"), files_of(home_ / "at once"));
}

TEST_F(SegmentImportTest, ProblemsOfKeptArchivesAreReportedAgain) {
  add_archive("a", "herons", "odd bytes");
  add_archive("b", "egrets", "odd bytes");
  // Ends at the first problem of the second archive.
  class EndsInB final : public ProblemSink {
   public:
    void report(Problem problem) override {
      if (problem.file.ends_with("/b")) throw std::runtime_error(problem.id);
    }
  } end;
  EXPECT_THROW((void)import_segment(archives_, import_, options_, end),
               std::runtime_error);
  EXPECT_THAT(parts(), ElementsAre("1-"));
  ImportStats stats = run();
  std::vector<std::string> files;
  for (const Problem& problem : problems_.all) files.push_back(problem.file);
  EXPECT_THAT(files, testing::Contains(archives_[0].path));
  EXPECT_THAT(files, testing::Contains(archives_[1].path));
  EXPECT_GT(stats.failed, 1u);
}

TEST_F(SegmentImportTest, AnOriginalOfAKeptPartIsReportedAgain) {
  auto add = [&](const char* name, const char* type, const char* date) {
    archives_.push_back(
        {home_.write(name,
                     warc_record("<p>apple", {.type = type,
                                              .date = date,
                                              .content_type = "text/html"})),
         ""});
  };
  add("a", "metadata", "2014-01-03T03:03:21Z");
  add("b", "resource", "2014-01-03T03:03:22Z");
  add_archive("c", "egrets", "damage");
  warc::Digester digester;
  digester.update("<p>apple");
  std::string list =
      home_.write("list", "org,example)/ " + warc::spelling(digester.finish()) +
                              " 20140103030322 original=20140103030321\n");
  for (bool resumed : {false, true}) {
    ExclusionList exclusions(1 << 20, home_.path());
    cdx::OneIdentity identity;
    exclusions.load(list, "", identity, problems_);
    exclusions.seal();
    options_.exclusions = &exclusions;
    problems_.all.clear();
    if (!resumed) {
      EndsAtAProblem end;
      EXPECT_THROW((void)import_segment(archives_, import_, options_, end),
                   std::runtime_error);
      EXPECT_THAT(parts(), ElementsAre("1-", "2-"));
    } else {
      EXPECT_EQ(run().excluded, 1u);
      EXPECT_THAT(problems_.ids(), testing::Contains("excluded-original"));
    }
  }
}

TEST_F(SegmentImportTest, PartsOfOtherArchivesOrRulesAreNotTaken) {
  add_archive("a", "herons");
  add_archive("b", "egrets");
  add_archive("c", "storks", "odd bytes");
  EndsAtAProblem end;
  auto stop = [&] {
    EXPECT_THROW((void)import_segment(archives_, import_, options_, end),
                 std::runtime_error);
  };
  stop();
  EXPECT_THAT(parts(), ElementsAre("1-", "2-"));
  home_.write("b", warc_record(http_response("egrets and herons")));
  stop();
  EXPECT_THAT(parts(), ElementsAre("1-", "2-", "2-"));
  import_.rules = "others";
  stop();
  EXPECT_THAT(parts(), ElementsAre("1-", "1-", "2-", "2-", "2-"));
}

TEST_F(SegmentImportTest, PartsAreJoinedToTheSegmentOfTheirArchives) {
  for (int i = 0; i < 7; ++i) {
    add_archive(std::to_string(i), "page " + std::to_string(i),
                i % 3 == 0 ? "odd bytes" : "");
  }
  ImportStats stats = run();
  EXPECT_EQ(stats.archives, 7u);
  SegmentReader segment(import_.output);
  EXPECT_EQ(segment.stats(), stats.json());
  ASSERT_EQ(segment.documents(), 7u);
  document::Document document;
  for (uint64_t n = 7; n-- > 0;) {
    segment.read(n, document);
    EXPECT_EQ(document.content, "page " + std::to_string(n));
  }
  for (uint64_t n = 0; n < 7; ++n) {
    ASSERT_TRUE(segment.next(document));
    EXPECT_EQ(document.content, "page " + std::to_string(n));
  }
  EXPECT_FALSE(segment.next(document));
}

}  // namespace
}  // namespace wax::collection
