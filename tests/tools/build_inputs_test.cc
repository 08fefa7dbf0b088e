// wax-build when a web server does not give it an archive.
#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "tests/support/archives.h"
#include "tests/support/command.h"
#include "tests/support/http_server.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

class BuildInputs : public testing::Test {
 protected:
  // A copy of the page on the server, and one that the server has not.
  BuildInputs() {
    std::string record = page(0);
    for (int i = 1; i < 5; ++i) record += page(i);
    archive_ = record;
    directory_.write("copy.warc.gz", archive_);
  }
  static std::string page(int i) {
    return tests::gzip_member(tests::warc_record(
        tests::http_response("<p>waxwing " + std::to_string(i)),
        {.uri = "http://example.org/" + std::to_string(i)}));
  }
  std::string answer(uint64_t from, size_t number) {
    if (number >= refused_from_) {
      return "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n"
             "Connection: close\r\n\r\n";
    }
    std::string bytes = archive_.substr(from);
    return (from == 0 ? std::string("HTTP/1.1 200 OK\r\n")
                      : "HTTP/1.1 206 Partial\r\nContent-Range: bytes " +
                            std::to_string(from) + "-" +
                            std::to_string(archive_.size() - 1) + "/" +
                            std::to_string(archive_.size()) + "\r\n") +
           "Accept-Ranges: bytes\r\nContent-Length: " +
           std::to_string(bytes.size()) + "\r\nConnection: close\r\n\r\n" +
           bytes;
  }
  CommandResult run(const std::string& command) {
    return run_command(command, {directory_.path(), {}});
  }
  // Nothing differs from a build that nobody refused anything.
  void expect_whole(const std::string& out) {
    refused_from_ = SIZE_MAX;
    ASSERT_EQ(run("wax-build -q whole " + server_.url()).code, 0);
    ASSERT_EQ(run("wax-build -q whole copy.warc.gz").code, 0);
    CommandResult same =
        run("diff -r --exclude=build.* --exclude=*.former whole " + out);
    EXPECT_EQ(same.code, 0) << same.out;
  }

  TempDir directory_;
  std::string archive_;
  std::atomic<size_t> refused_from_ = SIZE_MAX;  // number of a request
  HttpServer server_{
      [this](uint64_t from, size_t number) { return answer(from, number); }};
};

TEST_F(BuildInputs, WhatAServerRefusedIsReadInTheNextRun) {
  refused_from_ = 0;
  CommandResult refused = run("wax-build -q out " + server_.url());
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("wax-build: 001/import: " + server_.url() +
                             " could not be read; run wax-build again when it "
                             "can\n"),
            std::string::npos)
      << refused.err;
  refused = run("wax-build out copy.warc.gz");
  EXPECT_EQ(refused.code, 1);

  // While nothing changes, nothing is run.
  refused = run("wax-build out");
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("steps run 0,"), std::string::npos) << refused.err;

  refused_from_ = SIZE_MAX;
  CommandResult given = run("wax-build out");
  EXPECT_EQ(given.code, 0) << given.err;
  EXPECT_EQ(run("wax-build out").err,
            "wax-build: archives 2, steps run 0, steps up to date 10\n");
  expect_whole("out");
}

TEST_F(BuildInputs, WhatOnlyImportWasRefusedIsReadInTheNextRun) {
  ASSERT_EQ(run("wax-warc-indexer -q -o /dev/null " + server_.url()).code, 0);
  size_t requests = server_.requests().size();
  refused_from_ = 2 * requests + 1;
  EXPECT_EQ(run("wax-build -q out " + server_.url()).code, 1);
  EXPECT_EQ(run("wax-build -q out copy.warc.gz").code, 1);
  EXPECT_EQ(run("wax-search -q out waxwing").out, "0 documents\n");
  refused_from_ = SIZE_MAX;
  CommandResult given = run("wax-build -q out");
  EXPECT_EQ(given.code, 0) << given.err;
  EXPECT_TRUE(
      run("wax-search -q out waxwing").out.starts_with("5 documents\n"));
  expect_whole("out");
}

TEST_F(BuildInputs, WhatWasReadStaysWhenTheServerRefusesItLater) {
  ASSERT_EQ(run("wax-build -q out " + server_.url()).code, 0);
  ASSERT_EQ(run("wax-build -q out copy.warc.gz").code, 0);
  refused_from_ = 0;
  run("sed -i 's/rules [0-9]/rules 0/' out/build.steps");
  CommandResult refused = run("wax-build -q out");
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("wax-build: 001/import: stays as an earlier run "
                             "made it, because " +
                             server_.url() + " cannot be read now\n"),
            std::string::npos)
      << refused.err;
  expect_whole("out");
  EXPECT_EQ(run("wax-build -q out").code, 0);
  expect_whole("out");
}

// The server has a WACZ of the page, at a URL that says so.
class BuildInputsOfAWacz : public BuildInputs {
 protected:
  BuildInputsOfAWacz() {
    std::string page = archive_;
    CommandResult zip = run(
        "mkdir archive && cp copy.warc.gz archive/ && python3 -m zipfile -c "
        "copy.wacz archive/");
    made_ = zip.code == 0;
    if (made_) archive_ = run("cat copy.wacz").out;
    url_ = server_.url();
    url_.replace(url_.rfind('/'), std::string::npos, "/a.wacz");
  }
  void SetUp() override {
    if (!made_) GTEST_SKIP() << "python3, which makes the WACZ, is missing";
  }

  bool made_ = false;
  std::string url_;
};

TEST_F(BuildInputsOfAWacz, IsRememberedWhenTheServerRefusesItAtFirst) {
  refused_from_ = 0;
  EXPECT_EQ(run("wax-build -q out copy.warc.gz").code, 0);
  EXPECT_EQ(run("wax-build -q out " + url_).code, 1);
  EXPECT_EQ(run("wax-build -q out").code, 1);
  refused_from_ = SIZE_MAX;
  CommandResult again = run("wax-build -q out");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(run("grep -c a.wacz out/batches/*/captures.cdx").code, 1)
      << "entry names";
  EXPECT_EQ(run("wc -l < out/batches/002/captures.cdx").out, "7\n");
}

TEST_F(BuildInputsOfAWacz, DoesNotStopOtherBatchesWhenItIsRefusedLater) {
  ASSERT_EQ(run("wax-build -q out " + url_).code, 0);
  refused_from_ = 0;
  // The rules of a step have changed since.
  ASSERT_EQ(run("sed -i 's/rules [0-9]*/rules 0/' out/build.steps").code, 0);
  CommandResult added = run("wax-build out copy.warc.gz");
  EXPECT_EQ(added.code, 1) << added.err;
  EXPECT_NE(added.err.find("stays as an earlier run made it"),
            std::string::npos)
      << added.err;
  EXPECT_EQ(run("ls out/pindexes").out, "001\n002\n");
  EXPECT_EQ(run("wax-search -q -n 1 out waxwing | head -n 1").out,
            "5 documents\n");
}

TEST_F(BuildInputs, OnlyALossThatIsNotKnownEndsAStrictRun) {
  directory_.write("cut.warc.gz", archive_.substr(0, archive_.size() - 20));
  EXPECT_EQ(run("wax-build -q --problems met out cut.warc.gz").code, 1);
  const std::string build = "wax-build -q --strict strict cut.warc.gz";
  EXPECT_EQ(run(build).code, 1);
  EXPECT_NE(run("ls strict/pindexes/001").code, 0);
  EXPECT_EQ(run(build).code, 1) << "it was met before, but not accepted";
  const CommandResult known = run(build + " --known-problems met");
  EXPECT_EQ(known.code, 0) << known.err;
  EXPECT_EQ(run("wax-search -q -n 1 strict waxwing | head -n 1").out,
            run("wax-search -q -n 1 out waxwing | head -n 1").out);
}

TEST_F(BuildInputs, AnArchiveThatBecameEmptyKeepsItsDocuments) {
  ASSERT_EQ(run("cp copy.warc.gz a.warc.gz && wax-build -q out a.warc.gz").code,
            0);
  CommandResult emptied = run(": > a.warc.gz && wax-build out");
  EXPECT_EQ(emptied.code, 1);
  EXPECT_NE(emptied.err.find("001/import: stays as an earlier run made it"),
            std::string::npos)
      << emptied.err;
  EXPECT_EQ(run("wax-search -q -n 1 out waxwing | head -n 1").out,
            "5 documents\n");
  EXPECT_EQ(run("cp copy.warc.gz a.warc.gz && wax-build -q out").code, 0);
}

TEST_F(BuildInputs, AnArchiveOfAnyNameIsTheSameInTheNextRun) {
  // Not UTF-8, a space, a line end, and one name in two folders.
  for (const char* name :
       {"caf\xE9.warc.gz", "a b.warc.gz", "c\nd.warc.gz", "a/x.warc.gz",
        "b/x.warc.gz", "\xC3\xA9\xC3.warc.gz"}) {
    // Copies would be left out.
    directory_.write("crawl/" + std::string(name),
                     archive_ + tests::gzip_member(tests::warc_record(name)));
  }
  ASSERT_EQ(run("wax-build -q out crawl").code, 0);
  for (int again = 0; again < 2; ++again) {
    CommandResult built = run("wax-build out crawl && ls out/batches");
    EXPECT_EQ(built.code, 0);
    EXPECT_EQ(built.out, "001\n");
    EXPECT_NE(built.err.find("archives 6, steps run 0,"), std::string::npos)
        << built.err;
  }
}

}  // namespace
}  // namespace wax::tests
