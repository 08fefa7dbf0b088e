// Turns documents into the parts of a segment: terms with their postings, norms
// and stored fields.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/schema/fields.h"
#include "index/store/byte_buffer.h"
#include "index/store/compress.h"
#include "index/writer/lucene_stored.h"
#include "index/writer/stored_writer.h"
#include "index/writer/term_run.h"
#include "text/ranges.h"

namespace wax::index {

// Some documents that follow each other. The first one begins a block of stored
// values.
class DocumentBatch {
 public:
  struct Value {
    const Field* field = nullptr;
    uint32_t number = 0;  // of the field
    uint32_t size = 0;    // bytes
    bool is_packed_dates = false;
    uint32_t ranges = 0;  // of main content, which it says
  };

  // What the documents hold, in their order.
  uint32_t first = 0;  // number of the first document
  std::vector<Value> values;
  std::vector<uint32_t> ends;  // behind the last value of each document
  ByteBuffer text;
  std::vector<text::TextRange> ranges;  // of main content
  // Of the fields that are made of others.
  uint32_t exacturl = 0;
  uint32_t main = 0;
  uint32_t exact = 0;
  uint32_t border = 0;
  uint32_t stems = 0;
  uint32_t year = 0;
  uint32_t month = 0;
  uint32_t day = 0;
  // Those in which words get stems (stems.h); null: none.
  const std::vector<std::string>* stem_languages = nullptr;
  // For long stored values; null: none.
  const TextDictionary* dictionary = nullptr;
  // Fields in order of their names, by number, that the documents can have.
  std::vector<uint32_t> in_order;

  // What an Inverter makes of them.
  TermRun run;
  StoredBlocks stored;
  LuceneStored lucene_stored;
  // Norms of the fields that have some, a byte for each document.
  std::vector<std::pair<uint32_t, ByteBuffer>> norms;

  [[nodiscard]] size_t documents() const { return ends.size(); }
  // For other documents; the memory is kept.
  void clear();
};

// Its memory is used again for the next documents: some four times their text.
class Inverter {
 public:
  Inverter();
  ~Inverter();
  Inverter(Inverter&&) noexcept;

  void invert(DocumentBatch& batch);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::index
