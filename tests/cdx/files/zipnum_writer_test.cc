#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cdx/files/zipnum.h"
#include "cdx/format/cdx_lines.h"
#include "io/error.h"
#include "lines/line_stream.h"
#include "tests/lines/stream_text.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {
namespace {

using tests::TempDir;

std::string made_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "com,example)/" + std::to_string(10000 + i) +
            " 20140101000000 {\"x\": \"" +
            std::string(static_cast<size_t>(i % 50), 'x') + "\"}\n";
  }
  return text;
}

std::string sorted(const std::string& text) {
  std::vector<std::string> lines;
  auto stream = lines::lines_of(text);
  std::string_view line;
  while (stream->next(line)) lines.emplace_back(line);
  std::sort(lines.begin(), lines.end());
  std::string all;
  for (const std::string& one : lines) all += one + '\n';
  return all;
}

ZipNumCounts write(const std::string& text, const std::string& header,
                   const std::string& folder, const ZipNumOptions& options) {
  auto lines = lines::lines_of(text);
  return write_zipnum(*lines, header.empty() ? header : header + "\n", folder,
                      options);
}

std::string extracted(const std::string& folder) {
  auto zipnum = open_zipnum(folder);
  auto lines = zipnum->all();
  std::string text;
  std::string_view line;
  while (lines->next(line)) text.append(line) += '\n';
  return text;
}

std::map<std::string, std::string> files(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files[entry.path().filename().string()] =
        tests::read_file(entry.path().string());
  }
  return files;
}

struct WriterCase {
  int lines;
  ZipNumOptions options;
  uint64_t blocks;
  uint64_t shards;
};

TEST(WriteZipNum, ReadingGivesTheSameLines) {
  const WriterCase cases[] = {
      {0, {}, 0, 1},
      {1, {}, 1, 1},
      {3000, {}, 1, 1},
      {3001, {}, 2, 1},
      {100, {.block_lines = 1}, 100, 1},
      {100, {.block_lines = 7, .shards = 4}, 15, 4},
      {2, {.block_lines = 1, .shards = 5}, 2, 5},
      {100, {.block_lines = 10, .shard_bytes = 1}, 10, 10},
      {100, {.form = ZipNumForm::kWacz, .block_lines = 9}, 12, 1},
  };
  for (const WriterCase& c : cases) {
    for (const char* header : {"", " CDX N b x"}) {
      bool wacz = c.options.form == ZipNumForm::kWacz;
      if (wacz && *header != '\0') continue;
      TempDir folder;
      std::string text = made_lines(c.lines);
      ZipNumCounts counts = write(text, header, folder.path(), c.options);
      EXPECT_EQ(counts.lines, static_cast<uint64_t>(c.lines));
      EXPECT_EQ(counts.blocks, c.blocks);
      EXPECT_EQ(counts.shards, c.shards);
      if (*header != '\0' && c.lines > 0) {
        text.insert(0, std::string(header) + '\n');
      }
      EXPECT_EQ(extracted(folder.path()), text);
    }
  }
}

TEST(WriteZipNum, WritesTheSameBytesWithAnyNumberOfThreads) {
  std::string text = made_lines(2000);
  ZipNumOptions options{.block_lines = 13, .shards = 3};
  std::map<std::string, std::string> first;
  for (unsigned jobs : {1U, 2U, 5U}) {
    TempDir folder;
    options.jobs = jobs;
    write(text, "", folder.path(), options);
    if (first.empty()) first = files(folder.path());
    EXPECT_EQ(files(folder.path()), first) << jobs;
  }
  EXPECT_EQ(first.size(), 6U);
}

TEST(WriteZipNum, NamesTheFirstLineOfEachBlock) {
  TempDir folder;
  write(made_lines(3), "", folder.path(), {.block_lines = 2});
  std::string index = tests::read_file(folder / "cluster.idx");
  EXPECT_TRUE(
      index.starts_with("com,example)/10000 20140101000000\tcdx-00000.gz\t0\t"))
      << index;
  EXPECT_NE(index.find("\ncom,example)/10002 20140101000000\t"), index.npos);
  EXPECT_TRUE(index.ends_with("\t2\n")) << index;
  EXPECT_EQ(tests::read_file(folder / "cluster.loc"),
            "cdx-00000.gz\tcdx-00000.gz\n");
}

// Whatever stands among the lines, a search in the blocks finds what one in the
// flat file does, and all of them come back.
TEST(WriteZipNum, KeepsMetadataLines) {
  const std::vector<std::string> pool = {"! 20140101000000 {\"url\": \"a\"}",
                                         "!)/ 20140101000000 {\"url\": \"b\"}",
                                         "!)/ 20150101000000 {\"url\": \"b\"}",
                                         "!context [\"http://x\"]",
                                         "!id {\"uri\":\"u\"}",
                                         "!meta",
                                         "!meta 0 {\"format\": \"x\"}",
                                         "!note\twith a tab",
                                         "\x01 20140101000000 {\"url\": \"c\"}",
                                         "a)/ 20140101000000 {\"url\": \"d\"}",
                                         "a)/ 20150101000000 {\"url\": \"d\"}",
                                         "b)/ 20140101000000 {\"url\": \"e\"}"};
  const std::vector<SearchRange> ranges = {
      {"", "\xff"}, {"!", "\""},      {"!)/ ", "!)/!"},    {"a)/ ", "a)/!"},
      {"a", "z"},   {"b)/ ", "b)/!"}, {"!meta ", "!meta!"}};
  for (unsigned set = 0; set < 1U << pool.size(); set += 11) {
    std::string text;
    for (size_t i = 0; i < pool.size(); ++i) {
      if ((set >> i & 1) != 0) text += pool[i] + '\n';
    }
    TempDir folder;
    auto flat = open_searchable(folder.write("flat.cdxj", sorted(text)));
    ZipNumOptions options{.block_lines = 1 + set % 3, .jobs = 1};
    if (set % 5 == 0) {
      options.form = ZipNumForm::kWacz;
    } else if (set % 5 == 1) {
      options.shards = 3;
    }
    std::string blocks = folder / "z";
    std::filesystem::create_directory(blocks);
    write(sorted(text), "", blocks, options);
    EXPECT_EQ(extracted(blocks), sorted(text)) << text;
    auto zipnum = open_searchable(blocks);
    EXPECT_EQ(zipnum->head(), flat->head()) << text;
    for (const SearchRange& range : ranges) {
      EXPECT_EQ(text_of(*zipnum->lines(range)), text_of(*flat->lines(range)))
          << text << range.first;
      EXPECT_EQ(text_of(*zipnum->lines_backwards(range)),
                text_of(*flat->lines_backwards(range)))
          << text << range.first;
    }
  }
}

TEST(WriteZipNum, ABlockHasTheKeyOfItsFirstCapture) {
  TempDir folder;
  write("!context [1]\n!id {}\na)/ 20140101000000 x\nb)/ 20140101000000 x\n",
        "", folder.path(), {.block_lines = 1});
  std::string index = tests::read_file(folder / "cluster.idx");
  EXPECT_TRUE(index.starts_with("a)/ 20140101000000\tcdx-00000.gz\t0\t"))
      << index;
  EXPECT_NE(index.find("\nb)/ 20140101000000\t"), index.npos) << index;
}

TEST(WriteZipNum, StatesDigestsThatAreChecked) {
  TempDir folder;
  write(made_lines(9), "", folder.path(),
        {.form = ZipNumForm::kWacz, .block_lines = 3});
  std::string index = tests::read_file(folder / "index.idx");
  size_t digit = index.find("sha256:") + 7;
  index[digit] = index[digit] == '0' ? '1' : '0';
  folder.write("index.idx", index);
  EXPECT_THROW((void)extracted(folder.path()), FormatError);
}

TEST(WriteZipNum, RefusesLinesOutOfOrderOrWithoutKey) {
  for (const char* text : {"b 1\na 1\n", "b\n", "b\tx 1 2\n"}) {
    TempDir folder;
    EXPECT_THROW(write(text, "", folder.path(), {}), lines::LineError) << text;
  }
}

TEST(WriteZipNum, TakesOnlyCdxjForWacz) {
  const ZipNumOptions options{.form = ZipNumForm::kWacz, .input = "in"};
  struct Bad {
    const char* text;
    const char* header;
    const char* place;
  };
  const Bad bad[] = {{"a)/ 20140101000000 {}\n", " CDX N b a",
                      "in: line 1: the line is not CDXJ"},
                     {"a)/ 20140101000000 http://a/ x 200\n", "",
                      "in: line 1: the line is not CDXJ"},
                     {"!meta {}\na)/ 20140101000000 {}\nb)/ 20140101000000 x\n",
                      "", "in: line 3: the line is not CDXJ"}};
  for (const Bad& b : bad) {
    TempDir folder;
    try {
      write(b.text, b.header, folder.path(), options);
      FAIL() << b.text;
    } catch (const lines::LineError& error) {
      EXPECT_TRUE(std::string_view(error.what()).starts_with(b.place))
          << error.what();
    }
  }
}

TEST(WriteZipNum, UsesTheDelimiterOfTheHeader) {
  TempDir folder;
  std::string header = "\tCDX\tN\tb";
  write("a)/\t2014\tx\n", header, folder.path(), {});
  EXPECT_TRUE(
      tests::read_file(folder / "cluster.idx").starts_with("a)/ 2014\tcdx-"));
  EXPECT_EQ(extracted(folder.path()), header + "\na)/\t2014\tx\n");
}

TEST(CheckReplaceable, AcceptsZipNumsOnly) {
  using Names = std::vector<std::string>;
  const Names good[] = {
      {},
      {"cluster.idx", "cluster.loc", "metadata.yaml", "cdx-00000.gz"},
      {"cluster.idx", "cdx-00000.gz", "cdx-123456.gz"},
      {"index.idx", "index.cdx.gz"}};
  const Names bad[] = {{"a.warc.gz"},
                       {"cdx-00000.gz"},
                       {"metadata.yaml"},
                       {"cluster.idx", "a.warc.gz"},
                       {"index.idx", "index.cdx.gz", ".notes"},
                       {"cluster.idx", "cdx-0000a.gz"},
                       {"cluster.idx", "cdx-0.gz"},
                       {"cluster.idx", "cdx-.gz"}};
  TempDir home;
  std::string folder = home / "z";
  EXPECT_NO_THROW(io::check_replaceable(folder, true, zipnum_folders(), {}));
  auto fill = [&](const Names& names) {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    for (const std::string& name : names) home.write("z/" + name, "x");
  };
  for (const Names& names : good) {
    fill(names);
    EXPECT_NO_THROW(io::check_replaceable(folder, true, zipnum_folders(), {}));
  }
  for (const Names& names : bad) {
    fill(names);
    EXPECT_THROW(io::check_replaceable(folder, true, zipnum_folders(), {}),
                 UsageError)
        << names.back();
  }
  fill({});
  std::filesystem::create_directories(folder + "/cluster.idx");
  EXPECT_THROW(io::check_replaceable(folder, true, zipnum_folders(), {}),
               UsageError);
}

TEST(ZipNumOptions, RefusesInvalidOptions) {
  const ZipNumOptions bad[] = {
      {.block_lines = 0},
      {.shards = 0},
      {.level = 10},
      {.shards = 2, .shard_bytes = 5},
      {.form = ZipNumForm::kWacz, .shards = 2},
  };
  for (const ZipNumOptions& options : bad) {
    EXPECT_THROW(options.check(), UsageError);
  }
}

}  // namespace
}  // namespace wax::cdx
