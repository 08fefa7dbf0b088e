// Sorted capture lines to ZipNum (cdx/files/zipnum.h reads it).
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
  // So many parts, with as many blocks each as can be; not with kWacz.
  uint64_t shards = 1;
  // Or parts that are no longer, but for a block; 0: no limit.
  uint64_t shard_bytes = 0;
  int level = 6;                  // of gzip, 1 to 9
  std::string input = "<input>";  // what the lines are called in messages
  unsigned jobs = 0;              // threads that compress; 0: one for each core

  // Throws UsageError.
  void check() const;
};

// Whether a new ZipNum may replace what is there: a folder with the files of a
// ZipNum that write_zipnum() wrote, in either form, and no others; an empty
// folder; nothing. Throws UsageError for anything else.
void check_replaceable(const std::string& folder);

struct ZipNumCounts {
  uint64_t lines = 0;
  uint64_t blocks = 0;
  uint64_t shards = 0;
  uint64_t bytes_in = 0;
  uint64_t bytes_out = 0;  // of the blocks
};

// Writes the files into `folder`, which exists. `lines` are in order, without
// header; `header` (if not empty) becomes the first line of the first block,
// and its delimiter is that of the lines. A block has the key of its first
// capture; metadata lines ("!meta ...") are not counted and stay before the
// capture that follows them. The bytes do not depend on `jobs`. Memory: two
// blocks for each job, and the index; with several shards, a temporary file in
// `folder`. Throws IoError; LineError for a line that is less than the line
// before it, for a block's first line without key and date, and with kWacz for
// a line or a header that is no CDXJ.
ZipNumCounts write_zipnum(lines::LineStream& lines, const std::string& header,
                          const std::string& folder,
                          const ZipNumOptions& options);

}  // namespace wax::cdx
