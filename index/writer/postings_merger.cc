#include "index/writer/postings_merger.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "index/store/posting_cursor.h"
#include "io/error.h"

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

void PostingsMerger::add_piece(const TermWalk& walk, PostingsFiles& files) {
  if (piece_.count == 0) return;
  piece_.documents = piece_documents_.view();
  piece_.positions = piece_positions_.view();
  files.add(walk.term(), piece_);
  piece_ = {};
  piece_documents_.clear();
  piece_positions_.clear();
}

// Document by document.
void PostingsMerger::add_kept(const MergePart& part, const TermWalk& walk,
                              PostingsFiles& files) {
  bool with_positions = part.segment->fields()[walk.field()].has_positions;
  PostingCursor cursor(*part.segment, walk.field(), walk.place());
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
    if (piece_.count == kDocumentsOfAPiece) add_piece(walk, files);
  }
  add_piece(walk, files);
}

void PostingsMerger::add_postings(const MergePart& part, const TermWalk& walk,
                                  PostingsFiles& files) {
  const LuceneField& field = part.segment->fields()[walk.field()];
  if (!part.all_kept || field.has_payloads) {
    return add_kept(part, walk, files);
  }
  // Positions begin anew in each document, so their bytes stay as they are.
  PostingCursor cursor(*part.segment, walk.field(), walk.place());
  io::ByteCursor positions;
  if (field.has_positions) {
    positions =
        io::ByteCursor(part.segment->positions(), walk.place().positions);
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
    add_piece(walk, files);
  }
}

void PostingsMerger::gather(const MergePart& part, const TermWalk& walk) {
  PostingCursor cursor(*part.segment, walk.field(), walk.place());
  cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t) {
    uint32_t number = part.number(document);
    if (number != MergeSource::kDropped) gathered_.push_back(number);
  });
}

void PostingsMerger::add_gathered(const std::string& term,
                                  PostingsFiles& files) {
  if (!std::is_sorted(gathered_.begin(), gathered_.end())) {
    std::sort(gathered_.begin(), gathered_.end());
  }
  gathered_.erase(std::unique(gathered_.begin(), gathered_.end()),
                  gathered_.end());
  for (uint32_t number : gathered_) put_document(number, 1, false);
  gathered_.clear();
  if (piece_.count == 0) return;
  piece_.documents = piece_documents_.view();
  files.add(term, piece_);
  piece_ = {};
  piece_documents_.clear();
}

void PostingsMerger::run() {
  struct Node {
    TermWalk walk;
    const MergePart* part;
  };
  // The first term comes last, and that of the first part.
  auto later = [](const Node& a, const Node& b) {
    int order = a.walk.term().compare(b.walk.term());
    return order != 0 ? order > 0 : a.part > b.part;
  };
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
    bool gathers = !plan_.joined->empty() && is_united(name) &&
                   field.indexed == Indexed::kExact;
    std::vector<Node> heap;
    for (const MergePart& part : plan_.parts) {
      uint32_t own = part.segment->field_number(name);
      if (own == UINT32_MAX) continue;
      TermWalk walk = part.segment->terms().from(own, "");
      if (!walk.ended() && walk.field() == own) heap.push_back({walk, &part});
    }
    std::make_heap(heap.begin(), heap.end(), later);
    std::string last;
    while (!heap.empty()) {
      std::pop_heap(heap.begin(), heap.end(), later);
      Node& node = heap.back();
      if (gathers && node.walk.term() != last) add_gathered(last, files);
      last = node.walk.term();
      if (gathers) {
        gather(*node.part, node.walk);
      } else {
        add_postings(*node.part, node.walk, files);
      }
      uint32_t own = node.walk.field();
      node.walk.next();
      if (node.walk.ended() || node.walk.field() != own) {
        heap.pop_back();
        continue;
      }
      if (node.walk.term() <= last) {
        throw FormatError(node.part->source->index->path(), 0,
                          "the terms of this index are not in the order of "
                          "their bytes; it cannot be merged");
      }
      std::push_heap(heap.begin(), heap.end(), later);
    }
    if (gathers) add_gathered(last, files);
  }
  files.finish();
}

}  // namespace wax::index
