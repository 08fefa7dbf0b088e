// Writes .fdt and .fdx, Lucene's own files of stored values: the texts of the
// fields that are Stored::kLucene, and dates that are packed elsewhere.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/store/byte_buffer.h"
#include "index/writer/lucene_files.h"

namespace wax::index {

// Some documents that follow each other, as they are in .fdt.
struct LuceneStored {
  ByteBuffer bytes;
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
  // A text in well-formed UTF-8 (text/sanitize.h). `tokenized`: indexed as
  // words.
  void add(uint32_t field, std::string_view text, bool tokenized);
  // Packed dates (packed_dates.h), as a text of 14 digits each.
  void add_dates(uint32_t field, std::string_view packed);
  void end_document();

 private:
  LuceneStored* out_ = nullptr;
  ByteBuffer values_;  // of the document
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
