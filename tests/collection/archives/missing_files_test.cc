#include "collection/archives/missing_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "collection/import/import_stats.h"
#include "collection/layout.h"
#include "collection/segment/segment.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"
#include "tests/support/zip_files.h"

namespace wax::collection {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string wacz_requiring(const std::string& names) {
  return tests::zip_of(
      {{"archive/data.warc", tests::warc_record("x")},
       {"datapackage.json",
        "{\"resources\":[],\"relation\":{\"requires\":[" + names + "]}}"}});
}

TEST(MissingFiles, AreToldOnce) {
  const tests::TempDir folder;
  const std::string both = R"({"filename":"one.wacz"},{"filename":"two.wacz"})";
  Batch first;
  Batch second;
  for (const char* name : {"a.wacz", "b.wacz"}) {
    const std::string path = folder.write(name, wacz_requiring(both));
    first.archives.push_back(path);
  }
  BuildRecord record;
  record.batches = {first};
  std::vector<std::string> told;
  auto tell = [&](Problem problem) {
    EXPECT_EQ(problem.id, "needed-file-missing");
    told.push_back(problem.file.substr(folder.path().size() + 1) + ' ' +
                   problem.text);
  };
  tell_missing_files("none", record, tell);
  EXPECT_THAT(
      told,
      ElementsAre("a.wacz needs one.wacz, which is not there; so do 1 more",
                  "a.wacz needs two.wacz, which is not there; so do 1 more"));
  told.clear();
  // In another batch and folder.
  second.archives = {"/far/one.wacz", "/near/two.wacz"};
  record.batches.push_back(second);
  tell_missing_files("none", record, tell);
  EXPECT_THAT(told, IsEmpty());
}

TEST(MissingFiles, AreNamedByRevisits) {
  const tests::TempDir out;
  ImportStats stats;
  for (const char* name :
       {"here.warc", "in a%20zip.warc", "there/lost one.wacz",
        "../../lost.warc", "https://a.example/far.wacz"}) {
    stats.add_container(name, "a.warc");
  }
  SegmentWriter(BatchLayout{Layout{out.path()}.batch("001")}.segment(),
                cdx::UrlKeyKind::kSurt, false, "", {})
      .finish(stats.json());
  Batch batch;
  batch.name = "001";
  batch.archives = {"/d/a.warc", "/d/here.warc", "/d/b.wacz!/in a zip.warc"};
  Batch other;
  other.name = "002";
  BuildRecord record;
  record.batches = {batch, other};
  std::vector<std::string> told;
  tell_missing_files(out.path(), record, [&](Problem problem) {
    told.push_back(problem.file + ' ' + problem.text);
  });
  EXPECT_THAT(told,
              ElementsAre("/d/a.warc needs far.wacz, which is not there",
                          "/d/a.warc needs lost one.wacz, which is not there",
                          "/d/a.warc needs lost.warc, which is not there"));
}

TEST(MissingFiles, OfAWaczThatRequiresThemAreOfOneFile) {
  const tests::TempDir out;
  const std::string wacz = out.write(
      "b.wacz",
      tests::zip_of({{"archive/b.warc", "WARC/1.1\r\n"},
                     {"datapackage.json",
                      "{\"resources\":[],\"relation\":{\"requires\":["
                      "{\"filename\":\"lost.wacz\"}]}}"}}));
  ImportStats stats;
  for (const char* name : {"lost.wacz", "b.warc"}) {
    stats.add_container(name, "b.warc");
  }
  SegmentWriter(BatchLayout{Layout{out.path()}.batch("001")}.segment(),
                cdx::UrlKeyKind::kSurt, false, "", {})
      .finish(stats.json());
  Batch batch;
  batch.name = "001";
  batch.archives = {wacz};
  BuildRecord record;
  record.batches = {batch};
  std::vector<std::string> told;
  tell_missing_files(out.path(), record, [&](Problem problem) {
    told.push_back(problem.file + ' ' + problem.text);
  });
  EXPECT_THAT(told,
              ElementsAre(wacz + " needs lost.wacz, which is not there"));
}

TEST(MissingFiles, AreToldToBeMoreThanAreKept) {
  const tests::TempDir out;
  ImportStats stats;
  for (size_t i = 0; i <= ImportStats::kMostContainers; ++i) {
    stats.add_container(std::to_string(i) + ".warc", "a.warc");
  }
  const std::string segment =
      BatchLayout{Layout{out.path()}.batch("001")}.segment();
  SegmentWriter(segment, cdx::UrlKeyKind::kSurt, false, "", {})
      .finish(stats.json());
  Batch batch;
  batch.name = "001";
  BuildRecord record;
  record.batches = {batch};
  std::vector<std::string> many;
  tell_missing_files(out.path(), record, [&](Problem problem) {
    if (problem.id == "needed-files-many") many.push_back(problem.file);
  });
  EXPECT_THAT(many, ElementsAre(segment));
}

}  // namespace
}  // namespace wax::collection
