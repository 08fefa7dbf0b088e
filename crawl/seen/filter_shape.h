// Bloom filters: how many bits a filter needs for its keys, and which of them
// are those of a key. The functions may be called from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace wax::crawl {

enum class FilterKind {
  // Eight bits in each of two blocks of 512 bits, one in each 64: a look-up
  // touches two cache lines. Blocks and bits are those that XXH3 of the key
  // says.
  kBlocked,
  // The filters of SEOmoz's pyreBloom: `hashes` bits anywhere, each where
  // MurmurHash64A with a seed of its own says.
  kPyrebloom,
  // Parquet's split-block Bloom filters: eight bits in one block of 256, one in
  // each 32, where XXH64 of the key says.
  kParquet,
};

// "blocked", "pyrebloom", "parquet".
[[nodiscard]] std::string_view name(FilterKind kind);
[[nodiscard]] std::optional<FilterKind> filter_kind(std::string_view name);

struct FilterShape {
  FilterKind kind = FilterKind::kBlocked;
  uint64_t bits = 0;
  uint32_t hashes = 0;  // bits of a key

  friend bool operator==(const FilterShape&, const FilterShape&) = default;
};

// So many bits that, with `keys` keys in it, the filter holds a strange key at
// a rate of `rate` at most. For blocks that is the mean over their loads, which
// follow Poisson's distribution; pyreBloom's is the rule of its own. `keys` is
// more than 0, `rate` between 0 and 1. Throws UsageError for a filter of 2^40
// bits or more, and for one of pyreBloom with more hashes than
// kMostHashes.
[[nodiscard]] FilterShape filter_shape(FilterKind kind, uint64_t keys,
                                       double rate);

// The rate at which a filter of that shape holds strange keys when it has so
// many keys.
[[nodiscard]] double expected_rate(const FilterShape& shape, uint64_t keys);

inline constexpr size_t kMostHashes = 64;

// The bits of a key: those of shape.hashes.
class BitPositions {
 public:
  BitPositions(const FilterShape& shape, std::string_view key);
  [[nodiscard]] const uint64_t* begin() const { return bits_.data(); }
  [[nodiscard]] const uint64_t* end() const { return bits_.data() + size_; }

 private:
  void add(uint64_t bit) { bits_[size_++] = bit; }
  void add_blocked(uint64_t blocks, std::string_view key);
  void add_parquet(uint64_t blocks, std::string_view key);

  std::array<uint64_t, kMostHashes> bits_;
  size_t size_ = 0;
};

}  // namespace wax::crawl
