#include "index/writer/inverter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>

#include "index/schema/columns.h"
#include "index/schema/main_ranges.h"
#include "index/schema/stems.h"
#include "index/schema/tokens.h"
#include "index/schema/url_words.h"
#include "index/store/date_places.h"
#include "index/store/lucene_segment.h"
#include "index/writer/lucene_files.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

// Computes the norm as Lucene does. What a length is worth is for searches to
// say.
double length_norm(uint64_t words) {
  return 1 / std::sqrt(static_cast<double>(std::max<uint64_t>(words, 1)));
}

}  // namespace

void DocumentBatch::clear() {
  values.clear();
  ends.clear();
  text.clear();
  ranges.clear();
  stored.clear();
  lucene_stored.clear();
  norms.clear();
}

struct Inverter::State {
  struct FieldState {
    const Field* field = nullptr;
    FieldTerms terms;
    io::ByteBuffer norms;  // empty, or a byte for each document
    bool in_document = false;
  };

  void invert(DocumentBatch& batch);
  void add_value(const DocumentBatch::Value& value, std::string_view text,
                 const DocumentBatch& batch);
  void add_words(FieldTerms& terms, std::string_view text,
                 const DocumentBatch* with_exact = nullptr);
  void add_stem(std::string_view word, const DocumentBatch& batch);
  void add_written(std::string_view word, bool is_added,
                   const DocumentBatch& batch);
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
  void add_dates(uint32_t number, std::string_view packed,
                 const DocumentBatch& batch);
  void add_date(std::string_view date, const DocumentBatch& batch);
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
  std::vector<uint32_t> of_document;       // fields that the current one has
  std::span<const TextRange> main_ranges;  // of the current one
  size_t next_range = 0;                   // in the batch
  uint32_t document = 0;                   // its number
  uint32_t position = 0;                   // of the next word of its text
  Stretch last_stretch;                    // of its text; without terms: none
  // By language, and that of the current one; null: it gets no stems.
  std::map<std::string, StemTerms> stem_terms;
  StemTerms* stems_of_document = nullptr;
  struct SeenWord {
    uint64_t hash = 0;
    uint32_t size = 0;
    uint32_t document = UINT32_MAX;
  };
  static constexpr unsigned kSeenBits = 13;
  std::vector<SeenWord> seen_words = std::vector<SeenWord>(1 << kSeenBits);
  StoredBlockMaker stored;
  LuceneStoredMaker lucene_stored;
  uint32_t marked_document = UINT32_MAX;  // that has kWrittenMark
  std::string bare_word;
  std::string repaired;
  std::string last_day;  // of add_date()
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
    if (with_exact != nullptr && is_arabic(word)) {
      add_written(written.empty() ? word : written, !written.empty(),
                  *with_exact);
    }
    if (stems_of_document != nullptr && with_exact != nullptr) {
      add_stem(written.empty() ? word : written, *with_exact);
    }
  }
}

// `is_added`: the word is in the field already, with its vowel marks.
void Inverter::State::add_written(std::string_view word, bool is_added,
                                  const DocumentBatch& batch) {
  const std::string_view bare = without_vowel_marks(word, bare_word);
  FieldTerms& terms = in_document(batch.exact, *exact).terms;
  if (!is_added || bare != word) terms.add(bare.data(), bare.size());
  if (marked_document == document) return;
  marked_document = document;
  constexpr char kMark[8] = "\u0640";
  static_assert(kMark == kWrittenMark);
  terms.add(kMark, kWrittenMark.size());
}

// Once for each word of the document, as far as it is known to have been there.
void Inverter::State::add_stem(std::string_view word,
                               const DocumentBatch& batch) {
  const uint64_t hash = FieldTerms::hash_of(word.data(), word.size());
  SeenWord& seen = seen_words[hash >> (64 - kSeenBits)];
  if (seen.hash == hash && seen.size == word.size() &&
      seen.document == document) {
    return;
  }
  seen = {hash, static_cast<uint32_t>(word.size()), document};
  const std::string_view stem = stems_of_document->term(word);
  in_document(batch.stems, *stems).terms.add(stem.data(), stem.size());
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
  if (std::string_view term = longest_term(text); term.size() < text.size()) {
    if (!has_long_terms_cut(field.name)) return;
    text = term;
  }
  state.terms.add(text.data(), text.size());
}

// Each year, month and day once: the dates are sorted.
void Inverter::State::add_dates(uint32_t number, std::string_view packed,
                                const DocumentBatch& batch) {
  stored.add_dates(number, packed);
  lucene_stored.add_dates(number, packed);
  FieldTerms& years = in_document(batch.year, *year).terms;
  FieldTerms& months = in_document(batch.month, *month).terms;
  FieldTerms& days = in_document(batch.day, *day).terms;
  char digits[16] = {};
  uint64_t last = UINT64_MAX;  // day
  static_cast<void>(each_packed_date(packed, [&](uint64_t date) {
    uint64_t here = date / 86400;
    if (here == last) return;
    put_date(date, digits);
    if (last == UINT64_MAX || here / 372 != last / 372) years.add(digits, 4);
    if (last == UINT64_MAX || here / 31 != last / 31) months.add(digits, 6);
    days.add(digits, 8);
    last = here;
  }));
}

// Adds a date that cannot be packed: it is before 1990, or no clock shows it.
// If a document has several such dates, they follow one another in their order.
void Inverter::State::add_date(std::string_view date,
                               const DocumentBatch& batch) {
  if (!has_calendar_day(date)) return;
  FieldTerms& years = in_document(batch.year, *year).terms;
  FieldTerms& months = in_document(batch.month, *month).terms;
  FieldTerms& days = in_document(batch.day, *day).terms;
  const bool is_first = years.tokens_since_end() == 0;
  auto is_new = [&](size_t digits) {
    return is_first || date.substr(0, digits) != last_day.substr(0, digits);
  };
  if (is_new(4)) years.add(date.data(), 4);
  if (is_new(6)) months.add(date.data(), 6);
  if (is_new(8)) days.add(date.data(), 8);
  last_day = date.substr(0, 8);
}

void Inverter::State::add_value(const DocumentBatch::Value& value,
                                std::string_view text,
                                const DocumentBatch& batch) {
  const Field& field = *value.field;
  if (value.is_packed_dates) return add_dates(value.number, text, batch);
  if (field.stored == Stored::kCompressed) stored.add_long(value.number, text);
  if (value.ranges > 0) {
    main_ranges = std::span(batch.ranges).subspan(next_range, value.ranges);
    next_range += value.ranges;
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
    std::string room;
    if (field.name == "url") words = url_as_words(words, room);
    add_words(terms, words, field.name == "title" ? &batch : nullptr);
    if (field.stored != Stored::kYes && field.stored != Stored::kLucene) return;
  }
  if (text::ascii_prefix(text) < text.size()) {
    repaired.clear();
    repaired.reserve(text.size() + text.size() / 2 + 16);
    text::append_sane(text, repaired);
    repaired.reserve(repaired.size() + 8);
    text = repaired;
  }
  if (field.stored == Stored::kYes) stored.add_text(value.number, text);
  if (field.stored == Stored::kLucene) {
    stored.add_lucene(value.number);
    lucene_stored.add(value.number, text, field.indexed == Indexed::kWords);
  }
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
  if (field.name == kDateField) add_date(text, batch);
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

// Chooses the stems for a document with these values, whose texts begin at
// `text`.
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
  lucene_stored.begin(batch.lucene_stored);
  for (auto& state : fields) state->terms.clear();
  const char* text = batch.text.room(0) - batch.text.size();
  size_t next = 0;
  next_range = 0;
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
    main_ranges = {};
    position = 0;
    last_stretch = {};
    stored.end_document();
    lucene_stored.end_document();
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
