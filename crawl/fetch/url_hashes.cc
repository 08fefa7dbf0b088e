#include "crawl/fetch/url_hashes.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <utility>

namespace wax::crawl {
namespace {

constexpr size_t kFirstPlaces = 1024;

uint64_t hash_of_url(std::string_view url) {
  const uint64_t hash = XXH3_64bits(url.data(), url.size());
  return hash == 0 ? 1 : hash;
}

}  // namespace

size_t UrlHashes::place_of(uint64_t hash) const {
  size_t place = hash & (hashes_.size() - 1);
  while (hashes_[place] != 0 && hashes_[place] != hash) {
    place = (place + 1) & (hashes_.size() - 1);
  }
  return place;
}

bool UrlHashes::add(std::string_view url) {
  // At most two thirds are taken.
  if (3 * (size_ + 1) > 2 * hashes_.size()) {
    std::vector<uint64_t> before = std::exchange(
        hashes_, std::vector<uint64_t>(hashes_.empty() ? kFirstPlaces
                                                       : 2 * hashes_.size()));
    for (uint64_t hash : before) {
      if (hash != 0) hashes_[place_of(hash)] = hash;
    }
  }
  const uint64_t hash = hash_of_url(url);
  uint64_t& place = hashes_[place_of(hash)];
  if (place == hash) return false;
  place = hash;
  ++size_;
  return true;
}

bool UrlHashes::has(std::string_view url) const {
  if (hashes_.empty()) return false;
  const uint64_t hash = hash_of_url(url);
  return hashes_[place_of(hash)] == hash;
}

}  // namespace wax::crawl
