#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/lucenepp/lucene_engine.h"
#include "index/store/manifest.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

TEST(LuceneCheck, FindsNoFaultInAnIndexOfOurs) {
  TempDir folder;
  IndexWriter writer(folder / "i", {});
  for (int i = 0; i < 200; ++i) {
    writer.add({{"url", "http://a.example/"}, {"content", "heron castle"}});
  }
  writer.finish();
  EXPECT_EQ(lucene_check(folder / "i"), "");
}

TEST(LuceneCheck, SaysWhatItFindsAndThatItIsLucenes) {
  TempDir folder;
  IndexWriter writer(folder / "i", {});
  for (int i = 0; i < 200; ++i) writer.add({{"content", "heron castle"}});
  writer.finish();
  std::string postings = tests::read_file(folder / "i/_0.frq");
  postings.assign(postings.size(), '\x02');
  folder.write("i/_0.frq", postings);
  write_manifest(folder / "i", {});
  EXPECT_THAT(lucene_check(folder / "i"),
              testing::StartsWith("Lucene++'s CheckIndex: "));
}

}  // namespace
}  // namespace wax::index
