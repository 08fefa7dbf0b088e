#include "index/store/impact_bounds.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "index/store/maxima.h"

namespace wax::index {
namespace {

// Of a term with few documents.
float greatest_impact(const TermSource& source) {
  if (source.place.documents >= MaximaFile::kBlock) {
    return std::numeric_limits<float>::infinity();
  }
  NormReader norms = source.segment->norms(source.field);
  PostingCursor cursor(*source.segment, source.field, source.place);
  float greatest = 0;
  cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t frequency) {
    greatest = std::max(greatest, impact(frequency, norms, document));
  });
  return greatest;
}

}  // namespace

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

float impact(uint32_t frequency, NormReader& norms, uint32_t document) {
  float root = std::sqrt(static_cast<float>(frequency));
  return norms.empty() ? root : root * values_of_norms()[norms.at(document)];
}

ImpactBounds::ImpactBounds(const std::vector<TermSource>& sources)
    : sources_(sources) {
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

float ImpactBounds::greatest(uint32_t first, uint32_t end) {
  float greatest = 0;
  for (size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    uint32_t base = sources_[i].base;
    if (end <= base || first >= base + sources_[i].segment->documents()) {
      continue;
    }
    if (part.blocks.empty()) {
      if (part.whole < 0) part.whole = greatest_impact(sources_[i]);
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
      greatest = std::max(greatest, block.greatest);
      if (block.last >= high - 1) break;
    }
  }
  return greatest;
}

}  // namespace wax::index
