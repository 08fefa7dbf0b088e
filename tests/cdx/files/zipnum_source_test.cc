#include "cdx/files/zipnum_source.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "cdx/files/open_cdx.h"
#include "cdx/files/zipnum_writer.h"
#include "cdx/format/identity_line.h"
#include "io/error.h"
#include "lines/line_stream.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

std::string some_lines() {
  std::string text;
  for (int i = 10'000; i < 12'000; ++i) {
    text += "com,example)/" + std::to_string(i) + " 20070101000000 {}\n";
  }
  return text;
}

std::string read(const std::string& path, unsigned jobs) {
  auto source = zipnum_source(path, jobs);
  return source == nullptr ? "none" : io::read_all(*source, UINT64_MAX);
}

TEST(ZipNumSource, ReadsEveryForm) {
  for (ZipNumForm form : {ZipNumForm::kCluster, ZipNumForm::kWacz}) {
    tests::TempDir folder;
    ZipNumOptions options;
    options.form = form;
    options.block_lines = 30;
    if (form == ZipNumForm::kCluster) options.shards = 3;
    std::string text = some_lines();
    std::string header = form == ZipNumForm::kWacz ? "" : " CDX N b a\n";
    (void)write_zipnum(*lines::lines_of(text), header, folder.path(), options);
    std::string index =
        folder / (form == ZipNumForm::kWacz ? "index.idx" : "cluster.idx");
    for (const std::string& path : {folder.path(), index}) {
      for (unsigned jobs : {1U, 3U}) {
        EXPECT_EQ(read(path, jobs), header + text);
      }
      std::string lines;
      std::string_view line;
      for (auto all = open_lines(path); all->next(line);) {
        lines.append(line) += '\n';
      }
      EXPECT_EQ(lines, header + text);
    }
  }
}

TEST(ZipNumSource, RefusesOtherFiles) {
  tests::TempDir folder;
  EXPECT_EQ(read(folder.path(), 1), "none");
  EXPECT_EQ(read(folder.write("x.idx", "com,a)/ 2007 x\n"), 1), "none");
  EXPECT_EQ(read(folder.write("x.cdx", "com,a)/ 2007 x\n"), 1), "none");
  EXPECT_THROW((void)read(folder / "missing.idx", 1), IoError);
}

TEST(ZipNumSource, ADamagedBlockIsNamed) {
  tests::TempDir folder;
  ZipNumOptions options;
  options.block_lines = 30;
  std::string text = some_lines();
  (void)write_zipnum(*lines::lines_of(text), "", folder.path(), options);
  std::string part = folder / "cdx-00000.gz";
  std::filesystem::resize_file(part, std::filesystem::file_size(part) - 9);
  for (unsigned jobs : {1U, 3U}) {
    try {
      (void)read(folder.path(), jobs);
      FAIL() << "no error";
    } catch (const FormatError& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos);
    }
  }
}

TEST(ZipNumSource, BeginsWithTheIdentity) {
  for (ZipNumForm form : {ZipNumForm::kCluster, ZipNumForm::kWacz}) {
    tests::TempDir folder;
    ZipNumOptions options;
    options.form = form;
    std::string top = identity_line("urlkey=surt", IdentityForm::kCdxj);
    (void)write_zipnum(*lines::lines_of(some_lines()), top, folder.path(),
                       options);
    EXPECT_EQ(read(folder.path(), 2), top + some_lines());
  }
}

}  // namespace
}  // namespace wax::cdx
