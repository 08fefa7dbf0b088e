#include "index/store/impact_bounds.h"

#include <bit>
#include <functional>
#include <limits>
#include <map>

#include "index/schema/fields.h"
#include "index/schema/ranking.h"
#include "index/store/posting_cursor.h"

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

namespace {

NormFactors factors_by(const LengthRule& rule) {
  NormFactors factors{};
  for (size_t i = 1; i < factors.size(); ++i) {
    double norm = double{values_of_norms()[i]};
    double length = 1 / (norm * norm);
    factors[i] =
        static_cast<float>(1 / (1 - double{rule.share} +
                                double{rule.share} * length / rule.usual));
  }
  return factors;
}

}  // namespace

const NormFactors& factors_of(std::string_view field) {
  static const auto known = [] {
    std::map<std::string_view, NormFactors> made;
    for (const Field& one : fields()) {
      if (one.indexed == Indexed::kWords) {
        made[one.name] = factors_by(length_rule(one.name));
      }
    }
    return made;
  }();
  static const NormFactors others = factors_by({});
  auto found = known.find(field);
  return found == known.end() ? others : found->second;
}

const NormFactors& factors_of(const LuceneField& field) {
  static const NormFactors ones = [] {
    NormFactors made;
    made.fill(1);
    return made;
  }();
  return field.has_norms ? factors_of(field.name) : ones;
}

ImpactBounds::ImpactBounds(const std::vector<TermSource>& sources, float weight)
    : sources_(sources), weight_(weight) {
  if (!sources.empty()) {
    const TermSource& first = sources.front();
    factors_ = &factors_of(first.segment->fields()[first.field]);
  }
  for (const TermSource& source : sources_) {
    Part part;
    if (const BlockFile* blocks = source.segment->blocks()) {
      part.blocks = blocks->blocks_of(source.place);
    } else {
      part.whole = std::numeric_limits<float>::infinity();
    }
    parts_.push_back(part);
  }
}

float ImpactBounds::bound_of(const Impact& impact) const {
  if (impact.frequency == 0) return std::numeric_limits<float>::infinity();
  float score = score_of(weight_, impact.frequency, (*factors_)[impact.norm]);
  return impact.has_rival ? score * (1 + 0x1p-18F) : score;
}

float ImpactBounds::bound_of(uint32_t packed) {
  constexpr uint32_t kGolden = 0x9E3779B9;
  Known& known = known_[packed * kGolden >> (32 - kKnownBits)];
  if (known.packed != packed) {
    known = {packed, bound_of(TermBlocks::impact(packed))};
  }
  return known.bound;
}

// Finds the bound of a term with few documents; infinity for other terms.
float ImpactBounds::bound_of_all(const TermSource& source) const {
  if (source.place.documents >= BlockFile::kFewest) {
    return std::numeric_limits<float>::infinity();
  }
  NormReader norms = source.segment->norms(source.field);
  PostingCursor cursor(*source.segment, source.field, source.place);
  GreatestImpact greatest(*factors_);
  cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t frequency) {
    greatest.add(frequency, norms.empty() ? kNormOfOne : norms.at(document));
  });
  return bound_of(greatest.impact());
}

float ImpactBounds::greatest(uint32_t first, uint32_t end) {
  float greatest = 0;
  for (size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    uint32_t base = sources_[i].base;
    if (end <= base || first >= base + sources_[i].segment->documents()) {
      continue;
    }
    if (part.blocks.count() == 0) {
      if (part.whole < 0) part.whole = bound_of_all(sources_[i]);
      greatest = std::max(greatest, part.whole);
      continue;
    }
    uint32_t low = first > base ? first - base : 0;
    uint32_t high = end - base;
    part.next = part.blocks.find(part.next, low);
    for (uint32_t n = part.next; n < part.blocks.count(); ++n) {
      greatest = std::max(greatest, bound_of(part.blocks.packed_impact(n)));
      if (part.blocks.last(n) >= high - 1) break;
    }
  }
  return greatest;
}

float ImpactBounds::reached_by(uint64_t count) {
  constexpr uint64_t kMost = 1000;
  constexpr float kNone = -std::numeric_limits<float>::infinity();
  if (count == 0 || count > kMost) return kNone;
  std::vector<float> best;  // a heap, the least first
  for (const Part& part : parts_) {
    for (uint32_t n = 0; n < part.blocks.count(); ++n) {
      uint32_t packed = part.blocks.packed_impact(n);
      Impact impact = TermBlocks::impact(packed);
      if (impact.frequency == 0) continue;
      float score = impact.has_rival ? score_of(weight_, impact.frequency,
                                                (*factors_)[impact.norm])
                                     : bound_of(packed);
      if (best.size() == count) {
        if (score <= best.front()) continue;
        std::pop_heap(best.begin(), best.end(), std::greater<>());
        best.pop_back();
      }
      best.push_back(score);
      std::push_heap(best.begin(), best.end(), std::greater<>());
    }
  }
  if (best.size() < count) return kNone;
  return best.front();
}

}  // namespace wax::index
