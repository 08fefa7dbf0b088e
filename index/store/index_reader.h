// Opens indexes: parallel ones joined by position, shards one after another.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace wax::index {

struct OpenOptions {
  // Opens indexes without a manifest too. Nothing protects from damage then.
  bool unchecked = false;
};

// Name and value of the stored fields, in the order in which they were added.
using StoredDocument = std::vector<std::pair<std::string, std::string>>;

// A shard is one index or several, joined by the position of documents: a field
// belongs to the first index that has it. Documents are numbered through all
// shards from 0.
//
// Every method throws FormatError when it meets damage, IoError when a file
// cannot be read. For one thread.
class IndexReader {
 public:
  // One shard of the indexes at `paths`, in this order. Throws UsageError when
  // there is no index, when their documents differ in number, or are others
  // than those that a column was made for.
  static IndexReader open(const std::vector<std::string>& paths,
                          const OpenOptions& options = {});

  // DIR with DIR/pindexes/SHARD/INDEX; or a folder of parallel indexes, or a
  // plain index. Shards are in order of their names. Of a shard's indexes
  // "main" comes last, so that fields of columns hide its own; the others are
  // in order of their names.
  static IndexReader open_collection(const std::string& directory,
                                     const OpenOptions& options = {});

  ~IndexReader();
  IndexReader(IndexReader&&) noexcept;
  IndexReader& operator=(IndexReader&&) noexcept;

  [[nodiscard]] uint64_t documents() const;

  // What the manifest of the last index of the first shard says; empty when it
  // says nothing.
  [[nodiscard]] std::string about(const std::string& name) const;

  // Names of the fields that hold stored values, in the order of fields.h, then
  // others by name.
  [[nodiscard]] std::vector<std::string> stored_fields() const;
  // All fields.
  [[nodiscard]] std::vector<std::string> all_fields() const;

  // The stored values of the `wanted` fields (all if that is empty) of the
  // n-th document.
  void document(uint64_t n, const std::vector<std::string>& wanted,
                StoredDocument& values) const;

 private:
  friend class Searcher;
  struct State;
  explicit IndexReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The first value of a field, or an empty one.
[[nodiscard]] const std::string& value_of(const StoredDocument& document,
                                          const std::string& field);

}  // namespace wax::index
