#include "index/store/impact_bounds.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "index/store/maxima.h"

namespace wax::index {
const std::array<float, 256>& values_of_norms() {
  static const std::array<float, 256> values = [] {
    std::array<float, 256> made{};
    for (uint32_t i = 1; i < made.size(); ++i) {
      // Three bits of mantissa, five of exponent.
      made[i] = std::bit_cast<float>(((i >> 3) + 48) << 24 | (i & 7) << 21);
    }
    return made;
  }();
  return values;
}

ImpactBounds::ImpactBounds(const std::vector<TermSource>& sources, float weight)
    : sources_(sources), weight_(weight) {
  for (const TermSource& source : sources_) {
    Part part;
    if (const MaximaFile* maxima = source.segment->maxima()) {
      part.blocks = maxima->blocks_of(source.place);
    } else {
      part.whole = std::numeric_limits<float>::infinity();
    }
    parts_.push_back(part);
  }
}

float ImpactBounds::bound_of(const Impact& impact) const {
  if (impact.frequency == 0) return std::numeric_limits<float>::infinity();
  float score = score_of(weight_, impact.frequency, impact.norm);
  return impact.has_rival ? score * (1 + 0x1p-18F) : score;
}

// Of a term with few documents.
float ImpactBounds::bound_of_all(const TermSource& source) const {
  if (source.place.documents >= MaximaFile::kBlock) {
    return std::numeric_limits<float>::infinity();
  }
  NormReader norms = source.segment->norms(source.field);
  PostingCursor cursor(*source.segment, source.field, source.place);
  GreatestImpact greatest;
  cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t frequency) {
    greatest.add(frequency, norms.empty() ? kNormOfOne : norms.at(document));
  });
  return bound_of(greatest.impact());
}

float ImpactBounds::greatest(uint32_t first, uint32_t end) {
  float greatest = 0;
  Impact seen{UINT32_MAX};  // none
  for (size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    uint32_t base = sources_[i].base;
    if (end <= base || first >= base + sources_[i].segment->documents()) {
      continue;
    }
    if (part.blocks.empty()) {
      if (part.whole < 0) part.whole = bound_of_all(sources_[i]);
      greatest = std::max(greatest, part.whole);
      continue;
    }
    uint32_t low = first > base ? first - base : 0;
    uint32_t high = end - base;
    size_t count = part.blocks.size() / MaximaFile::kBlockSize;
    while (part.next < count &&
           MaximaFile::block(part.blocks, part.next).last < low) {
      ++part.next;
    }
    for (size_t n = part.next; n < count; ++n) {
      MaximaFile::Block block = MaximaFile::block(part.blocks, n);
      if (seen != block.greatest) {
        seen = block.greatest;
        greatest = std::max(greatest, bound_of(seen));
      }
      if (block.last >= high - 1) break;
    }
  }
  return greatest;
}

}  // namespace wax::index
