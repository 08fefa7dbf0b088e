#include "cdx/dedup/hashed_set.h"

#include <errno.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include "io/error.h"
#include "io/temp_files.h"

namespace wax::cdx {
namespace {

struct Hash {
  uint64_t high;
  uint64_t low;
  friend auto operator<=>(const Hash&, const Hash&) = default;
};

// Multiplies to 128 bits and folds.
uint64_t mix(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  Wide product = static_cast<Wide>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// Two independent halves, each of every byte and the length.
class Hasher {
 public:
  Hasher() {
    std::random_device random;
    for (uint64_t& word : keys_) {
      word = uint64_t{random()} << 32 | random();
      word |= 1;
    }
  }

  // Lengths separate the fields, so "a","bc" is not "ab","c".
  [[nodiscard]] Hash operator()(HashedSet::Fields fields) const {
    Hash hash{keys_[0], keys_[1]};
    for (std::string_view text : fields) add(text, hash);
    return {mix(hash.high ^ keys_[2], keys_[3]),
            mix(hash.low ^ keys_[4], keys_[5])};
  }

 private:
  void add(std::string_view text, Hash& hash) const {
    hash.high = mix(hash.high ^ text.size(), keys_[2]);
    hash.low = mix(hash.low ^ text.size(), keys_[3]);
    for (; !text.empty();
         text.remove_prefix(std::min<size_t>(8, text.size()))) {
      uint64_t word = 0;
      std::memcpy(&word, text.data(), std::min<size_t>(8, text.size()));
      hash.high = mix(hash.high ^ word, keys_[4]) + word;
      hash.low = mix(hash.low ^ word, keys_[5]) + ~word;
    }
  }

  uint64_t keys_[6];
};

// Sorted hashes, in memory or in a mapped temporary file.
class Run {
 public:
  explicit Run(std::vector<Hash> hashes)
      : kept_(std::move(hashes)), begin_(kept_.data()), size_(kept_.size()) {}

  // Writes `hashes` to a file in `tmpdir`.
  Run(const std::vector<Hash>& hashes, const std::string& tmpdir)
      : size_(hashes.size()), mapped_(size_ * sizeof(Hash)) {
    io::UnnamedFile file(tmpdir);
    file.write({reinterpret_cast<const char*>(hashes.data()), mapped_}, 0);
    void* at =
        ::mmap(nullptr, mapped_, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
    if (at == MAP_FAILED) throw IoError("a temporary file", "map", errno);
    begin_ = static_cast<const Hash*>(at);
  }

  ~Run() {
    if (mapped_ > 0 && begin_) {
      ::munmap(const_cast<Hash*>(begin_), mapped_);
    }
  }
  Run(Run&& other) noexcept
      : kept_(std::move(other.kept_)),
        begin_(std::exchange(other.begin_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        mapped_(std::exchange(other.mapped_, 0)) {}
  Run& operator=(Run&&) = delete;

  // Its place in the order; size() when it is not there.
  [[nodiscard]] size_t find(const Hash& hash) const {
    const Hash* end = begin_ + size_;
    const Hash* at = std::lower_bound(begin_, end, hash);
    return at != end && *at == hash ? static_cast<size_t>(at - begin_) : size_;
  }
  [[nodiscard]] size_t size() const { return size_; }

 private:
  std::vector<Hash> kept_;
  const Hash* begin_ = nullptr;
  size_t size_ = 0;
  size_t mapped_ = 0;  // bytes
};

}  // namespace

struct HashedSet::State {
  Hasher hasher;
  size_t most;  // hashes in memory
  std::string tmpdir;
  std::vector<Hash> hashes;
  std::vector<Run> runs;
  uint64_t size = 0;

  void sort() {
    std::sort(hashes.begin(), hashes.end());
    hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  }

  void add(const Hash& hash) {
    // Untouched pages cost nothing; growth by doubling would, twice over.
    if (hashes.capacity() == 0) hashes.reserve(most);
    if (hashes.size() >= most) {
      sort();
      // Only where that did not help: lists repeat one another.
      if (hashes.size() > most / 2) {
        runs.emplace_back(hashes, tmpdir);
        hashes.clear();
      }
    }
    hashes.push_back(hash);
    ++size;
  }
};

HashedSet::HashedSet(uint64_t memory, std::string tmpdir)
    : state_(std::make_unique<State>()) {
  state_->most =
      std::max<size_t>(static_cast<size_t>(memory) / sizeof(Hash), 1024);
  state_->tmpdir = std::move(tmpdir);
}

HashedSet::~HashedSet() = default;

void HashedSet::add(Fields fields) { state_->add(state_->hasher(fields)); }

void HashedSet::seal() {
  state_->sort();
  state_->runs.emplace_back(std::move(state_->hashes));
}

std::optional<size_t> HashedSet::find(Fields fields) const {
  if (state_->size == 0) return std::nullopt;
  Hash hash = state_->hasher(fields);
  size_t before = 0;
  for (const Run& run : state_->runs) {
    size_t at = run.find(hash);
    if (at < run.size()) return before + at;
    before += run.size();
  }
  return std::nullopt;
}

uint64_t HashedSet::added() const { return state_->size; }

size_t HashedSet::places() const {
  size_t all = 0;
  for (const Run& run : state_->runs) all += run.size();
  return all;
}

}  // namespace wax::cdx
