// Opens indexes: parallel indexes by position, shards one after another.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/schema/columns.h"
#include "index/store/key_file.h"
#include "index/store/restricted.h"
#include "io/problem.h"

namespace wax::index {

class KeptDocuments;
class SearchEngine;

struct OpenOptions {
  // Opens indexes without a manifest too. Damage is found only where it leads
  // beyond a file, or to a document or field that is not there; else the index
  // answers something else.
  bool unchecked = false;
  // Leaves a manifest that is there unread, too.
  bool without_manifest = false;
  // Reads the files for searches (search_engine.h); null: our own reading.
  std::shared_ptr<const SearchEngine> engine;
  // A collection is opened whole or not at all.
  bool all_shards = false;
};

// Name and value of the stored fields, in the order in which they were added.
using StoredDocument = std::vector<std::pair<std::string, std::string>>;

// A shard is one index or several parallel ones, which share the positions of
// documents; a field belongs to the first index that has it. Documents are
// numbered from 0 through all shards.
//
// Every method throws FormatError when it meets damage, IoError when a file
// cannot be read. Immutable: any number of threads may use it.
class IndexReader {
 public:
  // One shard of the indexes at `paths`, in this order. Throws UsageError when
  // there is no index, when they differ in the number of documents, or when a
  // parallel index was made for other documents.
  static IndexReader open(const std::vector<std::string>& paths,
                          const OpenOptions& options = {});

  // DIR with DIR/pindexes/SHARD/INDEX; or a folder of parallel indexes, or a
  // plain index. Shards are in order of their names. The main
  // index of a shard comes last, so that fields of the other parallel indexes
  // hide its own; those are in order of their names. A shard without "main",
  // one whose keys and digests or whose stems were made otherwise than those of
  // the shards before it, and any that cannot be opened, is reported
  // ("unreadable-shard") and left out, unless options.all_shards; one whose
  // "main" is still being made is no shard yet. Nothing is
  // hidden here (restricted()). When folders are
  // replaced meanwhile, it opens the new ones: it shows one state of the
  // collection, which it keeps. Throws as open(), and an Error when no shard
  // can be opened.
  static IndexReader open_collection(const std::string& directory,
                                     const OpenOptions& options,
                                     ProblemSink& problems);

  // The same documents and files, without what the rules do not let be seen:
  // such documents count as deleted, and such dates of others are not there for
  // queries, orders, counts and document(). Reads the postings of the rules'
  // keys and digests, and the dates of documents that depend on them.
  [[nodiscard]] IndexReader restricted(const DocumentRules& rules) const;

  // The documents of all of them, numbered one reader after the other, with
  // what each hides. They share the files, and each other's statistics: so hits
  // of all compare. At least one; all read by the same engine. Throws
  // UsageError.
  static IndexReader joined(const std::vector<const IndexReader*>& readers);

  ~IndexReader();
  IndexReader(IndexReader&&) noexcept;
  IndexReader& operator=(IndexReader&&) noexcept;

  // Deleted ones included.
  [[nodiscard]] uint64_t documents() const;
  // How many are deleted, as Lucene marks them, or hidden.
  [[nodiscard]] uint64_t deleted() const;
  [[nodiscard]] bool is_deleted(uint64_t n) const;

  // The value in the manifest of the last index of the first shard; empty when
  // it has none.
  [[nodiscard]] std::string about(const std::string& name) const;

  // The key file of that index; null when it has none. This must outlive it.
  [[nodiscard]] std::unique_ptr<const KeyFile> keys() const;

  // Names of the fields with stored values, in the order of fields.h, then
  // others by name.
  [[nodiscard]] std::vector<std::string> stored_fields() const;
  // All fields.
  [[nodiscard]] std::vector<std::string> all_fields() const;
  // The columns beside main that say their kind in their manifest.
  [[nodiscard]] ColumnNames columns() const;
  // The languages in which words have stems (stems.h).
  [[nodiscard]] std::vector<std::string> stems() const;

  // Whether some shard has the term; true, too, where that cannot be read.
  [[nodiscard]] bool has_term(std::string_view field,
                              const std::string& term) const;

  // The stored values of the `wanted` fields (all if that is empty) of the
  // n-th document; of captures, only dates and places that restricted() lets be
  // seen. What is read is kept in `kept`, unless that is null.
  void document(uint64_t n, const std::vector<std::string>& wanted,
                StoredDocument& values, KeptDocuments* kept = nullptr) const;

 private:
  friend class Searcher;
  struct State;
  static IndexReader open_once(const std::string& directory,
                               const OpenOptions& options,
                               ProblemSink& problems);
  explicit IndexReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The first value of a field, or an empty one.
[[nodiscard]] const std::string& value_of(const StoredDocument& document,
                                          std::string_view field);

}  // namespace wax::index
