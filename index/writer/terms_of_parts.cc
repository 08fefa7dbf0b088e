#include "index/writer/terms_of_parts.h"

#include <algorithm>

#include "io/error.h"

namespace wax::index {

// The first term comes last, and that of the first part.
bool TermsOfParts::is_later(const Node& a, const Node& b) {
  const int order = a.walk.term().compare(b.walk.term());
  return order != 0 ? order > 0 : a.part > b.part;
}

TermsOfParts::TermsOfParts(const std::vector<MergePart>& parts,
                           std::string_view field) {
  for (const MergePart& part : parts) {
    const uint32_t own = part.segment->field_number(field);
    if (own == UINT32_MAX) continue;
    TermWalk walk = part.segment->terms().from(own, "");
    if (!walk.ended() && walk.field() == own) heap_.push_back({walk, &part});
  }
  std::make_heap(heap_.begin(), heap_.end(), is_later);
}

bool TermsOfParts::next() {
  postings_.clear();
  if (heap_.empty()) return false;
  term_ = heap_.front().walk.term();
  while (!heap_.empty() && heap_.front().walk.term() == term_) {
    std::pop_heap(heap_.begin(), heap_.end(), is_later);
    Node& node = heap_.back();
    const uint32_t own = node.walk.field();
    postings_.push_back({node.part, own, node.walk.place()});
    node.walk.next();
    if (node.walk.ended() || node.walk.field() != own) {
      heap_.pop_back();
      continue;
    }
    if (node.walk.term() <= term_) {
      throw FormatError(node.part->source->index->path(), 0,
                        "the terms of this index are not in the order of "
                        "their bytes; it cannot be merged");
    }
    std::push_heap(heap_.begin(), heap_.end(), is_later);
  }
  return true;
}

uint64_t TermsOfParts::documents() const {
  uint64_t all = 0;
  for (const Postings& one : postings_) all += one.place.documents;
  return all;
}

}  // namespace wax::index
