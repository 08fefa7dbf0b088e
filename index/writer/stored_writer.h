// Writes the file of stored_file.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/store/byte_buffer.h"
#include "index/store/compress.h"
#include "index/store/stored_file.h"
#include "index/writer/lucene_files.h"

namespace wax::index {

// Some blocks that follow each other.
struct StoredBlocks {
  ByteBuffer bytes;
  std::vector<uint32_t> sizes;  // of each block

  void clear() {
    bytes.clear();
    sizes.clear();
  }
};

// Makes blocks of the documents from the first one of a block on. The same
// values give the same bytes.
class StoredBlockMaker {
 public:
  // `dictionary` was trained, or is null.
  void begin(const TextDictionary* dictionary, StoredBlocks& out) {
    dictionary_ = dictionary;
    out_ = &out;
  }
  // A text; "sha1:" and base32 take less room.
  void add_text(uint32_t field, std::string_view text);
  void add_binary(uint32_t field, std::string_view bytes) {
    add(field, StoredAs::kBinary, bytes);
  }
  // The 20 bytes of a SHA-1.
  void add_sha1(uint32_t field, std::string_view digest) {
    begin_value(field, StoredAs::kSha1);
    plain_.append(digest);
  }
  // Packed dates.
  void add_dates(uint32_t field, std::string_view packed);
  // The text is written by LuceneStoredMaker.
  void add_lucene(uint32_t field) { begin_value(field, StoredAs::kLucene); }
  // A text that is read seldom.
  void add_long(uint32_t field, std::string_view text);
  void end_document();
  // Ends the last block.
  void finish();

 private:
  void add(uint32_t field, StoredAs as, std::string_view bytes);
  void begin_value(uint32_t field, StoredAs as);
  void end_text();

  const TextDictionary* dictionary_ = nullptr;
  StoredBlocks* out_ = nullptr;
  FrameCompressor compressor_;
  uint32_t documents_ = 0;
  ByteBuffer rows_;
  ByteBuffer plain_;
  ByteBuffer text_;                 // of one frame
  std::string texts_;               // frames
  std::vector<uint64_t> of_texts_;  // bytes of each, compressed and not
  std::string frame_;
};

// Writes the file of a segment.
class StoredFileWriter {
 public:
  explicit StoredFileWriter(const std::string& path) : file_(path) {
    file_.write(StoredFile::kMark);
  }
  void add(const StoredBlocks& blocks);
  void finish(uint32_t documents);

 private:
  IndexFile file_;
  ByteBuffer list_;
};

}  // namespace wax::index
