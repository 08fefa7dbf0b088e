// Writes documents as an index, which is a directory.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/schema/columns.h"
#include "io/budget.h"
#include "text/ranges.h"

namespace wax::index {

// A value of a field of fields.h or a column. Text that is not UTF-8 is
// repaired.
struct FieldValue {
  std::string_view field;
  std::string_view value;
};

// The memory is for documents and terms until they are written; 32 documents
// that are longer take what they need.
struct WriterOptions : io::Budget {
  bool force = false;
  std::vector<std::string> inputs = {};  // as io::check_replaceable() has them
  // Documents from one entry of the skip data to the next; Lucene's own writer
  // has 16.
  uint32_t skip_interval = 128;
  // Fields beside those of fields.h; the manifest gets "column.NAME" with the
  // kind of each.
  ColumnNames columns = {};
  // Words of documents in these languages get stems (stems.h), too; the
  // manifest gets "stems".
  std::vector<std::string> stems = {};
};

// Documents keep the order in which they are added. The same documents always
// give the same bytes, whatever the options. The index is built beside its name
// and appears with finish() or not at all.
class IndexWriter {
 public:
  // Throws UsageError when `path` exists, or with `force` when it exists and is
  // not an index; IoError. Makes the folders above it.
  IndexWriter(std::string path, const WriterOptions& options);
  ~IndexWriter();
  IndexWriter(const IndexWriter&) = delete;
  IndexWriter& operator=(const IndexWriter&) = delete;

  // Adds a document, which may have no fields. Dates must be sorted and without
  // repetition, and follow each other; `year`, `month` and `day` are made from
  // them, and `exacturl` from `url`. `main` are the ranges of `content` that
  // are main content, in order; they are stored in `main_ranges`. Documents
  // with `urlkey` are those of the key file (key_file.h). Throws IoError (a
  // full disk, ...); the writer is then unusable.
  void add(const std::vector<FieldValue>& values,
           std::span<const text::TextRange> main = {});
  [[nodiscard]] uint64_t documents() const;

  // Sets a value in the manifest: the kind of URL keys, ...
  void about(std::string name, std::string value);

  // Writes the rest and the manifest, and puts the index under its name.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::index
