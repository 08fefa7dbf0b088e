// The files of one segment in the format of Lucene 2.9 and 3.0, as Lucene++ and
// Lucene up to 3.6 read them.
//
// Fields have numbers in the order in which they are first met. Terms are in
// order of the fields' names, then of their UTF-8 bytes, as Lucene++ wants
// them. Lucene in Java compares UTF-16 units; the two differ when one of two
// terms has a supplementary character where the other has one from U+E000 to
// U+FFFF.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/schema/fields.h"
#include "index/writer/term_run.h"
#include "io/byte_buffer.h"

namespace wax::index {

// A new file. It is part of a directory that appears as a whole, so it has its
// final name at once.
class IndexFile {
 public:
  // Throws IoError.
  explicit IndexFile(std::string path);
  ~IndexFile();
  IndexFile(const IndexFile&) = delete;
  IndexFile& operator=(const IndexFile&) = delete;

  // Buffered. Both throw IoError (a full disk, ...).
  void write(std::string_view bytes) {
    if (buffer_.size() >= kBlock) flush();
    size_ += bytes.size();
    if (bytes.size() >= kBlock) return write_long(bytes);
    buffer_.append(bytes);
  }
  // Writes over what is there.
  void patch(std::string_view bytes, uint64_t offset);
  [[nodiscard]] uint64_t size() const { return size_; }

  // Writes what is buffered, syncs and closes. Throws IoError.
  void finish();

 private:
  static constexpr size_t kBlock = 256 * 1024;
  void flush();
  void write_long(std::string_view bytes);
  void put(std::string_view bytes, uint64_t offset) const;

  std::string path_;
  int fd_;
  uint64_t size_ = 0;
  io::ByteBuffer buffer_;
};

// What .tis says of a term.
struct TermInfo {
  uint32_t field = 0;
  uint32_t documents = 0;
  uint64_t frq = 0;          // where its postings begin
  uint64_t prx = 0;          // where its positions begin
  uint64_t skip_offset = 0;  // where its skip data begin, from `frq` on
};

// One of .tis and .tii: entries that each tell what differs from the one
// before.
class TermFile {
 public:
  TermFile(std::string path, uint32_t skip_interval);
  // Returns after the entry. `tis` is for .tii alone: where .tis goes on.
  void add(std::string_view term, const TermInfo& info,
           const uint64_t* tis = nullptr);
  [[nodiscard]] uint64_t size() const { return file_.size(); }
  [[nodiscard]] uint64_t entries() const { return entries_; }
  [[nodiscard]] std::string_view term() const { return term_.view(); }
  [[nodiscard]] const TermInfo& info() const { return info_; }
  void finish();

 private:
  IndexFile file_;
  uint32_t skip_interval_;
  uint64_t entries_ = 0;
  uint64_t tis_ = 0;
  io::ByteBuffer term_;
  TermInfo info_;
};

// .tis with its index .tii.
class TermDictionary {
 public:
  TermDictionary(const std::string& segment, uint32_t skip_interval);
  void add(std::string_view term, const TermInfo& info);
  void finish();

 private:
  TermFile terms_;
  TermFile index_;
};

// Puts the postings of a term together: bytes of .frq with skip data, and of
// .prx.
class PostingsEncoder {
 public:
  static constexpr unsigned kMostLevels = 10;

  // Postings are appended to both. `skip_interval`: documents from one skip
  // entry to the next.
  PostingsEncoder(io::ByteBuffer& documents, io::ByteBuffer& positions,
                  uint32_t skip_interval)
      : frq_(&documents), prx_(&positions), skip_interval_(skip_interval) {}

  void begin(bool with_positions);
  // Later documents than those before.
  void add(const TermPostings& postings);
  // Appends the skip data. Returns documents and skip offset; the rest of
  // TermInfo is the caller's. Throws UsageError when the format cannot hold so
  // many.
  [[nodiscard]] TermInfo end();

  // After add(): writes what is in both buffers, and empties them.
  void write(IndexFile& documents, IndexFile& positions);

 private:
  void put_document(uint32_t delta, uint32_t frequency);
  void skip_point();

  struct Level {
    io::ByteBuffer bytes;
    uint32_t document = 0;
    uint64_t frq = 0;
    uint64_t prx = 0;
  };

  [[nodiscard]] uint64_t frq_size() const {
    return frq_before_ + frq_->size() - frq_begin_;
  }
  [[nodiscard]] uint64_t prx_size() const {
    return prx_before_ + prx_->size() - prx_begin_;
  }

  io::ByteBuffer* frq_;
  io::ByteBuffer* prx_;
  uint32_t skip_interval_;
  bool with_positions_ = true;
  uint64_t count_ = 0;
  uint32_t last_ = 0;
  // Bytes of the term that write() wrote, and where it begins in the buffers.
  uint64_t frq_before_ = 0;
  uint64_t prx_before_ = 0;
  size_t frq_begin_ = 0;
  size_t prx_begin_ = 0;
  Level levels_[kMostLevels];
};

// Encodes a norm in a byte: three bits of mantissa, five of exponent.
[[nodiscard]] uint8_t norm_byte(double norm);
// The norm of documents without the field.
inline constexpr uint8_t kNoNorm = 124;

// .fnm: the fields in order of their numbers.
void write_field_infos(const std::string& segment,
                       const std::vector<const Field*>& fields);

// The commit, segments_1 and segments.gen, of one segment "_0", or of none when
// there are no documents.
void write_commit(const std::string& directory, uint64_t documents,
                  bool with_positions);

}  // namespace wax::index
