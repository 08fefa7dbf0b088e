// One block of a ZipNum (zipnum.h): its line in the index, and its bytes. Any
// number of threads may call these functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wax::cdx {

// A line of the index. Two forms are known: that of the Internet Archive
//   urlkey SP timestamp TAB part TAB offset TAB length [TAB number]
// and that of WACZ, after a line `!meta 0 {"format": "cdxj-gzip-1.0",
// "filename": "index.cdx.gz"}`,
//   urlkey SP timestamp SP {"offset": 0, "length": 194, "digest":
//   "sha256:...", "filename": "index.cdx.gz"}
struct ZipNumBlock {
  std::string key;   // beginning of the block's first line
  std::string part;  // its file; empty: the file of the "!meta" line
  uint64_t offset = 0;
  uint64_t length = 0;
  std::string digest;  // of the block as stored; empty: not stated
};

// Empty when the line has neither form.
[[nodiscard]] std::optional<ZipNumBlock> parse_block(std::string_view line);

// No block may have more bytes when decompressed.
inline constexpr uint64_t kMostBlockBytes = uint64_t{256} << 20;

// The bytes of a block as they are stored.
struct StoredBlock {
  std::string path;  // of the file they are from
  std::string bytes;

  // The decompressed block. Throws FormatError, also if it does not begin with
  // the line that the index names.
  [[nodiscard]] std::string decompress(const ZipNumBlock& block,
                                       bool check_digest) const;
};

// Throws a FormatError that names the file and the block.
[[noreturn]] void throw_bad_block(const std::string& path,
                                  const ZipNumBlock& block,
                                  std::string_view text);

// The line of a block's text at `at`, which moves past it; false at the end.
// Empty lines are left out.
bool next_block_line(std::string_view text, size_t& at, std::string_view& line);

// By what the lines of the index are sorted: "urlkey timestamp" of a line, of
// the index or a capture, or what there is of it.
[[nodiscard]] std::string_view two_fields(std::string_view line);

}  // namespace wax::cdx
