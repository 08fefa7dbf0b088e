// Sorted files with captures of example.com, and what a look-up finds in them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/searchable.h"
#include "cdx/files/zipnum.h"
#include "cdx/format/legend.h"
#include "lines/line_stream.h"
#include "tests/support/temp_dir.h"

namespace wax::cdx {

using Lines = std::vector<std::string>;

inline constexpr const char* kDay1 = "20140101000000";
inline constexpr const char* kDay2 = "20140102000000";
inline constexpr const char* kDay4 = "20140104000000";
inline constexpr const char* kYear15 = "20150101000000";
inline constexpr const char* kSampleDigest = "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";

inline std::string cdx_line(const std::string& key, const std::string& date,
                            const std::string& status = "200",
                            const std::string& redirect = "-") {
  return key + ' ' + date + " http://u/ text/html " + status + " AAA " +
         redirect + " - 1 2 a.gz\n";
}

struct SampleCaptures {
  tests::TempDir folder;
  std::string file = folder.write(
      "a.cdx",
      cdx_line("com,example)/", kDay1) +
          cdx_line("com,example)/", kDay2, "404") +
          cdx_line("com,example)/", kDay4, "301", "http://example.com") +
          cdx_line("com,example)/", kYear15) +
          cdx_line("com,example)/a", kDay1) +
          cdx_line("com,example)/a/b", kDay2) +
          cdx_line("com,example,www2)/", kDay4) +
          cdx_line("com,example-shop)/", kDay1));
};

// The folder of a new ZipNum.
inline std::string zipnum_of(const tests::TempDir& folder,
                             const std::string& name, std::string_view text,
                             uint64_t block_lines = 3000) {
  std::string path = folder / name;
  std::filesystem::create_directory(path);
  ZipNumOptions options;
  options.block_lines = block_lines;
  (void)write_zipnum(*lines::lines_of(text), "", path, options);
  return path;
}

inline std::vector<std::unique_ptr<Searchable>> open_all(
    const std::vector<std::string>& paths) {
  std::vector<std::unique_ptr<Searchable>> files;
  for (const std::string& path : paths) files.push_back(open_searchable(path));
  return files;
}

inline Lines dates_of(lines::LineStream& lines) {
  Lines dates;
  std::string_view line;
  while (lines.next(line)) dates.emplace_back(field(line, 1));
  return dates;
}

}  // namespace wax::cdx
