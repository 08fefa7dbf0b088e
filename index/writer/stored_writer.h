// Writes the file of stored_file.h, and Lucene's files of stored values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/store/stored_file.h"
#include "index/writer/lucene_files.h"
#include "io/byte_buffer.h"
#include "io/compress/text_dictionary.h"

namespace wax::index {

// Some blocks that follow each other.
struct StoredBlocks {
  io::ByteBuffer bytes;
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
  void begin(const io::TextDictionary* dictionary, StoredBlocks& out) {
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
  void end_group();

  const io::TextDictionary* dictionary_ = nullptr;
  StoredBlocks* out_ = nullptr;
  io::FrameCompressor compressor_;
  uint32_t documents_ = 0;
  io::ByteBuffer rows_;              // of a group
  std::string row_frames_;           // of the groups before
  std::vector<uint64_t> of_groups_;  // as in the block
  uint64_t plain_before_ = 0;        // the group
  uint64_t texts_size_ = 0;          // not compressed, of the group
  io::ByteBuffer plain_;
  io::ByteBuffer text_;             // of one frame
  std::string texts_;               // frames
  std::vector<uint64_t> of_texts_;  // bytes of each, compressed and not
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
  io::ByteBuffer list_;
};

// Some documents that follow each other, as they are in .fdt.
struct LuceneStored {
  io::ByteBuffer bytes;
  std::vector<uint32_t> sizes;  // of each document

  void clear() {
    bytes.clear();
    sizes.clear();
  }
};

// Puts documents together. For one thread.
class LuceneStoredMaker {
 public:
  void begin(LuceneStored& out) { out_ = &out; }
  // A text in well-formed UTF-8 (text/utf8.h). `tokenized`: indexed as
  // words.
  void add(uint32_t field, std::string_view text, bool tokenized);
  // Packed dates (date_places.h), as a text of 14 digits each.
  void add_dates(uint32_t field, std::string_view packed);
  void end_document();

 private:
  LuceneStored* out_ = nullptr;
  io::ByteBuffer values_;  // of the document
  uint32_t count_ = 0;
};

// Writes both files of a segment. Throws IoError.
class LuceneStoredWriter {
 public:
  explicit LuceneStoredWriter(const std::string& segment);
  void add(const LuceneStored& documents);
  void finish();

 private:
  IndexFile values_;
  IndexFile places_;
};

}  // namespace wax::index
