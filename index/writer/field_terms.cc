#include <algorithm>
#include <utility>

#include "index/writer/inverter.h"

namespace wax::index {
namespace {

uint64_t mixed(uint64_t a, uint64_t b) {
  auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

}  // namespace

uint64_t FieldTerms::long_text_hash(const char* text, size_t size) {
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
  pending_count_ = 0;
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
  char* documents_begin = documents_.room(tokens * io::kLongestVInt);
  char* documents = documents_begin;
  char* positions_begin = positions_.room(tokens * io::kLongestVInt);
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
      positions = io::put_vint(positions, here - position);
      position = here;
    }
    if (count == 0) {
      postings.first = document;
      postings.first_frequency = frequency;
    } else if (!with_positions) {
      documents = io::put_vint(documents, document - last);
    } else if (frequency == 1) {
      documents = io::put_vint(documents, uint64_t{document - last} << 1 | 1);
    } else {
      documents = io::put_vint(documents, uint64_t{document - last} << 1);
      documents = io::put_vint(documents, frequency);
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

}  // namespace wax::index
