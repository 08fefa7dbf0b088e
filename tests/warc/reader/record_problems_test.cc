#include "warc/reader/record_problems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archives.h"

namespace wax::warc {
namespace {

using testing::ElementsAre;

TEST(RecordProblems, SayWhereTheRecordIs) {
  auto stream = io::plain_stream(tests::memory_file("text"));
  tests::Problems sink;
  RecordProblems problems(*stream, sink);
  problems.begin(7);
  problems.report(Severity::kNote, "here", "a");
  problems.report_at(12, Severity::kLost, "there", "b");
  ASSERT_THAT(sink.ids(), ElementsAre("here", "there"));
  EXPECT_EQ(sink.all[0].file, stream->path());
  EXPECT_EQ(sink.all[0].offset, 7u);
  EXPECT_EQ(sink.all[1].offset, 12u);
}

TEST(RecordProblems, NotEveryProblemMarksTheRecordDamaged) {
  auto stream = io::plain_stream(tests::memory_file("text"));
  tests::Problems sink;
  RecordProblems problems(*stream, sink);
  problems.begin(0);
  problems.report(Severity::kWarning, "odd", "");
  EXPECT_TRUE(problems.intact());
  problems.mark_damaged(Severity::kWarning, "broken", "");
  EXPECT_FALSE(problems.intact());
  problems.begin(1);
  EXPECT_TRUE(problems.intact());
  problems.mark_damaged();
  EXPECT_FALSE(problems.intact());
}

TEST(RecordProblems, NameTheFormat) {
  auto stream = io::plain_stream(tests::memory_file("text"));
  tests::Problems sink;
  RecordProblems problems(*stream, sink);
  problems.damage_length("a");
  problems.set_format(Format::kArc);
  problems.damage_length("b");
  EXPECT_THAT(sink.ids(), ElementsAre("warc-bad-length", "arc-bad-length"));
}

TEST(RecordProblems, OfMembersWithSeveralRecordsAreToldOnce) {
  auto stream = io::plain_stream(tests::memory_file("text"));
  tests::Problems sink;
  RecordProblems problems(*stream, sink);
  problems.report_several();
  problems.begin(1);
  problems.report_several();
  EXPECT_THAT(sink.ids(), ElementsAre("gzip-not-per-record"));
}

}  // namespace
}  // namespace wax::warc
