// Makes an index of segments: one document for each version of a page.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/upkeep/index_keys.h"
#include "index/writer/index_writer.h"
#include "io/budget.h"
#include "io/new_directory.h"
#include "text/ranges.h"

namespace wax::collection {

// Raise it when the same segments become other bytes of an index, so that
// builds run the step again.
inline constexpr int kIndexRules = 14;

struct BuildOptions : io::Budget {
  // Segments of other indexes, of the same kind of keys and identity. Revisits
  // take the text of their originals from them, too, and those of versions that
  // are there do not become documents.
  std::vector<std::string> originals;
  std::vector<std::string> stems = {};  // as in WriterOptions
  bool force = false;
  // Not 0: makes a collection of shards of at most so many documents.
  uint64_t shard_documents = 0;
};

// What the manifest of an index calls BuildCounts::texts_without_page; it has
// it where there are any, that of the last of several shards.
inline constexpr std::string_view kTextsWithoutPage = "texts-without-page";

struct BuildCounts {
  uint64_t shards = 0;
  uint64_t captures = 0;   // of all segments, without revisits
  uint64_t documents = 0;  // of the index
  uint64_t noindex = 0;    // of these, without words because of robots noindex
  uint64_t revisits = 0;   // documents that are revisits
  uint64_t revisits_without_text = 0;  // of these, without original
  uint64_t revisit_dates = 0;          // revisits of the segments
  uint64_t matched_dates = 0;          // of these, those of a document
  uint64_t rendered_texts = 0;         // of pages
  uint64_t texts_without_page = 0;     // of these, without a capture
};

// Makes the index `path` of the versions of segments (SegmentVersions), in
// their order. Shards are path/pindexes/00001/main and so on; all appear at
// once.
//
// Memory is bounded by the options. Throws UsageError (segments of different
// key kinds or identities, an index that exists), IoError, FormatError (a
// damaged segment); there is no index then. `progress` is called with the
// captures done and all captures.
BuildCounts build_index(
    const std::string& path, const std::vector<std::string>& segments,
    const BuildOptions& options,
    const std::function<void(uint64_t, uint64_t)>& progress = {});

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
