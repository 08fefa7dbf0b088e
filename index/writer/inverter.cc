#include "index/writer/inverter.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "index/document/main_ranges.h"
#include "index/query/columns.h"
#include "index/query/stems.h"
#include "index/query/tokens.h"
#include "index/store/packed_dates.h"
#include "index/writer/segment_files.h"
#include "text/sanitize.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

// Lucene drops longer terms; this counts characters.
constexpr size_t kLongestTerm = 16383;

uint64_t mixed(uint64_t a, uint64_t b) {
  auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

constexpr uint64_t kSeed = 0x9E3779B97F4A7C15;

// Of more than eight bytes.
uint64_t long_text_hash(const char* text, size_t size) {
  uint64_t hash = kSeed ^ size;
  const char* end = text + size;
  uint64_t word;
  for (; end - text > 8; text += 8) {
    std::memcpy(&word, text, 8);
    hash = mixed(hash ^ word, 0xE7037ED1A0B428DB);
  }
  std::memcpy(&word, end - 8, 8);
  return mixed(hash ^ word, 0x8EBC6AF09C88C6E3);
}

// As Lucene has it. What a length is worth is for searches to say.
double length_norm(uint64_t words) {
  return 1 / std::sqrt(static_cast<double>(std::max<uint64_t>(words, 1)));
}

// The terms of one field, and in which documents they are.
class FieldTerms {
 public:
  // Eight bytes from `text` on may be read.
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
  // What is added next stands in this document from `position` on; without
  // this, behind what was added before, or at 0. Positions rise.
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

  void write(bool with_positions, RunWriter& run);
  void clear();

 private:
  // Terms that are looked up together: meanwhile the memory fetches their
  // slots.
  static constexpr size_t kPending = 16;
  static constexpr size_t kPendingText = 64;

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
  ByteBuffer texts_;
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
  ByteBuffer documents_;
  ByteBuffer positions_;
};

void FieldTerms::look_up_pending() {
  size_t count = std::exchange(pending_count_, 0);
  for (size_t i = 0; i < count; ++i) {
    const Pending& pending = pending_[i];
    const char* text = pending.term.size > 8
                           ? pending.text
                           : reinterpret_cast<const char*>(&pending.term.key);
    tokens_.push_back(id_of(pending.term, text));
  }
}

uint32_t FieldTerms::id_of(const Hashed& term, const char* text) {
  size_t mask = slots_.size() - 1;
  for (size_t at = term.hash >> shift_;; at = (at + 1) & mask) {
    Slot& slot = slots_[at];
    if (slot.id == 0) {
      auto id = static_cast<uint32_t>(terms_.size());
      slot = {term.key, term.size, id + 1};
      terms_.push_back({texts_.size(), term.size});
      texts_.append({text, term.size});
      if (terms_.size() * 2 > slots_.size()) enlarge();
      return id;
    }
    if (slot.key == term.key && slot.size == term.size &&
        (term.size <= 8 ||
         std::memcmp(texts_.data() + terms_[slot.id - 1].begin, text,
                     term.size) == 0)) {
      return slot.id - 1;
    }
  }
}

void FieldTerms::enlarge() {
  std::vector<Slot> old(slots_.size() * 4);
  old.swap(slots_);
  shift_ -= 2;
  size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.id == 0) continue;
    size_t at = spread(slot.key, slot.size) >> shift_;
    while (slots_[at].id != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

void FieldTerms::clear() {
  std::fill(slots_.begin(), slots_.end(), Slot{});
  terms_.clear();
  texts_.clear();
  tokens_.clear();
  ends_.clear();
  added_ = before_document_ = 0;
  first_ = 0;
}

void FieldTerms::sort_terms() {
  sorted_.resize(terms_.size());
  for (uint32_t id = 0; id < terms_.size(); ++id) {
    sorted_[id] = {
        first_eight(texts_.data() + terms_[id].begin, terms_[id].size), id};
  }
  std::sort(sorted_.begin(), sorted_.end(),
            [&](const Sorted& a, const Sorted& b) {
              return a.key != b.key ? a.key < b.key : text(a.id) < text(b.id);
            });
}

// What `postings` lacks: the views are valid until the next call.
void FieldTerms::encode(const uint64_t* from, const uint64_t* to,
                        bool with_positions, TermPostings& postings) {
  auto tokens = static_cast<size_t>(to - from);
  char* documents_begin = documents_.room(tokens * kLongestVInt);
  char* documents = documents_begin;
  char* positions_begin = positions_.room(tokens * kLongestVInt);
  char* positions = positions_begin;
  uint32_t last = 0;
  uint32_t count = 0;
  while (from < to) {
    auto document = static_cast<uint32_t>(*from >> 32);
    uint32_t position = 0;
    uint32_t frequency = 0;
    for (; from < to && *from >> 32 == document; ++from, ++frequency) {
      if (!with_positions) continue;
      auto here = static_cast<uint32_t>(*from);
      positions = put_vint(positions, here - position);
      position = here;
    }
    if (count == 0) {
      postings.first = document;
      postings.first_frequency = frequency;
    } else if (!with_positions) {
      documents = put_vint(documents, document - last);
    } else if (frequency == 1) {
      documents = put_vint(documents, uint64_t{document - last} << 1 | 1);
    } else {
      documents = put_vint(documents, uint64_t{document - last} << 1);
      documents = put_vint(documents, frequency);
    }
    last = document;
    ++count;
  }
  postings.count = count;
  postings.last = last;
  postings.documents = {documents_begin,
                        static_cast<size_t>(documents - documents_begin)};
  postings.positions = {positions_begin,
                        static_cast<size_t>(positions - positions_begin)};
}

void FieldTerms::write(bool with_positions, RunWriter& run) {
  look_up_pending();
  sort_terms();
  // How often each term occurs, then where its occurrences begin.
  places_.assign(terms_.size(), 0);
  for (uint32_t id : tokens_) ++places_[id];
  uint32_t sum = 0;
  for (const Sorted& term : sorted_) {
    sum += std::exchange(places_[term.id], sum);
  }
  if (occurrences_.size() < sum) occurrences_.resize(sum);
  size_t token = 0;
  for (const End& end : ends_) {
    uint64_t occurrence = uint64_t{end.document} << 32 | end.first;
    for (; token < end.tokens; ++token, ++occurrence) {
      occurrences_[places_[tokens_[token]]++] = occurrence;
    }
  }
  TermPostings postings;
  const uint64_t* from = occurrences_.data();
  for (const Sorted& term : sorted_) {
    const uint64_t* to = occurrences_.data() + places_[term.id];
    encode(from, to, with_positions, postings);
    run.add(text(term.id), postings);
    from = to;
  }
}

}  // namespace

void DocumentBatch::clear() {
  values.clear();
  ends.clear();
  text.clear();
  stored.clear();
  norms.clear();
}

struct Inverter::State {
  struct FieldState {
    const Field* field = nullptr;
    FieldTerms terms;
    ByteBuffer norms;  // empty, or a byte for each document
    bool in_document = false;
  };

  void invert(DocumentBatch& batch);
  void add_value(const DocumentBatch::Value& value, std::string_view text,
                 const DocumentBatch& batch);
  void add_words(FieldTerms& terms, std::string_view text,
                 const DocumentBatch* with_exact = nullptr);
  void add_content(uint32_t number, const Field& field, std::string_view text,
                   const DocumentBatch& batch);
  // Words that follow each other in the text, in one field.
  struct Stretch {
    FieldTerms* terms = nullptr;
    size_t begin = 0;  // in `terms`
    size_t end = 0;
    size_t in_border = 0;   // up to here they are in `border`
    uint32_t position = 0;  // of the first
  };
  void add_stretch(FieldTerms& terms, std::string_view text,
                   const DocumentBatch& batch);
  void add_border(const Stretch& stretch, size_t from, size_t to,
                  const DocumentBatch& batch);
  void choose_stems(const DocumentBatch& batch, size_t first, size_t last,
                    const char* text);
  void add_exact(uint32_t number, const Field& field, std::string_view text);
  void add_dates(std::string_view packed, const DocumentBatch& batch);
  void end_document(uint32_t number, size_t n, const DocumentBatch& batch);
  FieldState& in_document(uint32_t number, const Field& field);

  const Field* exacturl = find_field("exacturl");
  const Field* main = find_field("main");
  const Field* exact = find_field("exact");
  const Field* border = find_field(kBorderField);
  const Field* stems = find_field(kStemsField);
  const Field* year = find_field("year");
  const Field* month = find_field("month");
  const Field* day = find_field("day");
  Tokenizer tokenizer;
  std::vector<std::unique_ptr<FieldState>> fields;  // by number
  std::vector<uint32_t> of_document;   // fields that the current one has
  std::vector<TextRange> main_ranges;  // of the current one
  uint32_t document = 0;               // its number
  uint32_t position = 0;               // of the next word of its text
  Stretch last_stretch;                // of its text; without terms: none
  // By language, and that of the current one; null: it gets no stems.
  std::map<std::string, StemTerms> stem_terms;
  StemTerms* stems_of_document = nullptr;
  StoredBlockMaker stored;
  std::string repaired;
};

Inverter::State::FieldState& Inverter::State::in_document(uint32_t number,
                                                          const Field& field) {
  while (fields.size() <= number) {
    fields.push_back(std::make_unique<FieldState>());
  }
  FieldState& state = *fields[number];
  if (!state.in_document) {
    state.in_document = true;
    state.field = &field;
    of_document.push_back(number);
  }
  return state;
}

void Inverter::State::add_words(FieldTerms& terms, std::string_view text,
                                const DocumentBatch* with_exact) {
  tokenizer.set(text);
  std::string_view word;
  std::string_view written;
  while (tokenizer.next_utf8(word, written)) {
    terms.add(word.data(), word.size());
    if (!written.empty() && with_exact != nullptr) {
      in_document(with_exact->exact, *exact)
          .terms.add(written.data(), written.size());
    }
    if (stems_of_document != nullptr && with_exact != nullptr) {
      std::string_view stem =
          stems_of_document->term(written.empty() ? word : written);
      in_document(with_exact->stems, *stems)
          .terms.add(stem.data(), stem.size());
    }
  }
}

void Inverter::State::add_stretch(FieldTerms& terms, std::string_view text,
                                  const DocumentBatch& batch) {
  terms.stand_at(document, position);
  Stretch here{&terms, terms.size(), 0, terms.size(), position};
  add_words(terms, text, &batch);
  here.end = terms.size();
  if (here.begin == here.end) return;
  position += static_cast<uint32_t>(here.end - here.begin);
  Stretch& last = last_stretch;
  if (last.terms == here.terms) {
    last.end = here.end;
    bool follows_border = last.in_border > last.begin;
    size_t most = std::min(last.begin + kBorderWords, last.end);
    if (follows_border && most > last.in_border) {
      add_border(last, last.in_border, most, batch);
      last.in_border = most;
    }
    return;
  }
  if (last.terms != nullptr) {
    size_t most = last.end - std::min(kBorderWords, last.end - last.begin);
    add_border(last, std::max(most, last.in_border), last.end, batch);
    here.in_border = std::min(here.begin + kBorderWords, here.end);
    add_border(here, here.begin, here.in_border, batch);
  }
  last = here;
}

void Inverter::State::add_border(const Stretch& stretch, size_t from, size_t to,
                                 const DocumentBatch& batch) {
  FieldTerms& terms = in_document(batch.border, *border).terms;
  terms.stand_at(
      document, stretch.position + static_cast<uint32_t>(from - stretch.begin));
  char room[4 * Tokenizer::kLongest + 8] = {};
  for (size_t n = from; n < to; ++n) {
    std::string_view text = stretch.terms->token(n);
    std::copy(text.begin(), text.end(), room);
    terms.add(room, text.size());
  }
}

// The main content is another field than the rest. The places of words are
// those in the text.
void Inverter::State::add_content(uint32_t number, const Field& field,
                                  std::string_view text,
                                  const DocumentBatch& batch) {
  FieldTerms& rest = in_document(number, field).terms;
  size_t at = 0;
  for (const TextRange& range : main_ranges) {
    size_t begin = std::min(range.begin, text.size());
    size_t end = std::min(range.end, text.size());
    add_stretch(rest, text.substr(at, begin - at), batch);
    add_stretch(in_document(batch.main, *main).terms,
                text.substr(begin, end - begin), batch);
    at = end;
  }
  add_stretch(rest, text.substr(at), batch);
}

void Inverter::State::add_exact(uint32_t number, const Field& field,
                                std::string_view text) {
  FieldState& state = in_document(number, field);
  if (text.size() > kLongestTerm) {
    auto characters = std::count_if(text.begin(), text.end(), [](char c) {
      return !text::continues_sequence(c);
    });
    if (static_cast<size_t>(characters) > kLongestTerm) return;
  }
  state.terms.add(text.data(), text.size());
}

// Each year, month and day once: the dates are sorted.
void Inverter::State::add_dates(std::string_view packed,
                                const DocumentBatch& batch) {
  FieldTerms& years = in_document(batch.year, *year).terms;
  FieldTerms& months = in_document(batch.month, *month).terms;
  FieldTerms& days = in_document(batch.day, *day).terms;
  char digits[16] = {};
  uint64_t last = UINT64_MAX;  // day
  static_cast<void>(each_packed_date(packed, [&](uint64_t number) {
    uint64_t here = number / 86400;
    if (here == last) return;
    put_date(number, digits);
    if (last == UINT64_MAX || here / 372 != last / 372) years.add(digits, 4);
    if (last == UINT64_MAX || here / 31 != last / 31) months.add(digits, 6);
    days.add(digits, 8);
    last = here;
  }));
}

void Inverter::State::add_value(const DocumentBatch::Value& value,
                                std::string_view text,
                                const DocumentBatch& batch) {
  const Field& field = *value.field;
  if (value.is_packed_dates) {
    stored.add_dates(value.number, text);
    return add_dates(text, batch);
  }
  if (field.stored == Stored::kCompressed) stored.add_long(value.number, text);
  if (field.name == "main_ranges") {
    main_ranges = parse_main_ranges(text);
    in_document(batch.main, *main);
    in_document(batch.border, *border);
  }
  if (field.name == "content") {
    add_content(value.number, field, text, batch);
    return;
  }
  if (field.indexed == Indexed::kWords) {
    FieldTerms& terms = in_document(value.number, field).terms;
    std::string_view words = text;
    if (field.name == "url") {
      // The scheme is in every URL: it is no word of it.
      size_t at = words.find("://");
      if (at != std::string_view::npos) words.remove_prefix(at + 3);
    }
    add_words(terms, words, field.name == "title" ? &batch : nullptr);
    if (field.stored != Stored::kYes) return;
  }
  if (text::ascii_prefix(text) < text.size()) {
    repaired.clear();
    repaired.reserve(text.size() + text.size() / 2 + 16);
    text::append_sane(text, repaired);
    repaired.reserve(repaired.size() + 8);
    text = repaired;
  }
  if (field.stored == Stored::kYes) stored.add_text(value.number, text);
  if (field.indexed == Indexed::kExact) add_exact(value.number, field, text);
  if (field.indexed == Indexed::kNumber) {
    std::string term = number_term(text);
    add_exact(value.number, field, term);
  }
  if (field.indexed == Indexed::kInteger || field.indexed == Indexed::kReal) {
    ColumnKind kind = field.indexed == Indexed::kInteger ? ColumnKind::kInteger
                                                         : ColumnKind::kReal;
    if (std::optional<std::string> term = number_term(kind, text)) {
      add_exact(value.number, field, *term);
    }
  }
  if (field.name == "url") add_exact(batch.exacturl, *exacturl, text);
}

void Inverter::State::end_document(uint32_t number, size_t n,
                                   const DocumentBatch& batch) {
  FieldState& state = *fields[number];
  state.in_document = false;
  if (state.field->indexed == Indexed::kWords) {
    if (state.norms.empty()) {
      state.norms.append(static_cast<char>(kNoNorm), batch.documents());
    }
    state.norms.data()[n] = static_cast<char>(
        norm_byte(length_norm(state.terms.tokens_since_end())));
  }
  state.terms.end_document(batch.first + static_cast<uint32_t>(n));
}

// Of a document with these values, whose texts begin at `text`.
void Inverter::State::choose_stems(const DocumentBatch& batch, size_t first,
                                   size_t last, const char* text) {
  stems_of_document = nullptr;
  for (size_t n = first; n < last; ++n) {
    const DocumentBatch::Value& value = batch.values[n];
    if (value.field->name == "lang") {
      std::string language =
          stem_language({text, value.size}, *batch.stem_languages);
      if (language.empty()) return;
      auto found = stem_terms.find(language);
      if (found == stem_terms.end()) {
        found = stem_terms.emplace(language, language).first;
      }
      stems_of_document = &found->second;
      return;
    }
    text += value.size;
  }
}

void Inverter::State::invert(DocumentBatch& batch) {
  stored.begin(batch.dictionary, batch.stored);
  for (auto& state : fields) state->terms.clear();
  const char* text = batch.text.room(0) - batch.text.size();
  size_t next = 0;
  for (size_t n = 0; n < batch.documents(); ++n) {
    document = batch.first + static_cast<uint32_t>(n);
    if (batch.stem_languages != nullptr) {
      choose_stems(batch, next, batch.ends[n], text);
    }
    for (; next < batch.ends[n]; ++next) {
      const DocumentBatch::Value& value = batch.values[next];
      add_value(value, {text, value.size}, batch);
      text += value.size;
    }
    for (uint32_t number : of_document) end_document(number, n, batch);
    of_document.clear();
    main_ranges.clear();
    position = 0;
    last_stretch = {};
    stored.end_document();
  }
  stored.finish();
  RunWriter run;
  for (uint32_t number : batch.in_order) {
    if (number >= fields.size()) continue;
    FieldState& state = *fields[number];
    if (!state.norms.empty()) {
      batch.norms.emplace_back(number, std::move(state.norms));
    }
    if (state.terms.empty()) continue;
    run.begin_field(number);
    state.terms.write(state.field->indexed == Indexed::kWords, run);
  }
  batch.run = run.finish();
}

Inverter::Inverter() : state_(std::make_unique<State>()) {}
Inverter::~Inverter() = default;
Inverter::Inverter(Inverter&&) noexcept = default;

void Inverter::invert(DocumentBatch& batch) { state_->invert(batch); }

}  // namespace wax::index
