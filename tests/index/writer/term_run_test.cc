#include "index/writer/term_run.h"

#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;

// A run of field 3; each term is in document `document`.
TermRun run_of(const std::vector<std::string>& terms, uint32_t document) {
  RunWriter writer;
  writer.begin_field(3);
  TermPostings postings;
  postings.count = 1;
  postings.first = postings.last = document;
  for (const std::string& term : terms) writer.add(term, postings);
  return writer.finish();
}

std::string merged(const std::vector<TermRun>& runs, size_t buffer) {
  std::string found;
  MergedRuns terms(runs, 0, 3, buffer);
  while (terms.next()) {
    found += std::string(terms.term()) + ' ' +
             std::to_string(terms.postings().first) + ';';
  }
  return found;
}

TEST(TermRunTest, RunsAreMergedByTermAndThenInTheirOrder) {
  std::vector<TermRun> runs;
  runs.push_back(run_of({"a", "heron", "red"}, 1));
  runs.push_back(run_of({"a", "longtermone", "longtermtwo"}, 2));
  runs.push_back(run_of({"", "heron", "longtermone"}, 3));
  EXPECT_EQ(merged(runs, 1024),
            " 3;a 1;a 2;heron 1;heron 3;longtermone 2;longtermone 3;"
            "longtermtwo 2;red 1;");
}

TEST(TermRunTest, ARunInAFileIsReadAsOneInMemory) {
  TempDir folder;
  std::vector<std::string> terms;
  for (int i = 0; i < 3000; ++i) terms.push_back(std::to_string(10000 + i));
  terms.emplace_back(100000, 'z');
  std::vector<TermRun> runs;
  runs.push_back(run_of(terms, 1));
  runs.push_back(run_of(terms, 2));
  std::string expected = merged(runs, 64);
  for (TermRun& run : runs) {
    EXPECT_GT(run.in_memory(), 0U);
    run.spill(folder.path());
    EXPECT_EQ(run.in_memory(), 0U);
  }
  EXPECT_EQ(merged(runs, 64), expected);
}

TEST(TermRunTest, AFieldThatARunDoesNotHaveIsPassedOver) {
  std::vector<TermRun> runs;
  runs.push_back(run_of({"a"}, 1));
  EXPECT_EQ(runs[0].section(4), nullptr);
  EXPECT_FALSE(MergedRuns(runs, 0, 4, 64).next());
}

TEST(TermRunTest, TheFirstEightBytesSortLikeTheText) {
  std::string a = "abc     ";
  EXPECT_LT(first_eight(a.data(), 3), first_eight(a.data(), 4));
  EXPECT_EQ(first_eight(a.data(), 0), 0U);
}

}  // namespace
}  // namespace wax::index
