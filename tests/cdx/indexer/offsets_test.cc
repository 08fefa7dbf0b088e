// The bytes that a line names give that line alone.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "io/compress/inflater.h"
#include "io/error.h"
#include "io/output.h"
#include "tests/cdx/index_text.h"
#include "tests/support/paths.h"
#include "tests/support/shared.h"
#include "tests/support/temp_dir.h"
#include "warc/writer/recompress.h"

namespace wax::cdx {
namespace {

namespace fs = std::filesystem;

// Every record in a frame of its own.
std::string lz4_of(const std::string& plain) {
  NoProblems ignored;
  auto reader = warc::open_archive(tests::memory_file(plain), ignored);
  warc::Record record;
  std::string packed;
  while (reader->next(record)) {
    warc::Extent extent = reader->finish();
    packed += tests::lz4_frame(plain.substr(extent.offset, extent.length) +
                               "\r\n\r\n");
  }
  return packed;
}

std::string recompressed(const std::string& path, io::Compression compression,
                         bool dictionary = false) {
  warc::RecompressOptions options;
  options.compression = compression;
  options.dictionary = dictionary;
  tests::TempDir folder;
  bool arc = path.find(".arc") != std::string::npos;
  std::string copy = folder / (arc ? "a.arc" : "a.warc");
  auto output = io::open_output(copy, false);
  NoProblems ignored;
  try {
    (void)warc::recompress(path, "a", *output, options, ignored);
  } catch (const FormatError&) {
    return {};  // it is damaged
  }
  output->finish();
  return tests::read_file(copy);
}

struct ArchiveKind {
  const char* name;
  // Nothing when that cannot be made of the archive.
  std::string (*bytes)(const std::string& path);
  bool dictionaries = false;
};

const ArchiveKind kArchiveKinds[] = {
    {"as_it_is",
     [](const std::string& path) { return tests::read_file(path); }},
    {"none",
     [](const std::string& path) {
       return recompressed(path, io::Compression::kNone);
     }},
    {"gzip",
     [](const std::string& path) {
       return recompressed(path, io::Compression::kGzip);
     }},
    {"zstd",
     [](const std::string& path) {
       return recompressed(path, io::Compression::kZstd);
     }},
    {"zstd_with_a_dictionary",
     [](const std::string& path) {
       return recompressed(path, io::Compression::kZstd, true);
     },
     true},
    {"lz4",
     [](const std::string& path) {
       return lz4_of(recompressed(path, io::Compression::kNone));
     }},
};

class Offsets : public testing::TestWithParam<ArchiveKind> {
 protected:
  void check(const std::string& path) {
    SCOPED_TRACE(path);
    std::string bytes = GetParam().bytes(path);
    // A frame may need the dictionary in front of the file.
    std::string front;
    if (bytes.starts_with(io::kDictionaryFrame)) {
      front = bytes.substr(0, io::skippable_frame(bytes));
      ++dictionaries_;
    }
    for (const char* name : {"pywb", "ia", "nutchwax", "warcio"}) {
      IndexOptions options;
      options.profile = profile(name);
      options.selection.all = true;
      // An ARC's own description names no version behind its first record.
      std::string text = cdx_text(bytes, options, "VSNbamskM");
      for (std::string_view rest = text; !rest.empty();) {
        std::string_view line = rest.substr(0, rest.find('\n') + 1);
        rest.remove_prefix(line.size());
        std::string_view offset = line.substr(0, line.find(' '));
        std::string_view fields = line.substr(offset.size());
        std::string_view size = fields.substr(1, fields.find(' ', 1) - 1);
        if (offset == "-" || size == "-") continue;
        std::string alone =
            front + bytes.substr(std::stoull(std::string(offset)),
                                 std::stoull(std::string(size)));
        EXPECT_EQ(cdx_text(alone, options, "VSNbamskM"),
                  std::to_string(front.size()) + std::string(fields))
            << name << " at " << offset;
        ++lines_;
      }
    }
  }

  size_t lines_ = 0;
  size_t dictionaries_ = 0;
};

TEST_P(Offsets, BytesThereGiveTheSameLineAlone) {
  for (const auto& entry :
       fs::directory_iterator(tests::source_path("examples/crawl"))) {
    if (entry.path().extension() != ".md") check(entry.path().string());
  }
  if (auto folder = tests::shared_file("archives")) {
    for (const auto& entry : fs::directory_iterator(*folder)) {
      std::string extension = entry.path().extension().string();
      if (extension != ".md" && extension != ".wacz") {
        check(entry.path().string());
      }
    }
  }
  EXPECT_GT(lines_, 1000u);
  EXPECT_EQ(dictionaries_ > 0, GetParam().dictionaries);
}

INSTANTIATE_TEST_SUITE_P(Of, Offsets, testing::ValuesIn(kArchiveKinds),
                         [](const auto& tested) {
                           return std::string(tested.param.name);
                         });

}  // namespace
}  // namespace wax::cdx
