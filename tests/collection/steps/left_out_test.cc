#include "collection/steps/left_out.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "collection/archives/archive_moves.h"
#include "collection/archives/known_files.h"
#include "collection/layout.h"
#include "collection/publish/build.h"
#include "collection/publish/build_check.h"
#include "collection/record/build_folder.h"
#include "collection/record/build_messages.h"
#include "collection/segment/segment_manifest.h"
#include "collection/steps/step_runner.h"
#include "index/query/query.h"
#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "index/store/manifest.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct ReportedMessages final : BuildMessages {
  void report(Problem problem) override { all.push_back(std::move(problem)); }
  void message(std::string_view) override {}
  void error(std::string_view) override {}
  void show(const Problem&) override {}
  void take_over(std::string_view line, const std::string&) override {
    lines.emplace_back(line);
  }
  std::vector<Problem> all;
  std::vector<std::string> lines;
};

// Two archives of one batch, which share a page, and one of another batch,
// which shares another page with the first.
class LeftOutTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(out_);
    const std::string a = archive("a", "2001", {"alone", "shared", "both"});
    const std::string b = archive("b", "2002", {"heron", "shared"});
    add_batch(out_, {a, b}, record_);
    add_batch(out_, {archive("c", "2003", {"both"})}, record_);
    (void)build();
    ASSERT_THAT(found(), ElementsAre("alone", "both", "heron", "shared"));
  }

  // One page for each word.
  std::string archive(const std::string& name, const std::string& year,
                      const std::vector<std::string>& words) {
    std::string bytes;
    for (const std::string& word : words) {
      tests::WarcFields fields;
      fields.uri = "http://a.org/" + word;
      fields.date = year + "-01-03T03:03:21Z";
      bytes += tests::gzip_member(tests::warc_record(
          tests::http_response("<p>" + word, "text/html"), fields));
    }
    return fs::canonical(folder_.path()).string() + '/' +
           fs::path(folder_.write(name + ".warc.gz", bytes))
               .filename()
               .string();
  }

  std::vector<Problem> build(bool accept = false) {
    save_build_record(record_, out_);
    ReportedMessages messages;
    BuildLock lock(out_);
    ToolOptions manner;
    manner.quiet = true;
    manner.strict = strict_;
    manner.tools = tests::program_folder();
    manner.known_problems = {Layout{out_}.accepted_problems()};
    StepRunner runner(out_, record_, lock, manner, messages);
    build_shards(out_, record_, {}, runner, messages);
    if (accept) runner.accept_problems(Layout{out_}.accepted_problems());
    counts_ = runner.finish();
    (void)runner.tell_losses();
    stopped_ = runner.stopped();
    lock.ended();
    EXPECT_THAT(messages.lines, IsEmpty());
    record_ = load_build_record(out_);
    KnownFiles(out_).remember(record_, {});
    return messages.all;
  }

  // The words that searches find.
  std::vector<std::string> found() const {
    NoProblems problems;
    const auto reader = index::IndexReader::open_collection(out_, {}, problems);
    std::vector<std::string> words;
    for (const char* word :
         {"alone", "both", "gull", "heron", "ibis", "plover", "shared"}) {
      if (index::Searcher(reader)
              .search(index::parse_query(word), 0, 1)
              .total == 1) {
        words.emplace_back(word);
      }
    }
    return words;
  }

  // Marks the segments and indexes as made by an older version.
  void make_old() {
    for (const Batch& batch : record_.batches) {
      const std::string segment =
          BatchLayout{Layout{out_}.batch(batch.name)}.segment();
      const std::string manifest = segment + "/manifest";
      std::string text = tests::read_file(manifest);
      text.replace(0, text.find('\n'), "wax-segment 4");
      folder_.write("out/batches/" + batch.name + "/segment/manifest", text);
      for (const char* step : {"/import", "/index", "/settled"}) {
        StepRecord ran = *record_.steps.find(batch.name + step);
        ran.command.replace(0, ran.command.find('\n'), "rules 1");
        record_.steps.set(batch.name + step, ran);
        save_step(record_, batch.name + step, out_);
      }
      for (const std::string folder : {"shards/", "pindexes/"}) {
        const std::string main = out_ + '/' + folder + batch.name + "/main";
        auto about = index::read_manifest(main).about;
        about["analysis"] = "1";
        index::write_manifest(main, about);
      }
    }
    EXPECT_THROW((void)found(), Error);
  }

  void take_away(const std::string& name) {
    fs::rename(folder_ / (name + ".warc.gz"), folder_ / (name + ".away"));
  }
  void put_back(const std::string& name) {
    fs::rename(folder_ / (name + ".away"), folder_ / (name + ".warc.gz"));
  }

  tests::TempDir folder_;
  std::string out_ = folder_ / "out";
  BuildRecord record_;
  StepCounts counts_;
  bool strict_ = false;
  bool stopped_ = false;
};

TEST_F(LeftOutTest, NothingIsLeftOutWhenAllArchivesAreThere) {
  make_old();
  EXPECT_THAT(build(), IsEmpty());
  EXPECT_THAT(found(), ElementsAre("alone", "both", "heron", "shared"));
}

TEST_F(LeftOutTest, ASegmentThatCanBeReadStays) {
  take_away("a");
  const std::vector<Problem> met = build();
  ASSERT_EQ(met.size(), 1U);
  EXPECT_EQ(met[0].id, "build-missing");
  EXPECT_THAT(found(), ElementsAre("alone", "both", "heron", "shared"));
}

TEST_F(LeftOutTest, WhatOtherArchivesHaveAsWellIsImportedFromThem) {
  make_old();
  take_away("a");
  const std::vector<Problem> met = build();
  ASSERT_EQ(met.size(), 1U);
  EXPECT_EQ(met[0].id, "build-left-out");
  EXPECT_THAT(met[0].file, HasSubstr("a.warc.gz"));
  EXPECT_THAT(met[0].text, HasSubstr("the 3 captures"));
  EXPECT_THAT(found(), ElementsAre("both", "heron", "shared"));
  // It is told until it is accepted.
  EXPECT_EQ(build().size(), 1U);
  EXPECT_EQ(counts_.run, 0U);
  EXPECT_THAT(build(true), IsEmpty());
  EXPECT_THAT(build(), IsEmpty());
  EXPECT_EQ(counts_.known_problems, 1U);
  put_back("a");
  EXPECT_THAT(build(), IsEmpty());
  EXPECT_THAT(found(), ElementsAre("alone", "both", "heron", "shared"));
  EXPECT_FALSE(fs::exists(out_ + "/batches/001/left-out"));
  tests::Problems problems;
  EXPECT_EQ(
      check_build(out_, {}, tests::program_folder(), problems).differences, 0U);
}

TEST_F(LeftOutTest, ABatchOfWhichAllArchivesAreAwayIsEmptyMeanwhile) {
  make_old();
  take_away("a");
  take_away("b");
  EXPECT_EQ(build().size(), 2U);
  EXPECT_THAT(found(), ElementsAre("both"));
  put_back("b");
  EXPECT_EQ(build().size(), 1U);
  EXPECT_THAT(found(), ElementsAre("both", "heron", "shared"));
  tests::Problems problems;
  (void)check_build(out_, {}, tests::program_folder(), problems);
  EXPECT_THAT(problems.ids(), ElementsAre("build-left-out"));
  put_back("a");
  EXPECT_THAT(build(), IsEmpty());
  EXPECT_THAT(found(), ElementsAre("alone", "both", "heron", "shared"));
}

// Captures name no folder.
TEST_F(LeftOutTest, OfTwoArchivesOfOneNameTheOneThatIsThereCounts) {
  const std::string same =
      tests::read_file(archive("same", "2004", {"plover"}));
  auto write = [&](const std::string& folder, const std::string& year,
                   const std::vector<std::string>& words) {
    const std::string rest = tests::read_file(archive("rest", year, words));
    fs::create_directories(folder_ / folder);
    return fs::canonical(folder_.write(folder + "/w.warc.gz", same + rest))
        .string();
  };
  const std::string here = write("x", "2005", {"ibis"});
  const std::string away = write("y", "2004", {"ibis", "gull"});
  add_batch(out_, {here, away}, record_);
  EXPECT_THAT(build(), IsEmpty());
  make_old();
  fs::rename(away, away + ".away");
  const std::vector<Problem> met = build();
  ASSERT_EQ(met.size(), 1U);
  EXPECT_EQ(met[0].file, away);
  // The first capture is the same in both.
  EXPECT_THAT(met[0].text, HasSubstr("the 2 captures"));
  EXPECT_THAT(found(), ElementsAre("alone", "both", "heron", "ibis", "plover",
                                   "shared"));
  EXPECT_FALSE(fs::exists(out_ + "/build.json.part-listed"));
  // Without the other one, all captures of that name are of the lost one.
  EXPECT_EQ(forget_archives(out_, here, record_), 1U);
  const std::vector<Problem> after = build();
  ASSERT_EQ(after.size(), 1U);
  EXPECT_THAT(found(), ElementsAre("alone", "both", "heron", "shared"));
  fs::rename(away + ".away", away);
  EXPECT_THAT(build(), IsEmpty());
  EXPECT_THAT(found(), ElementsAre("alone", "both", "gull", "heron", "ibis",
                                   "plover", "shared"));
}

TEST_F(LeftOutTest, NothingIsChangedWhenNoArchiveOfTheBuildCanBeRead) {
  make_old();
  for (const char* name : {"a", "b", "c"}) take_away(name);
  const std::string json = tests::read_file(out_ + "/build.json");
  try {
    (void)build();
    ADD_FAILURE() << "was built";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("no archive of this build can be "
                                        "read"));
  }
  EXPECT_EQ(tests::read_file(out_ + "/build.json"), json);
  EXPECT_FALSE(fs::exists(out_ + "/batches/001/left-out"));
  EXPECT_TRUE(index::has_manifest(out_ + "/pindexes/001/main"));
  put_back("c");
  record_ = load_build_record(out_);
  EXPECT_EQ(build().size(), 2U);
  EXPECT_THAT(found(), ElementsAre("both"));
  // What was left out before is no news.
  take_away("c");
  EXPECT_EQ(build().size(), 3U);
  EXPECT_THAT(found(), ElementsAre("both"));
}

TEST_F(LeftOutTest, AStrictBuildStopsBeforeAnArchiveIsLeftOut) {
  make_old();
  take_away("a");
  strict_ = true;
  const std::vector<Problem> met = build();
  ASSERT_EQ(met.size(), 1U);
  EXPECT_EQ(met[0].id, "build-left-out");
  EXPECT_THAT(met[0].text, HasSubstr("the 3 captures"));
  EXPECT_TRUE(stopped_);
  EXPECT_EQ(counts_.run, 0U);
  EXPECT_THAT(record_.batches[0].left_out, IsEmpty());
  EXPECT_FALSE(fs::exists(out_ + "/batches/001/left-out"));
  EXPECT_THROW((void)found(), Error);  // the former index
  // Once that is accepted, it goes on.
  EXPECT_THAT(build(true), IsEmpty());
  EXPECT_TRUE(stopped_);
  EXPECT_THAT(build(), IsEmpty());
  EXPECT_FALSE(stopped_);
  EXPECT_THAT(found(), ElementsAre("both", "heron", "shared"));
}

TEST_F(LeftOutTest, AnArchiveThatWasNeverReadIsNoneOfThem) {
  make_old();
  take_away("a");
  StepRecord ran = *record_.steps.find("001/import");
  ran.unread = {record_.batches[0].archives[0]};
  record_.steps.set("001/import", ran);
  Batch& batch = record_.batches[0];
  EXPECT_THAT(archives_to_leave_out(out_, record_, batch), IsEmpty());
}

TEST_F(LeftOutTest, OthersOfTheBatchCanBeForgottenOrMoved) {
  make_old();
  take_away("a");
  (void)build();
  fs::rename(folder_ / "b.warc.gz", folder_ / "moved.warc.gz");
  const std::string b = record_.batches[0].archives[1];
  const std::string moved = fs::canonical(folder_ / "moved.warc.gz");
  follow_archives(out_, {{b, moved}}, record_);
  EXPECT_EQ(build().size(), 1U);
  EXPECT_THAT(found(), ElementsAre("both", "heron", "shared"));
  EXPECT_EQ(forget_archives(out_, "moved.warc.gz", record_), 1U);
  EXPECT_EQ(build().size(), 1U);
  EXPECT_THAT(found(), ElementsAre("both"));
  EXPECT_EQ(forget_archives(out_, "a.warc.gz", record_), 1U);
  EXPECT_THAT(build(), IsEmpty());
  EXPECT_THAT(record_.batches[0].left_out, IsEmpty());
}

TEST_F(LeftOutTest, ManyOfABatchAreCounted) {
  Batch batch;
  batch.name = "009";
  for (int i = 0; i < 20; ++i) {
    batch.left_out.push_back("/x/" + std::to_string(i) + ".warc");
  }
  folder_.write("out/batches/009/left-out", "0.warc 1 k d\n9.warc 1 k d\n");
  const std::vector<Problem> problems = problems_of_left_out(out_, batch);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_THAT(problems[0].text, HasSubstr("/x/0.warc with 19 more archives"));
  EXPECT_THAT(problems[0].text, HasSubstr("the 2 captures"));
}

}  // namespace
}  // namespace wax::collection
