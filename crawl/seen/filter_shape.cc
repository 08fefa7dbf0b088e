#include "crawl/seen/filter_shape.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cmath>
#include <cstring>

#include "io/error.h"

namespace wax::crawl {
namespace {

constexpr uint64_t kMostBits = uint64_t{1} << 40;

// A key has one bit in each lane of a block, in each of `parts` blocks.
struct Blocks {
  unsigned parts;
  unsigned lanes;
  unsigned lane_bits;
  [[nodiscard]] unsigned block_bits() const { return lanes * lane_bits; }
};
constexpr Blocks kTwoLines = {2, 8, 64};
constexpr Blocks kSplitBlock = {1, 8, 32};

Blocks blocks_of(FilterKind kind) {
  return kind == FilterKind::kParquet ? kSplitBlock : kTwoLines;
}

// The chance that a block has all bits of a strange key, when blocks have
// `load` keys in the mean.
double block_rate(const Blocks& blocks, double load) {
  const double empty = 1 - 1.0 / blocks.lane_bits;  // a bit, after one key
  const double most = load + 12 * std::sqrt(load) + 30;
  double rate = 0;
  for (double keys = 1; keys <= most; ++keys) {
    double chance =
        std::exp(keys * std::log(load) - load - std::lgamma(keys + 1));
    rate += chance * std::pow(1 - std::pow(empty, keys), blocks.lanes);
  }
  return rate;
}

// The mean load of blocks at which strange keys are held at that rate.
double load_for(const Blocks& blocks, double rate) {
  double low = 1e-6;
  double high = 1e4;
  for (int step = 0; step < 100; ++step) {
    double middle = (low + high) / 2;
    bool fits = std::pow(block_rate(blocks, middle), blocks.parts) <= rate;
    (fits ? low : high) = middle;
  }
  return low;
}

FilterShape pyrebloom_shape(uint64_t keys, double rate) {
  constexpr double kLn2 = 0.693147180559945309417;
  const auto count = static_cast<double>(keys);
  const double bits = std::floor(-std::log(rate) * count / (kLn2 * kLn2));
  const double hashes = std::ceil(kLn2 * bits / count);
  if (hashes > static_cast<double>(kMostHashes)) {
    throw UsageError("pyreBloom's filters of that rate have too many hashes");
  }
  return {FilterKind::kPyrebloom, static_cast<uint64_t>(bits),
          static_cast<uint32_t>(hashes)};
}

uint64_t number_at(const char* bytes) {
  uint64_t number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

// Austin Appleby's, on machines whose lowest byte is the first.
uint64_t murmur_hash_64a(std::string_view key, uint64_t seed) {
  constexpr uint64_t kMultiplier = 0xc6a4a7935bd1e995;
  constexpr int kShift = 47;
  uint64_t hash = seed ^ (key.size() * kMultiplier);
  while (key.size() >= 8) {
    uint64_t word = number_at(key.data()) * kMultiplier;
    hash ^= (word ^ (word >> kShift)) * kMultiplier;
    hash *= kMultiplier;
    key.remove_prefix(8);
  }
  if (!key.empty()) {
    uint64_t rest = 0;
    std::memcpy(&rest, key.data(), key.size());
    hash = (hash ^ rest) * kMultiplier;
  }
  hash = (hash ^ (hash >> kShift)) * kMultiplier;
  return hash ^ (hash >> kShift);
}

// pyreBloom's seeds: a linear congruential sequence of 32 bits.
constexpr uint32_t kFirstSeed = 314159265;
uint32_t next_seed(uint32_t seed) { return 1664525 * seed + 1013904223; }

uint64_t scaled(uint64_t number32, uint64_t count) {
  return number32 * count >> 32;
}

}  // namespace

std::string_view name(FilterKind kind) {
  switch (kind) {
    case FilterKind::kPyrebloom:
      return "pyrebloom";
    case FilterKind::kParquet:
      return "parquet";
    default:
      return "blocked";
  }
}

std::optional<FilterKind> filter_kind(std::string_view name) {
  for (FilterKind kind :
       {FilterKind::kBlocked, FilterKind::kPyrebloom, FilterKind::kParquet}) {
    if (crawl::name(kind) == name) return kind;
  }
  return std::nullopt;
}

FilterShape filter_shape(FilterKind kind, uint64_t keys, double rate) {
  FilterShape shape;
  if (kind == FilterKind::kPyrebloom) {
    shape = pyrebloom_shape(keys, rate);
  } else {
    const Blocks blocks = blocks_of(kind);
    const double load = load_for(blocks, rate);
    const double count =
        std::ceil(blocks.parts * static_cast<double>(keys) / load);
    const double bits = count * blocks.block_bits();
    shape = {kind,
             bits < static_cast<double>(kMostBits) ? static_cast<uint64_t>(bits)
                                                   : kMostBits,
             blocks.parts * blocks.lanes};
  }
  if (shape.bits >= kMostBits) {
    throw UsageError("a filter for so many keys is too large");
  }
  return shape;
}

double expected_rate(const FilterShape& shape, uint64_t keys) {
  if (keys == 0) return 0;
  const auto count = static_cast<double>(keys);
  const auto bits = static_cast<double>(shape.bits);
  if (shape.kind == FilterKind::kPyrebloom) {
    return std::pow(1 - std::exp(-count * shape.hashes / bits), shape.hashes);
  }
  const Blocks blocks = blocks_of(shape.kind);
  const double load = blocks.parts * count * blocks.block_bits() / bits;
  return std::pow(block_rate(blocks, load), blocks.parts);
}

BitPositions::BitPositions(const FilterShape& shape, std::string_view key) {
  switch (shape.kind) {
    case FilterKind::kBlocked:
      add_blocked(shape.bits / kTwoLines.block_bits(), key);
      return;
    case FilterKind::kParquet:
      add_parquet(shape.bits / kSplitBlock.block_bits(), key);
      return;
    case FilterKind::kPyrebloom:
      break;
  }
  uint32_t seed = kFirstSeed;
  for (uint32_t i = 0; i < shape.hashes; ++i, seed = next_seed(seed)) {
    add(murmur_hash_64a(key, seed) % shape.bits);
  }
}

void BitPositions::add_blocked(uint64_t blocks, std::string_view key) {
  const uint64_t where = XXH3_64bits_withSeed(key.data(), key.size(), 1);
  const XXH128_hash_t which = XXH3_128bits(key.data(), key.size());
  auto add_block = [&](uint64_t block, uint64_t lane_bits) {
    for (unsigned lane = 0; lane < kTwoLines.lanes; ++lane) {
      add(block * kTwoLines.block_bits() + lane * kTwoLines.lane_bits +
          lane_bits % kTwoLines.lane_bits);
      lane_bits /= kTwoLines.lane_bits;
    }
  };
  add_block(scaled(where >> 32, blocks), which.low64);
  add_block(scaled(where & 0xffffffff, blocks), which.high64);
}

void BitPositions::add_parquet(uint64_t blocks, std::string_view key) {
  constexpr std::array<uint32_t, kSplitBlock.lanes> kSalts = {
      0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d,
      0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31};
  const uint64_t hash = XXH64(key.data(), key.size(), 0);
  uint64_t bit = scaled(hash >> 32, blocks) * kSplitBlock.block_bits();
  for (uint32_t salt : kSalts) {
    add(bit + (static_cast<uint32_t>(hash) * salt >> 27));
    bit += kSplitBlock.lane_bits;
  }
}

}  // namespace wax::crawl
