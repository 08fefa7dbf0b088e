// Makes an index: documents in, a directory out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

// A value of a field of fields.h. Text that is no UTF-8 is made sound.
struct FieldValue {
  std::string_view field;
  std::string_view value;
};

struct WriterOptions {
  // Bytes for documents before they are written out; what Lucene++ takes in
  // all is about 1.6 times as much.
  uint64_t memory = uint64_t{128} << 20;
  bool force = false;
};

// Documents keep the order in which they are added, and equal documents always
// give an index with equal answers. It is built beside its name and appears
// with finish() or not at all.
class IndexWriter {
 public:
  // Throws UsageError when `path` exists, or with `force` exists and is no
  // index; IoError. Folders above it are made.
  IndexWriter(std::string path, const WriterOptions& options);
  ~IndexWriter();
  IndexWriter(const IndexWriter&) = delete;
  IndexWriter& operator=(const IndexWriter&) = delete;

  // Adds a document, which may have no fields at all. Dates must be sorted and
  // without repetition; `day` follows from them, and `exacturl` from `url`.
  // Throws IoError (a full disk, ...); the writer is of no use after that.
  void add(const std::vector<FieldValue>& values);
  [[nodiscard]] uint64_t documents() const;

  // What the manifest says of the index: its kind of URL key, ...
  void about(std::string name, std::string value);

  // Writes everything and the manifest, and puts the index under its name.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::index
