// Opening files of lines by their content: plain, gzip'd, or a ZipNum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/cdx_lines.h"
#include "io/byte_source.h"
#include "io/compress/gzip_format.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// The lines of a file, a URL or standard input ("-"), gzip'd (any number of
// members) or not, or of a ZipNum (its .idx, or its folder). Keeps the order.
// Memory: one block, or one line if that is longer; for members see
// io::gzip_source().
[[nodiscard]] std::unique_ptr<lines::LineStream> open_lines(
    const std::string& path);

// The bytes of such a file, decompressed by that many threads
// (io::thread_count()). It is read so many bytes at a time; `room` is that of
// io::gzip_source().
[[nodiscard]] std::unique_ptr<io::ByteSource> open_bytes(
    const std::string& path, size_t block = io::kFileBlock, uint64_t jobs = 0,
    size_t room = io::kMemberRoom);

// "-" is standard input; gzip'd or not.
[[nodiscard]] std::unique_ptr<CdxLines> open_cdx(const std::string& path);

// The lines of all blocks of a ZipNum, with headers, in the order of its index,
// after the identity that the index states.
// Null when `path` is neither an index of this kind (NAME.idx or NAME.summary)
// nor a folder with one. Up to `jobs` threads decompress blocks and check their
// digests when the index has them. peek() throws as
// ZipNum::decompress() does. Memory: two blocks for each job.
[[nodiscard]] std::unique_ptr<io::ByteSource> zipnum_source(
    const std::string& path, unsigned jobs);

// The lines of one CDX file after another, without headers and identities.
// These must agree, and the kinds of the URL keys too (SharedHeader).
class JoinedCdx final : public lines::LineStream {
 public:
  // "-" is standard input. Reads the beginning of each file, so that the common
  // header is known. Only pipes and the first file stay open until their turn.
  // Throws what open_cdx() and SharedHeader do.
  explicit JoinedCdx(std::vector<std::string> paths,
                     KeyKinds kinds = KeyKinds::kOne);

  // Throws UsageError for a URL key of another kind: the keys of each file are
  // checked until one tells its kind.
  [[nodiscard]] bool next(std::string_view& line) override;
  // What the files have on top.
  [[nodiscard]] const SharedHeader& header() const { return header_; }
  // Lines so far.
  [[nodiscard]] uint64_t count() const { return count_; }

  // For reading file by file: the lines of the open file (at first, no file is
  // open), and opening the next file; false after the last one.
  [[nodiscard]] bool next_of_file(std::string_view& line);
  [[nodiscard]] bool open_next();
  [[nodiscard]] const CdxLines& file() const { return *file_; }

 private:
  std::vector<std::string> paths_;
  std::vector<std::unique_ptr<CdxLines>> open_;  // by path; those kept open
  size_t next_path_ = 0;
  std::unique_ptr<CdxLines> file_;
  bool kind_known_ = false;  // of the file's keys
  SharedHeader header_;
  uint64_t count_ = 0;
};

}  // namespace wax::cdx
