// The stored values of the documents that were read last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace wax::index {

enum class StoredAs : uint8_t;

// The values of a document, in their order.
class KeptValues {
 public:
  void add(uint32_t field, StoredAs as, std::string_view bytes) {
    values_.push_back({field, as, bytes.size()});
    bytes_ += bytes;
  }
  // Calls use(number of the field, StoredAs, bytes) for those of which
  // wanted(number) is true.
  template <typename Wanted, typename Use>
  void each(Wanted&& wanted, Use&& use) const {
    std::string_view left = bytes_;
    for (const Value& value : values_) {
      if (wanted(value.field)) {
        use(value.field, value.as, left.substr(0, value.size));
      }
      left.remove_prefix(value.size);
    }
  }
  void shrink() {
    values_.shrink_to_fit();
    bytes_.shrink_to_fit();
  }
  // What it takes.
  [[nodiscard]] uint64_t memory() const {
    return sizeof(*this) + values_.capacity() * sizeof(Value) +
           bytes_.capacity();
  }

 private:
  struct Value {
    uint32_t field;
    StoredAs as;
    size_t size;
  };
  std::vector<Value> values_;
  std::string bytes_;
};

// Keeps values that are asked for again, in so many bytes, and forgets first
// what was not asked for longest. It knows no rules: what is seen of a document
// is decided after its values are read, kept or not. Any number of threads may
// use it.
class KeptDocuments {
 public:
  explicit KeptDocuments(uint64_t most) : most_(most), asked_(kAsked) {}

  // A document of a file of stored values, by the id of that opened file.
  struct Key {
    uint64_t file = 0;
    uint32_t document = 0;
    bool operator==(const Key&) const = default;
  };
  // Null: they are not kept. `wanted` is then whether they should be: they were
  // asked for before, and not long ago.
  [[nodiscard]] std::shared_ptr<const KeptValues> find(const Key& key,
                                                       bool& wanted);
  // Values that take an eighth of the bytes and more are not kept.
  void keep(const Key& key, std::shared_ptr<const KeptValues> values);

  // Bytes that it takes.
  [[nodiscard]] uint64_t memory() const;

 private:
  struct Kept {
    Key key;
    std::shared_ptr<const KeptValues> values;
  };
  struct Hash {
    size_t operator()(const Key& key) const {
      return std::hash<uint64_t>()(key.file << 32 ^ key.document);
    }
  };
  [[nodiscard]] static uint64_t memory_of(const KeptValues& values);

  static constexpr size_t kAsked = 8192;
  uint64_t most_;
  mutable std::mutex mutex_;
  uint64_t memory_ = 0;
  // By hash: the last one that was asked for and not kept.
  std::vector<Key> asked_;
  std::list<Kept> kept_;  // the last one that was asked for comes first
  std::unordered_map<Key, std::list<Kept>::iterator, Hash> places_;
};

}  // namespace wax::index
