// Turns documents into the parts of a segment: terms with their postings, norms
// and stored fields.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/schema/fields.h"
#include "index/writer/stored_writer.h"
#include "index/writer/term_run.h"
#include "io/byte_buffer.h"
#include "io/compress/text_dictionary.h"
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
  std::vector<uint32_t> ends;  // after the last value of each document
  io::ByteBuffer text;
  std::vector<text::TextRange> ranges;  // of main content
  // The numbers of the fields that are made of others.
  uint32_t exacturl = 0;
  uint32_t main = 0;
  uint32_t exact = 0;
  uint32_t border = 0;
  uint32_t stems = 0;
  uint32_t year = 0;
  uint32_t month = 0;
  uint32_t day = 0;
  // The languages in which words get stems (stems.h); null: none.
  const std::vector<std::string>* stem_languages = nullptr;
  // For long stored values; null: none.
  const io::TextDictionary* dictionary = nullptr;
  // Fields in order of their names, by number, that the documents can have.
  std::vector<uint32_t> in_order;

  // What an Inverter makes of them.
  TermRun run;
  StoredBlocks stored;
  LuceneStored lucene_stored;
  // Norms of the fields that have some, a byte for each document.
  std::vector<std::pair<uint32_t, io::ByteBuffer>> norms;

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

// For one thread. clear() keeps the memory for the next batch.
class FieldTerms {
 public:
  // The next token; its text is copied. Eight bytes from `text` on may be read.
  void add(const char* text, size_t size) {
    ++added_;
    if (size > kPendingText) {
      look_up_pending();
      tokens_.push_back(id_of(hashed(text, size), text));
      return;
    }
    Pending& pending = pending_[pending_count_];
    pending.term = hashed(text, size);
    if (size > 8) std::memcpy(pending.text, text, size);
    __builtin_prefetch(&slots_[pending.term.hash >> shift_]);
    if (++pending_count_ == kPending) look_up_pending();
  }
  // Puts what is added next into this document, from `position` on. Without
  // this call, it follows what was added before, or begins at 0. Positions
  // rise.
  void stand_at(uint32_t document, uint32_t position) {
    if (added_ > last_end()) ends_.push_back({document, first_, added_});
    first_ = position;
  }
  // What was added since the call before belongs to this document.
  void end_document(uint32_t document) {
    stand_at(document, 0);
    before_document_ = added_;
  }
  [[nodiscard]] uint64_t tokens_since_end() const {
    return added_ - before_document_;
  }
  [[nodiscard]] size_t size() const { return added_; }
  [[nodiscard]] bool empty() const { return added_ == 0; }
  // The n-th that was added. Valid until the next one is.
  [[nodiscard]] std::string_view token(size_t n) {
    look_up_pending();
    return text(tokens_[n]);
  }

  // A hash of a text, of which eight bytes from its beginning on may be read.
  [[nodiscard]] static uint64_t hash_of(const char* text, size_t size) {
    return hashed(text, size).hash;
  }

  // Adds all terms to the run, in order of their bytes.
  void write(bool with_positions, RunWriter& run);
  void clear();

 private:
  // Terms that are looked up together: meanwhile the memory fetches their
  // slots.
  static constexpr size_t kPending = 16;
  static constexpr size_t kPendingText = 64;
  static constexpr uint64_t kSeed = 0x9E3779B97F4A7C15;

  struct Hashed {
    uint64_t key = 0;  // the text, or a hash of a text of more than 8 bytes
    uint64_t hash = 0;
    uint32_t size = 0;
  };
  struct Pending {
    Hashed term;
    char text[kPendingText];  // of more than 8 bytes
  };
  struct Slot {
    uint64_t key = 0;
    uint32_t size = 0;
    uint32_t id = 0;  // of the term, plus one; 0: free
  };
  struct Term {
    size_t begin = 0;  // in texts_
    uint32_t size = 0;
  };
  // Tokens up to `tokens`, the first of which has the position `first`.
  struct End {
    uint32_t document = 0;
    uint32_t first = 0;
    size_t tokens = 0;
  };
  struct Sorted {
    uint64_t key;
    uint32_t id;
  };

  [[nodiscard]] size_t last_end() const {
    return ends_.empty() ? 0 : ends_.back().tokens;
  }
  [[nodiscard]] std::string_view text(uint32_t id) const {
    return {texts_.data() + terms_[id].begin, terms_[id].size};
  }
  // For texts of more than eight bytes.
  static uint64_t long_text_hash(const char* text, size_t size);
  static uint64_t spread(uint64_t key, size_t size) {
    if (size > 8) return key * kSeed;
    uint64_t hash = (key ^ size) * kSeed;
    return (hash ^ hash >> 32) * kSeed;
  }
  static Hashed hashed(const char* text, size_t size) {
    uint64_t key;
    if (size > 8) {
      key = long_text_hash(text, size);
    } else {
      std::memcpy(&key, text, 8);
      if (size < 8) key &= (uint64_t{1} << (8 * size)) - 1;
    }
    return {key, spread(key, size), static_cast<uint32_t>(size)};
  }
  uint32_t id_of(const Hashed& term, const char* text);
  void look_up_pending();
  void enlarge();
  void sort_terms();
  void encode(const uint64_t* from, const uint64_t* to, bool with_positions,
              TermPostings& postings);

  std::vector<Slot> slots_ = std::vector<Slot>(1024);
  unsigned shift_ = 54;
  std::vector<Term> terms_;
  io::ByteBuffer texts_;
  std::vector<uint32_t> tokens_;  // ids
  std::vector<End> ends_;
  size_t added_ = 0;
  size_t before_document_ = 0;  // added
  uint32_t first_ = 0;          // position of what is added next
  Pending pending_[kPending];
  size_t pending_count_ = 0;
  // For write().
  std::vector<Sorted> sorted_;
  std::vector<uint32_t> places_;
  std::vector<uint64_t> occurrences_;  // document << 32 | position
  io::ByteBuffer documents_;
  io::ByteBuffer positions_;
};

}  // namespace wax::index
