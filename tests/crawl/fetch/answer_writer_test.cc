#include "crawl/fetch/answer_writer.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

FetchedAnswer answer_for(const std::string& url) {
  FetchedAnswer fetched{{url}, std::make_unique<io::WireAnswer>(), {}, {}};
  fetched.answer->request = "GET / HTTP/1.1\r\n\r\n";
  fetched.answer->head = "HTTP/1.1 200 OK\r\n\r\n";
  fetched.answer->body.write("hello");
  fetched.answer->status = 200;
  return fetched;
}

TEST(AnswerWriter, EachAnswerHasItsLine) {
  tests::TempDir dir;
  ArchiveOptions options;
  options.folder = dir.path();
  FetchArchive archive(options, {}, 0);
  FetchJournal journal(dir.path(), [](const FetchedLine&) {});
  PastCaptures past({}, true);
  AnswerWriter writer(archive, journal, past);
  for (int i = 0; i < 200; ++i) {
    writer.write(answer_for("http://a.example/" + std::to_string(i)));
  }
  writer.finish();
  EXPECT_EQ(writer.revisits(), 199U);
  uint64_t lines = 0;
  FetchJournal again(dir.path(), [&](const FetchedLine& line) {
    EXPECT_EQ(line.url, "http://a.example/" + std::to_string(lines));
    ++lines;
  });
  EXPECT_EQ(lines, 200U);
}

TEST(AnswerWriter, ErrorsComeToTheCaller) {
  tests::TempDir dir;
  ArchiveOptions options;
  options.folder = dir / "missing";
  FetchArchive archive(options, {}, 0);
  FetchJournal journal(dir.path(), [](const FetchedLine&) {});
  PastCaptures past({}, false);
  AnswerWriter writer(archive, journal, past);
  EXPECT_THROW(
      {
        for (int i = 0; i < 200; ++i) {
          writer.write(answer_for("http://a.example/" + std::to_string(i)));
        }
        writer.finish();
      },
      IoError);
}

}  // namespace
}  // namespace wax::crawl
