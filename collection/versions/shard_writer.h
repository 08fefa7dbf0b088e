// Writes the shards of an index, document by document.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "index/upkeep/date_join.h"
#include "index/writer/index_writer.h"
#include "io/new_directory.h"
#include "text/ranges.h"

namespace wax::collection {

// An index, or a collection of which each shard has at most so many documents.
// It appears whole with finish(), or not at all. For one thread.
class ShardWriter {
 public:
  // `most` documents in a shard; 0: one index. Throws as IndexWriter.
  ShardWriter(const std::string& path, index::WriterOptions options,
              uint64_t most);

  // Says something in the manifest of each shard; before finish().
  void about(std::string name, std::string value);
  void add(const std::string& urlkey, const std::string& digest,
           const std::vector<index::FieldValue>& values,
           std::span<const text::TextRange> main);
  void finish();

  // After finish().
  [[nodiscard]] uint64_t shards() const { return shards_; }
  [[nodiscard]] uint64_t documents() const { return documents_; }

 private:
  void begin_shard();
  void finish_shard();

  index::WriterOptions options_;
  uint64_t most_;
  std::optional<io::NewDirectory> whole_;
  std::vector<std::pair<std::string, std::string>> about_;
  std::unique_ptr<index::IndexWriter> writer_;
  std::unique_ptr<index::KeyChain> keys_ = std::make_unique<index::KeyChain>();
  uint64_t shards_ = 0;  // finished
  uint64_t documents_ = 0;
};

}  // namespace wax::collection
