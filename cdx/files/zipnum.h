// Sorted capture lines in blocks that are compressed one by one, and an index
// of the blocks.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/searchable.h"
#include "cdx/files/sorted_file.h"
#include "cdx/files/zipnum_block.h"
#include "io/byte_source.h"
#include "io/new_directory.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// Reads a ZipNum by its index. NAME.loc beside NAME.idx gives the paths of a
// part ("part TAB path [TAB path...]"; the first that can be opened is used).
// Else a part is the file beside the index with its name without folders, or
// with
// ".gz" or ".cdx.gz" after it. Memory: one block, and two of up to 2 MiB.
class ZipNum final : public Searchable {
 public:
  // Whether a file is the index of a ZipNum, by its first lines.
  [[nodiscard]] static bool is_index(SortedFile& file);

  explicit ZipNum(std::unique_ptr<SortedFile> index);

  const std::string& name() const override { return index_->path(); }
  std::string head() override;
  std::unique_ptr<lines::LineStream> keys() override {
    return blocks({"", "\xff\xff"});
  }
  // Throws FormatError for a block that differs from what the index states,
  // IoError for one that is not there. If a range ends with a block, the next
  // block is checked too, because a damaged key may place it outside the range.
  std::unique_ptr<lines::LineStream> lines(const SearchRange& range) override;
  std::unique_ptr<lines::LineStream> lines_backwards(
      const SearchRange& range) override;
  std::unique_ptr<lines::LineStream> lines_of_blocks(const SearchRange& range,
                                                     uint64_t first,
                                                     uint64_t count) override;
  std::unique_ptr<lines::LineStream> blocks(const SearchRange& range) override;
  bool has_blocks() const override { return true; }
  uint64_t parts(const SearchRange& range, const Tick& tick) override;
  std::string part_start(const SearchRange& range, uint64_t n) override;

  // Every line of every block, with headers. Digests of blocks are checked
  // where the index has them.
  [[nodiscard]] std::unique_ptr<lines::LineStream> all();

  // The index line at `offset`, which moves past it; empty at the end.
  // Throws FormatError.
  [[nodiscard]] std::optional<ZipNumBlock> next_block(uint64_t& offset);
  // The line that states the identity, with its "\n", where the index does and
  // not a block, as in WACZ files; else empty.
  [[nodiscard]] const std::string& identity_line() const {
    return identity_line_;
  }
  // Offset where next_block() begins.
  [[nodiscard]] uint64_t begin() const { return index_->begin(); }
  [[nodiscard]] StoredBlock stored(const ZipNumBlock& block);
  // The decompressed bytes of a block.
  [[nodiscard]] std::string decompress(const ZipNumBlock& block,
                                       bool check_digest = false);
  // The same. The last blocks are kept, because URLs that are asked for one
  // after the other, such as those of a page, often lie in one block.
  [[nodiscard]] std::shared_ptr<const std::string> kept_block(
      const ZipNumBlock& block);

 private:
  struct KeptBlock {
    ZipNumBlock block;
    std::shared_ptr<const std::string> text;
  };

  void open_part(const std::string& part);
  void read_locations();

  std::unique_ptr<SortedFile> index_;
  std::string usual_part_;
  std::string identity_line_;
  std::string head_;  // empty: not read yet
  std::map<std::string, std::vector<std::string>> locations_;
  std::string open_part_;
  std::unique_ptr<io::FileSource> source_;
  std::vector<KeptBlock> kept_;  // the last one read is last
};

// Opens a ZipNum by its .idx or its folder. Throws UsageError for another file.
[[nodiscard]] std::unique_ptr<ZipNum> open_zipnum(const std::string& path);

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

// Folders with only the files of a ZipNum that write_zipnum() wrote, in either
// form.
[[nodiscard]] io::DirectoryKind zipnum_folders();

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
