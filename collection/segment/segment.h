// Segments: the documents of one import, in a directory.
//
//   NAME/manifest    text: kind, version, key kind, identity, counts, names of
//                    the fields, and the size and SHA-256 of each file below; a
//                    SHA-256 of itself
//   NAME/documents   blocks of documents, compressed, each with its CRC-32
//   NAME/keys        URL key, digest and date of the same documents, and
//                    whether they are truncated or revisits, in the same
//                    order, so that they can be grouped without decompression
//   NAME/links       links of the same documents, in the same order
//   NAME/images      images that they show, in the same order
//   NAME/blocks      where each block begins, for access by position
//   NAME/dates       the date list of revisit records
//                    (cdx/format/list_lines.h), for indexes that have the
//                    captures which they repeat
//   NAME/stats.json  counts of what was read, imported, left out and lost
//   NAME/meta.json   what a scan of these files says (segment_meta.h)
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "cdx/url/url_key.h"
#include "collection/segment/segment_meta.h"
#include "document/text/document.h"

namespace wax::collection {

// Some documents in their stored form. Blocks are built by any thread and
// appended by one; the same documents always give the same bytes.
class SegmentBlock {
 public:
  void add(const document::Document& document);
  // Adds the date of a revisit record.
  void add_date(std::string_view urlkey, std::string_view digest,
                std::string_view date14);
  // Compresses. Call once, after the last add().
  void seal();
  void clear();
  [[nodiscard]] uint64_t documents() const { return count_; }
  // Bytes added so far, before compression.
  [[nodiscard]] size_t size() const { return documents_.size(); }
  // Bytes that it holds.
  [[nodiscard]] size_t weight() const;

 private:
  friend class SegmentWriter;
  uint64_t count_ = 0;
  uint64_t date_count_ = 0;
  std::string dates_;
  std::string documents_;
  std::string keys_;
  std::string links_;
  std::string images_;
  SegmentFacts facts_;
};

// Writes a segment. It is built beside its name, as NAME.part-PID, and appears
// under its name with finish() or not at all. Memory: one block.
class SegmentWriter {
 public:
  // `identity`: how keys and digests are made (cdx/format/identity_line.h);
  // empty: not stated. `inputs`: what is read meanwhile. Throws as
  // io::NewDirectory.
  SegmentWriter(std::string path, cdx::UrlKeyKind kind, bool force,
                std::string identity = {},
                const std::vector<std::string>& inputs = {});
  ~SegmentWriter();
  SegmentWriter(const SegmentWriter&) = delete;
  SegmentWriter& operator=(const SegmentWriter&) = delete;

  // Adds one document. A block ends when it has a certain size.
  void add(const document::Document& document);
  // Adds a sealed block.
  void append(const SegmentBlock& block);
  // Adds all documents and dates of another segment of the same kind and
  // identity, as they are stored. Throws IoError, FormatError.
  void append_segment(const std::string& path);
  // Adds the date of a revisit record.
  void add_date(std::string_view urlkey, std::string_view digest,
                std::string_view date14);

  // `stats` is JSON text. Call once, last.
  void finish(std::string_view stats);

 private:
  void flush();

  struct State;
  std::unique_ptr<State> state_;
};

// Whether this is a folder with the manifest and the documents of a segment.
[[nodiscard]] bool is_segment(const std::string& path);

// The key of one document. Views are valid until the next call.
struct DocumentKey {
  std::string_view urlkey;
  std::string_view digest;
  std::string_view date;
  std::string_view collection;  // empty: none
  bool truncated = false;
  bool is_image = false;  // by its media type
  bool revisit = false;
  // A revisit of what is not imported.
  bool date_only = false;
  // A revisit whose original has another URL key, as it states.
  bool of_other_url = false;
};

// Reads a segment from beginning to end. Documents, keys, links and images are
// four independent streams in one order: the n-th key is the n-th document's.
// Any document can be read by its position besides. Damage of any kind throws
// FormatError with file and offset; all that was given out before is intact.
// Memory: one block of each, and 40 bytes for each block with access by
// position.
class SegmentReader {
 public:
  // Throws IoError, FormatError (not a segment, another version, a file whose
  // size differs from the manifest).
  explicit SegmentReader(const std::string& path);
  ~SegmentReader();
  SegmentReader(SegmentReader&&) noexcept;
  SegmentReader& operator=(SegmentReader&&) noexcept;

  [[nodiscard]] const std::string& path() const;
  [[nodiscard]] cdx::UrlKeyKind kind() const;
  // Empty when it is not stated.
  [[nodiscard]] const std::string& identity() const;
  [[nodiscard]] uint64_t documents() const;
  // Lines of the date list: 0 when no document is a revisit.
  [[nodiscard]] uint64_t dates() const;

  // False after the last one, when all counts have been checked. next() fills
  // all fields but links and images, the others these only.
  [[nodiscard]] bool next(document::Document& document);
  [[nodiscard]] bool next_links(document::Document& document);
  [[nodiscard]] bool next_images(document::Document& document);
  // Skips the next document; cheaper than next().
  [[nodiscard]] bool skip();
  [[nodiscard]] bool next_key(DocumentKey& key);

  // The same of the document at a position, which must be below documents(). A
  // block that holds the one asked for before is not read again.
  void read(uint64_t position, document::Document& document);
  void read_links(uint64_t position, document::Document& document);
  void read_images(uint64_t position, document::Document& document);

  // Reads all files and compares their checksums. Throws FormatError, IoError.
  void check_files() const;
  // The path of the date list, after all of it was read and is undamaged.
  [[nodiscard]] std::string dates_path() const;
  // The text of stats.json, which is undamaged.
  [[nodiscard]] std::string stats() const;
  // The manifest's own SHA-256 in hex: it changes with any content.
  [[nodiscard]] const std::string& fingerprint() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::collection
