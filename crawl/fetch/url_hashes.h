// Which URLs were met, by their hashes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace wax::crawl {

// For one thread. Memory: 12 to 24 bytes for a URL. Two URLs of ten million are
// taken for one another once in some 400,000 runs.
class UrlHashes {
 public:
  // Whether it was not there.
  bool add(std::string_view url);
  [[nodiscard]] bool has(std::string_view url) const;

 private:
  // Where a hash is, or would be.
  [[nodiscard]] size_t place_of(uint64_t hash) const;

  std::vector<uint64_t> hashes_;  // 0: nothing; a power of two
  size_t size_ = 0;
};

}  // namespace wax::crawl
