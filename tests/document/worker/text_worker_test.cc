#include "document/worker/text_worker.h"

#include <gtest/gtest.h>

#include <string>

#include "io/error.h"

namespace wax::document {
namespace {

TEST(TextWorker, AProgramThatEndsCostsTheTextOfADocument) {
  TextWorker worker({.program = "/bin/false"});
  for (int i = 0; i < 2; ++i) {
    DocumentText document = worker.read(Format::kRtf, "{\\rtf1 x}", "");
    EXPECT_EQ(document.no_text, NoText::kCrashed);
    EXPECT_EQ(document.content, "");
  }
}

TEST(TextWorker, AProgramThatHangsIsEnded) {
  TextWorkerOptions options;
  options.program = "/usr/bin/yes";  // writes nothing to the socket
  options.clock = std::chrono::milliseconds(50);
  TextWorker worker(options);
  EXPECT_EQ(worker.read(Format::kRtf, "{\\rtf1 x}", "").no_text,
            NoText::kTimeout);
}

TEST(TextWorker, WithoutItsProgramThereIsNoWork) {
  TextWorker worker({.program = "/nowhere/wax-text-worker"});
  EXPECT_THROW((void)worker.read(Format::kRtf, "{\\rtf1 x}", ""), Error);
}

}  // namespace
}  // namespace wax::document
