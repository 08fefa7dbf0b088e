#include "crawl/fetch/failed_urls.h"

#include <gtest/gtest.h>

#include <string>

#include "crawl/fetch/fetch_journal.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

TEST(FailedUrls, WritesALineForEachAndCountsHosts) {
  tests::TempDir folder;
  FailedUrls failed(folder.path(), {});
  failed.add("http://a.example/1", "busy", "status 429");
  failed.add("http://www.a.example/2", "unreachable", "two\nlines");
  EXPECT_EQ(failed.finish(), 1U);
  EXPECT_EQ(tests::read_file(folder / "failed.tsv"),
            "http://a.example/1\tbusy\tstatus 429\n"
            "http://www.a.example/2\tunreachable\ttwo lines\n");
  EXPECT_EQ(tests::read_file(folder / "failed-hosts.tsv"),
            "host\turls\treasons\na.example\t2\tbusy 1, unreachable 1\n");
}

TEST(FailedUrls, ReplacesOnlyItsOwnFiles) {
  for (const char* name : {"failed.tsv", "failed-hosts.tsv"}) {
    tests::TempDir folder;
    folder.write(name, "mine\n");
    EXPECT_THROW(FailedUrls(folder.path(), {}), UsageError) << name;
    EXPECT_EQ(tests::read_file(folder / name), "mine\n");
    folder.write(std::string(kFetchJournal), "");
    FailedUrls(folder.path(), {}).finish();
    EXPECT_NE(tests::read_file(folder / name), "mine\n") << name;
  }
}

}  // namespace
}  // namespace wax::crawl
