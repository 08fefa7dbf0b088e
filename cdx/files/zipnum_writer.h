// Writes sorted capture lines as a ZipNum (cdx/files/zipnum.h reads it).
#pragma once

#include <cstdint>
#include <string>

#include "lines/line_stream.h"

namespace wax::cdx {

enum class ZipNumForm {
  // cdx-00000.gz, cdx-00001.gz, ..., cluster.idx, cluster.loc and
  // metadata.yaml, as Common Crawl publishes its index.
  kCluster,
  // index.cdx.gz and index.idx with SHA-256 digests of the blocks, as WACZ
  // files hold them.
  kWacz,
};

struct ZipNumOptions {
  ZipNumForm form = ZipNumForm::kCluster;
  uint64_t block_lines = 3000;
  // Number of parts, with equal numbers of blocks; not with kWacz.
  uint64_t shards = 1;
  // Or the greatest size of a part, unless one block is larger; 0: no limit.
  uint64_t shard_bytes = 0;
  int level = 6;                  // of gzip, 1 to 9
  std::string input = "<input>";  // the name of the lines in messages
  unsigned jobs = 0;              // threads that compress; 0: one for each core

  // Throws UsageError.
  void check() const;
};

// Whether a new ZipNum may replace what is at the path: a folder with only the
// files of a ZipNum that write_zipnum() wrote, in either form; an empty folder;
// nothing. Throws UsageError for anything else.
void check_replaceable(const std::string& folder);

struct ZipNumCounts {
  uint64_t lines = 0;
  uint64_t blocks = 0;
  uint64_t shards = 0;
  uint64_t bytes_in = 0;
  uint64_t bytes_out = 0;  // of the blocks
};

// Writes the files into `folder`, which exists. `lines` are in order, without
// header; `top` (SharedHeader::top()) goes before the first line of the first
// block, and the delimiter of its header is that of the lines. With kWacz, the
// index states the identity. A block has the
// key of its first capture; metadata lines ("!meta ...") are not counted and
// stay before the capture that follows them. The bytes do not depend on `jobs`.
// Memory: two blocks for each job, and the index; with several shards, a
// temporary file in `folder`. Throws IoError; LineError for a line that is less
// than the line before it, for a block's first line without key and date, and
// with kWacz for a line or a header that is not CDXJ.
ZipNumCounts write_zipnum(lines::LineStream& lines, const std::string& top,
                          const std::string& folder,
                          const ZipNumOptions& options);

}  // namespace wax::cdx
