// What is left, and what is said, when a disk is full or fails, or its file
// system can do little.
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

class FailingDisk : public testing::Test {
 protected:
  CommandResult run(const std::string& command) {
    const std::string crawl = source_path("examples/crawl/valley-");
    return run_command(command, {folder_.path(),
                                 {{"A", crawl + "2006-11.arc.gz"},
                                  {"B", crawl + "2007-12.warc"}}});
  }
  void must_run(const std::string& command) {
    CommandResult result = run(command);
    ASSERT_EQ(result.code, 0) << command << '\n' << result.err;
  }
  // A segment, a shard with dates and a column, and lists for both.
  void make_shard() {
    must_run(
        "wax-import -q -o seg $A && wax-index -q -o site/pindexes/1/main seg &&"
        "wax-dumpindex --fields urlkey,digest site | tail -n +2 | "
        "tr '\\t' ' ' >versions && sed 's/.*/& &/' versions >names.list &&"
        "for y in $(seq 2001 2020); do sed \"s/$/ ${y}0101000000/\" versions; "
        "done >dates.list &&"
        "wax-add-dates -q site/pindexes/1/main site/pindexes/1/main "
        "site/pindexes/1/dates dates.list &&"
        "wax-add-column -q names names.list site &&"
        "wax-merge -q -o merged site");
  }

  // A library of tests/preload; empty when it is not built, with sanitizers.
  static std::string preloaded(const std::string& name) {
    const std::string path = program_folder() + "/../tests/libwax_" + name;
    return std::filesystem::exists(path) ? path : "";
  }

  TempDir folder_;
};

TEST_F(FailingDisk, AFullDiskLeavesWhatWasThereBefore) {
  make_shard();
  struct FullDisk {
    const char* command;
    const char* result;
  };
  for (const FullDisk& row : std::vector<FullDisk>{
           {"wax-import -q -f -o seg $A", "seg"},
           {"wax-index -q -f -o site/pindexes/1/main seg", "site"},
           {"wax-merge -q -f -o merged site", "merged"},
           {"wax-add-dates -q -f site/pindexes/1/main site/pindexes/1/main "
            "site/pindexes/1/dates dates.list",
            "site"},
           {"wax-add-column -q -f names names.list site", "site"},
       }) {
    const std::string result = row.result;
    must_run("rm -rf good && cp -r " + result + " good");
    int refused = 0;
    for (int blocks : {1, 2, 3, 5, 9, 20, 50}) {
      SCOPED_TRACE(std::string(row.command) + ", blocks " +
                   std::to_string(blocks));
      CommandResult full =
          run("ulimit -f " + std::to_string(blocks) + " && " + row.command);
      if (full.code != 0) {
        ++refused;
        EXPECT_EQ(full.code, 2) << full.err;
        EXPECT_NE(full.err.find("File too large"), std::string::npos)
            << full.err;
      }
      CommandResult left =
          run("diff -r good " + result + " && find . -name '*.part-*'");
      EXPECT_EQ(left.out, "");
      EXPECT_EQ(left.code, 0);
    }
    EXPECT_GE(refused, 2) << row.command;
  }
  CommandResult answer = run("wax-search --count site 'names:* date:2020'");
  EXPECT_GT(std::stoi("0" + answer.out), 0);
}

TEST_F(FailingDisk, TheStateBeforeABuildOnAFullDiskAnswersAndTheNextOneGoesOn) {
  must_run(
      "wax-build -q out $A && wax-build -q whole $A && "
      "wax-build -q whole $B && wax-search --count out castle >before");
  int refused = 0;
  for (int blocks : {3, 10, 40, 120}) {
    SCOPED_TRACE(blocks);
    CommandResult full =
        run("ulimit -f " + std::to_string(blocks) + " && wax-build -q out $B");
    if (full.code == 0) break;
    ++refused;
    EXPECT_EQ(full.code, 2) << full.err;
    CommandResult answer =
        run("wax-search --count out castle | cmp - before && "
            "wax-index-check -q out");
    EXPECT_EQ(answer.code, 0) << answer.out << answer.err;
  }
  EXPECT_GE(refused, 2);
  CommandResult built =
      run("wax-build -q out $B && diff -r --exclude='build.*' whole out");
  EXPECT_EQ(built.code, 0) << built.out << built.err;
}

TEST_F(FailingDisk, AReadErrorIsNamedAndNothingIsReplaced) {
  const std::string library = preloaded("failing_reads.so");
  if (library.empty()) GTEST_SKIP() << "not built with sanitizers";
  make_shard();
  must_run(
      "cp -r site good && wax-import -q -o seg2 $B && "
      "wax-index -q -o site/pindexes/2/main seg2 && "
      "wax-search --count good castle >before");
  auto failing = [&](const std::string& path, const std::string& command) {
    return run("WAX_FAILING_READS=" + path +
               " LD_PRELOAD=" + shell_word(library) + ' ' + command);
  };
  for (const char* file : {"/1/main/_0.frq", "/1/main/_0.tis",
                           "/1/main/wax-stored_0", "/1/main/wax-manifest"}) {
    SCOPED_TRACE(file);
    // The other shard answers.
    CommandResult search = failing(file, "wax-search site castle");
    EXPECT_EQ(search.code, 1) << search.err;
    EXPECT_NE(search.err.find("Input/output error"), std::string::npos)
        << search.err;
    EXPECT_NE(search.out.find(" documents"), std::string::npos);
    EXPECT_EQ(failing(file, "wax-search --strict site castle").code, 2);
    CommandResult check = failing(file, "wax-index-check -q site");
    EXPECT_EQ(check.code, 1) << check.err;
    EXPECT_NE(check.err.find("Input/output error"), std::string::npos)
        << check.err;
  }
  for (const char* command :
       {"wax-merge -q -f -o merged site", "wax-index -q -f -o again seg",
        "wax-add-dates -q -f site/pindexes/1/main site/pindexes/1/main "
        "site/pindexes/1/dates dates.list",
        "wax-add-column -q -f names names.list site/pindexes/1"}) {
    for (const char* file : {"/1/main/_0.fd", "/1/main/wax-keys", "seg/doc"}) {
      CommandResult result = failing(file, command);
      if (result.code == 0) continue;  // it does not read that file
      EXPECT_EQ(result.code, 2) << command << ' ' << file << result.err;
      EXPECT_NE(result.err.find("Input/output error"), std::string::npos)
          << command << ' ' << file << result.err;
    }
  }
  CommandResult left =
      run("rm -r site/pindexes/2 again; diff -r good site && "
          "find . -name '*.part-*'");
  EXPECT_EQ(left.out, "");
  EXPECT_EQ(run("wax-search --count site castle | cmp - before").code, 0);
}

TEST_F(FailingDisk, FoldersAreReplacedWhereRenamesTakeNoFlags) {
  const std::string library = preloaded("plain_renames.so");
  if (library.empty()) GTEST_SKIP() << "not built with sanitizers";
  make_shard();
  auto plain = [&](const std::string& command) {
    return run("export LD_PRELOAD=" + shell_word(library) + "; " + command);
  };
  for (const char* command :
       {"wax-import -q -f -o seg $B", "wax-index -q -f -o index seg",
        "wax-index -q -f -o index seg", "wax-merge -q -f -o merged site",
        "wax-add-dates -q -f site/pindexes/1/main site/pindexes/1/main "
        "site/pindexes/1/dates dates.list",
        "wax-add-column -q -f names names.list site", "wax-build -q col $A",
        "wax-build -q col $B", "wax-build -q col"}) {
    CommandResult result = plain(command);
    EXPECT_EQ(result.code, 0) << command << '\n' << result.err;
  }
  must_run("wax-build -q whole $A && wax-build -q whole $B");
  CommandResult same =
      run("diff -r --exclude='build.*' whole col && find . -name '*.part-*' && "
          "wax-index-check -q index merged site");
  EXPECT_EQ(same.out + same.err, "");
  EXPECT_EQ(same.code, 0);
}

TEST_F(FailingDisk, WithoutHardLinksAnUnchangedIndexIsNotCopiedAgain) {
  const std::string library = preloaded("plain_renames.so");
  if (library.empty()) GTEST_SKIP() << "not built with sanitizers";
  const std::string build =
      "WAX_WITHOUT_LINKS=1 LD_PRELOAD=" + shell_word(library) +
      " wax-build -q col ";
  must_run(build + "$A && find col/pindexes -type f | xargs ls -i >before");
  must_run(build + "&& find col/pindexes -type f | xargs ls -i >after");
  must_run("cmp before after && " + build +
           "$B && wax-build -q whole $A && wax-build -q whole $B && "
           "diff -r --exclude='build.*' whole col");
}

TEST_F(FailingDisk, BuildsGoOnWhereTheFileSystemRefusesACall) {
  const std::string library = preloaded("refused_calls.so");
  if (library.empty()) GTEST_SKIP() << "not built with sanitizers";
  must_run("wax-build -q whole $A && wax-build -q whole $B");
  struct Refused {
    const char* call;
    int error;
  };
  for (const Refused& refused : {Refused{"fsync", EINVAL},
                                 {"fsync", EOPNOTSUPP},
                                 {"fsync", EROFS},
                                 {"fcntl", ENOLCK},
                                 {"fcntl", EOPNOTSUPP},
                                 {"renameat2", EPERM},
                                 {"renameat2", ENOSYS},
                                 {"link", EINVAL},
                                 {"link", EPERM}}) {
    const std::string with =
        std::string("WAX_REFUSED_CALL=") + refused.call +
        " WAX_REFUSED_ERROR=" + std::to_string(refused.error) +
        " LD_PRELOAD=" + shell_word(library);
    CommandResult result =
        run("export " + with +
            "; rm -rf col; wax-build -q col $A && wax-build -q col $B && "
            "wax-hide -q col http://nowhere.example/ && rm col/hidden && "
            "diff -r --exclude='build.*' whole col && "
            "find col -name '*.part-*'");
    EXPECT_EQ(result.code, 0) << with << result.out << result.err;
    EXPECT_EQ(result.out, "") << with;
  }
}

TEST_F(FailingDisk, TellsOfADiskThatFailsToSyncAFolderOrToMapAFile) {
  const std::string library = preloaded("refused_calls.so");
  if (library.empty()) GTEST_SKIP() << "not built with sanitizers";
  CommandResult result =
      run("WAX_REFUSED_CALL=fsync WAX_REFUSED_ERROR=" + std::to_string(EIO) +
          " LD_PRELOAD=" + shell_word(library) + " wax-build -q col $A");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("sync: Input/output error"), std::string::npos)
      << result.err;
  make_shard();
  result =
      run("WAX_REFUSED_CALL=mmap WAX_REFUSED_ERROR=" + std::to_string(ENODEV) +
          " LD_PRELOAD=" + shell_word(library) + " wax-search site castle");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("map into memory: No such device"),
            std::string::npos)
      << result.err;
}

TEST_F(FailingDisk, WhatWasBeforeIsThereAfterAKillBetweenTwoRenames) {
  const std::string library = preloaded("plain_renames.so");
  if (library.empty()) GTEST_SKIP() << "not built with sanitizers";
  make_shard();
  must_run(
      "wax-build -q out $A && wax-add-column -q names names.list out && "
      "cp -r out before && wax-build -q whole $A && "
      "wax-add-column -q names names.list whole && wax-build -q whole $B");
  auto killed = [&](const std::string& name, const std::string& command) {
    // In a process of its own: the shell waits for it.
    CommandResult result =
        run("WAX_KILLED_BEFORE_NAME=" + name +
            " LD_PRELOAD=" + shell_word(library) + ' ' + command + "; echo $?");
    EXPECT_EQ(result.out, "137\n") << command << result.err;
  };
  killed("pindexes", "wax-build -q out $B");
  EXPECT_EQ(run("diff -r before/pindexes out/pindexes.part-before").code, 0);
  CommandResult built =
      run("wax-build -q out && diff -r --exclude='build.*' whole out && "
          "find . -name '*.part-*'");
  EXPECT_EQ(built.out, "");
  EXPECT_EQ(built.code, 0) << built.err;

  // A column that is being replaced.
  killed("names", "wax-add-column -q -f names names.list out/pindexes/001");
  built = run(
      "wax-build -q out $B && diff -r -x 'build.*' -x '*.part-*' whole out && "
      "wax-search --count out 'names:*'");
  EXPECT_GT(std::stoi("0" + built.out), 0) << built.out << built.err;

  // An index: without --force it is not replaced.
  must_run("wax-index -q -o index seg && cp -r index good");
  killed("index", "wax-index -q -f -o index seg");
  CommandResult refused = run("wax-index -q -o index seg");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("already exists"), std::string::npos);
  EXPECT_EQ(run("diff -r good index && rm -r index").code, 0);
  must_run("wax-index -q -o index seg && test ! -e index.part-*");
}

// The second query reads what the first one had read. The search may end before
// the shell has written all queries.
TEST_F(FailingDisk, AFileThatIsTruncatedWhileItIsMappedEndsWithASentence) {
  make_shard();
  CommandResult result =
      run("mkfifo queries; wax-search --jobs 1 --queries queries site & "
          "trap '' PIPE; exec 3>queries; "
          "for n in 1 2 3 4 5 6 7 8 9; do echo castle >&3; done; sleep 1; "
          "for f in site/pindexes/1/main/_0.*; do : >$f; done; "
          "for n in 1 2 3 4 5 6 7 8 9; do echo castle >&3; done; exec 3>&-; "
          "wait $!");
  EXPECT_TRUE(result.code == 1 || result.code == 2) << result.code;
  EXPECT_TRUE(result.err.find("truncated") != std::string::npos ||
              result.err.find("unreadable") != std::string::npos)
      << result.err;
}

}  // namespace
}  // namespace wax::tests
