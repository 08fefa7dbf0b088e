#include "index/writer/postings_merger.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "index/store/posting_cursor.h"

namespace wax::index {

void PostingsMerger::put_document(uint32_t document, uint32_t frequency,
                                  bool with_positions) {
  if (piece_.count == 0) {
    piece_.first = document;
    piece_.first_frequency = frequency;
  } else {
    char* out = piece_documents_.room(2 * io::kLongestVInt);
    uint64_t delta = document - piece_.last;
    if (!with_positions) {
      out = io::put_vint(out, delta);
    } else if (frequency == 1) {
      out = io::put_vint(out, delta << 1 | 1);
    } else {
      out = io::put_vint(out, delta << 1);
      out = io::put_vint(out, frequency);
    }
    piece_documents_.end_at(out);
  }
  piece_.last = document;
  ++piece_.count;
}

void PostingsMerger::add_piece(const std::string& term, PostingsFiles& files) {
  if (piece_.count == 0) return;
  piece_.documents = piece_documents_.view();
  piece_.positions = piece_positions_.view();
  files.add(term, piece_);
  piece_ = {};
  piece_documents_.clear();
  piece_positions_.clear();
}

// Document by document.
void PostingsMerger::add_kept(const std::string& term,
                              const TermsOfParts::Postings& postings,
                              PostingsFiles& files) {
  const MergePart& part = *postings.part;
  bool with_positions = part.segment->fields()[postings.field].has_positions;
  PostingCursor cursor(*part.segment, postings.field, postings.place);
  for (; cursor.document() != kNoDocument; cursor.next()) {
    uint32_t document = cursor.document();
    if (!part.is_kept(document)) continue;
    put_document(part.number(document), cursor.frequency(), with_positions);
    if (with_positions) {
      positions_.clear();
      cursor.append_positions(positions_);
      uint32_t last = 0;
      for (uint32_t position : positions_) {
        piece_positions_.append_vint(position - last);
        last = position;
      }
    }
    if (piece_.count == kDocumentsOfAPiece) add_piece(term, files);
  }
  add_piece(term, files);
}

void PostingsMerger::add_postings(const std::string& term,
                                  const TermsOfParts::Postings& postings,
                                  PostingsFiles& files) {
  const MergePart& part = *postings.part;
  const LuceneField& field = part.segment->fields()[postings.field];
  if (!part.all_kept || field.has_payloads) {
    return add_kept(term, postings, files);
  }
  // Positions begin anew in each document, so their bytes stay as they are.
  PostingCursor cursor(*part.segment, postings.field, postings.place);
  io::ByteCursor positions;
  if (field.has_positions) {
    positions =
        io::ByteCursor(part.segment->positions(), postings.place.positions);
  }
  uint32_t offset = part.number(0);
  while (cursor.document() != kNoDocument) {
    uint64_t occurrences = 0;
    uint32_t limit = cursor.document() + kDocumentsOfAPiece;
    cursor.take_until(limit, [&](uint32_t document, uint32_t frequency) {
      put_document(offset + document, frequency, field.has_positions);
      occurrences += frequency;
    });
    if (field.has_positions) {
      uint64_t begin = positions.at();
      io::ByteCursor bytes = positions;
      positions.skip_vints(occurrences);
      piece_positions_.append(bytes.bytes(positions.at() - begin));
    }
    add_piece(term, files);
  }
}

// The documents with new numbers from `first` to `end`, without it.
void PostingsMerger::gather(const TermsOfParts::Postings& postings,
                            bool with_joined, uint64_t first, uint64_t end) {
  const MergePart& part = *postings.part;
  const LuceneField& field = part.segment->fields()[postings.field];
  PostingCursor cursor(*part.segment, postings.field, postings.place);
  auto is_wanted = [&](uint32_t document) {
    if (!with_joined && !part.is_kept(document)) return false;
    const uint32_t number = part.number(document);
    return number >= first && number < end;
  };
  if (field.has_payloads) {
    for (; cursor.document() != kNoDocument; cursor.next()) {
      if (!is_wanted(cursor.document())) continue;
      positions_.clear();
      cursor.append_positions(positions_);
      io::ByteBuffer bytes;
      uint32_t last = 0;
      for (uint32_t position : positions_) {
        bytes.append_vint(position - std::exchange(last, position));
      }
      gathered_.push_back({part.number(cursor.document()), cursor.frequency(),
                           made_positions_.emplace_back(bytes.view())});
    }
    return;
  }
  io::ByteCursor positions;
  if (field.has_positions) {
    positions =
        io::ByteCursor(part.segment->positions(), postings.place.positions);
  }
  cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t frequency) {
    std::string_view bytes;
    if (field.has_positions) {
      const uint8_t* begin = positions.next();
      positions.skip_vints(frequency);
      bytes = {reinterpret_cast<const char*>(begin),
               static_cast<size_t>(positions.next() - begin)};
    }
    if (is_wanted(document)) {
      gathered_.push_back({part.number(document), frequency, bytes});
    }
  });
}

void PostingsMerger::add_sorted(const TermsOfParts& terms, bool with_joined,
                                PostingsFiles& files) {
  const uint64_t most = std::max<uint64_t>(memory_ / (2 * sizeof(Gathered)), 1);
  // What does not fit into memory is read once for each range of numbers.
  const uint64_t range = terms.documents() <= most ? plan_.documents : most;
  const bool with_positions =
      terms.postings()
          .front()
          .part->segment->fields()[terms.postings().front().field]
          .has_positions;
  for (uint64_t first = 0; first < plan_.documents; first += range) {
    for (const TermsOfParts::Postings& postings : terms.postings()) {
      gather(postings, with_joined, first, first + range);
    }
    std::sort(gathered_.begin(), gathered_.end(),
              [](const Gathered& a, const Gathered& b) {
                return a.number < b.number;
              });
    uint32_t last = MergeSource::kDropped;
    for (const Gathered& one : gathered_) {
      if (std::exchange(last, one.number) == one.number) continue;
      put_document(one.number, one.frequency, with_positions);
      piece_positions_.append(one.positions);
      if (piece_.count == kDocumentsOfAPiece) add_piece(terms.term(), files);
    }
    gathered_.clear();
    made_positions_.clear();
    add_piece(terms.term(), files);
  }
}

void PostingsMerger::run() {
  size_t block =
      std::clamp<size_t>(memory_ / 64, size_t{4} << 10, size_t{2} << 20);
  PostingsFiles files(segment_, plan_.fields.with_positions(), threads_, block);
  std::map<std::string_view, uint32_t> by_name;
  for (uint32_t i = 0; i < plan_.fields.list().size(); ++i) {
    by_name[plan_.fields.list()[i]->name] = i;
  }
  for (const auto& [name, number] : by_name) {
    const Field& field = *plan_.fields.list()[number];
    files.begin_field(number, field.indexed == Indexed::kWords);
    const bool with_joined = !plan_.joined->empty() && is_united(name) &&
                             field.indexed == Indexed::kExact;
    TermsOfParts terms(plan_.parts, name);
    while (terms.next()) {
      if (with_joined || !plan_.in_order) {
        add_sorted(terms, with_joined, files);
        continue;
      }
      for (const TermsOfParts::Postings& postings : terms.postings()) {
        add_postings(terms.term(), postings, files);
      }
    }
  }
  files.finish();
}

}  // namespace wax::index
