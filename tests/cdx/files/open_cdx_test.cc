#include "cdx/files/open_cdx.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "cdx/files/zipnum.h"
#include "cdx/format/identity_line.h"
#include "io/compress/compressor.h"
#include "io/error.h"
#include "io/output.h"
#include "lines/line_stream.h"
#include "tests/lines/stream_text.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

std::string member(std::string_view text) {
  std::string bytes;
  auto output = io::open_memory(bytes);
  io::Compressor compressor(*output, io::Compression::kGzip);
  compressor.start_member(text.size());
  compressor.write(text);
  compressor.end_member();
  output->finish();
  return bytes;
}

std::string text_of_file(const std::string& bytes) {
  tests::TempDir folder;
  auto lines = open_lines(folder.write("lines", bytes));
  return lines::text_of(*lines);
}

// The error that reading ends in; empty when there is none.
std::string error_of(const std::string& bytes) {
  try {
    (void)text_of_file(bytes);
  } catch (const FormatError& error) {
    return error.what();
  }
  return "";
}

TEST(OpenLines, PlainAndCompressedTextHaveTheSameLines) {
  const std::string kTexts[] = {"", "\n", "a", "a\r\nb\r\n",
                                std::string(3'000'000, 'x') + "\ny"};
  for (const std::string& text : kTexts) {
    std::string expected = lines::text_of(*lines::lines_of(text));
    EXPECT_EQ(text_of_file(text), expected);
    EXPECT_EQ(text_of_file(member(text)), expected);
  }
}

TEST(OpenLines, GzipMembersAreOneText) {
  EXPECT_EQ(text_of_file(member("a\nb") + member("") + member("c\n")),
            "a\nbc\n");
}

TEST(OpenLines, ZerosAfterTheLastMemberArePadding) {
  EXPECT_EQ(text_of_file(member("a\n") + std::string(600'000, '\0')), "a\n");
  EXPECT_NE(error_of(member("a\n") + std::string(5, '\0') + member("b\n")), "");
}

TEST(OpenLines, JunkAfterAMemberIsAnErrorWithItsOffset) {
  std::string good = member("a\n");
  EXPECT_NE(
      error_of(good + "junk").find("at byte " + std::to_string(good.size())),
      std::string::npos)
      << error_of(good + "junk");
}

TEST(OpenLines, ATruncatedMemberIsAnErrorAtEveryLength) {
  std::string one = member("a line\n");
  std::string both = one + member("another line\n");
  for (size_t size = 2; size < both.size(); ++size) {
    SCOPED_TRACE(size);
    if (size == one.size()) {
      EXPECT_EQ(text_of_file(both.substr(0, size)), "a line\n");
    } else {
      EXPECT_NE(error_of(both.substr(0, size)), "");
    }
  }
}

TEST(OpenLines, AWrongChecksumOrLengthIsAnError) {
  std::string text(100'000, 'x');
  std::string good = member(text);
  for (size_t back = 1; back <= 8; ++back) {
    std::string bad = good;
    bad[bad.size() - back] ^= 0x10;
    EXPECT_NE(error_of(bad), "") << back << " bytes before the end";
  }
}

TEST(OpenLines, AFlippedBitIsAnErrorOrChangesNothing) {
  std::string text = "com,example)/ 20070101000000\ncom,example)/a\n";
  std::string good = member(text);
  // Behind the magic number, without which this is another kind of file.
  for (size_t at = 2; at < good.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ 1 << bit);
      try {
        EXPECT_EQ(text_of_file(bad), text) << "byte " << at << " bit " << bit;
      } catch (const FormatError&) {
      }
    }
  }
}

TEST(OpenLines, AMissingFileOrAFolderIsAnError) {
  tests::TempDir folder;
  EXPECT_THROW((void)open_lines(folder / "missing"), IoError);
  EXPECT_THROW((void)open_lines(folder.path()), IoError);
}

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

const std::string kJoinedHeader = " CDX N b a m s k r V g\n";
const std::string kJoinedLine = "k 20070101000000 u m s d r 1 f\n";
const std::string kSurtLine = "com,example)/ 20070101000000 {}\n";
const std::string kLegacyLine = "example.com/ 20070101000000 {}\n";

TEST(JoinedCdx, LooksForTheFirstKeyThatTellsItsKind) {
  tests::TempDir folder;
  std::string dns = "dns:example.com 20070101000000 {}\n";
  auto read = [&](const std::string& first, const std::string& second) {
    JoinedCdx joined({folder.write("a", first), folder.write("b", second)});
    (void)text_of(joined);
  };
  EXPECT_NO_THROW(read(dns + kSurtLine, dns + kSurtLine));
  EXPECT_NO_THROW(read(dns, kLegacyLine));
  EXPECT_THROW(read(dns + kSurtLine, dns + kLegacyLine), UsageError);
}

TEST(JoinedCdx, ReadsOneFileAfterAnother) {
  tests::TempDir folder;
  JoinedCdx joined({folder.write("a", kJoinedHeader + kJoinedLine),
                    folder.write("b", ""), folder.write("c", kJoinedLine)});
  EXPECT_EQ(joined.header().top(), kJoinedHeader);
  EXPECT_EQ(text_of(joined), kJoinedLine + kJoinedLine);
  EXPECT_EQ(joined.count(), 2U);
}

TEST(JoinedCdx, KnowsTheHeaderOfAllFilesWhenItIsOpened) {
  tests::TempDir folder;
  std::string bare = folder.write("a", kJoinedLine);
  JoinedCdx joined({bare, folder.write("b", kJoinedHeader + kJoinedLine)});
  EXPECT_EQ(joined.header().top(), kJoinedHeader);
  EXPECT_EQ(text_of(joined), kJoinedLine + kJoinedLine);
  EXPECT_THROW(JoinedCdx({bare, folder.write("c", " CDX N b a\nk 2007 u\n")}),
               lines::LineError);
  EXPECT_THROW(JoinedCdx({bare, folder.path() + "/none"}), IoError);
}

TEST(JoinedCdx, ReadsPipesOnce) {
  tests::TempDir folder;
  std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer(
      [&] { std::ofstream(pipe) << kJoinedHeader + kJoinedLine; });
  JoinedCdx joined({folder.write("a", kJoinedLine), pipe});
  EXPECT_EQ(joined.header().top(), kJoinedHeader);
  EXPECT_EQ(text_of(joined), kJoinedLine + kJoinedLine);
  writer.join();
}

}  // namespace

}  // namespace wax::cdx
