#include "collection/publish/build_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <utime.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

#include "collection/archives/known_files.h"
#include "collection/layout.h"
#include "collection/publish/build.h"
#include "collection/record/build_folder.h"
#include "collection/record/build_messages.h"
#include "index/store/shard_folder.h"
#include "io/error.h"
#include "tests/support/archives.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class BuildCheckTest : public testing::Test {
 protected:
  // Builds `out` of archives with a page each, one after the other.
  void build(const std::string& out, const std::vector<std::string>& names) {
    fs::create_directories(folder_ / out);
    BuildRecord record;
    record.merge_shards = 2;
    for (const std::string& name : names) {
      tests::WarcFields fields;
      fields.uri = "http://a.org/" + name;
      const std::string member = tests::gzip_member(tests::warc_record(
          tests::http_response("<p>" + name, "Content-Type: text/html\r\n"),
          fields));
      add_batch(folder_ / out,
                {folder_.write(name + ".warc.gz", member + member)}, record);
      run(out, record);
    }
  }
  void run(const std::string& out, BuildRecord& record) {
    save_build_record(record, folder_ / out);
    NoMessages messages;
    BuildLock lock(folder_ / out);
    ToolOptions manner;
    manner.quiet = true;
    manner.tools = tests::program_folder();
    StepRunner runner(folder_ / out, record, lock, manner, messages);
    build_shards(folder_ / out, record, {}, runner, messages);
    for (const Batch& batch : record.batches) {  // wax-build takes them over
      for (const char* step : {"captures", "import"}) {
        fs::remove(Layout{folder_ / out}.read_sums(batch.name, step));
      }
    }
    KnownFiles(folder_ / out).remember(record);
    lock.ended();
  }
  // "ID FILE: TEXT" of each difference, a line each.
  std::string differences(const std::string& out = "out") {
    tests::Problems problems;
    BuildCheckCounts counts =
        check_build(folder_ / out, {}, tests::program_folder(), problems);
    EXPECT_EQ(counts.differences, problems.all.size());
    std::string text;
    for (const Problem& problem : problems.all) {
      text += problem.id + ' ' + problem.file + ": " + problem.text + '\n';
    }
    return text;
  }
  // One file of each kind that the build has, but for its lock. Nobody opens
  // those of the former generation.
  std::vector<std::string> all_files() {
    std::vector<std::string> files;
    std::set<std::string> kinds;
    for (const auto& entry :
         fs::recursive_directory_iterator(folder_ / "out")) {
      const std::string path = entry.path().string();
      if (!entry.is_regular_file() || path.ends_with("build.lock")) continue;
      if (path.find("/pindexes.former/") != path.npos) continue;
      if (path.find("/pindexes/") != path.npos &&
          path !=
              index::published_list(index::shards_folder(folder_ / "out"))) {
        continue;
      }
      std::string kind = path;
      for (char& c : kind) c = c >= '0' && c <= '9' ? '0' : c;
      if (!kinds.insert(kind).second) continue;
      files.push_back(path);
    }
    std::sort(files.begin(), files.end());
    return files;
  }
  // Does that to each file, keeps or changes its time, and expects that the
  // file or its folder is named. Undoes it.
  void each_file_is_named(const std::function<bool(const std::string&)>& harm,
                          bool keeps_time) {
    for (const std::string& path : all_files()) {
      const std::string bytes = tests::read_file(path);
      const auto time = fs::last_write_time(path);
      if (!harm(path)) continue;
      if (keeps_time) fs::last_write_time(path, time);
      const std::string told = differences();
      EXPECT_THAT(told, HasSubstr(fs::path(path).parent_path().string()))
          << path;
      std::ofstream(path, std::ios::binary) << bytes;
      fs::last_write_time(path, time);
    }
    EXPECT_EQ(differences(), "");
  }

  tests::TempDir folder_;
};

TEST_F(BuildCheckTest, ASoundBuildHasNoDifferencesAndIsNotWritten) {
  build("out", {"one", "two", "three"});
  auto state = [&] {
    std::string all;
    for (const auto& entry :
         fs::recursive_directory_iterator(folder_ / "out")) {
      all += entry.path().string() + stamp(entry.path().string()) + '\n';
    }
    return all;
  };
  const std::string before = state();
  EXPECT_EQ(differences(), "");
  EXPECT_EQ(state(), before);
  // Nor after a move.
  fs::rename(folder_ / "out", folder_ / "moved");
  EXPECT_EQ(differences("moved"), "");
}

TEST_F(BuildCheckTest, AdvisesToRemoveOnlyWhatCanBeMadeAgain) {
  build("out", {"one"});
  const std::string documents = folder_ / "out/batches/001/segment/documents";
  ASSERT_TRUE(fs::exists(documents));
  const auto time = fs::last_write_time(documents);
  std::string bytes = tests::read_file(documents);
  bytes[bytes.size() / 2] ^= 4;
  std::ofstream(documents, std::ios::binary) << bytes;
  fs::last_write_time(documents, time);
  EXPECT_THAT(differences(), HasSubstr("; remove "));
  fs::rename(folder_ / "one.warc.gz", folder_ / "away");
  const std::string told = differences();
  EXPECT_THAT(told, HasSubstr("the archive is missing"));
  EXPECT_THAT(told, testing::Not(HasSubstr("; remove ")));
}

TEST_F(BuildCheckTest, WhatAGraphIsMadeOfIsReadOnlyWhenItIsDamaged) {
  build("out", {"one"});
  tests::Problems problems;
  const BuildCheckCounts counts =
      check_build(folder_ / "out", {}, tests::program_folder(), problems);
  EXPECT_EQ(counts.differences, 0u);
  // It was not looked at before.
  fs::remove_all(folder_ / "out/batches/001/segment");
  EXPECT_THAT(counts.graph_advice(), HasSubstr("put back a copy"));
}

TEST_F(BuildCheckTest, EachFileWithAnotherByteIsNamed) {
  build("out", {"one", "two"});
  each_file_is_named(
      [](const std::string& path) {
        std::string bytes = tests::read_file(path);
        if (bytes.empty()) return false;
        bytes[bytes.size() / 2] ^= 4;
        std::ofstream(path, std::ios::binary) << bytes;
        return true;
      },
      true);
}

TEST_F(BuildCheckTest, EachFileThatIsCutIsNamed) {
  build("out", {"one", "two"});
  each_file_is_named(
      [](const std::string& path) {
        const auto size = fs::file_size(path);
        if (size == 0) return false;
        fs::resize_file(path, size - 1);
        return true;
      },
      true);
}

TEST_F(BuildCheckTest, EachFileThatIsMissingIsNamed) {
  build("out", {"one", "two"});
  for (const std::string& path : all_files()) {
    fs::rename(path, folder_ / "away");
    EXPECT_THAT(differences(), HasSubstr(fs::path(path).parent_path().string()))
        << path;
    fs::rename(folder_ / "away", path);
  }
}

TEST_F(BuildCheckTest, EachFileOfAnotherBuildIsNamed) {
  build("out", {"one", "two"});
  build("other", {"four", "five"});
  each_file_is_named(
      [&](const std::string& path) {
        const std::string other =
            folder_ / ("other" + path.substr((folder_ / "out").size()));
        // Files that it does not know are compared by what steps know.
        if (path.ends_with("build.files")) return false;
        if (!fs::exists(other) ||
            tests::read_file(path) == tests::read_file(other)) {
          return false;
        }
        fs::copy_file(other, path, fs::copy_options::overwrite_existing);
        return true;
      },
      false);
}

// A next build writes it anew.
TEST_F(BuildCheckTest, ADamagedListOfKnownFilesIsNamed) {
  build("out", {"one"});
  const std::string path = Layout{folder_ / "out"}.known_files();
  auto remember = [&] {
    KnownFiles(folder_ / "out").remember(load_build_record(folder_ / "out"));
  };
  EXPECT_EQ(differences(), "");
  const std::string bytes = tests::read_file(path);
  fs::resize_file(path, bytes.size() / 2);
  EXPECT_THAT(differences(), HasSubstr("build-damaged " + path + ": "));
  remember();
  EXPECT_EQ(differences(), "");
}

TEST_F(BuildCheckTest, AMissingListOfKnownFilesIsNamed) {
  build("out", {"one"});
  const std::string path = Layout{folder_ / "out"}.known_files();
  fs::remove(path);
  EXPECT_EQ(differences(),
            "build-missing " + path +
                ": is missing; put back a copy of it, or, when nothing else "
                "differs, take the files as they are; run: wax-build " +
                (folder_ / "out") + '\n');
}

TEST_F(BuildCheckTest, AnArchiveThatWasMovedWithItIsNamedWithItsPlace) {
  build("out", {"one"});
  fs::create_directory(folder_ / "new");
  for (const char* name : {"out", "one.warc.gz"}) {
    fs::rename(folder_ / name, folder_ / ("new/" + std::string(name)));
  }
  const std::string told = differences("new/out");
  EXPECT_THAT(told,
              HasSubstr("build-missing " + (folder_ / "one.warc.gz") +
                        ": the archive is at " +
                        (folder_ / "new/one.warc.gz") + " now; run: "));
  EXPECT_THAT(told, testing::Not(HasSubstr("put it back")));
}

TEST_F(BuildCheckTest, ArchivesThatHaveChangedOrAreMissingAreNamed) {
  build("out", {"one", "two"});
  const std::string path = folder_ / "one.warc.gz";
  std::string bytes = tests::read_file(path);
  const auto time = fs::last_write_time(path);
  std::ofstream(path, std::ios::app) << "more";
  EXPECT_THAT(differences(), HasSubstr("build-changed " + path));
  fs::remove(path);
  EXPECT_THAT(differences(), HasSubstr("build-missing " + path));
  // By its bytes alone: what was made of it differs.
  std::swap(bytes[bytes.size() / 4], bytes[bytes.size() / 4 + 1]);
  std::ofstream(path, std::ios::binary) << bytes;
  fs::last_write_time(path, time);
  EXPECT_THAT(differences(), HasSubstr("batches/001/"));
}

TEST_F(BuildCheckTest, WhatItTellsToDoRepairsTheBuild) {
  build("out", {"one", "two", "three"});
  const std::string out = folder_ / "out";
  for (const std::string name :
       {"batches/001/captures.cdx", "batches/002/segment", "versions",
        "batches/003/duplicates", "captures.list", "digests/003",
        "shards/001-002/main", "pindexes/003/dates", "build.steps"}) {
    fs::remove_all(out + "/" + name);
    if (name == std::string("shards/001-002/main")) {
      fs::remove_all(out + "/pindexes/001-002/main");
    }
    BuildRecord record = load_build_record(out);
    run("out", record);
    EXPECT_EQ(differences(), "") << name;
  }
}

TEST_F(BuildCheckTest, WhatIsNoBuildIsRefusedAndOneThatRunsIs) {
  fs::create_directories(folder_ / "out");
  EXPECT_THROW(differences(), UsageError);
  build("out", {"one"});
  BuildLock lock(folder_ / "out");
  EXPECT_THROW(differences(), UsageError);
}

}  // namespace
}  // namespace wax::collection
