// Sets that may be larger than memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace wax::cdx {

// A set of texts of some fields each. Kept as sorted 128-bit hashes, 16 bytes
// an entry, under a key that is drawn for each set: that two of 10^9 entries
// fall together has a chance of 10^-20, and nobody can arrange it. Beyond
// `memory` bytes sorted runs go to unnamed temporary files and are searched
// there.
class HashedSet {
 public:
  using Fields = std::initializer_list<std::string_view>;

  // `tmpdir` empty: $TMPDIR, else /tmp.
  HashedSet(uint64_t memory, std::string tmpdir);
  ~HashedSet();
  HashedSet(const HashedSet&) = delete;
  HashedSet& operator=(const HashedSet&) = delete;

  // Throws IoError.
  void add(Fields fields);
  // After the last add(), before the first find().
  void seal();

  // From any thread. A number below places() that is the entry's own, if the
  // set has it.
  [[nodiscard]] std::optional<size_t> find(Fields fields) const;
  [[nodiscard]] bool contains(Fields fields) const {
    return find(fields).has_value();
  }
  // Calls of add().
  [[nodiscard]] uint64_t added() const;
  [[nodiscard]] size_t places() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::cdx
