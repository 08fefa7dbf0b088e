#include "document/worker/text_worker.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "io/error.h"
#include "io/spool.h"
#include "tests/support/temp_dir.h"

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

TEST(TextWorker, WhatTheLoaderSaysIsTold) {
  tests::TempDir folder;
  const std::string program = folder.write(
      "worker", "#!/bin/sh\necho libx.so: cannot open >&2\nexit 127\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  TextWorker worker({.program = program});
  try {
    (void)worker.read(Format::kRtf, "{\\rtf1 x}", "");
    FAIL();
  } catch (const IoError&) {
    FAIL() << "no archive is at fault";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "libx.so: cannot open; Waxwing is not installed whole");
  }
}

TEST(TextWorker, ADocumentMayGoOnInAFile) {
  io::Spool rest;
  rest.write("of it}");
  TextWorker worker;
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(worker.read(Format::kRtf, "{\\rtf1 the rest ", "", &rest).content,
              "the rest of it");
  }
}

}  // namespace
}  // namespace wax::document
